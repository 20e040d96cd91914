//! `Run`: a search under way.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;

use super::errors::{exception, internal_error, option_error};
use super::results::{iteration_object, result_object};
use super::values::number_or_none;
use super::waiting::{Received, receive};
use crate::game::Side;
use crate::games::GameKind;
use crate::search::observe::Counters;
use crate::search::{Iteration, Report};

/// What a searching thread leaves behind.
pub enum Outcome {
    /// What was found, and what was counted.
    Found(Report, Box<Counters>),
    /// An exception of the user's own code.
    Raised(PyErr),
    /// It failed.
    Defect,
}

/// A dropped run waits no longer than this for its search to stop.
const PATIENCE: Duration = Duration::from_secs(2);

/// A search under way. Iterate over it to see each iteration as it is finished; `with` stops it in the end.
#[pyclass(frozen, name = "Run", module = "boyi._core")]
pub struct Run {
    pub kind: GameKind,
    pub side: Side,
    /// A book has answered; nothing is searched.
    pub from_book: bool,
    pub stop: Arc<AtomicBool>,
    pub done: Arc<OnceLock<Outcome>>,
    pub receiver: Mutex<Receiver<Iteration>>,
    /// Its thread calls Python, and so cannot end while this one keeps Python to itself.
    pub calls_python: bool,
    /// The process whose thread searches.
    pub process: u32,
}

impl Run {
    /// Whether this process was forked from the one that searches: no thread here will ever send or finish anything.
    fn is_inherited(&self) -> bool {
        self.process != std::process::id()
    }

    /// The next iteration, or that the search is over; `until` limits the wait.
    fn wait(&self, py: Python<'_>, until: Option<Instant>) -> PyResult<Received<Iteration>> {
        if self.is_inherited() {
            return self.left_behind();
        }
        receive(py, &self.receiver, until).map_err(|error| self.abandon(py, error))
    }

    /// What a forked child has of a search of its parent: everything if it was over before, else nothing.
    fn left_behind(&self) -> PyResult<Received<Iteration>> {
        if self.done.get().is_none() {
            let message = "this search was under way when the process forked, and goes on in the parent only; \
                           start another one here, the Searcher is free";
            return Err(exception("ForkError", message.into()));
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

    /// The exception of the user's own code that has ended the search; the same one whenever it is asked for.
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
    /// Asks the search to stop; it does within a millisecond or so, or when a function of yours that it has called
    /// (see Searcher) returns. `result()` then has what was found.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search is over; a search that was under way when the process forked is over in the child.
    fn done(&self) -> bool {
        self.done.get().is_some() || self.is_inherited()
    }

    /// Waits for the end of the search and answers with its Result. Raises TimeoutError if it is not over after
    /// `timeout` seconds; the search goes on then. What a function of yours has raised (see Searcher) is raised here.
    /// Raises ForkError at once in a child that was forked during the search.
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

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.next(py)? {
            // Making the object runs code of Python, where an interrupt may be seen.
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
        // What own code has raised is told to those who ask for results.
        while matches!(self.wait(py, None)?, Received::Message(_)) {}
        Ok(())
    }
}

impl Drop for Run {
    /// Stops the search and waits a little, so that the Searcher is free for the next one.
    fn drop(&mut self) {
        self.stop();
        let inherited = self.is_inherited();
        let receiver = self.receiver.get_mut().unwrap_or_else(|e| e.into_inner());
        if inherited {
            // A closing receiver may wait for a sender that is in the midst of a message.
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
