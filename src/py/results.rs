//! Reports and counters as the records of `boyi.values`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use super::moves::{interned, move_list};
use super::values::{PyScore, bound_member, record};
use crate::game::{Move, Side};
use crate::games::GameKind;
use crate::score::Score;
use crate::search::observe::Counters;
use crate::search::picker::Stage;
use crate::search::{Iteration, Report};

/// A `boyi.Iteration`.
pub fn iteration_object<'py>(
    py: Python<'py>,
    iteration: &Iteration,
    kind: GameKind,
    side: Side,
) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    fields.set_item("depth", iteration.depth)?;
    fields.set_item("seldepth", iteration.seldepth)?;
    fields.set_item("score", PyScore::of(iteration.score, side, kind))?;
    fields.set_item("bound", bound_member(py, iteration.bound as u8)?)?;
    fields.set_item("move", iteration.pv.first().map(|&mv| interned(py, kind, mv)).transpose()?)?;
    fields.set_item("pv", move_list(py, kind, &iteration.pv)?)?;
    fields.set_item("nodes", iteration.nodes)?;
    fields.set_item("time", iteration.time)?;
    fields.set_item("fill", iteration.fill)?;
    let line = |score, pv| line_object(py, score, pv, kind, side);
    let first = line(iteration.score, &iteration.pv)?;
    let others: PyResult<Vec<_>> = iteration.others.iter().map(|other| line(other.score, &other.pv)).collect();
    fields.set_item("lines", PyTuple::new(py, std::iter::once(first).chain(others?).collect::<Vec<_>>())?)?;
    record(py, "Iteration", &fields)
}

/// A `boyi.Line`.
fn line_object<'py>(
    py: Python<'py>,
    score: Score,
    pv: &[Move],
    kind: GameKind,
    side: Side,
) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    fields.set_item("score", PyScore::of(score, side, kind))?;
    fields.set_item("pv", move_list(py, kind, pv)?)?;
    record(py, "Line", &fields)
}

/// A `boyi.Result`; `from_book` says that nothing was searched.
pub fn result_object<'py>(
    py: Python<'py>,
    report: &Report,
    counters: &Counters,
    kind: GameKind,
    side: Side,
    from_book: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let iterations: PyResult<Vec<_>> =
        report.iterations.iter().map(|it| iteration_object(py, it, kind, side)).collect();
    let fields = PyDict::new(py);
    fields.set_item("move", report.mv.is_some().then(|| interned(py, kind, report.mv)).transpose()?)?;
    fields.set_item("score", PyScore::of(report.score, side, kind))?;
    fields.set_item("bound", bound_member(py, report.bound as u8)?)?;
    fields.set_item("depth", report.depth)?;
    fields.set_item("seldepth", report.seldepth)?;
    fields.set_item("nodes", report.nodes)?;
    fields.set_item("time", report.time)?;
    fields.set_item("cpu_time", report.cpu_time)?;
    fields.set_item("pv", move_list(py, kind, &report.pv)?)?;
    fields.set_item("iterations", PyList::new(py, iterations?)?)?;
    let interrupted = report.interrupted.as_ref().map(|it| iteration_object(py, it, kind, side));
    fields.set_item("interrupted", interrupted.transpose()?)?;
    fields.set_item("counters", counters_dict(py, counters)?)?;
    fields.set_item("from_book", from_book)?;
    record(py, "Result", &fields)
}

fn counters_dict<'py>(py: Python<'py>, counters: &Counters) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, count) in counters.events() {
        dict.set_item(name, count)?;
    }
    dict.set_item("cutoffs", counters.cutoffs())?;
    dict.set_item("first_move_cutoffs", counters.cutoffs_by_index[0])?;
    let stages = PyDict::new(py);
    for (name, count) in Stage::NAMES.into_iter().zip(counters.cutoffs_by_stage) {
        stages.set_item(name, count)?;
    }
    dict.set_item("cutoffs_by_stage", stages)?;
    dict.set_item("cutoffs_by_index", counters.cutoffs_by_index.to_vec())?;
    Ok(dict)
}
