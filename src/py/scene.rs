//! What user-defined functions see of a game during a search: the position, and the moves as a structured array.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::game::{Move, Ranked, Tactics};
use crate::games::gomoku::{Gomoku, GomokuEvaluator};
use crate::games::xiangqi::moves::{from_of, to_of};
use crate::games::xiangqi::{Xiangqi, XiangqiEvaluator};
use crate::games::{GameKind, gomoku, xiangqi};

/// Size of a row of the array of moves, in bytes, for every game.
const ROW: usize = 6;

/// A game whose position and moves can be converted to Python objects.
pub trait Scene: Tactics {
    /// Which game it is.
    const KIND: GameKind;
    /// Names and numpy types of the fields of a row.
    const FIELDS: &'static [(&'static str, &'static str)];

    /// The position without its history, because stored evaluations must not depend on the history.
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;

    /// The row of a legal move.
    fn row(&self, mv: Move) -> [u8; ROW];

    /// The moves as a structured array, in the order of generation.
    fn rows<'py>(&self, py: Python<'py>, moves: &[Ranked]) -> PyResult<Bound<'py, PyAny>> {
        let bytes: Vec<u8> = moves.iter().flat_map(|ranked| self.row(ranked.mv())).collect();
        PyArray1::from_vec(py, bytes).call_method1("view", (row_type(py, Self::KIND, Self::FIELDS)?,))
    }
}

/// The numpy dtype of a game's rows, made once.
fn row_type<'py>(
    py: Python<'py>,
    kind: GameKind,
    fields: &'static [(&'static str, &'static str)],
) -> PyResult<&'static Py<PyAny>> {
    static TYPES: [PyOnceLock<Py<PyAny>>; GameKind::ALL.len()] = [const { PyOnceLock::new() }; GameKind::ALL.len()];
    TYPES[kind as usize].get_or_try_init(py, || {
        let dtype = py.import("numpy")?.getattr("dtype")?.call1((fields.to_vec(),))?;
        Ok(dtype.unbind())
    })
}

impl<E: XiangqiEvaluator> Scene for Xiangqi<E> {
    const KIND: GameKind = GameKind::Xiangqi;
    const FIELDS: &'static [(&'static str, &'static str)] =
        &[("code", "<u2"), ("from_square", "u1"), ("to_square", "u1"), ("piece", "i1"), ("captured", "i1")];

    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let inner = xiangqi::Position::new(self.board().clone(), self.clock(), 1).under(self.rules());
        Ok(Bound::new(py, super::xiangqi::PyPosition { inner })?.into_any())
    }

    fn row(&self, mv: Move) -> [u8; ROW] {
        let [low, high] = mv.0.to_le_bytes();
        let number = |square| super::arrays::piece_number(self.board().piece(square)) as u8;
        [low, high, from_of(mv), to_of(mv), number(from_of(mv)), number(to_of(mv))]
    }
}

impl<const RADIUS: usize, E: GomokuEvaluator<RADIUS>> Scene for Gomoku<RADIUS, E> {
    const KIND: GameKind = GameKind::Gomoku;
    const FIELDS: &'static [(&'static str, &'static str)] =
        &[("code", "<u2"), ("point", "<u2"), ("file", "u1"), ("rank", "u1")];

    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (board, open) = (self.board().clone(), !self.is_won() && self.over().is_none());
        let inner = if open { gomoku::Position::from_open_board(board) } else { gomoku::Position::from_board(board) };
        Ok(Bound::new(py, super::gomoku::PyPosition { inner })?.into_any())
    }

    fn row(&self, mv: Move) -> [u8; ROW] {
        let geometry = self.board().geometry();
        let point = geometry.point_of(mv);
        let ([low, high], [point_low, point_high]) = (mv.0.to_le_bytes(), point.to_le_bytes());
        [low, high, point_low, point_high, geometry.file_of(point) as u8, geometry.rank_of(point) as u8]
    }
}
