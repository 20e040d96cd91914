//! Checks of the arguments of `search`: limits, number of lines and root moves; and of the depth of perft.

use pyo3::prelude::*;
use pyo3::types::PyString;

use super::any::AnyPosition;
use super::clock::PyClock;
use super::errors::option_error;
use super::moves::PyMove;
use crate::score::MAX_PLY;
use crate::search::{Focus, Limits};

/// Largest limit of nodes, thousands of years of search.
pub const MAX_NODES: i64 = 1_000_000_000_000_000_000;
/// Largest depth of perft, in plies.
const DEEPEST_PERFT: i64 = 12;

/// The limits of a search: depth in plies, nodes, wall time and CPU time in seconds, and the clock of the game.
pub fn limits(
    depth: Option<i64>,
    nodes: Option<i64>,
    time: Option<f64>,
    cpu_time: Option<f64>,
    clock: Option<&PyClock>,
) -> PyResult<Limits> {
    let depth = depth
        .map(|d| u32::try_from(d).map_err(|_| option_error(format!("depth = {d}: expected 1 to {MAX_PLY} plies"))));
    let clock = clock.map(|clock| clock.inner);
    Ok(Limits { depth: depth.transpose()?, nodes: node_limit(nodes)?, time, cpu_time, clock })
}

/// Checks a limit of nodes, 1 to [`MAX_NODES`]; None stays None.
pub fn node_limit(nodes: Option<i64>) -> PyResult<Option<u64>> {
    match nodes {
        Some(n) if !(1..=MAX_NODES).contains(&n) => {
            Err(option_error(format!("nodes = {n}: expected 1 to {MAX_NODES}")))
        }
        nodes => Ok(nodes.map(|n| n as u64)),
    }
}

/// Number of lines to search (`multipv`, 1 to 500) and the root moves to choose from (None: all).
pub fn focus(position: &AnyPosition, multipv: i64, moves: Option<&Bound<'_, PyAny>>) -> PyResult<Focus> {
    let lines = usize::try_from(multipv).ok().filter(|lines| (1..=500).contains(lines));
    let lines = lines.ok_or_else(|| option_error(format!("multipv = {multipv}: expected 1 to 500 lines")))?;
    let Some(given) = moves else { return Ok(Focus { lines, ..Focus::default() }) };
    let mut moves = Vec::new();
    if given.is_instance_of::<PyString>() || given.is_instance_of::<PyMove>() {
        moves.push(position.legal_move(given)?);
    } else {
        for argument in given.try_iter()? {
            moves.push(position.legal_move(&argument?)?);
        }
    }
    if moves.is_empty() {
        return Err(option_error("root_moves = []: expected at least one legal move, or None for all"));
    }
    Ok(Focus { moves, lines })
}

/// Checks a depth of perft, 0 to [`DEEPEST_PERFT`] plies.
pub fn perft_depth(depth: i64) -> PyResult<u32> {
    if (0..=DEEPEST_PERFT).contains(&depth) {
        return Ok(depth as u32);
    }
    Err(option_error(format!("depth = {depth}: expected 0 to {DEEPEST_PERFT} plies")))
}
