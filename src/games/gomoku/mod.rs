//! Gomoku (five in a row) on boards of any size up to 22: freestyle, standard and renju.

mod any;
pub mod board;
mod game;
pub mod keys;
mod parts;
pub mod pattern;
mod points;
mod position;
pub mod rules;
mod shapes;
pub mod text;
mod threats;

pub use any::{AnyGomoku, with_gomoku};
pub use board::{Board, Geometry, Rule};
pub use parts::Parts;
pub use position::Position;
pub use rules::Foul;
pub use shapes::{Gomoku, Reach, Sums};
