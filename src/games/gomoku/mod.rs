//! Gomoku (five in a row) on boards of any size up to 22: freestyle, standard and renju.

pub mod bench;
pub mod board;
mod defence;
pub mod eval;
mod evaluations;
mod game;
pub mod keys;
mod layout;
pub mod pattern;
mod points;
mod position;
mod reach;
pub mod rules;
mod rules_of_thumb;
pub mod samples;
mod shapes;
pub mod text;
mod threats;

pub use board::{Board, Geometry, Rule};
pub use eval::{GomokuEvaluator, Network, Parts, Patterns};
#[cfg(feature = "python")]
pub(crate) use evaluations::with_any;
pub(crate) use evaluations::with_played;
pub use evaluations::{AnyEvaluator, AnyGame, AnyGomoku, AnyRule, with_gomoku};
pub use game::Gomoku;
pub use position::Position;
pub use reach::Reach;
pub use rules::Foul;
pub use shapes::{Shapes, Sums};

use crate::game::{Force, Tactics};
use crate::games::Sheet;

/// The facts about gomoku as a whole.
pub const SHEET: Sheet = Sheet {
    name: "gomoku",
    players: ["black", "white"],
    has: <Gomoku<{ pattern::FREE_RADIUS }>>::HAS,
    evaluations: AnyEvaluator::LIST,
    forces: &[("vcf", Force::Checks), ("vct", Force::Threats), ("threat", Force::AnyThreat)],
    is_move: board::is_move,
    example: "h8",
    move_name: text::move_name,
    named_move: text::named_move,
    squares: |mv| (None, text::move_name(mv)),
};
