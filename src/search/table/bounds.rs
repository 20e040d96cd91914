//! Entries of the layout two-bound (Fruit, Letouzey 2005): a lower and an upper bound of a position's score, each with
//! the depth of the search that found it, and a move with its depth.
//!
//! An entry of a single bound loses its lower bound when an upper one is stored. An entry with both may cut off a node
//! by either, and where they are equal the score is exact. Each of the three parts is replaced on its own, by one that
//! is as deep. So the bounds may contradict each other, where a deeper search has come to another result. Each bound cuts
//! off at its own depth.

use super::entry::Entry;
use crate::game::{Move, Side};
use crate::score::{MATE, Score};
use crate::window::Bound;

/// Largest depth, in plies, that an entry can hold; deeper bounds are stored with this depth.
const DEEPEST: i8 = 62;
/// Modulus of ages.
const AGES: u8 = 16;
/// Lowest bit of the age in the first word.
const AGE_AT: u32 = 60;

/// A lower and an upper bound of a position's score, and a move. Mates count from the position, see
/// [`crate::score::to_table`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Best or refuting move, or [`Move::NONE`].
    pub mv: Move,
    /// Depth, in plies, of the search that found the move; -1 if there is none, or if it was not found at this node.
    pub move_depth: i8,
    /// Lower bound of the score.
    pub lower: i16,
    /// Depth, in plies, of the lower bound; -1 if there is none, and `lower` is minus [`MATE`].
    pub lower_depth: i8,
    /// Upper bound of the score.
    pub upper: i16,
    /// Depth, in plies, of the upper bound; -1 if there is none, and `upper` is [`MATE`].
    pub upper_depth: i8,
    /// Static evaluation, or [`Entry::NO_EVAL`].
    pub eval: i16,
    /// Number of the search that stored the entry, modulo 16.
    pub age: u8,
}

impl Bounds {
    /// An entry of an age that holds nothing else.
    pub const fn unknown(age: u8) -> Bounds {
        let (mate, none) = (MATE as i16, -1);
        Bounds {
            mv: Move::NONE,
            move_depth: none,
            lower: -mate,
            lower_depth: none,
            upper: mate,
            upper_depth: none,
            eval: Entry::NO_EVAL,
            age: age % AGES,
        }
    }

    /// The entry with the parts of a new one added, each unless a deeper one of its kind is known; its age is the new
    /// one's. `None` if the new one adds nothing.
    pub fn with(self, new: &Entry) -> Option<Bounds> {
        let depth = new.depth.min(DEEPEST);
        let mut now = self;
        if matches!(new.bound, Bound::Lower | Bound::Exact) && depth >= self.lower_depth {
            (now.lower, now.lower_depth) = (new.score, depth);
        }
        if matches!(new.bound, Bound::Upper | Bound::Exact) && depth >= self.upper_depth {
            (now.upper, now.upper_depth) = (new.score, depth);
        }
        if new.mv.is_some() && depth >= self.move_depth {
            (now.mv, now.move_depth) = (new.mv, depth);
        }
        let learned = now != self;
        if new.eval != Entry::NO_EVAL {
            now.eval = new.eval;
        }
        now.age = new.age % AGES;
        learned.then_some(now)
    }

    /// The entry with a move that was not found by a search of its position, unless it has a move that was.
    pub fn with_move(self, mv: Move) -> Bounds {
        if self.move_depth >= 0 { self } else { Bounds { mv, ..self } }
    }

    /// Lower and upper bound, each with its kind, score and depth in plies; the depth is -1 where there is none.
    pub fn lower_and_upper(&self) -> [(Bound, Score, i32); 2] {
        [
            (Bound::Lower, self.lower as Score, self.lower_depth as i32),
            (Bound::Upper, self.upper as Score, self.upper_depth as i32),
        ]
    }

    /// Packs the entry into two words, from their lowest bits: move 16, lower 16, upper 16, each depth plus one 6, age 4;
    /// depth of the move plus one 16, evaluation 16, so that a second word of 0 holds neither.
    pub fn pack(self) -> [u64; 2] {
        let first = self.mv.0 as u64
            | (self.lower as u16 as u64) << 16
            | (self.upper as u16 as u64) << 32
            | ((self.lower_depth + 1) as u64) << 48
            | ((self.upper_depth + 1) as u64) << 54
            | (self.age as u64) << AGE_AT;
        let eval = (self.eval ^ Entry::NO_EVAL) as u16 as u64;
        [first, (self.move_depth + 1) as u64 | eval << 16]
    }

    /// Unpacks an entry packed by [`Bounds::pack`].
    pub fn unpack([first, second]: [u64; 2]) -> Bounds {
        Bounds {
            mv: Move(first as u16),
            move_depth: second as i8 - 1,
            lower: (first >> 16) as i16,
            lower_depth: (first >> 48 & 63) as i8 - 1,
            upper: (first >> 32) as i16,
            upper_depth: (first >> 54 & 63) as i8 - 1,
            eval: (second >> 16) as i16 ^ Entry::NO_EVAL,
            age: (first >> AGE_AT) as u8,
        }
    }

