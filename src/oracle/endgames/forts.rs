//! Forts: king, advisors and elephants of one side. They never leave their own half of the board, so the forts of both
//! sides cannot be in each other's way, and all forts of a side can be listed beforehand with the moves between them.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::games::xiangqi::attacks::{
    ADVISOR, ADVISOR_STEPS, ELEPHANT, KING_STEPS, PALACE, STANDS, elephant as elephant_steps,
};
use crate::games::xiangqi::bitboard::{Bitboard, Squares, bit, count};

/// Number of a fort in the list of all forts.
pub type FortId = u16;

/// Numbers of advisors and elephants of a fort, 0 to 2 each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Guards {
    /// Number of advisors.
    pub advisors: u8,
    /// Number of elephants.
    pub elephants: u8,
}

impl Guards {
    /// All guards, fewest first.
    pub fn all() -> impl Iterator<Item = Guards> {
        (0..9).map(|n| Guards { advisors: n / 3, elephants: n % 3 })
    }

    fn index(self) -> usize {
        (self.advisors * 3 + self.elephants) as usize
    }
}

/// A move within a fort, as red: a piece goes from one square to another.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The fort after the move.
    pub fort: FortId,
    /// Square that the piece leaves.
    pub from: u8,
    /// Square that the piece enters.
    pub to: u8,
    /// Squares that must be empty: the eye of an elephant's move.
    pub eye: Bitboard,
    /// Whether the king moves.
    pub by_king: bool,
}

/// King, advisors and elephants of one side, as red.
#[derive(Clone, Debug)]
pub struct Fort {
    /// Square of the king.
    pub king: u8,
    /// Squares of the advisors.
    pub advisors: Bitboard,
    /// Squares of the elephants.
    pub elephants: Bitboard,
    /// Number of advisors and elephants.
    pub guards: Guards,
    /// The fort mirrored left to right.
    pub mirror: FortId,
    /// Moves that the fort's own pieces do not block. The same moves, backwards, lead to the fort.
    pub steps: Vec<Step>,
    /// The forts that are left when a piece on a square is captured.
    pub captures: Vec<(u8, FortId)>,
}

impl Fort {
    /// All squares of the fort.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        bit(self.king) | self.advisors | self.elephants
    }
}

/// The forts with the same guards: where they stand in the list of all, and numbers for one of each pair of mirror images.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// Number of the first fort.
    pub first: FortId,
    /// Number of forts.
    pub len: usize,
    /// Forts that are numbered before their mirror image, or are their own.
    pub halves: Vec<FortId>,
}

/// The list of all forts.
pub struct Forts {
    forts: Vec<Fort>,
    groups: Vec<Group>,
    /// The index of a fort in its group's list of halves; [`Forts::NO_HALF`] for the others.
    half: Vec<u16>,
    /// Squares of each fort, and those of the fort turned round for black.
    occupied: Vec<[Bitboard; 2]>,
}

/// Square of the other side that corresponds to a square: ranks are counted from the other end.
#[inline(always)]
pub fn turned(square: u8) -> u8 {
    81 + 2 * (square % 9) - square
}

/// The square mirrored left to right.
#[inline(always)]
pub fn mirrored(square: u8) -> u8 {
    square + 8 - 2 * (square % 9)
}

fn map(set: Bitboard, square: impl Fn(u8) -> u8) -> Bitboard {
    Squares(set).fold(0, |all, each| all | bit(square(each)))
}

type Key = (u8, Bitboard, Bitboard);

impl Forts {
    /// No index of a list of halves.
    pub const NO_HALF: u16 = u16::MAX;

