//! Known ends (Rapfi): a node returns at once where static features of the position, such as an open four in gomoku,
//! decide who wins.

use crate::game::Tactics;
use crate::score::{Score, mated_at};
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    known_ends, group "forced wins",
    fields {
        known_ends: bool = false, Approximate Everyday, needs KnownEnds,
            "Ends a node where static features of the position decide who wins: in gomoku fives and open fours, in Connect Four a column that completes four, or two such columns of the opponent.", "Rapfi";
        known_threats: bool = false, Approximate, needs KnownThreats,
            "`known_ends` recognises certain wins by two threats too: in gomoku a four-three or two open threes against an opponent without fours.", "Rapfi";
    }
    plan |c| {
        /// Whether a node without a known end asks the game for a certain win by threats
        /// ([`known_threat`](crate::game::Forcing::known_threat)).
        threats: bool = c.known_ends && c.known_threats;
    }
    copies { on = known_ends }
    events {
        KnownEnd = "known_ends", ends KnownEnd = "known_end", "A node ended because static features of its position decide who wins.";
        KnownThreat = "known_threats", ends KnownThreat = "known_threat", "A node ended because its side to move has two threats that cannot both be stopped.";
    }
    without_effect |c| {
        known_threats if !c.known_ends, "`known_ends` is off";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Score of a position whose winner is known without a search; `None` where it is not, or the heuristic is off.
    #[inline(always)]
    pub fn known_end(&mut self, ply: usize) -> Option<Score> {
        if !self.plan.known_ends.on {
            return None;
        }
        let plies = match self.game.known_end() {
            None if self.plan.known_ends.threats => {
                let plies = self.game.known_threat()?;
                self.observer.count(Event::KnownThreat);
                plies
            }
            end => {
                let plies = end?;
                self.observer.count(Event::KnownEnd);
                plies
            }
        };
        let end = ply + plies.unsigned_abs() as usize;
        Some(if plies > 0 { -mated_at(end) } else { mated_at(end) })
    }
}
