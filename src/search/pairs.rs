//! A table of learned values for pairs, such as a move and the move before it.

use super::heuristics::Learned;

/// Largest absolute value of a pair.
pub const LIMIT: i32 = 8192;

/// A value for each pair of a row and a column, within [`LIMIT`] of zero. Takes no memory until the first update.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    values: Vec<i16>,
}

impl Learned for Pairs {
    fn new(_slots: usize) -> Pairs {
        Pairs::default()
    }

    fn clear(&mut self) {
        self.values = Vec::new();
    }
}

impl Pairs {
    /// Value of a pair in a table of so many columns; 0 before its first update.
    #[inline(always)]
    pub fn get(&self, columns: usize, row: usize, column: usize) -> i32 {
        Pairs::at(&self.values, row * columns + column)
    }

    /// The values of a row in a table of so many columns, for [`Pairs::at`]; none before the first update.
    #[inline(always)]
    pub fn row(&self, columns: usize, row: usize) -> &[i16] {
        self.values.get(row * columns..(row + 1) * columns).unwrap_or_default()
    }

    /// Value in a column of a row.
    #[inline(always)]
    pub fn at(row: &[i16], column: usize) -> i32 {
        row.get(column).map_or(0, |&value| value as i32)
    }

    /// Adds a bonus of at most [`LIMIT`], or a malus below zero, to the value of a pair, and pulls the value towards zero,
    /// so that it stays within the limit. The table has `shape` rows and columns.
    pub fn update(&mut self, shape: (usize, usize), row: usize, column: usize, bonus: i32) {
        let (rows, columns) = shape;
        if self.values.is_empty() {
            self.values = vec![0; rows * columns];
        }
        let value = &mut self.values[row * columns + column];
        *value += (bonus - *value as i32 * bonus.abs() / LIMIT) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_belong_to_a_pair_and_stay_within_the_limit() {
        let mut pairs = Pairs::default();
        assert_eq!(pairs.get(4, 3, 2), 0);
        (0..1000).for_each(|_| pairs.update((5, 4), 3, 2, LIMIT / 6));
        assert!(LIMIT * 9 / 10 < pairs.get(4, 3, 2) && pairs.get(4, 3, 2) <= LIMIT);
        assert_eq!((pairs.get(4, 2, 3), pairs.get(4, 3, 3)), (0, 0));
        (0..1000).for_each(|_| pairs.update((5, 4), 3, 2, -LIMIT / 6));
        assert!(pairs.get(4, 3, 2) < -LIMIT * 9 / 10 && pairs.get(4, 3, 2) >= -LIMIT);
        pairs.clear();
        assert_eq!(pairs.get(4, 3, 2), 0);
    }
}
