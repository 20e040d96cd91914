//! Sets of the 90 squares as 128-bit integers.
//!
//! Squares are numbered `9 * rank + file`, with rank 0 at red's side and file 0 (`a`) at red's left.

/// A set of squares; bit `s` is square `s`.
pub type Bitboard = u128;

/// All 90 squares.
pub const BOARD: Bitboard = (1 << 90) - 1;

/// The set that holds one square.
#[inline(always)]
pub const fn bit(square: u8) -> Bitboard {
    1 << square
}

/// Hash of a set, equal on every machine.
#[inline(always)]
pub const fn hash_of(set: Bitboard) -> u64 {
    // Odd numbers near 2^64 divided by the golden ratio and by the square root of 2; the high half is the better mixed.
    let mixed =
        (set as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ ((set >> 64) as u64).wrapping_mul(0xb504_f333_f9de_6485);
    (mixed ^ mixed >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32)
}

/// File (0-8) of each square, in a table of 128 entries, so that a masked index needs no bounds check.
pub const FILE: [u8; 128] = coordinates().0;

/// Rank (0-9) of each square, in a table of 128 entries, as [`FILE`].
pub const RANK: [u8; 128] = coordinates().1;

const fn coordinates() -> ([u8; 128], [u8; 128]) {
    let (mut files, mut ranks) = ([0; 128], [0; 128]);
    let mut s = 0;
    while s < 90 {
        files[s] = (s % 9) as u8;
        ranks[s] = (s / 9) as u8;
        s += 1;
    }
    (files, ranks)
}

/// File (0-8) of a square.
#[inline(always)]
pub const fn file_of(square: u8) -> u8 {
    FILE[(square & 127) as usize]
}

/// Rank (0-9) of a square.
#[inline(always)]
pub const fn rank_of(square: u8) -> u8 {
    RANK[(square & 127) as usize]
}

/// Number of squares in the set.
#[inline(always)]
pub const fn count(set: Bitboard) -> u32 {
    (set as u64).count_ones() + ((set >> 64) as u64).count_ones()
}

/// Iterator over the squares of a set, lowest first.
#[derive(Clone, Copy)]
pub struct Squares(pub Bitboard);

impl Iterator for Squares {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        // One half after the other: arithmetic on both at once takes twice as long.
        let [low, high] = [self.0 as u64, (self.0 >> 64) as u64];
        if low != 0 {
            self.0 = (high as Bitboard) << 64 | (low & (low - 1)) as Bitboard;
            Some(low.trailing_zeros() as u8)
        } else if high != 0 {
            self.0 = ((high & (high - 1)) as Bitboard) << 64;
            Some(64 + high.trailing_zeros() as u8)
        } else {
            None
        }
    }
}
