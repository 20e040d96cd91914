//! Connect Four on seven columns of six cells: the small game, whose trees can be drawn whole and whose values are known.
//!
//! It was solved by James D. Allen and, independently, Victor Allis in 1988: red, who moves first, wins by the middle
//! column (Allis, "A Knowledge-based Approach of Connect-Four", 1988).

pub mod bench;
pub mod board;
mod evaluations;
mod game;
mod lines;
mod position;
pub mod text;

pub use board::Board;
#[cfg(feature = "python")]
pub(crate) use evaluations::with_any;
pub(crate) use evaluations::with_played;
pub use evaluations::{AnyEvaluator, AnyGame};
pub use game::Connect4;
pub use lines::Lines;
pub use position::Position;

use crate::game::{Force, Tactics};
use crate::games::Sheet;

/// The facts about Connect Four as a whole.
pub const SHEET: Sheet = Sheet {
    name: "connect4",
    players: ["red", "yellow"],
    has: <Connect4>::HAS,
    evaluations: AnyEvaluator::LIST,
    forces: &[("three", Force::Checks)],
    is_move: board::is_move,
    example: "d",
    move_name: text::move_name,
    named_move: text::named_move,
    squares: |mv| (None, text::move_name(mv)),
};
