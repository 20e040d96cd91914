//! The Python function `table_answer`: one table cutoff of a search.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::any::AnyPosition;
use super::config::PyConfig;
use super::errors::option_error;
use super::values::whole;
use super::watch::watched;
use crate::search::answers::{Answers, Given};

/// Searches a position to `depth` plies with a new searcher and describes the `number`-th time, counted from 1, that
/// the table answered a node, as a dict; None if the table answered less often. Users call `boyi.lab.Stability.blame`.
///
/// The keys are path (codes of the moves from the root, 0 for a null move), iteration, key, asked (depth wanted, in
/// plies), window (alpha, beta), move (code, 0 for none), score, bound and depth (of the entry, in plies). Ctrl-C stops
/// the search. Raises OptionError for a number out of range.
#[pyfunction]
pub fn table_answer<'py>(
    py: Python<'py>,
    config: &PyConfig,
    position: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = whole)] depth: i64,
    #[pyo3(from_py_with = whole)] number: i64,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let position = AnyPosition::of(position)?;
    if number < 1 {
        return Err(option_error(format!("number = {number}: expected 1 or more, the first answer is 1")));
    }
    let mut watching = Answers::new(number as u64);
    watched(py, config, &position, depth, &mut watching)?;
    watching.into_found().map(|given| given_dict(py, &given)).transpose()
}

fn given_dict<'py>(py: Python<'py>, given: &Given) -> PyResult<Bound<'py, PyDict>> {
    let (fields, answer) = (PyDict::new(py), &given.answer);
    fields.set_item("path", given.path.iter().map(|mv| mv.0).collect::<Vec<_>>())?;
    fields.set_item("iteration", given.iteration)?;
    fields.set_item("key", answer.key)?;
    fields.set_item("asked", answer.depth)?;
    fields.set_item("window", (answer.window.alpha, answer.window.beta))?;
    fields.set_item("move", answer.mv.0)?;
    fields.set_item("score", answer.score)?;
    fields.set_item("bound", answer.bound as u8)?;
    fields.set_item("depth", answer.deep)?;
    Ok(fields)
}
