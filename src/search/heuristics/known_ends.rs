//! Known ends (Rapfi): a node ends where the position itself tells who wins.

use crate::game::Tactics;
use crate::score::{Score, mated_at};
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    known_ends, group "forced wins",
    fields {
        known_ends: bool = false, neutral false, Approximate, needs KnownEnds,
            "Ends a node where a look at the position tells who wins: fives and open fours in gomoku.", "Rapfi";
    }
    plan |c| {
        /// Whether the game is asked for ends in sight.
        on: bool = c.known_ends;
    }
    events {
        KnownEnd = "known_ends", ends KnownEnd = "known_end", "A node ended because a look told who wins.";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// The score of the end of the game that the position itself shows.
    #[inline(always)]
    pub fn known_end(&mut self, ply: usize) -> Option<Score> {
        if !self.plan.known_ends.on {
            return None;
        }
        let plies = self.game.known_end()?;
        self.observer.count(Event::KnownEnd);
        let end = ply + plies.unsigned_abs() as usize;
        Some(if plies > 0 { -mated_at(end) } else { mated_at(end) })
    }
}
