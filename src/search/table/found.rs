//! An entry that a probe has found, copied from its slots.

use std::sync::atomic::Ordering::Relaxed;

use super::{Bounds, Entry, Table};
use crate::search::config::Layout;

/// A table entry found for a position, still packed.
#[derive(Clone, Copy, Debug)]
pub struct Found<'t> {
    pub(super) table: &'t Table,
    /// Index of its first slot.
    pub(super) at: usize,
    pub(super) words: [u64; 2],
}

impl Found<'_> {
    /// The entry as one of a single bound; in the layout two-bound its deeper bound.
    #[inline(always)]
    pub fn entry(&self) -> Entry {
        self.table.decode(self.words)
    }

    /// The entry with both bounds in the layout two-bound; `None` in the others.
    #[inline]
    pub fn bounds(&self) -> Option<Bounds> {
        (self.table.shape.layout == Layout::TwoBound).then(|| Bounds::unpack(self.words))
    }

    /// Makes the entry, which is of the position with this key, one of the current search.
    #[inline]
    pub fn renew(&self, key: u64) {
        let (first, age) = (self.words[0], self.table.age.load(Relaxed));
        let renewed = match self.table.shape.layout {
            Layout::TwoBound => Bounds::renewed(first, age),
            Layout::Single | Layout::LeafWalk => Entry::renewed(first, age),
        };
        if renewed != first {
            self.table.slots[self.at].write(key, renewed);
        }
    }
}
