//! The evaluators of xiangqi.

mod material;
mod piece_square;

use std::sync::LazyLock;

pub use material::Material;
pub use piece_square::{Part, PieceSquare, VALUE_LIMIT};

use super::board::{Board, Piece};
use crate::evaluator::{Evaluator, View};
use crate::game::{Move, Side};

/// A move that has been played.
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

/// boyi's own piece-square values.
static OWN: LazyLock<PieceSquare> = LazyLock::new(PieceSquare::default);

/// What xiangqi asks of its evaluators beside the contract of all games.
pub trait XiangqiEvaluator: Evaluator<Board> {
    /// Sum of the piece-square values of a side, with which the null move compares what it calls enough material. The
    /// sum belongs to piece squares, whatever evaluates: an evaluator that keeps none has boyi's own values added up.
    fn strength(&self, _state: &Self::State, board: &Board, side: Side) -> i32 {
        OWN.sum(board, side)
    }

    /// What the pieces of each side contribute, `[side][kind]`; none if the evaluation is no sum over pieces.
    fn parts(&self, _board: &Board) -> Option<[[Part; 7]; 2]> {
        None
    }

    /// Bonus for having the move that is part of every value.
    fn tempo(&self) -> i32 {
        0
    }
}
