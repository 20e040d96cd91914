//! The Python function `trace`: a search that records its tree.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::any::AnyPosition;
use super::arrays::nodes_array;
use super::config::PyConfig;
use super::errors::option_error;
use super::results::result_object;
use super::values::{whole, whole_or_none};
use super::watch::watched;
use crate::game::Move;
use crate::search::observe::Counters;
use crate::search::trace::{Cut, NodeKind, STAGE_NAMES, Scope, Trace};

/// Largest number of rows that a trace may record, about 350 MiB.
const MOST_ROWS: i64 = 10_000_000;

/// Searches a position with a new searcher and records the nodes of the tree; users call `boyi.lab.trace`. Returns the
/// Result, the recorded nodes as a read-only structured array, and the number of nodes in the chosen sub-tree, recorded
/// or not.
///
/// `depth` is the search depth in plies, 1 to 96. `nodes` is the largest number of nodes recorded, 1 to 10,000,000.
/// `moves` are the codes of the moves from the root to the sub-tree, 0 for a null move. `plies` limits the depth below
/// the sub-tree's root. `all_iterations=False` records the last iteration only. Ctrl-C stops the search. Raises
/// OptionError for a value out of range.
#[pyfunction]
#[pyo3(signature = (config, position, depth, nodes=100_000, moves=Vec::new(), plies=None, all_iterations=false), text_signature = "(config, position, depth, nodes=100000, moves=(), plies=None, all_iterations=False)")]
#[allow(clippy::too_many_arguments, reason = "the public face has them by name")]
pub fn trace<'py>(
    py: Python<'py>,
    config: &PyConfig,
    position: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = whole)] depth: i64,
    #[pyo3(from_py_with = whole)] nodes: i64,
    #[pyo3(from_py_with = codes)] moves: Vec<Move>,
    #[pyo3(from_py_with = whole_or_none)] plies: Option<i64>,
    all_iterations: bool,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, u64)> {
    let position = AnyPosition::of(position)?;
    if !(1..=MOST_ROWS).contains(&nodes) {
        return Err(option_error(format!("nodes = {nodes}: expected 1 to {MOST_ROWS}")));
    }
    if let Some(plies) = plies.filter(|plies| *plies < 0) {
        return Err(option_error(format!("plies = {plies}: expected 0 or more, or None")));
    }
    let scope = Scope {
        rows: nodes as usize,
        path: moves,
        plies: plies.map_or(usize::MAX, |plies| plies as usize),
        all_iterations,
    };
    let mut watching = (Counters::default(), Trace::new(scope));
    let report = watched(py, config, &position, depth, &mut watching)?;
    let (counters, trace) = watching;
    let result = result_object(py, &report, &counters, position.kind(), position.side(), false)?;
    let total = trace.total();
    Ok((result, nodes_array(py, trace.into_rows())?, total))
}

/// Moves given by their codes, an iterable of integers.
fn codes(argument: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
    let mut moves = Vec::new();
    for code in argument.try_iter()? {
        let code = whole(&code?)?;
        let refused = |_| option_error(format!("moves: {code} is the code of no move, expected 0 to {}", u16::MAX));
        moves.push(Move(u16::try_from(code).map_err(refused)?));
    }
    Ok(moves)
}

/// Names for the numbers in the columns `kind`, `stage` and `cut` of `trace`: a dict from column to a list of names,
/// indexed by number.
#[pyfunction]
pub fn trace_names(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let names = PyDict::new(py);
    names.set_item("kind", NodeKind::NAMES)?;
    names.set_item("stage", STAGE_NAMES)?;
    names.set_item("cut", Cut::NAMES)?;
    Ok(names)
}