    /// The list, made once.
    pub fn get() -> &'static Forts {
        static FORTS: LazyLock<Forts> = LazyLock::new(Forts::new);
        &FORTS
    }

    fn new() -> Forts {
        let subsets = |places: Bitboard, number: u8| {
            let squares: Vec<u8> = Squares(places).collect();
            (0u32..1 << squares.len()).filter(move |set| set.count_ones() == number as u32).map(move |set| {
                squares
                    .iter()
                    .enumerate()
                    .filter(|(n, _)| set >> n & 1 == 1)
                    .fold(0, |all, (_, &square)| all | bit(square))
            })
        };
        let mut keys: Vec<Key> = Vec::new();
        let mut groups = Vec::new();
        for guards in Guards::all() {
            let first = keys.len();
            for king in Squares(PALACE[0]) {
                for advisors in subsets(STANDS[0][ADVISOR], guards.advisors) {
                    for elephants in subsets(STANDS[0][ELEPHANT], guards.elephants) {
                        let pieces = count(bit(king) | advisors | elephants);
                        if pieces == 1 + (guards.advisors + guards.elephants) as u32 {
                            keys.push((king, advisors, elephants));
                        }
                    }
                }
            }
            groups.push(Group { first: first as FortId, len: keys.len() - first, halves: Vec::new() });
        }
        let numbers: HashMap<Key, FortId> = keys.iter().enumerate().map(|(n, &key)| (key, n as FortId)).collect();
        let forts: Vec<Fort> = keys.iter().map(|&key| fort(key, &numbers)).collect();
        let mut half = vec![Forts::NO_HALF; forts.len()];
        for group in &mut groups {
            for number in group.first..group.first + group.len as FortId {
                if number <= forts[number as usize].mirror {
                    half[number as usize] = group.halves.len() as u16;
                    group.halves.push(number);
                }
            }
        }
        let occupied = forts.iter().map(|fort| [fort.occupied(), map(fort.occupied(), turned)]).collect();
        Forts { forts, groups, half, occupied }
    }

    /// A fort.
    #[inline(always)]
    pub fn fort(&self, number: FortId) -> &Fort {
        &self.forts[number as usize]
    }

    /// Squares of a fort; of its twin on black's side if it is turned.
    #[inline(always)]
    pub fn occupied(&self, number: FortId, turned: bool) -> Bitboard {
        self.occupied[number as usize][turned as usize]
    }

    /// The forts with some guards.
    pub fn group(&self, guards: Guards) -> &Group {
        &self.groups[guards.index()]
    }

    /// Index of a fort in its group's list of halves, or [`Forts::NO_HALF`].
    #[inline(always)]
    pub fn half(&self, number: FortId) -> u16 {
        self.half[number as usize]
    }

    /// The fort of a king and its guards, as red.
    pub fn find(&self, king: u8, advisors: Bitboard, elephants: Bitboard) -> Option<FortId> {
        let guards = Guards { advisors: count(advisors) as u8, elephants: count(elephants) as u8 };
        let group = (guards.advisors < 3 && guards.elephants < 3).then(|| self.group(guards))?;
        let all = group.first..group.first + group.len as FortId;
        all.into_iter().find(|&number| {
            let fort = self.fort(number);
            (fort.king, fort.advisors, fort.elephants) == (king, advisors, elephants)
        })
    }
}

/// The fort of a key, with its neighbours in the list.
fn fort((king, advisors, elephants): Key, numbers: &HashMap<Key, FortId>) -> Fort {
    let own = bit(king) | advisors | elephants;
    let mut steps = Vec::new();
    let mut add = |from: u8, to: u8, key: Key, by_king: bool| {
        let eye = if elephants & bit(from) != 0 { bit((from + to) / 2) } else { 0 };
        if own & eye == 0 {
            steps.push(Step { fort: numbers[&key], from, to, eye, by_king });
        }
    };
    let moved = |set: Bitboard, from: u8, to: u8| set & !bit(from) | bit(to);
    for to in Squares(KING_STEPS[king as usize] & !own) {
        add(king, to, (to, advisors, elephants), true);
    }
    for from in Squares(advisors) {
        for to in Squares(ADVISOR_STEPS[from as usize] & !own) {
            add(from, to, (king, moved(advisors, from, to), elephants), false);
        }
    }
    for from in Squares(elephants) {
        for to in Squares(elephant_steps(from, 0) & !own) {
            add(from, to, (king, advisors, moved(elephants, from, to)), false);
        }
    }
    let without = |square| numbers[&(king, advisors & !bit(square), elephants & !bit(square))];
    let captures = Squares(advisors | elephants).map(|square| (square, without(square))).collect();
    let guards = Guards { advisors: count(advisors) as u8, elephants: count(elephants) as u8 };
    let mirror = numbers[&(mirrored(king), map(advisors, mirrored), map(elephants, mirrored))];
    Fort { king, advisors, elephants, guards, mirror, steps, captures }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forts_are_all_that_fit() {
        let forts = Forts::get();
        assert_eq!(forts.group(Guards::default()).len, 9);
        // A king has nine squares; five of them are advisors', one is an elephants'.
        assert_eq!(forts.group(Guards { advisors: 1, elephants: 0 }).len, 9 * 5 - 5);
        assert_eq!(forts.group(Guards { advisors: 0, elephants: 1 }).len, 9 * 7 - 1);
        for guards in Guards::all() {
            let group = forts.group(guards);
            let symmetric =
                (group.first..group.first + group.len as FortId).filter(|&n| forts.fort(n).mirror == n).count();
            assert_eq!(2 * group.halves.len(), group.len + symmetric);
        }
    }

    #[test]
    fn steps_lead_back() {
        let forts = Forts::get();
        for number in 0..forts.forts.len() as FortId {
            for step in &forts.fort(number).steps {
                let back = &forts.fort(step.fort).steps;
                assert!(back.iter().any(|other| (other.fort, other.from, other.to) == (number, step.to, step.from)));
            }
            assert_eq!(forts.fort(forts.fort(number).mirror).mirror, number);
        }
    }
}
