//! One search at a time on one `Searcher`.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;

use super::errors::exception;
use crate::search::Searcher;

/// Number of no process.
const NOBODY: u32 = 0;

/// What the Python object and a searching thread share.
pub struct Shared {
    pub searcher: Mutex<Searcher>,
    /// The process whose thread searches, or [`NOBODY`].
    holder: AtomicU32,
}

impl Shared {
    /// Nobody searches yet.
    pub fn new(searcher: Searcher) -> Arc<Shared> {
        Arc::new(Shared { searcher: Mutex::new(searcher), holder: AtomicU32::new(NOBODY) })
    }

    /// Whether this process was forked while a thread of its parent was searching. That thread is not here, and what it
    /// has locked will never be free.
    pub fn is_lost(&self) -> bool {
        ![NOBODY, std::process::id()].contains(&self.holder.load(Ordering::Acquire))
    }
}

/// Frees the searcher when its search ends, however it ends.
pub struct Turn(pub Arc<Shared>);

impl Turn {
    /// The turn to search, if nobody else has it.
    pub fn take(shared: &Arc<Shared>) -> PyResult<Turn> {
        let taken =
            shared.holder.compare_exchange(NOBODY, std::process::id(), Ordering::Acquire, Ordering::Relaxed).is_ok();
        if !taken {
            let message = "this Searcher is searching already; stop that search or use another Searcher";
            return Err(exception("SearcherBusyError", message.into()));
        }
        Ok(Turn(shared.clone()))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.holder.store(NOBODY, Ordering::Release);
    }
}
