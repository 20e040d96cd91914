//! Entry of a single bound, in the layouts single and leafwalk.

use crate::game::{Move, Side};
use crate::score::Score;
use crate::window::Bound;

/// Lowest bit of the age in a packed entry.
const AGE_AT: u32 = 58;

/// Table entry of a position: a move, a score with bound and depth, and the static evaluation. Mates count from the
/// position, see [`crate::score::to_table`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Best or refuting move, or [`Move::NONE`].
    pub mv: Move,
    /// Score that the search found.
    pub score: i16,
    /// Static evaluation, or [`Entry::NO_EVAL`].
    pub eval: i16,
    /// Depth of the search, 0 to 127 plies.
    pub depth: i8,
    /// Whether the score is exact, a lower or an upper bound.
    pub bound: Bound,
    /// Number of the search that stored the entry, modulo [`Entry::AGES`].
    pub age: u8,
    /// Side that moved last; set in the layout leafwalk only. Keys include the side to move, so an entry that disagrees
    /// with the position here belongs to another position whose key collides.
    pub last_player: Side,
}

impl Entry {
    /// Value of `eval` for no static evaluation.
    pub const NO_EVAL: i16 = i16::MIN;
    /// Modulus of ages.
    pub const AGES: u8 = 64;

    /// An entry of age 0; `depth` is clamped to 0 to 127 plies.
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

    /// Static evaluation; `None` if the entry has none.
    #[inline(always)]
    pub fn static_eval(&self) -> Option<Score> {
        (self.eval != Entry::NO_EVAL).then_some(self.eval as Score)
    }

    /// Packs the entry into 64 bits, lowest first: move 16, score 16, eval 16, depth 7, last player 1, bound 2, age 6.
    #[inline(always)]
    pub fn pack(self) -> u64 {
        debug_assert!(self.depth >= 0);
        self.mv.0 as u64
            | (self.score as u16 as u64) << 16
            | (self.eval as u16 as u64) << 32
            | (self.depth as u8 as u64) << 48
            | (self.last_player as u64) << 55
            | (self.bound as u64) << 56
            | (self.age as u64) << AGE_AT
    }

    /// Unpacks an entry packed by [`Entry::pack`].
    #[inline(always)]
    pub fn unpack(word: u64) -> Entry {
        Entry {
            mv: Move(word as u16),
            score: (word >> 16) as i16,
            eval: (word >> 32) as i16,
            depth: (word >> 48) as i8 & 0x7f,
            bound: Bound::from_bits((word >> 56) as u8),
            age: (word >> AGE_AT) as u8,
            last_player: if word >> 55 & 1 == 0 { Side::First } else { Side::Second },
        }
    }

    /// A packed entry with another age.
    #[inline(always)]
    pub fn renewed(word: u64, age: u8) -> u64 {
        word & !(u64::MAX << AGE_AT) | (age as u64) << AGE_AT
    }

    /// Whether the entry holds anything; false for an unpacked empty slot, whose bits are all zero.
    #[inline(always)]
    pub fn is_filled(&self) -> bool {
        self.bound != Bound::None || self.mv.is_some()
    }
}
