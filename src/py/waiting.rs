//! Waiting for work on another thread while Python stays alive: other Python threads run, and Ctrl-C is seen.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, TryLockError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use super::errors::internal_error;

/// Interval between two checks for Python signals such as Ctrl-C.
const POLL: Duration = Duration::from_millis(5);
/// Interval between two looks at how far work is.
const SHOWN: Duration = Duration::from_millis(100);
/// Length of a break in which other Python threads may take the interpreter.
const BREAK: Duration = Duration::from_micros(50);

/// Result of waiting for a message.
pub enum Received<T> {
    /// The next message.
    Message(T),
    /// The sender was dropped; no message will come.
    Closed,
    /// The time limit was reached.
    TimedOut,
}

/// Waits for the next message, detached from the interpreter, at most until `until`. An exception raised by a signal
/// handler ends the wait.
pub fn receive<T: Send>(
    py: Python<'_>,
    messages: &Mutex<Receiver<T>>,
    until: Option<Instant>,
) -> PyResult<Received<T>> {
    loop {
        let slice = until.map_or(POLL, |until| POLL.min(until.saturating_duration_since(Instant::now())));
        let waited = py.detach(|| wait(messages, slice));
        match waited {
            Ok(message) => return Ok(Received::Message(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(Received::Closed),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
        if until.is_some_and(|until| Instant::now() >= until) {
            return Ok(Received::TimedOut);
        }
    }
}

/// Waits at most `slice` for a message, also if another thread holds the receiver, so that the caller can check for
/// signals.
fn wait<T>(messages: &Mutex<Receiver<T>>, slice: Duration) -> Result<T, RecvTimeoutError> {
    match messages.try_lock() {
        Ok(receiver) => receiver.recv_timeout(slice),
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner().recv_timeout(slice),
        Err(TryLockError::WouldBlock) => {
            std::thread::sleep(slice);
            Err(RecvTimeoutError::Timeout)
        }
    }
}

/// Regular breaks in work that reads Python objects all the time and therefore cannot be detached.
pub struct Breaks {
    next: Instant,
}

impl Breaks {
    /// Starts the clock.
    pub fn new() -> Breaks {
        Breaks { next: Instant::now() + POLL }
    }

    /// If 5 ms have passed since the last break, lets other Python threads run and checks for signals.
    pub fn pause(&mut self, py: Python<'_>) -> PyResult<()> {
        if Instant::now() >= self.next {
            // A yield would end before a thread that waits for the interpreter has woken up.
            py.detach(|| std::thread::sleep(BREAK));
            py.check_signals()?;
            self.next = Instant::now() + POLL;
        }
        Ok(())
    }
}

/// Runs `work` on a new thread and waits for its result. If a signal handler raises an exception, sets the flag passed
/// to `work`, which should then return soon. `what` names the work in error messages.
pub fn run<T: Send>(py: Python<'_>, what: &str, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    run_shown(py, what, work, |_, _| Ok(()))
}

/// [`run`] that calls `show` ten times a second; an exception of it ends the work too. `show` may set the flag itself:
/// the work then ends soon, and its result counts.
pub fn run_shown<T: Send>(
    py: Python<'_>,
    what: &str,
    work: impl FnOnce(&AtomicBool) -> T + Send,
    mut show: impl FnMut(Python<'_>, &AtomicBool) -> PyResult<()>,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let (sender, receiver) = channel();
    let receiver = Mutex::new(receiver);
    std::thread::scope(|scope| {
        let stop = &stop;
        let thread = scope.spawn(move || sender.send(work(stop)).is_ok());
        let received = loop {
            match receive(py, &receiver, Some(Instant::now() + SHOWN)) {
                Ok(Received::TimedOut) => match show(py, stop) {
                    Ok(()) => {}
                    Err(error) => break Err(error),
                },
                received => break received,
            }
        };
        stop.store(true, Relaxed);
        // Joined explicitly, because the scope would pass a panic of the thread on to this one.
        let joined = py.detach(|| thread.join());
        match (received?, joined) {
            (Received::Message(value), Ok(_)) => Ok(value),
            _ => Err(internal_error(what)),
        }
    })
}
