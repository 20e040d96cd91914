//! How games end.

use crate::game::Side;

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Xiangqi: in check without a legal move.
    Checkmate,
    /// Xiangqi: without a legal move, not in check: lost as well.
    Stalemate,
    /// Xiangqi: one side checked with every move of a repetition.
    PerpetualCheck,
    /// Xiangqi: the position stands for the third time.
    Repetition,
    /// Xiangqi: 120 plies without a capture.
    MoveLimit,
    /// Gomoku: a row that wins, be its length another than five.
    Five,
    /// Gomoku: black has only forbidden points left, and loses.
    NoLegalMove,
    /// Gomoku: no point is empty, and nobody has won.
    BoardFull,
}

impl Reason {
    /// The reason's name in Python.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::PerpetualCheck => "perpetual_check",
            Reason::Repetition => "repetition",
            Reason::MoveLimit => "move_limit",
            Reason::Five => "five",
            Reason::NoLegalMove => "no_legal_move",
            Reason::BoardFull => "board_full",
        }
    }
}

/// The end of a game: who won (nobody: a draw) and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner, or none for a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: Reason,
}
