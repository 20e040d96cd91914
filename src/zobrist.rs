//! Key sets: one random number per piece and square and one for the side to move (Zobrist 1970).

use std::sync::LazyLock;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// Random numbers whose exclusive or over a position is its key.
pub struct Keys {
    /// `[piece][square]`; games use as many as they have.
    pub pieces: [[u64; 90]; 14],
    /// Added when the second side is to move.
    pub side: u64,
}

/// The default set: Xoshiro256++ from a fixed seed, the same on every machine and in every version.
pub static DEFAULT: LazyLock<Keys> = LazyLock::new(|| {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0x626f_7969);
    let side = rng.next_u64();
    let mut pieces = [[0; 90]; 14];
    for key in pieces.iter_mut().flatten() {
        *key = rng.next_u64();
    }
    Keys { pieces, side }
});

/// Random numbers for games of stones that are placed and stay.
pub struct PointKeys {
    /// `[side][point]`; boards use as many points as they have.
    pub stones: [[u64; 484]; 2],
    /// Added when the second side is to move.
    pub side: u64,
}

/// The set for points, made as [`DEFAULT`] is, from a seed of its own.
pub static POINTS: LazyLock<PointKeys> = LazyLock::new(|| {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0x676f_6d6f_6b75);
    let side = rng.next_u64();
    let mut stones = [[0; 484]; 2];
    for key in stones.iter_mut().flatten() {
        *key = rng.next_u64();
    }
    PointKeys { stones, side }
});
