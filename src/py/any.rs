//! Positions and games of any kind: the only place where Python's choice of game becomes a type.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::gomoku::PyGomokuPosition;
use super::moves::{read_gomoku_move, read_xiangqi_move};
use super::position::PyPosition;
use crate::error::Result;
use crate::game::{Move, Side};
use crate::games::gomoku::{AnyGomoku, Reach};
use crate::games::xiangqi::{Evaluation, Xiangqi};
use crate::games::{Kind, gomoku, xiangqi};

/// A position of some game.
#[derive(Clone)]
pub enum AnyPosition {
    Xiangqi(xiangqi::Position),
    Gomoku(gomoku::Position),
}

/// A game that a search can play.
#[derive(Clone)]
pub enum AnyGame {
    Xiangqi(Box<Xiangqi>),
    Gomoku(Box<AnyGomoku>),
}

/// Evaluates an expression with the game inside an [`AnyGame`] reference.
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::py::any::AnyGame::Xiangqi($game) => {
                let $game = &**$game;
                $body
            }
            $crate::py::any::AnyGame::Gomoku(any) => $crate::games::gomoku::with_gomoku!(&**any, $game => $body),
        }
    };
}
pub(super) use with_game;

impl AnyPosition {
    /// The position that an argument must be.
    pub fn of(argument: &Bound<'_, PyAny>) -> PyResult<AnyPosition> {
        if let Ok(position) = argument.cast::<PyPosition>() {
            Ok(AnyPosition::Xiangqi(position.get().inner.clone()))
        } else if let Ok(position) = argument.cast::<PyGomokuPosition>() {
            Ok(AnyPosition::Gomoku(position.get().inner.clone()))
        } else {
            let kind = argument.get_type().name()?;
            Err(PyTypeError::new_err(format!("expected a boyi.xiangqi.Position or a boyi.gomoku.Position, not {kind}")))
        }
    }

    /// Its game.
    pub fn kind(&self) -> Kind {
        match self {
            AnyPosition::Xiangqi(_) => Kind::Xiangqi,
            AnyPosition::Gomoku(_) => Kind::Gomoku,
        }
    }

    /// Side to move.
    pub fn side(&self) -> Side {
        match self {
            AnyPosition::Xiangqi(position) => position.side(),
            AnyPosition::Gomoku(position) => position.side(),
        }
    }

    /// The legal move that an argument means.
    pub fn legal_move(&self, argument: &Bound<'_, PyAny>) -> PyResult<Move> {
        match self {
            AnyPosition::Xiangqi(position) => {
                let mv = read_xiangqi_move(position, argument)?;
                position.play(mv)?;
                Ok(mv)
            }
            AnyPosition::Gomoku(position) => {
                let mv = read_gomoku_move(position, argument)?;
                position.play(mv)?;
                Ok(mv)
            }
        }
    }

    /// Key of pieces and side to move.
    pub fn key(&self) -> u64 {
        match self {
            AnyPosition::Xiangqi(position) => position.board().key(),
            AnyPosition::Gomoku(position) => position.board().key(),
        }
    }

    /// What a table must have been filled for to serve this position; the first word is the game.
    pub fn fingerprint(&self) -> String {
        match self {
            AnyPosition::Xiangqi(position) => format!("xiangqi rules=simple keys={}", position.board().keys().name),
            AnyPosition::Gomoku(position) => {
                let (g, rule) = (position.geometry(), position.rule().name());
                format!("gomoku rule={rule} rows={} cols={} k={} keys=default", g.rows(), g.cols(), g.k())
            }
        }
    }

    /// The position, with its history, as a game that a search can play on.
    pub fn game(&self, evaluation: Arc<Evaluation>) -> Result<AnyGame> {
        Ok(match self {
            AnyPosition::Xiangqi(position) => AnyGame::Xiangqi(Box::new(position.game_with(evaluation))),
            AnyPosition::Gomoku(position) => AnyGame::Gomoku(Box::new(AnyGomoku::new(position, Reach::Near)?)),
        })
    }
}
