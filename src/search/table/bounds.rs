//! Entries of the layout two-bound (Fruit, Letouzey 2005): a lower and an upper bound of a position's score, each with
//! the depth of the search that found it.
//!
//! An entry of a single bound loses its lower bound when an upper one is stored. An entry with both may cut off a node
//! by either, and where they are equal the score is exact.

use super::entry::Entry;
use crate::game::{Move, Side};
use crate::score::{MATE, Score};
use crate::window::Bound;

/// Largest depth, in plies, that an entry can hold; deeper bounds are stored with this depth.
const DEEPEST: i8 = 62;
/// Modulus of ages.
const AGES: u8 = 16;

/// A lower and an upper bound of a position's score. Mates count from the position, see [`crate::score::to_table`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Best or refuting move, or [`Move::NONE`].
    pub mv: Move,
    /// Lower bound of the score.
    pub lower: i16,
    /// Depth, in plies, of the lower bound; -1 if there is none, and `lower` is minus [`MATE`].
    pub lower_depth: i8,
    /// Upper bound of the score.
    pub upper: i16,
    /// Depth, in plies, of the upper bound; -1 if there is none, and `upper` is [`MATE`].
    pub upper_depth: i8,
    /// Number of the search that stored the entry, modulo 16.
    pub age: u8,
}

impl Bounds {
    /// An entry without bounds: a move, or [`Move::NONE`], and an age.
    pub const fn unknown(mv: Move, age: u8) -> Bounds {
        let mate = MATE as i16;
        Bounds { mv, lower: -mate, lower_depth: -1, upper: mate, upper_depth: -1, age: age % AGES }
    }

    /// The entry with a new score added; `None` if it adds nothing, because a deeper bound of its kind is known. A new
    /// bound that contradicts the other bound of the entry removes that: the older search knew less.
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

    /// Lower and upper bound, each with its kind, score and depth in plies; the depth is -1 where there is none.
    pub fn claims(&self) -> [(Bound, Score, i32); 2] {
        [
            (Bound::Lower, self.lower as Score, self.lower_depth as i32),
            (Bound::Upper, self.upper as Score, self.upper_depth as i32),
        ]
    }

    /// Packs the entry into 64 bits, from the lowest: move 16, lower 16, upper 16, each depth plus one 6, age 4.
    pub fn pack(self) -> u64 {
        self.mv.0 as u64
            | (self.lower as u16 as u64) << 16
            | (self.upper as u16 as u64) << 32
            | ((self.lower_depth + 1) as u64) << 48
            | ((self.upper_depth + 1) as u64) << 54
            | (self.age as u64) << 60
    }

    /// Unpacks an entry packed by [`Bounds::pack`].
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

    /// The deeper of the two bounds as an entry of a single bound; an exact score where they are equal. `now` is the
    /// table's current age, from which the entry's full age is restored.
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
