//! Detection of repeated positions and of perpetual check.

use crate::score::MAX_PLY;

/// A past move, with what the detection of repetitions needs.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Key of the position before the move.
    pub key: u64,
    /// Whether no position before this move can repeat: it was a capture or a null move.
    pub irreversible: bool,
    /// Whether the move gave check.
    pub check: bool,
}

/// The moves from an earlier occurrence of a position to a later one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// Number of moves.
    pub plies: usize,
    /// Whether the side to move in the position gave check with every move of it.
    pub own_checks: bool,
    /// Whether the other side did.
    pub opponent_checks: bool,
}

impl Cycle {
    /// The cycle as a code of the XiangQi Wizard tutorial: `1 + 2 * (the side to move checked with every move) + 4 * (the
    /// opponent did)`.
    pub fn code(&self) -> u8 {
        1 + 2 * self.own_checks as u8 + 4 * self.opponent_checks as u8
    }
}

/// The cycle that makes the position with this key a repetition.
///
/// Searches `past`, latest move first, up to the last irreversible move, for earlier occurrences with the same side to
/// move. `recur(plies)` is the number of occurrences needed for a repetition if the farthest of them was so many plies
/// ago. `None` if there are fewer.
#[inline]
pub fn find(key: u64, recur: impl Fn(usize) -> u32, past: impl Iterator<Item = Step>) -> Option<Cycle> {
    let (mut found, mut own_turn) = (0, false);
    let (mut own_checks, mut opponent_checks) = (true, true);
    for (plies, step) in (1..).zip(past) {
        if step.irreversible {
            break;
        }
        if own_turn {
            own_checks &= step.check;
            if step.key == key {
                found += 1;
                if found >= recur(plies) {
                    return Some(Cycle { plies, own_checks, opponent_checks });
                }
            }
        } else {
            opponent_checks &= step.check;
        }
        own_turn = !own_turn;
    }
    None
}

/// Width in plies of the classes of clocks that [`path_key`] does not distinguish.
const CLOCK_STEP: u32 = 8;

/// Hash of a path, to be combined with the key of its last position. It covers the positions that have occurred at
/// least twice since the last irreversible move and, near the move limit, the distance to it; 0 on most paths. `past`
/// has the keys before each reversible move, latest first.
pub fn path_key(key: u64, past: impl Iterator<Item = u64>, clock: u32, limit: u32) -> u64 {
    let mut keys: Vec<u64> = std::iter::once(key).chain(past).collect();
    keys.sort_unstable();
    let twice = keys.chunk_by(|a, b| a == b).filter(|run| run.len() > 1).map(|run| run[0].rotate_left(29));
    // A clock farther from the limit than the longest line of a search cannot reach it.
    let near = (clock + MAX_PLY as u32).saturating_sub(limit).div_ceil(CLOCK_STEP);
    twice.fold((near as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15), |all, key| all ^ key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(key: u64, recur: impl Fn(usize) -> u32, past: impl Iterator<Item = Step>) -> u8 {
        find(key, recur, past).map_or(0, |cycle| cycle.code())
    }

    fn past(cycle: &[(u64, bool)]) -> impl Iterator<Item = Step> {
        cycle.iter().rev().map(|&(key, check)| Step { key, irreversible: false, check })
    }

    #[test]
    fn says_who_checked_all_the_way() {
        // Four plies from key 9 back to key 9; the side to move made the first and the third of them.
        let cases = [(false, false, 1), (true, false, 3), (false, true, 5), (true, true, 7)];
        for (own, opponent, expected) in cases {
            let cycle = [(9, own), (1, opponent), (2, own), (3, opponent)];
            assert_eq!(status(9, |_| 1, past(&cycle)), expected);
            assert_eq!(status(9, |_| 2, past(&cycle)), 0, "only one earlier occurrence");
            assert_eq!(status(8, |_| 1, past(&cycle)), 0, "another position");
        }
    }

    #[test]
    fn an_occurrence_far_back_may_need_a_second_one() {
        let cycle = [(9, true), (1, false), (2, true), (3, false)];
        let near = |most: usize| move |plies: usize| if plies <= most { 1 } else { 2 };
        assert_eq!([status(9, near(4), past(&cycle)), status(9, near(3), past(&cycle))], [3, 0]);
        let twice = [cycle, cycle].concat();
        assert_eq!(status(9, near(3), past(&twice)), 3, "the second of two is enough");
    }

    #[test]
    fn a_path_changes_the_key_where_something_came_twice_or_the_limit_is_near() {
        let of = |past: &[u64], clock| path_key(9, past.iter().copied(), clock, 120);
        assert_eq!(of(&[1, 2, 3], 3), 0);
        assert_ne!(of(&[1, 2, 3, 9], 4), 0);
        assert_eq!(of(&[1, 2, 1, 3], 4), of(&[3, 1, 2, 1], 4), "the order does not matter");
        assert_ne!(of(&[1, 2, 1, 3], 4), of(&[2, 1, 2, 3], 4));
        assert_eq!(of(&[1, 2], 24), 0, "96 plies cannot reach the limit");
        assert_ne!(of(&[1, 2], 25), 0);
        assert_eq!(of(&[1, 2], 25), of(&[1, 2], 32));
        assert_ne!(of(&[1, 2], 32), of(&[1, 2], 33));
    }

    #[test]
    fn stops_at_an_irreversible_move() {
        let steps = [(9, false), (1, true), (2, false), (3, true)];
        let walled = past(&steps).map(|step| Step { irreversible: step.key == 1, ..step });
        assert_eq!(status(9, |_| 1, walled), 0);
    }
}
