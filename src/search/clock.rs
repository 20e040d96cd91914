//! The clock of a game: how long a move may take, and after which iteration the search ends.
//!
//! A move has a share of what is left, and most of its increment. It takes longer while the best move changes from one
//! iteration to the next or the score falls, and an iteration that the clock would interrupt is not begun: what it
//! would cost is worth more in a later move. Robert Hyatt, "Using Time Wisely" (ICCA Journal 7(1), 1984), describes the
//! shares and the extension for a falling score; the numbers are our own.

use super::iterate::Iteration;
use crate::error::{Error, Result};

/// The clock of the side to move, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// What is left of the player's time, 0 to 1e9.
    pub remaining: f64,
    /// What every move adds to it, 0 to 1e9.
    pub increment: f64,
    /// Number of moves until more time is added, at least 1; `None`: the time is for all moves to come.
    pub moves_to_go: Option<u32>,
    /// How much of a move may be lost outside the search, such as on the way to the clock, 0 to 1e9. Six times as much is
    /// kept in reserve.
    pub overhead: f64,
}

/// Number of moves that the remaining time must last for, where the number is unknown or larger.
const HORIZON: u32 = 25;
/// Part of the increment that a move uses.
const GAIN: f64 = 0.8;
/// Time kept in reserve, as a multiple of the overhead. On a machine with three times as many busy threads as cores, a move comes a
/// fifth of a second late now and then: with one overhead of 50 ms in reserve, players with an increment of 10 ms lost 4
/// of 20 games on time, with three 2 of 500.
const RESERVE: f64 = 6.0;
/// Largest number of shares that a move may take.
const SHARES: f64 = 4.0;
/// Largest part of the time left that a move may take, unless it is the last one before more is added.
const HALF: f64 = 0.5;
/// Seconds of the shortest search.
const QUICK: f64 = 0.001;

impl Clock {
    /// Fails for numbers out of range.
    pub fn check(&self) -> Result<()> {
        let seconds = [("remaining", self.remaining), ("increment", self.increment), ("overhead", self.overhead)];
        if let Some((name, value)) = seconds.into_iter().find(|(_, value)| !(0.0..=1e9).contains(value)) {
            return Err(Error::Value(format!("{name} = {value}: expected seconds, 0 to 1e9")));
        }
        match self.moves_to_go {
            Some(0) => Err(Error::Value("moves_to_go = 0: expected at least 1, or None".into())),
            _ => Ok(()),
        }
    }

    /// How long the next move should take.
    pub fn pace(&self) -> Pace {
        let moves = self.moves_to_go.map_or(HORIZON, |moves| moves.min(HORIZON));
        let left = (self.remaining - RESERVE * self.overhead).max(0.0);
        let share = left / moves as f64 + GAIN * self.increment;
        let most = (SHARES * share).min(if moves == 1 { left } else { HALF * left }).max(QUICK);
        Pace { share: share.min(most), most }
    }
}

/// How long a move should take, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// The time for a move if all iterations find the same best move.
    pub share: f64,
    /// The time at which the search is interrupted.
    pub most: f64,
}

/// How much longer, in shares, a move takes for a change of the best move in the last iteration.
const CHANGE: f64 = 0.6;
/// Factor by which the weight of a change of the best move falls with each later iteration.
const FADING: f64 = 0.6;
/// How much longer, in shares, a move takes for a score that has fallen by [`FALL`] or more.
const ALARM: f64 = 1.0;
/// A fall of the score within two iterations, in evaluation units, that is alarming.
const FALL: f64 = 60.0;
/// Range of the factors by which the next iteration is expected to take longer than the last one.
const GROWTH: (f64, f64) = (1.3, 4.0);

impl Pace {
    /// Whether to play the best move of the finished iterations, in order of depth, instead of beginning another
    /// iteration. `has_choice` tells whether there are several moves.
    pub fn is_enough(&self, iterations: &[Iteration], has_choice: bool) -> bool {
        let Some(last) = iterations.last() else { return false };
        let next = expected(iterations);
        let wanted = self.share * (1.0 + CHANGE * changes(iterations) + ALARM * fall(iterations));
        // On the average half of an iteration passes until it finds what it changes.
        !has_choice || last.time + next > self.most || last.time + next / 2.0 > wanted
    }
}

/// Changes of the best move, the last ones weighing most.
fn changes(iterations: &[Iteration]) -> f64 {
    let pairs = iterations.windows(2).map(|pair| pair[0].pv.first() != pair[1].pv.first());
    pairs.fold(0.0, |sum, changed| FADING * sum + f64::from(changed))
}

/// How far the score has fallen within the last two iterations, from 0 to 1.
fn fall(iterations: &[Iteration]) -> f64 {
    let [.., before, _, last] = iterations else { return 0.0 };
    (f64::from(before.score - last.score) / FALL).clamp(0.0, 1.0)
}

