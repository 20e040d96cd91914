//! The evaluation "network": a small neural network that is updated move by move.
//!
//! Each side sees the board from its own back rank. What it sees are 1260 inputs, one for each kind and owner of a piece
//! and each square; they feed the side's hidden units, whose sums change by two or three rows of weights with a move.
//! The output adds the squared, clipped sums of both sides with weights, and the values of the pieces on their squares.
//! Output weights and square values come in [`BUCKETS`] sets, by the number of pieces on the board.
//!
//! ```text
//! sum(side)  = bias + the rows of `inputs` for the pieces, as the side sees them
//! logit      = (output · clip(sum(mover))² + output' · clip(sum(other))²) + squares(mover) - squares(other) + bias
//! evaluation = logit * scale
//! ```
//!
//! All numbers are whole: [`ONE`] stands for 1 in a sum, [`OUTPUT_ONE`] in an output weight, and [`TICKS`] in a logit. The
//! architecture is that of efficiently updatable neural networks (Yu Nasu, "Efficiently Updatable Neural-Network-based
//! Evaluation Functions for Computer Shogi", 2018), with a squared activation.

mod accumulator;
mod file;

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use super::detail::{Detail, Number};
use super::{Moved, PieceSquare, XiangqiEvaluator};
use crate::evaluator::{Evaluator, Named, Saved};
use crate::game::Side;
use crate::games::xiangqi::bitboard::{Squares, count};
use crate::games::xiangqi::board::{Board, EMPTY, Piece};
use crate::games::xiangqi::fen::KIND_NAMES;
use crate::games::xiangqi::moves::{from_of, to_of};
use crate::simd::{LANES, Lanes, MOST_OUTPUT, ONE, Processor};
use accumulator::{Accumulators, Change, Logit};

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// Number of inputs: kinds and owners of pieces times squares.
pub const INPUTS: usize = 14 * 90;

/// Number of sets of output weights: one for each four pieces on the board.
pub const BUCKETS: usize = 8;

/// The output weight that stands for 1.
pub const OUTPUT_ONE: i32 = 64;

/// What a logit of 1 is in whole numbers.
pub const TICKS: i32 = ONE as i32 * OUTPUT_ONE;

/// Largest number of hidden units of each side.
pub const MOST_HIDDEN: usize = 1024;

/// Largest absolute input weight and bias. Pieces of a full board cannot make a sum overflow.
pub const MOST_INPUT: i16 = 960;

/// Largest absolute output weight.
pub const MOST_WEIGHT: i8 = 127;

/// Largest absolute square value and output bias, in ticks.
pub const MOST_TICKS: i32 = 1 << 24;

/// The weights of a network as whole numbers. An input has the index `(2 * kind + owner) * 90 + square`, with kinds as in
/// [`crate::games::xiangqi::attacks`], owner 0 for the side that sees it and 1 for its opponent, and squares counted from
/// the back rank and the left of the side that sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Weights {
    /// Number of hidden units of each side, a multiple of [`LANES`].
    pub hidden: usize,
    /// Evaluation units in a logit.
    pub scale: i32,
    /// Input weights by `[input][unit]`.
    pub inputs: Vec<i16>,
    /// Biases of the hidden units.
    pub bias: Vec<i16>,
    /// Output weights by `[bucket][side][unit]`, the side to move first.
    pub output: Vec<i8>,
    /// Output biases by bucket, in ticks.
    pub output_bias: Vec<i32>,
    /// Values of pieces on squares by `[input][bucket]`, in ticks.
    pub squares: Vec<i32>,
    /// What the network was made of and how, as text; JSON by convention.
    pub about: String,
}

/// A network that is ready to evaluate.
#[derive(Debug)]
pub struct Network {
    weights: Weights,
    checksum: u32,
    processor: Processor,
    /// Input weights in blocks, by `[piece * 90 + square][side][block]`: a piece on a square is an input to each side.
    inputs: Vec<Lanes>,
    /// Biases in blocks, by `[side][block]`.
    bias: Vec<Lanes>,
    /// Output weights in blocks, by `[bucket][side to move][side][block]`.
    output: Vec<Lanes>,
    /// Value to red of a piece on a square, by `[piece * 90 + square]` and bucket, in ticks.
    squares: Vec<[i32; BUCKETS]>,
    /// What decides whether a side has enough material for a null move: boyi's own piece-square values.
    strength: PieceSquare,
}

