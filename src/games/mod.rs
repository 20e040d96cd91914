//! The games: rules, evaluations and keys of positions, independent of the search.

pub mod connect4;
mod evaluations;
pub mod gomoku;
mod network_file;
mod notation;
mod outcome;
mod registry;
pub mod xiangqi;

pub use outcome::{Outcome, Reason};
pub(crate) use registry::for_all_games;
pub use registry::{GameKind, Sheet};
