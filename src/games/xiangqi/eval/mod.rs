//! The evaluators of xiangqi.

pub mod classic;
pub mod detail;
mod material;
mod network;
mod piece_square;

use std::sync::{Arc, LazyLock};

pub use classic::Classic;
pub use detail::Detail;
pub use material::Material;
pub use network::{BUCKETS, INPUTS, MOST_HIDDEN, Network, Weights, input};
pub use piece_square::{Part, PieceSquare, VALUE_LIMIT};

use super::board::{Board, Piece};
use crate::evaluator::{Evaluator, View};
use crate::game::{Move, Side};

/// The changes made by a move, for evaluators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
    /// The move.
    pub mv: Move,
    /// The piece that moved.
    pub piece: Piece,
    /// The piece that it captured, or [`EMPTY`](super::board::EMPTY).
    pub captured: Piece,
}

impl View for Board {
    type Delta<'a> = Moved;
}

static OWN: LazyLock<Arc<PieceSquare>> = LazyLock::new(Arc::default);

/// What xiangqi needs of its evaluators in addition to the trait [`Evaluator`].
pub trait XiangqiEvaluator: Evaluator<Board> {
    /// Sum of the piece-square values of a side, which decides whether it has enough material for a null move.
    /// Evaluators without piece-square values use boyi's own.
    fn strength(&self, _state: &Self::State, board: &Board, side: Side) -> i32 {
        OWN.sum(board, side)
    }

    /// The value of a board as a sum of terms; without any for evaluations that do not say what they are made of.
    fn detail(&self, _board: &Board) -> Detail {
        Detail::default()
    }
}
