//! What is asked of a search: its limits, and what the root is to look at.

use pyo3::prelude::*;

use super::any::AnyPosition;
use super::errors::option_error;
use crate::search::{Focus, Limits};

/// Largest limit of nodes: some thousand years.
const MOST_NODES: i64 = 1_000_000_000_000_000_000;

/// Limits as they were given.
pub fn limits(depth: Option<i64>, nodes: Option<i64>, time: Option<f64>) -> PyResult<Limits> {
    let depth =
        depth.map(|d| u32::try_from(d).map_err(|_| option_error(format!("depth = {d}: expected 1 to 96 plies"))));
    Ok(Limits { depth: depth.transpose()?, nodes: node_limit(nodes)?, time })
}

/// A limit of nodes, if there is one.
pub fn node_limit(nodes: Option<i64>) -> PyResult<Option<u64>> {
    match nodes {
        Some(n) if !(1..=MOST_NODES).contains(&n) => {
            Err(option_error(format!("nodes = {n}: expected 1 to {MOST_NODES}")))
        }
        nodes => Ok(nodes.map(|n| n as u64)),
    }
}

/// How many lines are wanted, and of which moves.
pub fn focus(position: &AnyPosition, multipv: i64, moves: Option<&Bound<'_, PyAny>>) -> PyResult<Focus> {
    let lines = usize::try_from(multipv).ok().filter(|lines| (1..=500).contains(lines));
    let lines = lines.ok_or_else(|| option_error(format!("multipv = {multipv}: expected 1 to 500 lines")))?;
    let Some(given) = moves else { return Ok(Focus { lines, ..Focus::default() }) };
    let mut moves = Vec::new();
    for argument in given.try_iter()? {
        moves.push(position.legal_move(&argument?)?);
    }
    if moves.is_empty() {
        return Err(option_error("root_moves = []: expected at least one legal move, or None for all"));
    }
    Ok(Focus { moves, lines })
}
