//! The evaluations of Connect Four, and the games that a search plays with them.

use std::sync::Arc;

use super::board::Board;
use super::game::Connect4;
use super::lines::Lines;
use super::position::Position;
use crate::error::Result;
use crate::evaluator::{Evaluator, Named};
use crate::games::evaluations::evaluations;

type Played<E> = Connect4<E>;

fn played<E: Evaluator<Board>>(position: &Position, evaluator: Arc<E>) -> Result<Played<E>> {
    Ok(Connect4::new(*position.board(), evaluator))
}

/// Evaluates an expression with a game.
macro_rules! with_played {
    ($any:expr, $game:ident => $body:expr) => {{
        let $game = $any;
        $body
    }};
}
pub(crate) use with_played;

evaluations! { ($) connect4: Lines; by hand Lines }
#[allow(clippy::single_component_path_imports, reason = "a macro made by a macro has no path of its own")]
#[cfg(feature = "python")]
pub(crate) use with_any;
