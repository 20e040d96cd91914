//! A complete search with an observer.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;

use super::any::{AnyPosition, with_game};
use super::config::PyConfig;
use super::limits::limits;
use super::waiting;
use crate::error::Result;
use crate::search::observe::Observer;
use crate::search::{Report, Searcher};

/// Searches a position to `depth` plies with a new searcher and reports events to `watching`. Ctrl-C stops the search.
/// An OptionError for a depth out of range.
pub fn watched(
    py: Python<'_>,
    config: &PyConfig,
    position: &AnyPosition,
    depth: i64,
    watching: &mut impl Observer,
) -> PyResult<Report> {
    let limits = limits(Some(depth), None, None, None, None)?;
    limits.check(&config.inner)?;
    let game = position.game(&position.evaluator(config.inner.evaluation.text())?)?;
    let search = move |stop: &AtomicBool| -> Result<Report> {
        let mut searcher = Searcher::new(config.inner.clone())?;
        Ok(with_game!(&game, game => searcher.search(game, &limits, stop, watching, &mut |_| ())))
    };
    Ok(waiting::run(py, "the search", search)??)
}
