//! Limits of a search as Python gives them.

use pyo3::prelude::*;

use super::errors::option_error;
use crate::search::Limits;

/// Largest limit of nodes: some thousand years.
const MOST_NODES: i64 = 1_000_000_000_000_000_000;

/// The limits of a search; whatever is None has none.
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
