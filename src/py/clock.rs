//! The Python class `Clock`: what a player has left of the time of a game.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;

use super::errors::option_error;
use super::values::{number, whole_or_none};
use crate::search::Clock;

/// The clock of the side to move, in seconds, as a limit of a search.
///
/// * `remaining`: what is left of the player's time, 0 to 1e9.
/// * `increment`: what each of its moves adds, 0 to 1e9.
/// * `moves_to_go`: number of moves until more time is added, at least 1; None: the time is for all moves to come.
/// * `overhead`: how much of a move may be lost outside the search, 0 to 1e9. Six times as much is kept in reserve.
///
/// A search with a clock takes a share of it: more while its best move changes or its score falls, next to nothing for
/// an only move. It begins no iteration that would not finish in time, and of the reserve it uses a millisecond at most.
/// Clocks are equal if all four are.
///
/// Raises OptionError for a number out of its range.
///
/// >>> import boyi
/// >>> boyi.Clock(60, increment=0.5)
/// Clock(remaining=60.0, increment=0.5, moves_to_go=None, overhead=0.05)
/// >>> boyi.Searcher().search(boyi.xiangqi.Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w"), clock=boyi.Clock(60)).score.mate
/// 1
#[pyclass(frozen, eq, name = "Clock", module = "boyi._core")]
#[derive(Clone, Copy, PartialEq)]
pub struct PyClock {
    pub inner: Clock,
}

#[pymethods]
impl PyClock {
    #[new]
    #[pyo3(signature = (remaining, increment=0.0, moves_to_go=None, overhead=0.05))]
    fn new(
        #[pyo3(from_py_with = number)] remaining: f64,
        #[pyo3(from_py_with = number)] increment: f64,
        #[pyo3(from_py_with = whole_or_none)] moves_to_go: Option<i64>,
        #[pyo3(from_py_with = number)] overhead: f64,
    ) -> PyResult<PyClock> {
        let moves = moves_to_go.map(|moves| {
            let wrong = || option_error(format!("moves_to_go = {moves}: expected 1 to {}, or None", u32::MAX));
            u32::try_from(moves).map_err(|_| wrong())
        });
        let inner = Clock { remaining, increment, moves_to_go: moves.transpose()?, overhead };
        inner.check()?;
        Ok(PyClock { inner })
    }

    /// Seconds left.
    #[getter]
    fn remaining(&self) -> f64 {
        self.inner.remaining
    }

    /// Seconds that each move adds.
    #[getter]
    fn increment(&self) -> f64 {
        self.inner.increment
    }

    /// Number of moves until more time is added, or None.
    #[getter]
    fn moves_to_go(&self) -> Option<u32> {
        self.inner.moves_to_go
    }

    /// Seconds of a move that may be lost outside the search.
    #[getter]
    fn overhead(&self) -> f64 {
        self.inner.overhead
    }

    fn __hash__(&self) -> u64 {
        let Clock { remaining, increment, moves_to_go, overhead } = self.inner;
        let mut hasher = DefaultHasher::new();
        // 0.0 and -0.0 are equal, and so must their hashes be.
        ([remaining, increment, overhead].map(|seconds| (seconds + 0.0).to_bits()), moves_to_go).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let Clock { remaining, increment, moves_to_go, overhead } = self.inner;
        let moves = moves_to_go.map_or("None".into(), |moves| moves.to_string());
        format!("Clock(remaining={remaining:?}, increment={increment:?}, moves_to_go={moves}, overhead={overhead:?})")
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (f64, f64, Option<u32>, f64)) {
        let Clock { remaining, increment, moves_to_go, overhead } = slf.get().inner;
        (slf.get_type().into_any().unbind(), (remaining, increment, moves_to_go, overhead))
    }
}
