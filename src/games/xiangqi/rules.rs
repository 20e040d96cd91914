//! Rule sets: who loses by a repetition, and when a game without captures is drawn.

use std::cmp::Ordering;

use super::chase::{Chase, Lap, chase};
use super::repetition::Cycle;
use crate::error::Error;
use crate::game::{Side, Verdict};

/// Checks of each side that the limit of moves counts under the rules `axf`.
const COUNTED_CHECKS: u32 = 10;

/// A rule set for repetitions and the limit of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rules {
    /// Who checks all the way loses, unless both do; every other repetition is a draw, and so are 120 plies without a
    /// capture.
    #[default]
    Simple,
    /// The rules of the Asian Xiangqi Federation. Who checks all the way loses, or, if nobody does, who chases one piece
    /// all the way; where both chase, who chases a chariot bound by a horse. 100 plies without a capture are a draw, where
    /// ten checks of each side count.
    Axf,
}

/// Why a side loses by a repetition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It gave check with every move.
    Check,
    /// It chased one piece with every move.
    Chase(Chase),
}

impl Rules {
    /// All rule sets.
    pub const ALL: [Rules; 2] = [Rules::Simple, Rules::Axf];

    /// Name of the rule set in Python.
    pub const fn name(self) -> &'static str {
        match self {
            Rules::Simple => "simple",
            Rules::Axf => "axf",
        }
    }

    /// The rule set with this name.
    pub fn from_name(name: &str) -> Result<Rules, Error> {
        let found = Rules::ALL.into_iter().find(|rules| rules.name() == name);
        found.ok_or_else(|| Error::unknown("rules", name, &Rules::ALL.map(Rules::name)))
    }

    /// Plies without a capture after which the game is drawn.
    pub const fn move_limit(self) -> u32 {
        match self {
            Rules::Simple => 120,
            Rules::Axf => 100,
        }
    }

    /// Whether a game is drawn after so many plies without a capture; `checks` counts those of both sides.
    pub fn is_limit_reached(self, clock: u32, checks: impl FnOnce() -> [u32; 2]) -> bool {
        if clock < self.move_limit() {
            return false;
        }
        match self {
            Rules::Simple => true,
            Rules::Axf => {
                let beyond: u32 = checks().iter().map(|checks| checks.saturating_sub(COUNTED_CHECKS)).sum();
                clock - beyond >= self.move_limit()
            }
        }
    }

    /// Who loses by a cycle that ends with `side` to move, and why; `None` if it is a draw. `laps` are its moves in order.
    pub fn fault(self, cycle: &Cycle, side: Side, laps: impl FnOnce() -> Vec<Lap>) -> Option<(Side, Fault)> {
        match (cycle.own_checks, cycle.opponent_checks) {
            (true, true) => None,
            (true, false) => Some((side, Fault::Check)),
            (false, true) => Some((!side, Fault::Check)),
            _ if self == Rules::Simple => None,
            _ => {
                let laps = laps();
                let rank = |chase: &Option<Chase>| chase.as_ref().map(|chase| chase.bound);
                let (own, opponent) = (chase(&laps, side), chase(&laps, !side));
                match rank(&own).cmp(&rank(&opponent)) {
                    Ordering::Greater => Some((side, Fault::Chase(own?))),
                    Ordering::Less => Some((!side, Fault::Chase(opponent?))),
                    Ordering::Equal => None,
                }
            }
        }
    }

    /// [`Rules::fault`] as a verdict for the side to move.
    pub fn verdict(self, cycle: &Cycle, side: Side, laps: impl FnOnce() -> Vec<Lap>) -> Verdict {
        match self.fault(cycle, side, laps) {
            None => Verdict::DrawnByRepetition,
            Some((loser, _)) if loser == side => Verdict::LostByRepetition,
            Some(_) => Verdict::WonByRepetition,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_checks_of_each_side_count() {
        assert!(!Rules::Axf.is_limit_reached(99, || unreachable!("too early to count")));
        assert!(Rules::Axf.is_limit_reached(100, || [10, 10]));
        assert!(!Rules::Axf.is_limit_reached(101, || [12, 0]));
        assert!(Rules::Axf.is_limit_reached(103, || [12, 11]));
        assert!(Rules::Simple.is_limit_reached(120, || unreachable!("all checks count")));
    }
}
