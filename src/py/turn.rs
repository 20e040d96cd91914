//! One search at a time on one `Searcher`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;

use super::errors::exception;
use crate::search::Searcher;

/// What the Python object and a searching thread share.
pub struct Shared {
    pub searcher: Mutex<Searcher>,
    busy: AtomicBool,
}

impl Shared {
    /// Nobody searches yet.
    pub fn new(searcher: Searcher) -> Arc<Shared> {
        Arc::new(Shared { searcher: Mutex::new(searcher), busy: AtomicBool::new(false) })
    }
}

/// Frees the searcher when its search ends, however it ends.
pub struct Turn(pub Arc<Shared>);

impl Turn {
    /// The turn to search, if nobody else has it.
    pub fn take(shared: &Arc<Shared>) -> PyResult<Turn> {
        if shared.busy.swap(true, Ordering::Acquire) {
            let message = "this Searcher is searching already; stop that search or use another Searcher";
            return Err(exception("SearcherBusyError", message.into()));
        }
        Ok(Turn(shared.clone()))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.busy.store(false, Ordering::Release);
    }
}
