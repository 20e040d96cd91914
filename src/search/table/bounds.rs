//! Two bounds in one entry, as Fruit has it (Letouzey 2005): what a position is worth at least and at most, each as
//! deep as it was searched.
//!
//! An entry of one bound forgets a lower bound when an upper one comes. With both, a window may be answered from either
//! side, and where they meet, the score is exact.

use super::entry::Entry;
use crate::game::{Move, Side};
use crate::score::{MATE, Score};
use crate::window::Bound;

/// Deepest bound that can be kept; a deeper one counts as this deep.
const DEEPEST: i8 = 62;
/// Ages are counted modulo this.
const AGES: u8 = 16;

/// What is known of a position. Scores count from it, see [`crate::score::to_table`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Best or refuting move, or none.
    pub mv: Move,
    /// The truth is at least this.
    pub lower: i16,
    /// Depth of the search that said so; -1 if none did, and the bound is minus [`MATE`].
    pub lower_depth: i8,
    /// The truth is at most this.
    pub upper: i16,
    /// Depth of that; -1 if there is none, and the bound is [`MATE`].
    pub upper_depth: i8,
    /// Search that stored it, modulo 16.
    pub age: u8,
}

impl Bounds {
    /// Nothing known but a move.
    pub const fn unknown(mv: Move, age: u8) -> Bounds {
        let mate = MATE as i16;
        Bounds { mv, lower: -mate, lower_depth: -1, upper: mate, upper_depth: -1, age: age % AGES }
    }

    /// With a new score, or none if a deeper search has said as much already. A bound that contradicts the other one
    /// replaces it: the older search knew less.
    pub fn with(self, score: Score, bound: Bound, depth: i32, mv: Move) -> Option<Bounds> {
        let (score, depth) = (score as i16, depth.clamp(0, DEEPEST as i32) as i8);
        let mut now = self;
        if matches!(bound, Bound::Lower | Bound::Exact) && depth >= self.lower_depth {
            (now.lower, now.lower_depth) = (score, depth);
        }
        if matches!(bound, Bound::Upper | Bound::Exact) && depth >= self.upper_depth {
            (now.upper, now.upper_depth) = (score, depth);
        }
        let none = Bounds::unknown(Move::NONE, 0);
        if now.lower > now.upper {
            if bound == Bound::Upper {
                (now.lower, now.lower_depth) = (none.lower, none.lower_depth);
            } else {
                (now.upper, now.upper_depth) = (none.upper, none.upper_depth);
            }
        }
        let learned = now != self || (mv.is_some() && mv != self.mv);
        now.mv = if mv.is_some() { mv } else { self.mv };
        learned.then_some(now)
    }

    /// The two bounds as scores with their kinds and depths, -1 where there is none.
    pub fn claims(&self) -> [(Bound, Score, i32); 2] {
        [
            (Bound::Lower, self.lower as Score, self.lower_depth as i32),
            (Bound::Upper, self.upper as Score, self.upper_depth as i32),
        ]
    }

    /// In 64 bits, lowest first: move 16, lower 16, upper 16, their depths plus one 6 each, age 4.
    pub fn pack(self) -> u64 {
        self.mv.0 as u64
            | (self.lower as u16 as u64) << 16
            | (self.upper as u16 as u64) << 32
            | ((self.lower_depth + 1) as u64) << 48
            | ((self.upper_depth + 1) as u64) << 54
            | (self.age as u64) << 60
    }

    /// The reverse of [`Bounds::pack`].
    pub fn unpack(word: u64) -> Bounds {
        Bounds {
            mv: Move(word as u16),
            lower: (word >> 16) as i16,
            upper: (word >> 32) as i16,
            lower_depth: (word >> 48 & 63) as i8 - 1,
            upper_depth: (word >> 54 & 63) as i8 - 1,
            age: (word >> 60) as u8,
        }
    }

    /// The deepest that it says, as an entry of one bound; `now` is the present age, by which its own is completed.
    pub fn deepest(&self, now: u8) -> Entry {
        let [lower, upper] = self.claims();
        let (bound, score, depth) = match lower.1 == upper.1 {
            true => (Bound::Exact, lower.1, lower.2.min(upper.2)),
            false if upper.2 > lower.2 => upper,
            false => lower,
        };
        let old = now.wrapping_sub(self.age) % AGES;
        Entry {
            mv: self.mv,
            score: score as i16,
            eval: Entry::NO_EVAL,
            depth: depth.max(0) as i8,
            bound: if depth < 0 { Bound::None } else { bound },
            age: now.wrapping_sub(old) % Entry::AGES,
            last_player: Side::First,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MV: Move = Move(77);

    fn entry() -> Bounds {
        let lower = Bounds::unknown(Move::NONE, 3).with(20, Bound::Lower, 5, MV).unwrap();
        lower.with(60, Bound::Upper, 3, Move::NONE).unwrap()
    }

    #[test]
    fn both_bounds_are_kept_each_at_its_depth() {
        let both = entry();
        assert_eq!((both.lower, both.lower_depth, both.upper, both.upper_depth), (20, 5, 60, 3));
        assert_eq!(both.mv, MV, "a bound without a move keeps the move");
        assert_eq!(Bounds::unpack(both.pack()), both);
        let empty = Bounds::unknown(MV, 21);
        assert_eq!(Bounds::unpack(empty.pack()), empty);
        assert_eq!(empty.age, 5);
    }

    #[test]
    fn a_shallower_bound_of_the_same_kind_teaches_nothing() {
        assert_eq!(entry().with(30, Bound::Lower, 4, MV), None);
        assert_eq!(entry().with(30, Bound::Lower, 5, MV).unwrap().lower, 30);
    }

    #[test]
    fn a_bound_that_contradicts_the_other_replaces_it() {
        let high = entry().with(80, Bound::Lower, 6, MV).unwrap();
        assert_eq!((high.lower, high.upper, high.upper_depth), (80, MATE as i16, -1));
        let low = entry().with(10, Bound::Upper, 6, MV).unwrap();
        assert_eq!((low.upper, low.lower, low.lower_depth), (10, -MATE as i16, -1));
    }

    #[test]
    fn where_they_meet_the_score_is_exact() {
        let exact = entry().with(40, Bound::Exact, 6, MV).unwrap();
        assert_eq!(exact.claims(), [(Bound::Lower, 40, 6), (Bound::Upper, 40, 6)]);
        let seen = exact.deepest(35);
        assert_eq!((seen.bound, seen.score, seen.depth, seen.age), (Bound::Exact, 40, 6, 35));
        assert_eq!(entry().deepest(3).bound, Bound::Lower);
        assert_eq!(Bounds::unknown(MV, 3).deepest(3).bound, Bound::None);
    }
}
