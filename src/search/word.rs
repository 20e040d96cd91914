//! Words that threads share without a lock, and the model of them that tests run.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A word that threads share without a lock: an atomic of the processor, or that of a model in tests.
pub(crate) trait Word: Default {
    /// What it holds.
    fn get(&self) -> u64;

    /// Holds something else from now on.
    fn set(&self, value: u64);

    /// Holds something else from now on if it holds 0; answers whether it did.
    fn fill(&self, value: u64) -> bool;
}

impl Word for AtomicU64 {
    #[inline(always)]
    fn get(&self) -> u64 {
        self.load(Relaxed)
    }

    #[inline(always)]
    fn set(&self, value: u64) {
        self.store(value, Relaxed);
    }

    #[inline(always)]
    fn fill(&self, value: u64) -> bool {
        self.compare_exchange(0, value, Relaxed, Relaxed).is_ok()
    }
}

/// Words of loom, which runs a test once for each order in which threads may see one another's writes.
#[cfg(test)]
#[derive(Debug, Default)]
pub(crate) struct Modelled(loom::sync::atomic::AtomicU64);

#[cfg(test)]
impl Word for Modelled {
    fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    fn set(&self, value: u64) {
        self.0.store(value, Relaxed);
    }

    fn fill(&self, value: u64) -> bool {
        self.0.compare_exchange(0, value, Relaxed, Relaxed).is_ok()
    }
}
