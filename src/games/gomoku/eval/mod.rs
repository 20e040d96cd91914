//! The evaluators of gomoku.

pub mod network;
mod patterns;

pub use network::Network;
pub use patterns::{Parts, Patterns};

use super::board::Point;
use super::shapes::Shapes;
use crate::evaluator::{Evaluator, View};
use crate::game::Side;

/// The changes made by a move: a stone that has been placed on the board.
#[derive(Clone, Copy, Debug)]
pub struct Stone<'a> {
    /// The point of the stone.
    pub point: Point,
    /// The side that owns the stone.
    pub side: Side,
    /// Points whose patterns the stone has changed, with their old patterns (see [`Shapes::patterns`]), in the order of
    /// the changes. A point whose patterns changed in two directions occurs twice.
    pub changes: &'a [(Point, u32)],
}

impl<const RADIUS: usize> View for Shapes<RADIUS> {
    type Delta<'a> = Stone<'a>;
}

/// What gomoku needs of its evaluators in addition to the trait [`Evaluator`].
pub trait GomokuEvaluator<const RADIUS: usize>: Evaluator<Shapes<RADIUS>> {
    /// The terms of one side; `None` if the evaluation is not a sum over patterns and threats.
    fn parts(&self, _shapes: &Shapes<RADIUS>, _side: Side) -> Option<Parts> {
        None
    }
}
