//! A growing hash table of what a kill search knows about positions.

/// Hash table with one value per slot, in which the newest value replaces an older one. It begins small, so that short
/// searches touch little memory, and doubles as it fills, up to a limit. The default value of `T` means nothing known.
pub struct Memo<T> {
    slots: Vec<(u64, T)>,
    filled: usize,
    most: usize,
}

/// Initial number of slots.
const FEW: usize = 1 << 9;

impl<T: Copy + Default + PartialEq> Memo<T> {
    /// An empty table that grows to at most `2^bits` slots, or 512 if that is more.
    pub fn new(bits: u32) -> Memo<T> {
        Memo { slots: vec![Default::default(); FEW], filled: 0, most: FEW.max(1 << bits) }
    }

    /// Empties the table and gives its memory back.
    pub fn clear(&mut self) {
        self.slots = vec![Default::default(); FEW];
        self.filled = 0;
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    /// Value stored for a position; the default value if there is none.
    #[inline(always)]
    pub fn get(&self, key: u64) -> T {
        let (known, value) = self.slots[self.index(key)];
        if known == key { value } else { T::default() }
    }

    /// Stores the value of a position.
    #[inline(always)]
    pub fn put(&mut self, key: u64, value: T) {
        let index = self.index(key);
        self.filled += (self.slots[index].1 == T::default()) as usize;
        self.slots[index] = (key, value);
        if 2 * self.filled > self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let double = vec![Default::default(); 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, double);
        self.filled = 0;
        for (key, value) in old.into_iter().filter(|slot| slot.1 != T::default()) {
            let index = self.index(key);
            self.filled += (self.slots[index].1 == T::default()) as usize;
            self.slots[index] = (key, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_value_of_a_slot_stays() {
        let mut memo = Memo::new(0);
        memo.put(7, 3);
        memo.put(8, 4);
        assert_eq!((memo.get(7), memo.get(8), memo.get(9)), (3, 4, 0));
        memo.put(7 + FEW as u64, 5);
        assert_eq!((memo.get(7), memo.get(7 + FEW as u64)), (0, 5));
    }

    #[test]
    fn grows_without_forgetting() {
        let mut memo = Memo::new(14);
        (1..2000).for_each(|key| memo.put(key, key));
        assert!((1..2000).all(|key| memo.get(key) == key));
        assert_eq!(memo.slots.len(), 4096);
        memo.clear();
        assert_eq!(memo.get(1), 0);
    }
}
