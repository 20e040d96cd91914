//! The Python class `SelfPlayRun`: a batch of games of self-play.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use super::any::{AnyEvaluator, AnyPosition, with_game};
use super::config::PyConfig;
use super::waiting;
use super::weights::searched_evaluator;
use crate::error::Result;
use crate::search::{Config, Searcher};
use crate::selfplay::{Ply, Row, Terms, play};

/// A batch of games of self-play, for `boyi.lab.selfplay`, which checks the arguments.
///
/// The games have the numbers from `first` on; game number n begins from `openings[n % len(openings)]`. All openings are
/// of one game, and there is one at least.
#[pyclass(frozen, module = "boyi._core")]
pub struct SelfPlayRun {
    config: Config,
    openings: Vec<AnyPosition>,
    evaluator: AnyEvaluator,
    terms: Terms,
    first: u64,
    games: u64,
    stop: AtomicBool,
}

#[pymethods]
impl SelfPlayRun {
    #[new]
    #[pyo3(signature = (config, evaluation, openings, *, first, games, seed, nodes, random_plies, margin, slip, decided, decided_plies, max_plies))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn new(
        config: &PyConfig,
        evaluation: Option<&Bound<'_, PyAny>>,
        openings: &Bound<'_, PyList>,
        first: u64,
        games: u64,
        seed: u64,
        nodes: u64,
        random_plies: [u32; 2],
        margin: i32,
        slip: f64,
        decided: i32,
        decided_plies: u32,
        max_plies: u32,
    ) -> PyResult<SelfPlayRun> {
        let config = config.inner.clone();
        let openings: Vec<AnyPosition> =
            openings.iter().map(|opening| AnyPosition::of(&opening)).collect::<PyResult<_>>()?;
        let evaluator = searched_evaluator(&openings[0], evaluation, &config)?;
        openings[0].game(&evaluator)?;
        let terms = Terms { seed, nodes, random_plies, margin, slip, decided, decided_plies, max_plies };
        Ok(SelfPlayRun { config, openings, evaluator, terms, first, games, stop: AtomicBool::new(false) })
    }

    /// Ends the games: `result()` then returns None.
    fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Plays the games, and returns the bytes of the arrays of games and of plies; None if they were stopped.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)>> {
        let played = waiting::run(py, "self-play", |interrupted| self.play_all(interrupted))??;
        Ok(played.map(|(rows, plies)| {
            (PyBytes::new(py, bytemuck::cast_slice(&rows)), PyBytes::new(py, bytemuck::cast_slice(&plies)))
        }))
    }
}

impl SelfPlayRun {
    /// Plays the games until one of the flags is set.
    fn play_all(&self, interrupted: &AtomicBool) -> Result<Option<(Vec<Row>, Vec<Ply>)>> {
        let (mut rows, mut all) = (Vec::new(), Vec::new());
        let mut searcher = Searcher::new(self.config.clone())?;
        for number in self.first..self.first + self.games {
            let opening = number % self.openings.len() as u64;
            let game = self.openings[opening as usize].game(&self.evaluator)?;
            let played = with_game!(&game, game => {
                play(&mut searcher, game, number, &self.terms, &self.stop)?
            });
            let Some(played) = played.filter(|_| !interrupted.load(Relaxed)) else { return Ok(None) };
            rows.push(Row::new(opening as u32, &played));
            all.extend(played.plies);
        }
        Ok(Some((rows, all)))
    }
}
