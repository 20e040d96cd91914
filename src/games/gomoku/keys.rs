//! Zobrist keys of gomoku positions: one random number per side and point, and one for the side to move (Albert
//! Zobrist, "A New Hashing Method with Application for Game Playing", 1970).

use std::sync::LazyLock;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::board::MOST_POINTS;

/// The random numbers of a Zobrist key, which is their exclusive or over a position.
pub struct Keys {
    /// Numbers by `[side][point]`, with points of the largest board.
    pub stones: [[u64; MOST_POINTS]; 2],
    /// Number combined with the key when the second side is to move.
    pub side: u64,
}

/// The only key set: Xoshiro256++ from a fixed seed, equal on every machine and in every version.
pub static DEFAULT: LazyLock<Keys> = LazyLock::new(|| {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0x676f_6d6f_6b75);
    let side = rng.next_u64();
    let mut stones = [[0; MOST_POINTS]; 2];
    for key in stones.iter_mut().flatten() {
        *key = rng.next_u64();
    }
    Keys { stones, side }
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_every_version() {
        // Tables in files are read by later versions, so the numbers must stay what they are.
        assert_eq!(DEFAULT.side, 0x2f73_adc6_c0c0_beec);
        let [black, white] = &DEFAULT.stones;
        assert_eq!([black[0], white[MOST_POINTS - 1]], [0x82a5_a7fc_ec3d_1f63, 0x4059_3d55_f7d2_ba61]);
    }
}
