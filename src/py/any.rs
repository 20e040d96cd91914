//! Positions and games of any kind: the only place where Python's choice of game becomes a type.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::moves::read_move;
use crate::error::Result;
use crate::game::{Move, Side};
use crate::games::gomoku::{AnyGomoku, Reach};
use crate::games::xiangqi::PieceSquare;
use crate::games::{GameKind, for_all_games};

/// Makes the types from the list of games. `$d` is a dollar sign for the macros that are made.
macro_rules! any {
    (($d:tt) $($(#[$doc:meta])* $Game:ident = $folder:ident,)+) => {
        /// A position of some game.
        #[derive(Clone)]
        pub enum AnyPosition { $($(#[$doc])* $Game(crate::games::$folder::Position),)+ }

        /// A game that a search can play.
        #[derive(Clone)]
        pub enum AnyGame { $($(#[$doc])* $Game(Box<crate::games::$folder::AnyGame>),)+ }

        /// Evaluates an expression with the position inside a reference to an [`AnyPosition`].
        macro_rules! with_position {
            ($d any:expr, $d position:ident => $d body:expr) => {
                match $d any { $(AnyPosition::$Game($d position) => $d body,)+ }
            };
        }

        /// Evaluates an expression with the game inside a reference to an [`AnyGame`].
        macro_rules! with_game {
            ($d any:expr, $d game:ident => $d body:expr) => {
                match $d any {
                    $($crate::py::any::AnyGame::$Game(any) => {
                        $crate::games::$folder::with_any!(&**any, $d game => $d body)
                    })+
                }
            };
        }

        impl AnyPosition {
            /// The position that an argument is, if it is one.
            fn cast(argument: &Bound<'_, PyAny>) -> Option<AnyPosition> {
                $(if let Ok(position) = argument.cast::<super::$folder::PyPosition>() {
                    return Some(AnyPosition::$Game(position.get().inner.clone()));
                })+
                None
            }

            /// Its game.
            pub fn kind(&self) -> GameKind {
                match self { $(AnyPosition::$Game(_) => GameKind::$Game,)+ }
            }
        }
    };
}
for_all_games!(any! ($));
#[allow(clippy::single_component_path_imports, reason = "a macro made by a macro has no path of its own")]
pub(super) use with_game;

impl AnyPosition {
    /// The position that an argument must be.
    pub fn of(argument: &Bound<'_, PyAny>) -> PyResult<AnyPosition> {
        if let Some(position) = AnyPosition::cast(argument) {
            return Ok(position);
        }
        let classes = GameKind::ALL.map(|kind| format!("a boyi.{}.Position", kind.name())).join(" or ");
        Err(PyTypeError::new_err(format!("expected {classes}, not {}", argument.get_type().name()?)))
    }

    /// Side to move.
    pub fn side(&self) -> Side {
        with_position!(self, position => position.side())
    }

    /// The legal move that an argument means.
    pub fn legal_move(&self, argument: &Bound<'_, PyAny>) -> PyResult<Move> {
        with_position!(self, position => {
            let mv = read_move(self.kind(), argument, |text| position.move_of_text(text))?;
            position.check_legal(mv)?;
            Ok(mv)
        })
    }

    /// Key of pieces and side to move.
    pub fn key(&self) -> u64 {
        with_position!(self, position => position.board().key())
    }

    /// What a table must have been filled for to serve this position; the first word is the game.
    pub fn fingerprint(&self) -> String {
        format!("{} {}", self.kind().name(), with_position!(self, position => position.fingerprint()))
    }

    /// The position, with its history, as a game that a search can play on.
    pub fn game(&self, evaluation: Arc<PieceSquare>) -> Result<AnyGame> {
        Ok(match self {
            AnyPosition::Xiangqi(position) => AnyGame::Xiangqi(Box::new(position.game_with(evaluation))),
            AnyPosition::Gomoku(position) => AnyGame::Gomoku(Box::new(AnyGomoku::new(position, Reach::Near)?)),
        })
    }
}
