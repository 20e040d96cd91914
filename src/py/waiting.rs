//! Waiting for work on another thread while Python stays alive: other Python threads run, and Ctrl-C is seen.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, TryLockError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use super::errors::internal_error;

/// Between two looks at Python's signals.
const POLL: Duration = Duration::from_millis(5);

/// What came of waiting for a message.
pub enum Received<T> {
    /// The next message.
    Message(T),
    /// The sender is gone.
    Closed,
    /// The time was over first.
    TimedOut,
}

/// Waits for the next message, detached from the interpreter; an exception raised by a signal handler ends it.
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

/// Waits for a message no longer than this, nor for another thread that is waiting for it: signals must be looked at.
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

/// Breaks in work that cannot be detached, since it reads Python objects all the time.
pub struct Breaks {
    next: Instant,
}

impl Breaks {
    /// The work begins now.
    pub fn new() -> Breaks {
        Breaks { next: Instant::now() + POLL }
    }

    /// If 5 ms have gone by since the last break: lets other Python threads run, and Python handle signals.
    pub fn pause(&mut self, py: Python<'_>) -> PyResult<()> {
        if Instant::now() >= self.next {
            py.detach(std::thread::yield_now);
            py.check_signals()?;
            self.next = Instant::now() + POLL;
        }
        Ok(())
    }
}

/// Does work on a thread of its own and waits for it. When a signal raises an exception, the flag given to the work
/// is set, and the work should end.
pub fn run<T: Send>(py: Python<'_>, what: &str, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let (sender, receiver) = channel();
    let receiver = Mutex::new(receiver);
    std::thread::scope(|scope| {
        let stop = &stop;
        let thread = scope.spawn(move || sender.send(work(stop)).is_ok());
        let received = receive(py, &receiver, None);
        stop.store(true, Relaxed);
        // Joined by hand, so that a panic over there does not become one here.
        let joined = py.detach(|| thread.join());
        match (received?, joined) {
            (Received::Message(value), Ok(_)) => Ok(value),
            _ => Err(internal_error(what)),
        }
    })
}
