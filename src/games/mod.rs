//! The games: rules, evaluations and keys of positions, independent of the search.

pub mod connect4;
mod evaluations;
pub mod gomoku;
mod network_file;
mod outcome;
mod registry;
pub mod xiangqi;

pub use outcome::{Outcome, Reason};
pub(crate) use registry::for_all_games;
pub use registry::{GameKind, Sheet};

use crate::error::{Error, Result};

/// An error for another notation than `uci`, the only one that a game has; `example` is a move in it.
fn check_notation(notation: &str, game: &str, example: &str) -> Result<()> {
    if notation == "uci" {
        return Ok(());
    }
    Err(Error::Value(format!("notation {notation:?}: {game} has \"uci\" ({example}) only")))
}
