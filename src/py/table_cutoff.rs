//! The Python function `table_cutoff`: one table cutoff of a search.

use pyo3::prelude::*;

use super::any::AnyPosition;
use super::config::PyConfig;
use super::errors::option_error;
use super::values::whole;
use super::watch::watched;
use crate::search::table_cutoff::{CutoffFinder, FoundCutoff};

/// One table cutoff; `boyi.lab` gets it as a dict of these keys.
#[derive(IntoPyObject)]
pub struct TableCutoff {
    /// Codes of the moves from the root, 0 for a null move.
    path: Vec<u16>,
    iteration: i32,
    key: u64,
    /// Depth wanted, in plies.
    asked: i32,
    /// Alpha and beta.
    window: (i32, i32),
    /// Code of the entry's move, 0 for none.
    #[pyo3(item("move"))]
    mv: u16,
    score: i32,
    bound: u8,
    /// Depth of the entry, in plies.
    depth: i32,
}

/// Searches a position to `depth` plies with a new searcher and describes the `number`-th table cutoff, counted from 1,
/// as a dict; None if there are fewer. Users call `boyi.lab.Stability.blame`.
///
/// The keys are path (codes of the moves from the root, 0 for a null move), iteration, key, asked (depth wanted, in
/// plies), window (alpha, beta), move (code, 0 for none), score, bound and depth (of the entry, in plies). Ctrl-C stops
/// the search. Raises OptionError for a number out of range.
#[pyfunction]
pub fn table_cutoff(
    py: Python<'_>,
    config: &PyConfig,
    position: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = whole)] depth: i64,
    #[pyo3(from_py_with = whole)] number: i64,
) -> PyResult<Option<TableCutoff>> {
    let position = AnyPosition::of(position)?;
    if number < 1 {
        return Err(option_error(format!("number = {number}: expected 1 or more, the first cutoff is 1")));
    }
    let mut watching = CutoffFinder::new(number as u64);
    watched(py, config, &position, depth, &mut watching)?;
    Ok(watching.into_found().map(TableCutoff::from))
}

impl From<FoundCutoff> for TableCutoff {
    fn from(FoundCutoff { cutoff, iteration, path }: FoundCutoff) -> TableCutoff {
        TableCutoff {
            path: path.iter().map(|mv| mv.0).collect(),
            iteration,
            key: cutoff.key,
            asked: cutoff.depth,
            window: (cutoff.window.alpha, cutoff.window.beta),
            mv: cutoff.mv.0,
            score: cutoff.score,
            bound: cutoff.bound as u8,
            depth: cutoff.deep,
        }
    }
}
