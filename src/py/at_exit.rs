//! Searches that call Python must be over before the interpreter is: a thread that comes back to it then ends the process
//! with a crash.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyCFunction;

/// What stops each search under way, and the process whose thread it is: after a fork, the child has none of them.
static GUESTS: Mutex<Vec<(u32, Arc<AtomicBool>)>> = Mutex::new(Vec::new());

/// Between two looks at whether they are over.
const POLL: Duration = Duration::from_millis(1);

fn guests() -> MutexGuard<'static, Vec<(u32, Arc<AtomicBool>)>> {
    GUESTS.lock().unwrap_or_else(|e| e.into_inner())
}

/// A search that calls Python, from its beginning to its end.
pub struct Guest(Arc<AtomicBool>);

impl Guest {
    /// One that `stop` ends.
    pub fn new(stop: Arc<AtomicBool>) -> Guest {
        guests().push((std::process::id(), stop.clone()));
        Guest(stop)
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        guests().retain(|(_, stop)| !Arc::ptr_eq(stop, &self.0));
    }
}

/// Has all such searches stopped when Python is about to end.
pub fn register(py: Python<'_>) -> PyResult<()> {
    let end = PyCFunction::new_closure(py, None, None, |args, _| end_all(args.py()))?;
    py.import("atexit")?.call_method1("register", (end,))?;
    Ok(())
}

/// Stops them and waits until the functions that they have called return.
fn end_all(py: Python<'_>) -> PyResult<()> {
    let here = std::process::id();
    for (_, stop) in guests().iter() {
        stop.store(true, Ordering::Relaxed);
    }
    while guests().iter().any(|&(process, _)| process == here) {
        py.detach(|| std::thread::sleep(POLL));
        py.check_signals()?;
    }
    Ok(())
}
