//! The evaluation "network": a small neural network on the lines through empty points, updated move by move.
//!
//! A line window is the eight neighbours of an empty point in one direction. Each window has a learned vector of
//! [`CHANNELS`] numbers for the player who looks at it; windows without stones have zeros. Each player sees an empty point
//! as the sum of its four windows' vectors, clipped to 0 to 1. These views of all points, added up over the board, feed a
//! head with one hidden layer, which gives the value; multiplied by another vector, the view of a single point scores the
//! move there. Players have [`roles`], each with weights of its own: a player sees by the vectors of its role, and the
//! head is that of the mover's role.
//!
//! ```text
//! view(point, player) = clip(sum over directions of windows[window, as the player sees it])
//! pool(player)        = sum over empty points of view(point, player) / 16
//! hidden              = relu(first · (pool(mover), pool(other)) + first_bias)
//! logit               = output · hidden + direct · (pool(mover), pool(other)) + output_bias + threats[class]
//! evaluation          = logit * scale
//! order of a move     = policy · (view(point, mover), view(point, other)), a logit among all moves
//! ```
//!
//! The class counts the threats of each player ([`threat_classes`]). Windows are shared by all directions and by both ways to read a
//! line. Views and scores of moves are whole numbers, in which [`ONE`] stands for 1; the head computes
//! with 32-bit floats in a fixed order, so that values are the same on all machines. Vectors by line shape are an idea of
//! Rapfi's Mix networks; weights, training and code are boyi's own.

mod accumulator;
mod file;
pub mod roles;
pub mod threat_classes;
pub mod windows;

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use pulp::Simd;

use super::{GomokuEvaluator, Patterns, Stone};
use crate::evaluator::{Evaluator, Named, Saved};
use crate::game::{Ranked, Side};
use crate::games::gomoku::board::Rule;
use crate::games::gomoku::shapes::Shapes;
use crate::simd::{LANES, Lanes, ONE, Processor};
use accumulator::{Accumulator, Logit};
use roles::{ROLES, role};
use threat_classes::CLASSES;
use windows::{KEYS, ROWS, Rows};

/// Numbers of a window's vector. The views of both players of a point fill a block of [`LANES`].
pub const CHANNELS: usize = LANES / 2;

/// Hidden units of the head.
pub const HIDDEN: usize = 16;

/// Largest absolute number of a window's vector: four of them cannot overflow.
pub const MOST_WINDOW: i16 = 4 * ONE;

/// Numbers in the vectors of all roles.
pub(super) const WINDOWS: usize = ROLES * ROWS * CHANNELS;

/// What divides the sums of views before the head.
const POOL: f32 = 16.0 * ONE as f32;

/// Ordering units in a logit of the policy: those of the scores of patterns.
const ORDER: f32 = 10.0;

/// Parts of an ordering unit in which whole numbers add up to the score of a move.
const ORDER_PARTS: i32 = 64 * ONE as i32;

/// The weights of a network, those of one role after those of another.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Weights {
    /// Evaluation units in a logit.
    pub scale: i32,
    /// Vectors by `[role][row][channel]`, with rows as in [`windows`].
    pub windows: Vec<i16>,
    /// Weights of the hidden units by `[role][input][unit]`, inputs of the side to move first.
    pub first: Vec<f32>,
    /// Biases of the hidden units.
    pub first_bias: Vec<f32>,
    /// Output weights of the hidden units.
    pub output: Vec<f32>,
    /// Output weights of the inputs.
    pub direct: Vec<f32>,
    /// Output biases.
    pub output_bias: Vec<f32>,
    /// Logits by the class of threats, see [`threat_classes`].
    pub threats: Vec<f32>,
    /// Weights of a point's views in the score of the move there, the side to move first.
    pub policy: Vec<f32>,
    /// What the network was made of and how, as text; JSON by convention.
    pub about: String,
}

/// A network that is ready to evaluate.
#[derive(Debug)]
pub struct Network {
    weights: Weights,
    checksum: u32,
    processor: Processor,
    /// Both players' vectors of each window, black's first, by rule and key.
    windows: [Vec<Lanes>; Rule::ALL.len()],
    /// The heads by rule and side to move.
    heads: [[Head; 2]; Rule::ALL.len()],
}

