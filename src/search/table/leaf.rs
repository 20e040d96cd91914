//! The leaf table of the layout leafwalk: static scores of the positions at the horizon, where walks end.
//!
//! A leaf holds the score from the first player's view; who reads it turns it to the side wanted. The leaf table lies
//! beside the entries and has buckets of one slot, always overwritten: the static score of a position never changes, so
//! a newer leaf is as good as an older one.

use bytemuck::{Pod, Zeroable};

use super::slot::{Slot, Slots, place};
use crate::error::Result;
use crate::game::Side;
use crate::score::{Score, UNPROVED_MATE};

/// Bit set in the data of every leaf, so that a score of 0 differs from an empty slot.
const FILLED: u64 = 1 << 16;

/// Row of a snapshot of the leaf table: one leaf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct LeafRow {
    /// Key of the position.
    pub key: u64,
    /// Static score from the first player's view.
    pub score: i16,
    /// Zeros that fill the row to 16 bytes.
    pub padding: [u8; 6],
}

/// The leaf table: static scores by position key, shared by threads without a lock.
#[derive(Debug)]
pub struct Leaves {
    pub(super) slots: Slots,
}

/// Turns a score from the view of `side` to the first player's view, or back.
#[inline(always)]
fn turned(side: Side, score: Score) -> Score {
    match side {
        Side::First => score,
        Side::Second => -score,
    }
}

impl Leaves {
    pub(super) fn new(number: usize) -> Result<Leaves> {
        Ok(Leaves { slots: Slots::empty(number.max(1))? })
    }

    /// Stores the static score of a position, given from the view of `side`, its side to move.
    #[inline(always)]
    pub fn store(&self, key: u64, side: Side, score: Score) {
        let data = FILLED | turned(side, score) as i16 as u16 as u64;
        self.slots[place(key, self.slots.len())].write(key, data);
    }

    /// Static score of a position from the view of `side`; `None` if the table has no leaf for it.
    #[inline]
    pub fn get(&self, key: u64, side: Side) -> Option<Score> {
        let (found, data) = self.slots[place(key, self.slots.len())].read();
        (found == key && data & FILLED != 0).then(|| turned(side, data as i16 as Score))
    }

    /// Number of leaves that the table can hold.
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// Snapshot of all leaves in slot order, without slots torn by two threads writing at once.
    pub fn rows(&self) -> Vec<LeafRow> {
        let row = |(index, slot): (usize, &Slot)| {
            let (key, data) = slot.read();
            let fits = data & FILLED != 0 && place(key, self.slots.len()) == index;
            fits.then_some(LeafRow { key, score: data as i16, padding: [0; 6] })
        };
        self.slots.iter().enumerate().filter_map(row).collect()
    }

    /// Whether any slot holds data that no search stores; used to refuse a damaged file.
    pub(super) fn any_impossible(&self) -> bool {
        let wrong = |data: u64| data & !(FILLED | 0xffff) != 0 || (data as i16 as Score).abs() >= UNPROVED_MATE;
        self.slots.iter().any(|slot| wrong(slot.read().1))
    }

    pub(super) fn clear(&self) {
        self.slots.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_is_that_of_the_side_that_asks() {
        let leaves = Leaves::new(8).unwrap();
        assert_eq!(leaves.get(5, Side::First), None);
        leaves.store(5, Side::Second, 40);
        assert_eq!((leaves.get(5, Side::Second), leaves.get(5, Side::First)), (Some(40), Some(-40)));
        assert_eq!(leaves.rows(), [LeafRow { key: 5, score: -40, padding: [0; 6] }]);
        leaves.store(5, Side::First, 0);
        assert_eq!(leaves.get(5, Side::First), Some(0), "a score of 0 is a score");
        // Another position in the same place.
        assert_eq!(leaves.get(6, Side::First), None);
        leaves.clear();
        assert!(leaves.rows().is_empty() && leaves.get(5, Side::First).is_none());
    }
}
