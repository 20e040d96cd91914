//! The rules of each game. They know nothing of search.

pub mod gomoku;
mod outcome;
pub mod xiangqi;

pub use outcome::{Outcome, Reason};