/// Seconds that the next iteration is expected to take.
fn expected(iterations: &[Iteration]) -> f64 {
    let ended = |back: usize| iterations.len().checked_sub(back).map_or(0.0, |at| iterations[at].time);
    let [last, before] = [ended(1) - ended(2), ended(2) - ended(3)];
    // The first iterations take no time that tells anything.
    let growth = if before > 0.0 { last / before } else { GROWTH.0 };
    last * growth.clamp(GROWTH.0, GROWTH.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Move;
    use crate::score::Score;
    use crate::window::Bound;

    const CLOCK: Clock = Clock { remaining: 10.0, increment: 0.0, moves_to_go: None, overhead: 0.0 };

    /// Iterations with these best moves and scores; each ends after twice the time of the one before, the last one
    /// after `time`.
    fn iterations(found: &[(u32, Score)], time: f64) -> Vec<Iteration> {
        let number = found.len() as i32;
        let one = |(index, &(mv, score)): (usize, &(u32, Score))| Iteration {
            depth: index as u32 + 1,
            seldepth: 1,
            score,
            bound: Bound::Exact,
            pv: vec![Move(mv as u16)],
            nodes: 1,
            time: time / 2f64.powi(number - 1 - index as i32),
            fill: None,
            others: Vec::new(),
        };
        found.iter().enumerate().map(one).collect()
    }

    /// The time after which these iterations are enough, in seconds.
    fn used(found: &[(u32, Score)]) -> f64 {
        let enough = |ms: &i32| CLOCK.pace().is_enough(&iterations(found, f64::from(*ms) / 1000.0), true);
        f64::from((1..10_000).find(enough).unwrap()) / 1000.0
    }

    #[test]
    fn a_move_has_its_share_and_never_what_is_not_there() {
        let last = Clock { moves_to_go: Some(1), ..CLOCK };
        assert_eq!(CLOCK.pace(), Pace { share: 0.4, most: 1.6 });
        assert_eq!(last.pace(), Pace { share: 10.0, most: 10.0 }, "the last move before the control has all");
        assert_eq!(Clock { moves_to_go: Some(10), ..CLOCK }.pace().share, 1.0);
        assert_eq!(Clock { increment: 5.0, ..CLOCK }.pace().share, 4.4);
        for remaining in [0.0, 0.03, 0.2, 1.0, 100.0] {
            for clock in [Clock { remaining, ..CLOCK }, Clock { remaining, increment: 3.0, ..last }] {
                let (Pace { share, most }, clock) = (Clock { overhead: 0.05, ..clock }.pace(), clock);
                assert!(share <= most && (most <= QUICK || most <= clock.remaining - 0.299), "{clock:?}");
            }
        }
    }

    #[test]
    fn a_move_that_changes_or_fails_takes_longer() {
        let calm = used(&[(1, 10); 6]);
        // The next iteration takes as long as all before it: 0.267 + 0.267 / 2 is just above the share, 0.4.
        assert_eq!(calm, 0.267);
        let [changed, long_ago] = [
            used(&[(1, 10), (1, 10), (1, 10), (1, 10), (2, 10)]),
            used(&[(1, 10), (2, 10), (2, 10), (2, 10), (2, 10)]),
        ];
        assert!(changed > 1.5 * calm && calm < long_ago && long_ago < changed, "{changed} {long_ago}");
        assert!(used(&[(1, 10), (1, 10), (1, -50)]) > 1.9 * calm);
        assert_eq!(used(&[(1, -50), (1, -50), (1, 10)]), calm, "a rising score is no alarm");
    }

    #[test]
    fn an_iteration_that_cannot_finish_is_not_begun() {
        let pace = Pace { share: 10.0, most: 1.0 };
        let [early, late] = [0.49, 0.51].map(|time| iterations(&[(1, 0); 5], time));
        assert!(!pace.is_enough(&early, true) && pace.is_enough(&late, true), "the next takes as long as all before");
        assert!(pace.is_enough(&early, false), "an only move needs no thought");
        assert!(!pace.is_enough(&[], false), "but a score");
    }

    #[test]
    fn clocks_out_of_range_are_refused() {
        assert!(CLOCK.check().is_ok());
        for (clock, named) in [
            (Clock { remaining: -1.0, ..CLOCK }, "remaining = -1"),
            (Clock { increment: f64::NAN, ..CLOCK }, "increment = NaN"),
            (Clock { overhead: f64::INFINITY, ..CLOCK }, "overhead = inf"),
            (Clock { moves_to_go: Some(0), ..CLOCK }, "moves_to_go = 0"),
        ] {
            assert!(clock.check().unwrap_err().to_string().contains(named));
        }
    }
}
