//! Stops searches that call Python functions before the interpreter shuts down: a thread that attaches to it afterwards
//! crashes the process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyCFunction;

/// Stop flag and process id of each running search. The id tells a forked child which searches have no thread in it.
static GUESTS: Mutex<Vec<(u32, Arc<AtomicBool>)>> = Mutex::new(Vec::new());

/// Pause between two checks whether all searches have ended.
const POLL: Duration = Duration::from_millis(1);

fn guests() -> MutexGuard<'static, Vec<(u32, Arc<AtomicBool>)>> {
    GUESTS.lock().unwrap_or_else(|e| e.into_inner())
}

/// Registers a search that calls Python functions, until dropped.
pub struct Guest(Arc<AtomicBool>);

impl Guest {
    /// Registers a search that the flag `stop` ends.
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

/// Registers an `atexit` function that ends all registered searches.
pub fn register(py: Python<'_>) -> PyResult<()> {
    let end = PyCFunction::new_closure(py, None, None, |args, _| end_all(args.py()))?;
    py.import("atexit")?.call_method1("register", (end,))?;
    Ok(())
}

/// Stops all registered searches and waits until the Python functions that they have called return.
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