/// The weights of the mover's role that read the views, by lane: lanes are black's and white's, whoever is to move.
#[derive(Debug)]
struct Head {
    /// Weights of the hidden units by `[lane][unit]`, for sums that are not divided yet.
    first: [[f32; HIDDEN]; LANES],
    first_bias: [f32; HIDDEN],
    output: [f32; HIDDEN],
    /// Output weights of the pools by lane, for sums that are not divided yet.
    direct: [f32; LANES],
    output_bias: f32,
    /// Weights of a point's views in the order of moves by lane, in [`ORDER_PARTS`].
    policy: Lanes,
}

impl Head {
    fn new(weights: &Weights, rule: Rule, side: Side) -> Head {
        let role = role(rule, side);
        // The inputs of weights are the mover's and the other's.
        let input = |lane: usize| role * LANES + (lane + side.index() * CHANNELS) % LANES;
        let units = |all: &[f32], at: usize| all.as_chunks::<HIDDEN>().0[at];
        // A conversion to whole numbers keeps what is too large at the largest one.
        let parts = ORDER * (ORDER_PARTS / i32::from(ONE)) as f32;
        Head {
            first: std::array::from_fn(|lane| units(&weights.first, input(lane)).map(|weight| weight / POOL)),
            first_bias: units(&weights.first_bias, role),
            output: units(&weights.output, role),
            direct: std::array::from_fn(|lane| weights.direct[input(lane)] / POOL),
            output_bias: weights.output_bias[role],
            policy: Lanes(std::array::from_fn(|lane| (weights.policy[input(lane)] * parts).round() as i16)),
        }
    }

    /// The logit from the sums of all views, in an order of additions that is the same on all processors.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)]
    fn logit<S: Simd>(&self, simd: S, pool: &[i32; LANES]) -> f32 {
        // Sums that do not wait for each other.
        const PARTS: usize = 4;
        // Loops over indexes: the closures of iterators may be compiled as functions of their own, which do not have the
        // processor's vector instructions.
        let mut inputs = [0.0; LANES];
        for lane in 0..LANES {
            inputs[lane] = pool[lane] as f32;
        }
        let (mut hidden, zero) = ([0.0; HIDDEN], simd.splat_f32s(0.0));
        let (vectors, _) = S::as_mut_simd_f32s(&mut hidden);
        for at in 0..vectors.len() {
            let mut sums = [zero; PARTS];
            for first in (0..LANES).step_by(PARTS) {
                for part in 0..PARTS {
                    let (weights, _) = S::as_simd_f32s(&self.first[first + part]);
                    let product = simd.mul_f32s(weights[at], simd.splat_f32s(inputs[first + part]));
                    sums[part] = simd.add_f32s(sums[part], product);
                }
            }
            let (bias, _) = S::as_simd_f32s(&self.first_bias);
            let halves = [simd.add_f32s(sums[0], sums[1]), simd.add_f32s(sums[2], sums[3])];
            let sum = simd.add_f32s(bias[at], simd.add_f32s(halves[0], halves[1]));
            vectors[at] = simd.max_f32s(sum, zero);
        }
        let mut terms = [0.0; HIDDEN];
        for at in 0..HIDDEN {
            terms[at] = self.output[at] * hidden[at];
            terms[at] += self.direct[at] * inputs[at] + self.direct[at + HIDDEN] * inputs[at + HIDDEN];
        }
        let mut half = HIDDEN / 2;
        while half > 0 {
            for at in 0..half {
                terms[at] += terms[at + half];
            }
            half /= 2;
        }
        terms[0] + self.output_bias
    }
}

const _: () = assert!(LANES == 2 * HIDDEN);

impl Network {
    /// The network with these weights; the error says what is wrong with them.
    pub fn new(weights: Weights) -> std::result::Result<Network, String> {
        weights.check()?;
        let (rows, vectors): (&Rows, &[[i16; CHANNELS]]) = (windows::rows(), weights.windows.as_chunks().0);
        let vector =
            |role: usize, row: Option<u16>| row.map_or([0; CHANNELS], |row| vectors[role * ROWS + row as usize]);
        let both = |rule: Rule, key: usize| -> Lanes {
            let [black, white] = [Side::First, Side::Second].map(|side| role(rule, side));
            let halves = [vector(black, rows.black[key]), vector(white, rows.white[key])];
            Lanes(std::array::from_fn(|lane| halves[lane / CHANNELS][lane % CHANNELS]))
        };
        Ok(Network {
            checksum: weights.checksum(),
            processor: Processor::new(),
            windows: Rule::ALL.map(|rule| (0..KEYS).map(|key| both(rule, key)).collect()),
            heads: Rule::ALL.map(|rule| [Side::First, Side::Second].map(|side| Head::new(&weights, rule, side))),
            weights,
        })
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }
}

