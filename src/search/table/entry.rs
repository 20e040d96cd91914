//! What one slot of a table holds.

use crate::game::Move;
use crate::score::Score;
use crate::window::Bound;

/// What is known of a position. Scores of won and lost games count from this position, see [`crate::score::to_table`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Best or refuting move, or none.
    pub mv: Move,
    /// Score of the search.
    pub score: i16,
    /// Static evaluation, or [`Entry::NO_EVAL`].
    pub eval: i16,
    /// Depth of the search.
    pub depth: i8,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Search that stored it, modulo [`Entry::AGES`].
    pub age: u8,
}

impl Entry {
    /// No static evaluation.
    pub const NO_EVAL: i16 = i16::MIN;
    /// Ages are counted modulo this.
    pub const AGES: u8 = 64;

    /// A searched score at a depth.
    #[inline(always)]
    pub fn new(mv: Move, score: Score, eval: Option<Score>, depth: i32, bound: Bound) -> Entry {
        let eval = eval.map_or(Entry::NO_EVAL, |e| e as i16);
        Entry { mv, score: score as i16, eval, depth: depth.clamp(0, 127) as i8, bound, age: 0 }
    }

    /// In 64 bits, lowest first: move 16, score 16, eval 16, depth 8, bound 2, age 6.
    #[inline(always)]
    pub fn pack(self) -> u64 {
        self.mv.0 as u64
            | (self.score as u16 as u64) << 16
            | (self.eval as u16 as u64) << 32
            | (self.depth as u8 as u64) << 48
            | (self.bound as u64) << 56
            | (self.age as u64) << 58
    }

    /// The reverse of [`Entry::pack`].
    #[inline(always)]
    pub fn unpack(word: u64) -> Entry {
        Entry {
            mv: Move(word as u16),
            score: (word >> 16) as i16,
            eval: (word >> 32) as i16,
            depth: (word >> 48) as i8,
            bound: Bound::from_bits((word >> 56) as u8),
            age: (word >> 58) as u8,
        }
    }

    /// Whether an unpacked word holds anything: empty slots are all zero.
    #[inline(always)]
    pub fn is_filled(&self) -> bool {
        self.bound != Bound::None || self.mv.is_some()
    }
}
