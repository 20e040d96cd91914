//! Conversion of search reports and counters into the result classes of `boyi.values`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use super::moves::move_list;
use super::records::{self, Record, bound_member, move_or_none};
use super::values::PyScore;
use crate::game::{Move, Side};
use crate::games::GameKind;
use crate::score::Score;
use crate::search::observe::Counters;
use crate::search::picker::Stage;
use crate::search::{Iteration, Report};

/// The `boyi.Iteration` of a finished iteration; `side` is the side to move at the root.
pub fn iteration_object<'py>(
    py: Python<'py>,
    iteration: &Iteration,
    kind: GameKind,
    side: Side,
) -> PyResult<Bound<'py, PyAny>> {
    let line = |score: Score, pv: &[Move]| {
        records::Line { score: PyScore::of(score, side, kind), pv: move_list(py, kind, pv)? }.object(py)
    };
    let first = line(iteration.score, &iteration.pv);
    let others = iteration.others.iter().map(|other| line(other.score, &other.pv));
    let lines: PyResult<Vec<_>> = std::iter::once(first).chain(others).collect();
    records::Iteration {
        depth: iteration.depth,
        seldepth: iteration.seldepth,
        score: PyScore::of(iteration.score, side, kind),
        bound: bound_member(py, iteration.bound)?,
        mv: iteration.pv.first().map_or(Ok(None), |&mv| move_or_none(py, kind, mv))?,
        pv: move_list(py, kind, &iteration.pv)?,
        nodes: iteration.nodes,
        time: iteration.time,
        fill: iteration.fill,
        lines: PyTuple::new(py, lines?)?,
    }
    .object(py)
}

/// The `boyi.Result` of a report; `from_book` says that the move is a book move and nothing was searched.
pub fn result_object<'py>(
    py: Python<'py>,
    report: &Report,
    counters: &Counters,
    kind: GameKind,
    side: Side,
    from_book: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let iteration = |iteration: &Iteration| iteration_object(py, iteration, kind, side);
    let iterations: PyResult<Vec<_>> = report.iterations.iter().map(iteration).collect();
    records::Result {
        mv: move_or_none(py, kind, report.mv)?,
        score: PyScore::of(report.score, side, kind),
        bound: bound_member(py, report.bound)?,
        depth: report.depth,
        seldepth: report.seldepth,
        nodes: report.nodes,
        time: report.time,
        cpu_time: report.cpu_time,
        pv: move_list(py, kind, &report.pv)?,
        iterations: PyList::new(py, iterations?)?,
        interrupted: report.interrupted.as_ref().map(iteration).transpose()?,
        counters: counters_dict(py, counters)?,
        from_book,
        threads: report.threads,
    }
    .object(py)
}

/// Names of the counters that sum cutoffs up, in the order in which [`counters_dict`] has them after those of events, and
/// what they hold.
pub const CUTOFF_COUNTERS: [(&str, &str); 4] = [
    ("cutoffs", "Nodes of the full search that a move cut off."),
    ("first_move_cutoffs", "Nodes of the full search that the first move cut off."),
    ("cutoffs_by_stage", "Cutoffs by the stage of move ordering that offered the move: a dict."),
    (
        "cutoffs_by_index",
        "Cutoffs by the number of moves that were tried before: a list; the last number is for 15 or more.",
    ),
];

fn counters_dict<'py>(py: Python<'py>, counters: &Counters) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, count) in counters.events() {
        dict.set_item(name, count)?;
    }
    let stages = PyDict::new(py);
    for (name, count) in Stage::NAMES.into_iter().zip(counters.cutoffs_by_stage) {
        stages.set_item(name, count)?;
    }
    let [all, first, by_stage, by_index] = CUTOFF_COUNTERS.map(|(name, _)| name);
    dict.set_item(all, counters.cutoffs())?;
    dict.set_item(first, counters.cutoffs_by_index[0])?;
    dict.set_item(by_stage, stages)?;
    dict.set_item(by_index, counters.cutoffs_by_index.to_vec())?;
    Ok(dict)
}