impl Weights {
    /// Checks numbers and sizes; the error says what is wrong and what was expected.
    fn check(&self) -> std::result::Result<(), String> {
        if !(1..=10_000).contains(&self.scale) {
            return Err(format!("scale {}: expected 1 to 10000 evaluation units in a logit", self.scale));
        }
        if self.windows.len() != WINDOWS {
            return Err(format!("{} numbers in windows: expected {WINDOWS}", self.windows.len()));
        }
        if let Some(number) = self.windows.iter().find(|n| n.unsigned_abs() > MOST_WINDOW as u16) {
            return Err(format!("{number} in windows: expected -{MOST_WINDOW} to {MOST_WINDOW}"));
        }
        for (name, numbers, expected) in self.floats() {
            if numbers.len() != expected {
                return Err(format!("{} numbers in {name}: expected {expected}", numbers.len()));
            }
            if let Some(number) = numbers.iter().find(|number| number.is_nan() || number.abs() > 1000.0) {
                return Err(format!("{number} in {name}: expected -1000 to 1000"));
            }
        }
        Ok(())
    }

    /// The weights that are floats, with their names and numbers, in the order of files.
    fn floats(&self) -> [(&'static str, &[f32], usize); 7] {
        [
            ("first", &self.first, ROLES * LANES * HIDDEN),
            ("first_bias", &self.first_bias, ROLES * HIDDEN),
            ("output", &self.output, ROLES * HIDDEN),
            ("direct", &self.direct, ROLES * LANES),
            ("output_bias", &self.output_bias, ROLES),
            ("threats", &self.threats, ROLES * CLASSES),
            ("policy", &self.policy, ROLES * LANES),
        ]
    }
}

/// The evaluator's state: the accumulator. None on boards where the
/// winning row is not of five, which the network was not trained on; there, patterns evaluate.
#[derive(Clone)]
pub struct State(Option<Box<RefCell<Accumulator>>>);

impl<const RADIUS: usize> Evaluator<Shapes<RADIUS>> for Network {
    type State = State;
    type Undo = ();

    const SCORES_MOVES: bool = true;

    fn refresh(&self, shapes: &Shapes<RADIUS>) -> State {
        let five = shapes.board().geometry().k() == 5;
        State(five.then(|| Box::new(RefCell::new(Accumulator::new(self, shapes)))))
    }

    #[inline]
    fn update(&self, state: &mut State, _: &Shapes<RADIUS>, stone: Stone<'_>) {
        if let Some(accumulator) = &mut state.0 {
            accumulator.get_mut().push(stone.point, stone.side);
        }
    }

    #[inline]
    fn undo(&self, state: &mut State, _: ()) {
        if let Some(accumulator) = &mut state.0 {
            accumulator.get_mut().pop();
        }
    }

    #[inline]
    fn value(&self, state: &State, shapes: &Shapes<RADIUS>, side: Side) -> i32 {
        let Some(accumulator) = &state.0 else { return Patterns.value(&(), shapes, side) };
        let logit =
            self.processor.run(Logit { network: self, accumulator: &mut accumulator.borrow_mut(), side: side.index() });
        let role = role(shapes.board().rule(), side);
        let logit = logit + self.weights.threats[role * CLASSES + threat_classes::class(shapes.sums(), side)];
        (logit * self.weights.scale as f32) as i32
    }

    fn move_scores(&self, state: &State, shapes: &Shapes<RADIUS>, moves: &mut [Ranked]) {
        let (board, side) = (shapes.board(), shapes.board().side());
        for ranked in moves {
            let point = board.geometry().point_of(ranked.mv());
            let score = match &state.0 {
                Some(accumulator) => accumulator.borrow_mut().order(self, point, side.index()),
                None => i32::from(shapes.worth(point, side).score + shapes.worth(point, !side).denial),
            };
            *ranked = ranked.scored(score);
        }
    }
}

impl Named for Network {
    const NAME: &'static str = "network";
    const SENTENCE: &'static str = "A neural network on the lines through empty points, trained on boyi's own games.";

    fn own() -> Arc<Network> {
        static SHIPPED: LazyLock<Arc<Network>> =
            LazyLock::new(|| Arc::new(Network::parse(include_bytes!("shipped.network")).expect("boyi's own file")));
        SHIPPED.clone()
    }

    fn weights(&self) -> u32 {
        self.checksum
    }
}

impl<const RADIUS: usize> GomokuEvaluator<RADIUS> for Network {}
