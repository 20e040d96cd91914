//! What one slot of a table holds.

use crate::game::{Move, Side};
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
    /// Depth of the search, 0 to 127.
    pub depth: i8,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Search that stored it, modulo [`Entry::AGES`].
    pub age: u8,
    /// Side that has moved last; set in the layout leafwalk only. There, an entry that disagrees with the position is
    /// another position's: our keys know the side to move, so that only a collision of keys brings that about.
    pub last_player: Side,
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
        Entry {
            mv,
            score: score as i16,
            eval,
            depth: depth.clamp(0, 127) as i8,
            bound,
            age: 0,
            last_player: Side::First,
        }
    }

    /// Static evaluation, if the entry has one.
    #[inline(always)]
    pub fn static_eval(&self) -> Option<Score> {
        (self.eval != Entry::NO_EVAL).then_some(self.eval as Score)
    }

    /// In 64 bits, lowest first: move 16, score 16, eval 16, depth 7, last player 1, bound 2, age 6.
    #[inline(always)]
    pub fn pack(self) -> u64 {
        debug_assert!(self.depth >= 0);
        self.mv.0 as u64
            | (self.score as u16 as u64) << 16
            | (self.eval as u16 as u64) << 32
            | (self.depth as u8 as u64) << 48
            | (self.last_player as u64) << 55
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
            depth: (word >> 48) as i8 & 0x7f,
            bound: Bound::from_bits((word >> 56) as u8),
            age: (word >> 58) as u8,
            last_player: if word >> 55 & 1 == 0 { Side::First } else { Side::Second },
        }
    }

    /// Whether an unpacked word holds anything: empty slots are all zero.
    #[inline(always)]
    pub fn is_filled(&self) -> bool {
        self.bound != Bound::None || self.mv.is_some()
    }
}
