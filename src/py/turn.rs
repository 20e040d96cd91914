//! A lock that allows one search at a time on a `Searcher` and survives a fork.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;

use super::errors::SearcherBusyError;
use crate::search::Searcher;

/// Process id that means "nobody searches".
const NOBODY: u32 = 0;

/// State shared by the Python object and the searching thread.
pub struct Shared {
    pub searcher: Mutex<Searcher>,
    /// The process whose thread searches, or [`NOBODY`].
    holder: AtomicU32,
}

impl Shared {
    /// A searcher that nobody uses yet.
    pub fn new(searcher: Searcher) -> Arc<Shared> {
        Arc::new(Shared { searcher: Mutex::new(searcher), holder: AtomicU32::new(NOBODY) })
    }

    /// Whether this process was forked while a thread of its parent was searching. The child does not have this thread,
    /// so its locks will never be released.
    pub fn is_lost(&self) -> bool {
        ![NOBODY, std::process::id()].contains(&self.holder.load(Ordering::Acquire))
    }
}

/// Exclusive right to search, released when dropped.
pub struct Turn(pub Arc<Shared>);

impl Turn {
    /// Takes the right to search; a SearcherBusyError if another search has it.
    pub fn take(shared: &Arc<Shared>) -> PyResult<Turn> {
        let taken =
            shared.holder.compare_exchange(NOBODY, std::process::id(), Ordering::Acquire, Ordering::Relaxed).is_ok();
        if !taken {
            let message = "this Searcher is searching already; stop that search or use another Searcher";
            return Err(SearcherBusyError::new_err(message));
        }
        Ok(Turn(shared.clone()))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.holder.store(NOBODY, Ordering::Release);
    }
}
