//! What user-defined functions see of a game during a search: the position, and the moves as a structured array.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::game::{Move, Ranked, Tactics};
use crate::games::GameKind;

/// Size of a row of the array of moves, in bytes, for every game.
pub const ROW: usize = 6;

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
