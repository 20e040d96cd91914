//! The rules of each game. They know nothing of search.

pub mod gomoku;
mod kind;
mod outcome;
pub mod xiangqi;

pub use kind::Kind;
pub use outcome::{Outcome, Reason};
