//! A gomoku game whose rule is known at run time only.

use super::board::Rule;
use super::game::Gomoku;
use super::pattern::{EXACT_RADIUS, FREE_RADIUS};
use super::position::Position;
use super::shapes::Reach;
use crate::error::Result;

/// A game by the width of its windows. [`with_gomoku`] opens it.
#[derive(Clone)]
pub enum AnyGomoku {
    /// Freestyle.
    Free(Gomoku<FREE_RADIUS>),
    /// Standard and renju, where overlines matter.
    Exact(Gomoku<EXACT_RADIUS>),
}

impl AnyGomoku {
    /// The game of a position. Refuses rows of more than five, which have no patterns.
    pub fn new(position: &Position, reach: Reach) -> Result<AnyGomoku> {
        Ok(match position.rule() {
            Rule::Freestyle => AnyGomoku::Free(Gomoku::of(position, reach)?),
            Rule::Standard | Rule::Renju => AnyGomoku::Exact(Gomoku::of(position, reach)?),
        })
    }
}

/// Evaluates an expression with the game inside an [`AnyGomoku`] (or a reference to one).
#[macro_export]
macro_rules! with_gomoku {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::games::gomoku::AnyGomoku::Free($game) => $body,
            $crate::games::gomoku::AnyGomoku::Exact($game) => $body,
        }
    };
}

pub use with_gomoku;
