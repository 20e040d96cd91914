//! One place of a table: two words, the packed data and `key ^ data`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::pool::on_all_cores;
use crate::error::{Error, Result};

/// Bytes of a slot.
pub const SLOT_BYTES: usize = 16;

/// A slot, empty as long as its data is 0.
#[derive(Debug, Default)]
pub(super) struct Slot {
    data: AtomicU64,
    check: AtomicU64,
}

impl Slot {
    /// Key and data. If two threads have torn the slot, the key is one that nobody asks for.
    #[inline(always)]
    pub fn read(&self) -> (u64, u64) {
        let data = self.data.load(Relaxed);
        (self.check.load(Relaxed) ^ data, data)
    }

    /// Key and data, whatever was here before.
    #[inline(always)]
    pub fn write(&self, key: u64, data: u64) {
        self.data.store(data, Relaxed);
        self.check.store(key ^ data, Relaxed);
    }

    /// Whether it holds anything.
    #[inline(always)]
    pub fn is_filled(&self) -> bool {
        self.data.load(Relaxed) != 0
    }

    /// Both words as a file holds them.
    pub fn bytes(&self) -> [u8; SLOT_BYTES] {
        let mut bytes = [0; SLOT_BYTES];
        bytes[..8].copy_from_slice(&self.data.load(Relaxed).to_le_bytes());
        bytes[8..].copy_from_slice(&self.check.load(Relaxed).to_le_bytes());
        bytes
    }

    /// The reverse of [`Slot::bytes`].
    pub fn set_bytes(&self, bytes: [u8; SLOT_BYTES]) {
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        self.data.store(word(0), Relaxed);
        self.check.store(word(8), Relaxed);
    }

    /// Empty again.
    pub fn clear(&self) {
        self.data.store(0, Relaxed);
        self.check.store(0, Relaxed);
    }
}

/// Slots that are made between two looks at the stop flag: 64 MiB, some tens of milliseconds.
const PART: usize = 1 << 22;

/// So many empty slots, if the memory has room for them and `stop` is not set meanwhile.
pub(super) fn empty_slots(number: usize, stop: &AtomicBool) -> Result<Vec<Slot>> {
    let mut slots: Vec<Slot> = Vec::new();
    let mb = (number * SLOT_BYTES) >> 20;
    if slots.try_reserve_exact(number).is_err() {
        return Err(Error::Value(format!("table size mb = {mb}: expected a size that the memory has room for")));
    }
    on_all_cores(|| {
        while slots.len() < number && !stop.load(Relaxed) {
            let part = PART.min(number - slots.len());
            slots.par_extend((0..part).into_par_iter().map(|_| Slot::default()));
        }
    });
    if slots.len() < number {
        return Err(Error::Value(format!("table size mb = {mb}: stopped before it was made")));
    }
    Ok(slots)
}

/// Empties slots with all cores.
pub(super) fn clear_all(slots: &[Slot]) {
    on_all_cores(|| slots.par_iter().for_each(Slot::clear));
}

/// The place of a key among so many: the high bits decide, so that any number will do (Lemire 2019).
#[inline(always)]
pub(super) fn place(key: u64, number: usize) -> usize {
    ((key as u128 * number as u128) >> 64) as usize
}
