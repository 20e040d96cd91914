//! The evaluation "classic": piece squares and terms written by hand, with weights for the middlegame and the endgame.
//!
//! ```text
//! sum(phase)  = piece squares + counts of the terms times their weights, mover's less opponent's, + tempo
//! value       = (sum(middlegame) * p + sum(endgame) * (16 - p)) / 16 * factor of the ending
//! ```
//!
//! The phase p is 16 with all chariots, horses and cannons on the board and 0 without them. Piece squares are updated
//! move by move; the terms are counted when a value is asked for. Weights are fitted to games by the Python function
//! `boyi.lab.train`, which takes its counts from [`features`], as the evaluation does.

mod endings;
mod lines;
mod mobility;
mod pairs;
mod palace;
mod shelter;
mod terms;
#[cfg(test)]
mod tests;
mod threats;
mod weights;

use std::sync::{Arc, LazyLock};

pub use endings::{ENDINGS, ending};
pub use terms::{COUNT, Counts, TERMS, Term};
pub use weights::{MOST, ONE, PHASES, Weights, sixteenths};

use super::detail::{Detail, Number, Numbers};
use super::{Moved, OWN, XiangqiEvaluator};
use crate::error::Error;
use crate::evaluator::{Evaluator, Named, Saved};
use crate::game::Side;
use crate::games::xiangqi::attacks::{CANNON, CHARIOT, HORSE, STANDS};
use crate::games::xiangqi::bitboard::{Squares, bit, count};
use crate::games::xiangqi::board::{Board, EMPTY, kind_of, side_of};
use crate::games::xiangqi::fen::KIND_NAMES;
use crate::games::xiangqi::moves::{from_of, to_of};
use terms::{LANES, count_terms};

/// The phase with all chariots, horses and cannons on the board.
pub const FULL: i32 = 16;

/// Steps in an evaluation unit after both phases are added.
const TICKS: i64 = ONE as i64 * FULL as i64;

/// An evaluation that is ready to be asked.
#[derive(Debug)]
pub struct Classic {
    weights: Weights,
    checksum: u32,
    /// Values to red by `[piece][square][phase]`.
    squares: [[[i16; 2]; 90]; 14],
    /// Weights of the terms by phase.
    terms: [[i16; LANES]; 2],
}

impl Classic {
    /// The evaluation with these weights.
    pub fn new(weights: Weights) -> Classic {
        let (mut squares, mut terms) = ([[[0; 2]; 90]; 14], [[0; LANES]; 2]);
        for phase in 0..2 {
            for (piece, values) in squares.iter_mut().enumerate() {
                for (square, value) in values.iter_mut().enumerate() {
                    let table = weights.piece_square[phase][kind_of(piece as u8)].as_flattened();
                    value[phase] = if side_of(piece as u8) == 0 { table[square] } else { -table[89 - square] };
                }
            }
            for (lane, term) in terms[phase].iter_mut().zip(&weights.terms) {
                *lane = term[phase];
            }
        }
        Classic { checksum: weights.checksum(), squares, terms, weights }
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Value for the side to move in [`TICKS`], before the factor of the ending; `squares` are piece squares to red.
    #[inline]
    fn ticks(&self, squares: [i32; 2], features: &Features, side: Side) -> i64 {
        let sums = [0, 1].map(|phase| {
            let to_red = squares[phase] + dot(&self.terms[phase], &features.counts);
            (if side == Side::First { to_red } else { -to_red }) + i32::from(self.weights.tempo[phase])
        });
        tapered(sums, features.phase)
    }

    /// Value with the factor of the ending, in units; cut off towards zero.
    #[inline]
    fn finished(&self, ticks: i64, board: &Board, side: Side) -> i32 {
        let factor = self.factor(ticks, board, side);
        (ticks * i64::from(factor) / (TICKS * i64::from(ONE))) as i32
    }

    /// The part of the value that counts, in sixteenths.
    #[inline]
    fn factor(&self, ticks: i64, board: &Board, side: Side) -> i16 {
        let ahead = if ticks > 0 { side } else { !side };
        self.weights.endings.get(ending(board, ahead)).copied().unwrap_or(ONE)
    }

    /// Mean value of a kind of piece over the squares that it can reach, by phase, in sixteenths.
    fn worth(&self, kind: usize) -> [i32; 2] {
        let squares: Vec<u8> = (0..90).filter(|&square| STANDS[0][kind] & bit(square) != 0).collect();
        [0, 1].map(|phase| {
            let sum: i32 =
                squares.iter().map(|&square| i32::from(self.squares[2 * kind][square as usize][phase])).sum();
            (f64::from(sum) / squares.len() as f64).round() as i32
        })
    }
}

/// What the evaluation counts on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// 16 in the middlegame to 0 in the endgame.
    pub phase: i32,
    /// Counts of the terms, red's less black's.
    pub counts: Counts,
}

/// Counts the terms of a board, for the evaluation and for training alike.
#[inline]
pub fn features(board: &Board) -> Features {
    let [red, black] = count_terms(board);
    let mut counts = red;
    for (difference, other) in counts.0.iter_mut().zip(black.0) {
        *difference -= other;
    }
    Features { phase: phase(board), counts }
}

/// The phase of a board: a chariot counts 2, a horse or cannon 1.
#[inline]
fn phase(board: &Board) -> i32 {
    let number = |kind| count(board.pieces(Side::First, kind) | board.pieces(Side::Second, kind)) as i32;
    FULL.min(2 * number(CHARIOT) + number(HORSE) + number(CANNON))
}

