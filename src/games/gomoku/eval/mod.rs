//! The evaluators of gomoku.

mod patterns;

pub use patterns::{Parts, Patterns};

use super::board::Point;
use super::shapes::Shapes;
use crate::evaluator::{Evaluator, View};
use crate::game::Side;

/// A stone that has been put on the board.
#[derive(Clone, Copy, Debug)]
pub struct Stone<'a> {
    /// Where.
    pub point: Point,
    /// Whose.
    pub side: Side,
    /// Points whose patterns it has changed, with all patterns before (see [`Shapes::patterns`]), in the order of the
    /// changes: a point whose patterns have changed in two directions comes twice.
    pub changes: &'a [(Point, u32)],
}

impl<const RADIUS: usize> View for Shapes<RADIUS> {
    type Delta<'a> = Stone<'a>;
}

/// What gomoku asks of its evaluators beside the contract of all games.
pub trait GomokuEvaluator<const RADIUS: usize>: Evaluator<Shapes<RADIUS>> {
    /// What a side contributes; none if the evaluation is no sum over patterns and threats.
    fn parts(&self, _shapes: &Shapes<RADIUS>, _side: Side) -> Option<Parts> {
        None
    }
}
