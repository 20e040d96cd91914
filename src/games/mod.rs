//! The rules of each game. They know nothing of search.

pub mod gomoku;
mod outcome;
mod registry;
pub mod xiangqi;

pub use outcome::{Outcome, Reason};
pub(crate) use registry::for_all_games;
pub use registry::{GameKind, Sheet};