/// Sums of both phases, weighed, in ticks.
#[inline]
fn tapered([middlegame, endgame]: [i32; 2], phase: i32) -> i64 {
    i64::from(middlegame) * i64::from(phase) + i64::from(endgame) * i64::from(FULL - phase)
}

#[inline]
fn dot(weights: &[i16; LANES], counts: &Counts) -> i32 {
    weights.iter().zip(&counts.0).map(|(&weight, &count)| i32::from(weight) * i32::from(count)).sum()
}

/// The evaluator's state: piece squares to red by phase, and boyi's own piece-square values of each side, which decide
/// whether it has enough material for a null move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    squares: [i32; 2],
    strength: [i32; 2],
}

impl Evaluator<Board> for Classic {
    type State = Sums;
    type Undo = Sums;

    fn refresh(&self, board: &Board) -> Sums {
        let mut squares = [0; 2];
        for square in Squares(board.occupied()) {
            for (sum, value) in squares.iter_mut().zip(self.squares[board.piece(square) as usize][square as usize]) {
                *sum += i32::from(value);
            }
        }
        Sums { squares, strength: OWN.refresh(board) }
    }

    #[inline]
    fn update(&self, sums: &mut Sums, board: &Board, moved: Moved) -> Sums {
        let (before, own) = (*sums, &self.squares[moved.piece as usize]);
        let (from, to) = (own[from_of(moved.mv) as usize], own[to_of(moved.mv) as usize]);
        for (phase, sum) in sums.squares.iter_mut().enumerate() {
            *sum += i32::from(to[phase]) - i32::from(from[phase]);
            if moved.captured != EMPTY {
                *sum -= i32::from(self.squares[moved.captured as usize][to_of(moved.mv) as usize][phase]);
            }
        }
        OWN.update(&mut sums.strength, board, moved);
        before
    }

    #[inline(always)]
    fn undo(&self, sums: &mut Sums, before: Sums) {
        *sums = before;
    }

    #[inline]
    fn value(&self, sums: &Sums, board: &Board, side: Side) -> i32 {
        self.finished(self.ticks(sums.squares, &features(board), side), board, side)
    }
}

impl Named for Classic {
    const NAME: &'static str = "classic";
    const SENTENCE: &'static str =
        "Piece squares and terms such as mobility and king shelter, for two phases of the game.";

    fn own() -> Arc<Classic> {
        static SHIPPED: LazyLock<Arc<Classic>> = LazyLock::new(|| {
            Arc::new(Classic::new(Weights::parse(include_str!("shipped.classic")).expect("boyi's own file")))
        });
        SHIPPED.clone()
    }

    fn weights(&self) -> u32 {
        self.checksum
    }
}

impl Saved for Classic {
    const CONTENTS: &'static str = "weights of an evaluation";
    const REFUSED: fn(String, String) -> Error = |path, reason| Error::EvaluationFile { path, reason };

    fn about(&self) -> &str {
        &self.weights.about
    }

    fn bytes(&self) -> Vec<u8> {
        self.weights.text().into()
    }

    fn parse(bytes: &[u8]) -> Result<Classic, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "it is no text")?;
        Ok(Classic::new(Weights::parse(text)?))
    }
}

impl XiangqiEvaluator for Classic {
    #[inline(always)]
    fn strength(&self, sums: &Sums, _: &Board, side: Side) -> i32 {
        sums.strength[side.index()]
    }

    fn detail(&self, board: &Board) -> Detail {
        let (phase, side) = (phase(board), board.side());
        let units = |sums: [i32; 2]| Number::Fraction(tapered(sums, phase) as f64 / TICKS as f64);
        let counts = count_terms(board);
        let sides = [Side::First, Side::Second].map(|of| {
            let kinds = KIND_NAMES.into_iter().enumerate().map(|(kind, name)| {
                let (pieces, worth) = (board.pieces(of, kind), self.worth(kind));
                let number = count(pieces) as i32;
                let material = worth.map(|worth| worth * number);
                let position = [0, 1].map(|phase| {
                    let to_red = |at| i32::from(self.squares[2 * kind + of.index()][at as usize][phase]);
                    let sum: i32 = Squares(pieces).map(to_red).sum();
                    (if of == Side::First { sum } else { -sum }) - material[phase]
                });
                let count = ("count", Number::Whole(number));
                (name, vec![count, ("material", units(material)), ("position", units(position))])
            });
            let terms = TERMS.iter().enumerate().map(|(term, (name, _))| {
                let count = i32::from(counts[of.index()].0[term]);
                let value = self.weights.terms[term].map(|weight| i32::from(weight) * count);
                (*name, vec![("count", Number::Whole(count)), ("value", units(value))])
            });
            kinds.chain(terms).collect()
        });
        let ticks = self.ticks(self.refresh(board).squares, &features(board), side);
        let (all, total) = (ticks as f64 / TICKS as f64, f64::from(self.finished(ticks, board, side)));
        let counted = all * f64::from(self.factor(ticks, board, side)) / f64::from(ONE);
        let whole: Numbers = vec![
            ("phase", Number::Fraction(f64::from(phase) / f64::from(FULL))),
            ("tempo", units(self.weights.tempo.map(i32::from))),
            ("ending", Number::Fraction(counted - all)),
            ("rounding", Number::Fraction(total - counted)),
        ];
        Detail { sides, whole }
    }
}