impl Network {
    /// The network with these weights; the error says what is wrong with them.
    pub fn new(weights: Weights) -> std::result::Result<Network, String> {
        weights.check()?;
        let hidden = weights.hidden;
        let row = |input: usize| Lanes::blocks(&weights.inputs[input * hidden..][..hidden]);
        let output: Vec<i16> = weights.output.iter().map(|&weight| weight.into()).collect();
        let of_mover = |bucket: usize, side: usize| {
            [side, 1 - side].map(|half| Lanes::blocks(&output[(2 * bucket + half) * hidden..][..hidden]))
        };
        let of = |input: usize| -> &[i32; BUCKETS] { &weights.squares.as_chunks().0[input] };
        let to_red = |code| std::array::from_fn(|bucket| of(seen(code, 0))[bucket] - of(seen(code, 1))[bucket]);
        Ok(Network {
            checksum: weights.checksum(),
            processor: Processor::new(),
            inputs: (0..INPUTS).flat_map(|code| [0, 1].map(|side| row(seen(code, side)))).flatten().collect(),
            bias: [Lanes::blocks(&weights.bias), Lanes::blocks(&weights.bias)].concat(),
            output: (0..BUCKETS)
                .flat_map(|bucket| [0, 1].map(|side| of_mover(bucket, side)))
                .flatten()
                .flatten()
                .collect(),
            squares: (0..INPUTS).map(to_red).collect(),
            strength: PieceSquare::default(),
            weights,
        })
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Blocks of hidden units of both sides.
    #[inline(always)]
    fn blocks(&self) -> usize {
        self.bias.len()
    }

    /// Weights of both sides' hidden units for a piece on a square, given by its code on the board.
    #[inline(always)]
    fn row(&self, code: usize) -> &[Lanes] {
        &self.inputs[code * self.blocks()..][..self.blocks()]
    }
}

impl Network {
    /// The logit of the position for a side, in ticks.
    #[inline(always)]
    fn ticks(&self, state: &State, board: &Board, side: Side) -> i32 {
        let accumulators = &mut state.accumulators.borrow_mut();
        self.processor.run(Logit { network: self, accumulators, bucket: bucket(board), side: side.index() })
    }

    /// A logit in evaluation units, cut off towards zero.
    #[inline(always)]
    fn units(&self, ticks: i32) -> i32 {
        (i64::from(ticks) * i64::from(self.weights.scale) / i64::from(TICKS)) as i32
    }
}

impl Weights {
    /// Checks numbers and sizes; the error says what is wrong and what was expected.
    fn check(&self) -> std::result::Result<(), String> {
        let hidden = self.hidden;
        if hidden == 0 || hidden > MOST_HIDDEN || !hidden.is_multiple_of(LANES) {
            return Err(format!("{hidden} hidden units: expected a multiple of {LANES} up to {MOST_HIDDEN}"));
        }
        if !(1..=10_000).contains(&self.scale) {
            return Err(format!("scale {}: expected 1 to 10000 evaluation units in a logit", self.scale));
        }
        let sizes = [
            ("inputs", self.inputs.len(), INPUTS * hidden),
            ("bias", self.bias.len(), hidden),
            ("output", self.output.len(), BUCKETS * 2 * hidden),
            ("output_bias", self.output_bias.len(), BUCKETS),
            ("squares", self.squares.len(), INPUTS * BUCKETS),
        ];
        if let Some((name, found, expected)) = sizes.into_iter().find(|(_, found, expected)| found != expected) {
            return Err(format!("{found} numbers in {name}: expected {expected}"));
        }
        let small = |name: &str, numbers: &[i16]| match numbers.iter().find(|n| n.unsigned_abs() > MOST_INPUT as u16) {
            Some(number) => Err(format!("{number} in {name}: expected -{MOST_INPUT} to {MOST_INPUT}")),
            None => Ok(()),
        };
        small("inputs", &self.inputs)?;
        small("bias", &self.bias)?;
        if let Some(number) = self.output.iter().find(|weight| weight.unsigned_abs() > MOST_WEIGHT as u8) {
            return Err(format!("{number} in output: expected -{MOST_WEIGHT} to {MOST_WEIGHT}"));
        }
        for (bucket, weights) in self.output.chunks(2 * hidden).enumerate() {
            let sum: i32 = weights.iter().map(|weight| i32::from(*weight).abs()).sum();
            if sum > MOST_OUTPUT {
                return Err(format!(
                    "absolute output weights of bucket {bucket} add up to {sum}: expected at most {MOST_OUTPUT}"
                ));
            }
        }
        let ticks = self.squares.iter().chain(&self.output_bias).find(|ticks| ticks.unsigned_abs() > MOST_TICKS as u32);
        match ticks {
            Some(ticks) => Err(format!("{ticks} in squares or output_bias: expected -{MOST_TICKS} to {MOST_TICKS}")),
            None => Ok(()),
        }
    }
}

/// Input that a piece on a square, as the code `piece * 90 + square` of the board, is to a side (0 red, 1 black).
#[inline(always)]
fn seen(code: usize, side: usize) -> usize {
    if side == 0 { code } else { ((code / 90) ^ 1) * 90 + 89 - code % 90 }
}

/// Input that a piece on a square is to a side, see [`Weights`].
pub fn input(piece: u8, square: u8, side: Side) -> usize {
    seen(code(piece, square), side.index())
}

/// The code of a piece on a square.
#[inline(always)]
fn code(piece: u8, square: u8) -> usize {
    piece as usize * 90 + square as usize
}

/// Index of the set of output weights for a board.
#[inline(always)]
fn bucket(board: &Board) -> usize {
    (count(board.occupied()) as usize - 1) / 4 % BUCKETS
}

/// The evaluator's state: the accumulators along the current line, and the piece-square values of each side.
#[derive(Clone, Debug)]
pub struct State {
    accumulators: RefCell<Accumulators>,
    strength: [i32; 2],
}

impl Evaluator<Board> for Network {
    type State = State;
    type Undo = [i32; 2];

