//! The Python class `Run`: a search that runs in the background.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;

use super::any::{AnyGame, with_game};
use super::errors::{ForkError, internal_error, option_error};
use super::own_code::InSearch;
use super::results::{iteration_object, result_object};
use super::turn::Turn;
use super::values::number_or_none;
use super::waiting::{Received, receive};
use crate::game::Side;
use crate::games::GameKind;
use crate::search::observe::Counters;
use crate::search::{Flags, Iteration, Report, Request};

/// The outcome of a search, set by its thread.
pub enum Outcome {
    /// The search's report and its counters.
    Found(Report, Box<Counters>),
    /// An exception raised by the user's `order_by` or `evaluate`.
    Raised(PyErr),
    /// The thread panicked.
    Defect,
}

/// Runs the search and releases the turn before the outcome is published, so that the next search can start at once.
pub fn search_on_thread(
    turn: Turn,
    game: &AnyGame,
    request: Request<'_>,
    flags: Flags,
    own: Option<InSearch>,
    sender: &Sender<Iteration>,
) -> Outcome {
    let mut counters = Box::<Counters>::default();
    let mut searcher = turn.0.searcher.lock().unwrap_or_else(|e| e.into_inner());
    let searcher = &mut *searcher;
    // Sending fails if the Run was dropped; the search goes on regardless.
    let mut tell = |iteration: &Iteration| drop(sender.send(iteration.clone()));
    let report = with_game!(game, game => match &own {
        None => searcher.search(game, request, flags, &mut *counters, &mut tell),
        Some(own) => own.with_guided(game, |game| {
            searcher.search(game, request, flags, &mut *counters, &mut tell)
        }),
    });
    own.and_then(InSearch::failure).map_or(Outcome::Found(report, counters), Outcome::Raised)
}

/// Longest time that a dropped run waits for its search to stop.
const PATIENCE: Duration = Duration::from_secs(2);

/// A search that runs in the background, made by `Searcher.start`.
///
/// Iterating over it yields an Iteration whenever one is finished, until the search is over. Leaving a `with` block
/// stops the search. `result()` waits for the Result, and so does `await run` in asyncio, where other tasks go on
/// meanwhile and a cancellation stops the search.
///
/// >>> import boyi
/// >>> run = boyi.Searcher().start(boyi.xiangqi.Position(), depth=4)
/// >>> run.result().depth, run.done()
/// (4, True)
#[pyclass(frozen, name = "Run", module = "boyi._core")]
pub struct Run {
    pub kind: GameKind,
    pub side: Side,
    /// Whether the opening book had a move, so that nothing is searched.
    pub from_book: bool,
    pub stop: Arc<AtomicBool>,
    /// Whether the search thinks in the opponent's time.
    pub ponder: Arc<AtomicBool>,
    pub done: Arc<OnceLock<Outcome>>,
    pub receiver: Mutex<Receiver<Iteration>>,
    /// Whether the search calls Python functions. Its thread then cannot end while this thread holds the interpreter.
    pub calls_python: bool,
    /// Id of the process whose thread searches.
    pub process: u32,
}

impl Run {
    /// Whether this process was forked from the one that searches: no thread here will ever send or finish anything.
    fn is_inherited(&self) -> bool {
        self.process != std::process::id()
    }

    /// Waits, at most until `until`, for the next iteration or the end of the search.
    fn wait(&self, py: Python<'_>, until: Option<Instant>) -> PyResult<Received<Iteration>> {
        if self.is_inherited() {
            return self.left_behind();
        }
        receive(py, &self.receiver, until).map_err(|error| self.abandon(py, error))
    }

    /// The next message in a forked child: if the search was over before the fork, everything is there; otherwise a
    /// ForkError.
    fn left_behind(&self) -> PyResult<Received<Iteration>> {
        if self.done.get().is_none() {
            let message = "this search was under way when the process forked, and goes on in the parent only; \
                           start another one here, the Searcher is free";
            return Err(ForkError::new_err(message));
        }
        let receiver = self.receiver.try_lock().ok();
        let message = receiver.and_then(|receiver| receiver.try_recv().ok());
        Ok(message.map_or(Received::Closed, Received::Message))
    }