    /// The first word of a packed entry with another age.
    pub fn renewed(first: u64, age: u8) -> u64 {
        first & !(u64::MAX << AGE_AT) | ((age % AGES) as u64) << AGE_AT
    }

    /// The deeper of the two bounds as an entry of a single bound; an exact score where they are equal. `now` is the
    /// table's current age, from which the entry's full age is restored.
    pub fn deepest(&self, now: u8) -> Entry {
        let [lower, upper] = self.lower_and_upper();
        let (bound, score, depth) = match lower.1 == upper.1 {
            true => (Bound::Exact, lower.1, lower.2.min(upper.2)),
            false if upper.2 > lower.2 => upper,
            false => lower,
        };
        let old = now.wrapping_sub(self.age) % AGES;
        Entry {
            mv: self.mv,
            score: score as i16,
            eval: self.eval,
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
    const OTHER: Move = Move(78);

    fn new(score: Score, bound: Bound, depth: i32, mv: Move) -> Entry {
        Entry { age: 3, ..Entry::new(mv, score, None, depth, bound) }
    }

    fn entry() -> Bounds {
        let lower = Bounds::unknown(3).with(&new(20, Bound::Lower, 5, MV)).unwrap();
        lower.with(&new(60, Bound::Upper, 3, Move::NONE)).unwrap()
    }

    #[test]
    fn both_bounds_are_kept_each_at_its_depth() {
        let both = entry();
        assert_eq!((both.lower, both.lower_depth, both.upper, both.upper_depth), (20, 5, 60, 3));
        assert_eq!((both.mv, both.move_depth), (MV, 5), "a bound without a move keeps the move");
        assert_eq!(Bounds::unpack(both.pack()), both);
        let evaluated = both.with(&Entry { eval: -7, ..new(70, Bound::Upper, 3, Move::NONE) }).unwrap();
        assert_eq!((evaluated.eval, Bounds::unpack(evaluated.pack())), (-7, evaluated));
        let empty = Bounds::unknown(21);
        assert_eq!((Bounds::unpack(empty.pack()), empty.pack()[1]), (empty, 0));
        assert_eq!(empty.age, 5);
    }

    #[test]
    fn a_shallower_part_of_the_same_kind_teaches_nothing() {
        assert_eq!(entry().with(&new(30, Bound::Lower, 4, OTHER)), None);
        let as_deep = entry().with(&new(30, Bound::Lower, 5, OTHER)).unwrap();
        assert_eq!((as_deep.lower, as_deep.mv), (30, OTHER));
        let upper_only = entry().with(&new(50, Bound::Upper, 4, OTHER)).unwrap();
        assert_eq!((upper_only.upper, upper_only.mv), (50, MV), "the move found deeper stays");
    }

    #[test]
    fn bounds_that_contradict_each_other_stay() {
        let high = entry().with(&new(80, Bound::Lower, 6, MV)).unwrap();
        assert_eq!((high.lower, high.lower_depth, high.upper, high.upper_depth), (80, 6, 60, 3));
        let low = entry().with(&new(10, Bound::Upper, 6, MV)).unwrap();
        assert_eq!((low.upper, low.upper_depth, low.lower, low.lower_depth), (10, 6, 20, 5));
        assert_eq!(high.deepest(3).bound, Bound::Lower);
    }

    #[test]
    fn a_move_of_no_search_fills_gaps_only() {
        assert_eq!(entry().with_move(OTHER).mv, MV);
        let filled = Bounds::unknown(3).with_move(OTHER);
        assert_eq!((filled.mv, filled.move_depth), (OTHER, -1));
        assert_eq!(filled.with_move(MV).mv, MV);
        assert_eq!(filled.with(&new(5, Bound::Lower, 0, MV)).unwrap().mv, MV, "any search knows better");
    }

    #[test]
    fn an_entry_can_be_made_one_of_another_search() {
        let [first, second] = entry().pack();
        assert_eq!(Bounds::unpack([Bounds::renewed(first, 25), second]), Bounds { age: 9, ..entry() });
    }

    #[test]
    fn where_they_meet_the_score_is_exact() {
        let exact = entry().with(&new(40, Bound::Exact, 6, MV)).unwrap();
        assert_eq!(exact.lower_and_upper(), [(Bound::Lower, 40, 6), (Bound::Upper, 40, 6)]);
        let seen = exact.deepest(35);
        assert_eq!((seen.bound, seen.score, seen.depth, seen.age), (Bound::Exact, 40, 6, 35));
        assert_eq!(entry().deepest(3).bound, Bound::Lower);
        assert_eq!(Bounds::unknown(3).deepest(3).bound, Bound::None);
    }
}
