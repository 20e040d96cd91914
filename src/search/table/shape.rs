//! Addressing of a table, in memory and in files: in which slots an entry lies.

use super::Scheme;
use super::slot::place;
use crate::search::config::Layout;

/// Size, scheme and layout of a table, leaves aside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub buckets: usize,
    /// Number of slots that an entry takes: 2 in the layout two-bound, 1 in the others.
    pub stride: usize,
    pub scheme: Scheme,
    pub layout: Layout,
}

impl Shape {
    /// The shape of a table of at most so many slots, of one bucket at least.
    pub fn new(slots: usize, scheme: Scheme, layout: Layout) -> Shape {
        let stride = stride_of(layout);
        Shape { buckets: (slots / (scheme.ways() * stride)).max(1), stride, scheme, layout }
    }

    /// Number of entries.
    #[inline(always)]
    pub fn capacity(&self) -> usize {
        self.buckets * self.scheme.ways()
    }

    /// Number of slots.
    pub fn slots(&self) -> usize {
        self.capacity() * self.stride
    }

    /// Index of the first slot in a key's bucket.
    #[inline(always)]
    pub fn first(&self, key: u64) -> usize {
        place(key, self.buckets) * self.scheme.ways() * self.stride
    }

    /// Indexes of the first slots of the entries in a key's bucket.
    #[inline(always)]
    pub fn bucket(&self, key: u64) -> impl Iterator<Item = usize> + use<> {
        let (ways, stride, first) = (self.scheme.ways(), self.stride, self.first(key));
        (0..ways).map(move |way| first + way * stride)
    }

    /// Key and words of the entry whose first slot is `at`; `slot` reads key and data of a slot.
    #[inline(always)]
    pub fn words(&self, at: usize, slot: impl Fn(usize) -> (u64, u64)) -> (u64, [u64; 2]) {
        let (key, first) = slot(at);
        (key, [first, self.second(at, key, slot)])
    }

    /// The second word of an entry; 0 if it has none, or if another thread has torn it or not written it yet.
    #[inline(always)]
    pub fn second(&self, at: usize, key: u64, slot: impl Fn(usize) -> (u64, u64)) -> u64 {
        if self.layout != Layout::TwoBound {
            return 0;
        }
        let (known, second) = slot(at + 1);
        if known == key { second } else { 0 }
    }
}

/// Number of slots that an entry takes.
pub(super) fn stride_of(layout: Layout) -> usize {
    match layout {
        Layout::TwoBound => 2,
        Layout::Single | Layout::LeafWalk => 1,
    }
}
