//! The Python function `xiangqi_samples`: positions of games as training data.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::waiting;
use super::xiangqi::PyPosition;
use crate::error::Result;
use crate::game::Move;
use crate::games::xiangqi::Position;
use crate::games::xiangqi::samples::{Quiet, Samples, Source};
use crate::selfplay::{Ply, Row};

/// The quiet positions of games of self-play, for `boyi.lab.train`, as the side to move sees them: a dict of arrays.
///
/// `games` and `plies` are bytes of the arrays of `boyi.lab.Games`, which checks them. `inputs` int32 has the inputs of
/// all positions one after another (index in the flattened first four axes of `Network.inputs`), `starts` int32 where
/// each position begins and, as the last item, their number; `scores` int16 and `results` int8 (1, 0, -1) are those of
/// the side to move.
#[pyfunction]
#[pyo3(signature = (openings, games, plies, *, in_check, captures, checks, most))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub fn xiangqi_samples<'py>(
    py: Python<'py>,
    openings: Vec<Bound<'py, PyPosition>>,
    games: &Bound<'py, PyBytes>,
    plies: &Bound<'py, PyBytes>,
    in_check: bool,
    captures: bool,
    checks: bool,
    most: i16,
) -> PyResult<Bound<'py, PyDict>> {
    let quiet = Quiet { in_check, captures, checks, most };
    let openings: Vec<Position> = openings.iter().map(|opening| opening.get().inner.clone()).collect();
    let (rows, plies) =
        (bytemuck::pod_collect_to_vec(games.as_bytes()), bytemuck::pod_collect_to_vec(plies.as_bytes()));
    let samples = waiting::run(py, "taking positions", |_| take(&openings, &rows, &plies, &quiet))??;
    let found = PyDict::new(py);
    found.set_item("inputs", PyArray1::from_vec(py, samples.inputs))?;
    found.set_item("starts", PyArray1::from_vec(py, samples.starts))?;
    found.set_item("scores", PyArray1::from_vec(py, samples.scores))?;
    found.set_item("results", PyArray1::from_vec(py, samples.results))?;
    Ok(found)
}

fn take(openings: &[Position], rows: &[Row], plies: &[Ply], quiet: &Quiet) -> Result<Samples> {
    let (mut samples, mut rest) = (Samples::new(), plies);
    for row in rows {
        let (own, after) = rest.split_at(row.plies.into());
        rest = after;
        let score = |ply: &Ply| (ply.score != Ply::NO_SCORE).then_some(ply.score);
        let plies: Vec<_> = own.iter().map(|ply| (Move(ply.mv), score(ply))).collect();
        samples.add(&openings[row.opening as usize], &Source { plies: &plies, winner: row.winner() }, quiet)?;
    }
    Ok(samples)
}
