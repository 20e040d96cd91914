//! 64-bit words shared by threads without a lock, and a model of them for tests with loom.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A 64-bit word shared by threads without a lock: an [`AtomicU64`], or loom's model of one in tests.
pub(crate) trait Word: Default {
    fn get(&self) -> u64;

    fn set(&self, value: u64);

    /// Sets the value if it is 0; returns whether it was.
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

/// Word of loom, a model checker that runs a test once for each order in which threads may see each other's writes.
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