    pub fn next(&self, py: Python<'_>) -> PyResult<Option<Iteration>> {
        match self.wait(py, None)? {
            Received::Message(iteration) => Ok(Some(iteration)),
            _ => self.raised(py).map_or(Ok(None), Err),
        }
    }

    /// The exception of the user's `order_by` or `evaluate` that ended the search, if any.
    fn raised(&self, py: Python<'_>) -> Option<PyErr> {
        match self.done.get() {
            Some(Outcome::Raised(error)) => Some(error.clone_ref(py)),
            _ => None,
        }
    }

    /// Stops the search because of an error and waits until its Searcher is free.
    pub fn abandon(&self, py: Python<'_>, error: PyErr) -> PyErr {
        self.stop();
        if self.is_inherited() {
            return error;
        }
        py.detach(|| {
            let receiver = self.receiver.lock().unwrap_or_else(|e| e.into_inner());
            while receiver.recv().is_ok() {}
        });
        error
    }

    pub fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.done.get() {
            Some(Outcome::Found(report, counters)) => {
                result_object(py, report, counters, self.kind, self.side, self.from_book)
            }
            Some(Outcome::Raised(error)) => Err(error.clone_ref(py)),
            Some(Outcome::Defect) | None => Err(internal_error("the search")),
        }
    }
}

#[pymethods]
impl Run {
    /// Asks the search to stop and returns at once. The search ends within about a millisecond, or when a running
    /// `order_by` or `evaluate` returns. `result()` then returns what was found so far.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Tells a search that was started with `ponder=True` that the opponent has made the expected move: `time=` begins
    /// to run, and the search ends at once if what it has thought is enough for its `clock=`. In any other search, and
    /// when it is called again, it does nothing.
    fn ponder_hit(&self) {
        self.ponder.store(false, Ordering::Relaxed);
    }

    /// Whether the search is over. In a forked child, a search of the parent counts as over.
    fn done(&self) -> bool {
        self.done.get().is_some() || self.is_inherited()
    }

    /// Waits for the end of the search and returns its Result.
    ///
    /// `timeout` is in seconds, 0 to 1e9; None waits without limit. Raises TimeoutError if the search is not over by
    /// then (it goes on), the exception of a function `order_by` or `evaluate` that failed, and ForkError in a child
    /// that was forked during the search.
    #[pyo3(signature = (timeout=None))]
    fn result<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = number_or_none)] timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(seconds) = timeout.filter(|t| !(0.0..=1e9).contains(t)) {
            return Err(option_error(format!("timeout = {seconds}: expected seconds, 0 to 1e9")));
        }
        let until = timeout.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
        loop {
            match self.wait(py, until)? {
                Received::Message(_) => {}
                Received::Closed => return self.outcome(py),
                Received::TimedOut => return Err(PyTimeoutError::new_err("the search is not over yet")),
            }
        }
    }

    /// Waits in asyncio; `boyi.aio` has the loop's side of it.
    fn __await__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("boyi.aio")?.call_method1("result_of", (slf,))?.call_method0("__await__")
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.next(py)? {
            // Making the object runs Python code, which may raise KeyboardInterrupt.
            Some(iteration) => iteration_object(py, &iteration, self.kind, self.side)
                .map(Some)
                .map_err(|error| self.abandon(py, error)),
            None => Ok(None),
        }
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) -> PyResult<()> {
        self.stop();
        if self.is_inherited() {
            return Ok(());
        }
        // An exception of the user's functions is raised by `result()`, not here.
        while matches!(self.wait(py, None)?, Received::Message(_)) {}
        Ok(())
    }
}

impl Drop for Run {
    /// Stops the search and waits up to [`PATIENCE`], so that the Searcher is free for the next search.
    fn drop(&mut self) {
        self.stop();
        let inherited = self.is_inherited();
        let receiver = self.receiver.get_mut().unwrap_or_else(|e| e.into_inner());
        if inherited {
            // Dropping the receiver could wait forever for a sender that was in the middle of a message at the fork.
            std::mem::forget(std::mem::replace(receiver, channel().1));
            return;
        }
        let until = Instant::now() + PATIENCE;
        let wait = move || while receiver.recv_timeout(until.saturating_duration_since(Instant::now())).is_ok() {};
        if self.calls_python {
            let _ = Python::try_attach(|py| py.detach(wait));
        } else {
            wait();
        }
    }
}
