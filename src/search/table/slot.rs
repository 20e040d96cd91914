//! A slot of a table: two 64-bit words, the packed data and `key ^ data`, read and written without a lock.

use std::ops::Deref;
use std::sync::atomic::AtomicU64;

use prefetch_index::prefetch_index;
use rayon::prelude::*;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

use super::mapped::Mapped;
use super::pool::on_all_cores;
use crate::error::{Error, Result};
use crate::search::shared_word::Word;

/// Size of a slot, in bytes.
pub const SLOT_BYTES: usize = 16;

/// A slot of a table: its data and `key ^ data`; empty if its data is 0.
#[derive(Debug, Default, FromBytes, IntoBytes, KnownLayout)]
#[repr(transparent)]
pub(super) struct Slot<W = AtomicU64>([W; 2]);

impl<W: Word> Slot<W> {
    /// Reads key and data. If two threads have torn the slot, the key is garbage that equals no position's key.
    #[inline(always)]
    pub fn read(&self) -> (u64, u64) {
        let Slot([data, check]) = self;
        let data = data.get();
        (check.get() ^ data, data)
    }

    /// Writes key and data over what the slot held.
    #[inline(always)]
    pub fn write(&self, key: u64, data: u64) {
        self.set([data, key ^ data]);
    }

    #[inline(always)]
    fn set(&self, words: [u64; 2]) {
        self.0.iter().zip(words).for_each(|(word, value)| word.set(value));
    }

    /// Whether the slot holds an entry.
    #[inline(always)]
    pub fn is_filled(&self) -> bool {
        self.0[0].get() != 0
    }

    /// Both words in the byte order of files: little-endian, data first.
    pub fn bytes(&self) -> [u8; SLOT_BYTES] {
        let mut bytes = [0; SLOT_BYTES];
        bytes[..8].copy_from_slice(&self.0[0].get().to_le_bytes());
        bytes[8..].copy_from_slice(&self.0[1].get().to_le_bytes());
        bytes
    }

    /// Sets both words from bytes made by [`Slot::bytes`].
    pub fn set_bytes(&self, bytes: [u8; SLOT_BYTES]) {
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        self.set([word(0), word(8)]);
    }

    /// Empties the slot.
    pub fn clear(&self) {
        self.set([0, 0]);
    }
}

/// The slots of a table. The first one begins a page, so that a bucket of four fills a line of the processor's cache.
#[derive(Debug)]
pub(super) struct Slots {
    memory: Mapped,
}

impl Slots {
    /// Maps `number` empty slots. Fails if memory is short. The system hands out zeroed memory, and each page of it only
    /// when it is first written: this takes no time for a table of any size.
    pub fn empty(number: usize) -> Result<Slots> {
        let mb = (number * SLOT_BYTES) >> 20;
        let short = |_| Error::Value(format!("table size mb = {mb}: expected a size that the memory has room for"));
        Mapped::empty(number).map(|memory| Slots { memory }).map_err(short)
    }

    /// Empties all slots, using all cores.
    pub fn clear(&self) {
        on_all_cores(|| self.par_iter().for_each(Slot::clear));
    }

    /// Lets the processor load a slot that will be read soon.
    #[inline(always)]
    pub fn prefetch(&self, at: usize) {
        prefetch_index(self.memory.slots(), at);
    }
}

impl Deref for Slots {
    type Target = [Slot];

    #[inline(always)]
    fn deref(&self) -> &[Slot] {
        self.memory.slots()
    }
}

/// Maps a key to an index below `number` by its high bits, without division and for any number (Lemire 2019).
#[inline(always)]
pub(super) fn place(key: u64, number: usize) -> usize {
    ((key as u128 * number as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::search::shared_word::Modelled;

    const KEY: u64 = 0x1234_5678_9abc_def1;
    const OTHER_KEY: u64 = 0xfedc_ba98_7654_3211;

    /// Two threads each write an entry or clear the slot, in every order: a reader that finds one of the keys must find
    /// data written for that key, meanwhile and in the end. Three threads would have too many orders to try.
    fn check(writes: [Option<(u64, u64)>; 2]) {
        loom::model(move || {
            let slot = Arc::new(Slot::<Modelled>::default());
            let look = || {
                let (key, data) = slot.read();
                let known = writes.iter().flatten().any(|write| write.0 == key);
                assert!(data == 0 || !known || writes.contains(&Some((key, data))), "{data:x} found under {key:x}");
            };
            let threads = writes.map(|write| {
                let slot = slot.clone();
                loom::thread::spawn(move || write.map_or_else(|| slot.clear(), |(key, data)| slot.write(key, data)))
            });
            look();
            threads.into_iter().for_each(|thread| thread.join().unwrap());
            look();
        });
    }

    #[test]
    fn in_no_order_of_events_is_an_entry_of_one_key_found_under_another() {
        check([Some((KEY, 5)), Some((OTHER_KEY, 7))]);
    }

    #[test]
    fn in_no_order_of_events_are_two_entries_of_one_key_mixed() {
        check([Some((KEY, 5)), Some((KEY, 7))]);
    }

    #[test]
    fn in_no_order_of_events_does_clearing_leave_half_an_entry() {
        check([Some((KEY, 5)), None]);
    }
}
