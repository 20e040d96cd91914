//! Xiangqi (Chinese chess): bitboards over 90 squares, staged generation of strictly legal moves.

pub mod attacks;
pub mod bench;
pub mod bitboard;
pub mod board;
mod book;
pub mod chase;
mod checks;
pub mod eval;
mod evaluations;
pub mod exchange;
pub mod fen;
mod game;
pub mod keys;
mod mate;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod pgn;
mod position;
pub mod repetition;
mod rules;
pub mod samples;

pub use book::{Book, Ending, Maker, Row as BookRow};
pub use eval::{Classic, Network, PieceSquare, XiangqiEvaluator};
#[cfg(feature = "python")]
pub(crate) use evaluations::with_any;
pub(crate) use evaluations::with_played;
pub use evaluations::{AnyEvaluator, AnyGame};
pub use game::Xiangqi;
pub use position::Position;
pub use rules::{Fault, Rules};

use crate::game::{Force, Tactics};
use crate::games::Sheet;

/// The facts about xiangqi as a whole.
pub const SHEET: Sheet = Sheet {
    name: "xiangqi",
    players: ["red", "black"],
    has: <Xiangqi>::HAS,
    evaluations: AnyEvaluator::LIST,
    forces: &[("check", Force::Checks)],
    is_move: moves::is_move,
    example: "h2e2",
    move_name: moves::move_name,
    named_move: moves::parse_coordinates,
    squares: |mv| (Some(moves::square_name(moves::from_of(mv))), moves::square_name(moves::to_of(mv))),
};
