//! Move notations of games that have only one.

use crate::error::{Error, Result};
use crate::games::Sheet;

/// Fails unless `notation` is `uci`; for games without another notation.
pub fn check_notation(notation: &str, game: &Sheet) -> Result<()> {
    if notation == "uci" {
        return Ok(());
    }
    Err(Error::Value(format!("notation {notation:?}: {} has \"uci\" ({}) only", game.name, game.example)))
}
