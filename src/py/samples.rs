//! The Python functions `xiangqi_samples` and `gomoku_samples`: positions of games as training data.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::gomoku::PyPosition as PyGomokuPosition;
use super::waiting;
use super::xiangqi::PyPosition;
use crate::error::Result;
use crate::game::{Move, Side};
use crate::games::{gomoku, xiangqi};
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
    let quiet = xiangqi::samples::Quiet { in_check, captures, checks, most };
    let openings: Vec<_> = openings.iter().map(|opening| opening.get().inner.clone()).collect();
    let samples = taken(py, games, plies, xiangqi::samples::Samples::new(), |samples, opening, plies, winner| {
        samples.add(&openings[opening], plies, winner, quiet)
    })?;
    let found = PyDict::new(py);
    found.set_item("inputs", PyArray1::from_vec(py, samples.inputs))?;
    found.set_item("starts", PyArray1::from_vec(py, samples.starts))?;
    found.set_item("scores", PyArray1::from_vec(py, samples.scores))?;
    found.set_item("results", PyArray1::from_vec(py, samples.results))?;
    Ok(found)
}

/// The positions of games of self-play, for `boyi.lab.train`, as the side to move sees them: a dict of arrays.
///
/// `games` and `plies` are as in `xiangqi_samples`. `own` and `other` uint16 of shape (points, 4) have the rows of
/// `boyi.gomoku.Network.windows` round all points that matter, as the side to move and its opponent see them, with the
/// number of rows for a window without stones; `starts` int32 has the first point of each position and, as the last item,
/// their number; `played` int32 the point that was played, counted from the position's first, or -1; `threats` uint16 is the
/// index of who holds which threats in the flattened `Network.threats`; `scores` int16 and `results` int8 (1, 0, -1) are
/// those of the side to move.
#[pyfunction]
#[pyo3(signature = (openings, games, plies, *, in_check, most))]
pub fn gomoku_samples<'py>(
    py: Python<'py>,
    openings: Vec<Bound<'py, PyGomokuPosition>>,
    games: &Bound<'py, PyBytes>,
    plies: &Bound<'py, PyBytes>,
    in_check: bool,
    most: i16,
) -> PyResult<Bound<'py, PyDict>> {
    let quiet = gomoku::samples::Quiet { in_check, most };
    let openings: Vec<_> = openings.iter().map(|opening| opening.get().inner.clone()).collect();
    let samples = taken(py, games, plies, gomoku::samples::Samples::new(), |samples, opening, plies, winner| {
        samples.add(&openings[opening], plies, winner, quiet)
    })?;
    let found = PyDict::new(py);
    let points = |rows: Vec<u16>| PyArray1::from_vec(py, rows).call_method1("reshape", ((-1, 4),));
    found.set_item("own", points(samples.own)?)?;
    found.set_item("other", points(samples.other)?)?;
    found.set_item("starts", PyArray1::from_vec(py, samples.starts))?;
    found.set_item("played", PyArray1::from_vec(py, samples.played))?;
    found.set_item("threats", PyArray1::from_vec(py, samples.threats))?;
    found.set_item("roles", PyArray1::from_vec(py, samples.roles))?;
    found.set_item("scores", PyArray1::from_vec(py, samples.scores))?;
    found.set_item("results", PyArray1::from_vec(py, samples.results))?;
    Ok(found)
}

/// The positions that `add` takes from each game: it is given the samples so far, the number of the opening, moves with
/// scores, and the winner.
fn taken<S: Send>(
    py: Python<'_>,
    games: &Bound<'_, PyBytes>,
    plies: &Bound<'_, PyBytes>,
    mut samples: S,
    add: impl Fn(&mut S, usize, &[(Move, Option<i16>)], Option<Side>) -> Result<()> + Sync,
) -> PyResult<S> {
    let rows: Vec<Row> = bytemuck::pod_collect_to_vec(games.as_bytes());
    let plies: Vec<Ply> = bytemuck::pod_collect_to_vec(plies.as_bytes());
    let score = |ply: &Ply| (ply.score != Ply::NO_SCORE).then_some(ply.score);
    Ok(waiting::run(py, "taking positions", |_| -> Result<S> {
        let mut rest = &plies[..];
        for row in &rows {
            let (own, after) = rest.split_at(row.plies.into());
            rest = after;
            let plies: Vec<_> = own.iter().map(|ply| (Move(ply.mv), score(ply))).collect();
            add(&mut samples, row.opening as usize, &plies, row.winner())?;
        }
        Ok(samples)
    })??)
}