    fn refresh(&self, board: &Board) -> State {
        let codes: Vec<usize> = Squares(board.occupied()).map(|square| code(board.piece(square), square)).collect();
        State { accumulators: RefCell::new(Accumulators::new(self, &codes)), strength: self.strength.refresh(board) }
    }

    #[inline]
    fn update(&self, state: &mut State, board: &Board, moved: Moved) -> [i32; 2] {
        let (from, to) = (from_of(moved.mv), to_of(moved.mv));
        let captured = (moved.captured != EMPTY).then(|| code(moved.captured, to));
        state.accumulators.get_mut().push(Change {
            added: code(moved.piece, to),
            removed: code(moved.piece, from),
            captured,
        });
        self.strength.update(&mut state.strength, board, moved)
    }

    #[inline]
    fn undo(&self, state: &mut State, before: [i32; 2]) {
        state.accumulators.get_mut().pop();
        state.strength = before;
    }

    #[inline]
    fn value(&self, state: &State, board: &Board, side: Side) -> i32 {
        self.units(self.ticks(state, board, side))
    }
}

impl Named for Network {
    const NAME: &'static str = "network";
    const SENTENCE: &'static str = "A neural network, trained on boyi's own games.";

    fn own() -> Arc<Network> {
        static SHIPPED: LazyLock<Arc<Network>> =
            LazyLock::new(|| Arc::new(Network::parse(include_bytes!("shipped.network")).expect("boyi's own file")));
        SHIPPED.clone()
    }

    fn weights(&self) -> u32 {
        self.checksum
    }
}

impl XiangqiEvaluator for Network {
    #[inline(always)]
    fn strength(&self, state: &State, _: &Board, side: Side) -> i32 {
        state.strength[side.index()]
    }

    fn detail(&self, board: &Board) -> Detail {
        let (bucket, side) = (bucket(board), board.side());
        let units = |ticks: i32| f64::from(ticks) * f64::from(self.weights.scale) / f64::from(TICKS);
        let value_of = |of: usize, kind: usize| -> i32 {
            let piece = (2 * kind + of) as Piece;
            let to_red = |square| self.squares[code(piece, square)][bucket];
            let sum: i32 = Squares(board.pieces(SIDES[of], kind)).map(to_red).sum();
            if of == 0 { sum } else { -sum }
        };
        let sides = [0, 1].map(|of| {
            let row = |(kind, name)| {
                let number = count(board.pieces(SIDES[of], kind)) as i32;
                (name, vec![("count", Number::Whole(number)), ("squares", Number::Fraction(units(value_of(of, kind))))])
            };
            KIND_NAMES.into_iter().enumerate().map(row).collect()
        });
        let of_side = |of| -> i32 { (0..7).map(|kind| value_of(of, kind)).sum() };
        let squares = of_side(side.index()) - of_side(1 - side.index());
        let (all, bias) = (self.ticks(&self.refresh(board), board, side), self.weights.output_bias[bucket]);
        let whole = vec![
            ("hidden", Number::Fraction(units(all - squares - bias))),
            ("bias", Number::Fraction(units(bias))),
            ("rounding", Number::Fraction(f64::from(self.units(all)) - units(all))),
        ];
        Detail { sides, whole }
    }
}
