//! How games end.

use crate::game::Side;

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Xiangqi: in check without a legal move.
    Checkmate,
    /// Xiangqi: without a legal move, not in check; the side to move loses, as by checkmate.
    Stalemate,
    /// Xiangqi: one side gave check with every move of a repetition, and loses.
    PerpetualCheck,
    /// Xiangqi under the rules `axf`: one side chased a piece with every move of a repetition, and loses.
    PerpetualChase,
    /// Xiangqi: the position occurred for the third time; a draw.
    Repetition,
    /// Xiangqi: too many plies without a capture; a draw.
    MoveLimit,
    /// Gomoku: a winning row, also if its length is not five.
    Five,
    /// Gomoku: black has only forbidden points left, and loses.
    NoLegalMove,
    /// Connect Four: four in a row.
    Four,
    /// Gomoku and Connect Four: no point is empty, and nobody has won; a draw.
    BoardFull,
}

impl Reason {
    /// The reason's name in Python, such as `checkmate`.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::PerpetualCheck => "perpetual_check",
            Reason::PerpetualChase => "perpetual_chase",
            Reason::Repetition => "repetition",
            Reason::MoveLimit => "move_limit",
            Reason::Five => "five",
            Reason::NoLegalMove => "no_legal_move",
            Reason::Four => "four",
            Reason::BoardFull => "board_full",
        }
    }
}

/// The result of a game that is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner, or none for a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: Reason,
}
