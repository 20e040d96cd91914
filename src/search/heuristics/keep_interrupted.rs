//! Use of an interrupted iteration: the best move that it has proved so far is played.

use crate::game::Tactics;
use crate::search::iterate::Iteration;
use crate::search::observe::Observer;
use crate::search::worker::Worker;
use crate::window::Bound;

heuristic! {
    keep_interrupted, group "iteration",
    fields {
        keep_interrupted: bool = false, Rule,
            "When a limit interrupts an iteration, plays the best move that this iteration has proved, not that of the last finished one.", "Fruit 2.1; common practice";
    }
    copies { on = keep_interrupted }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// The best line that an interrupted iteration has proved, with its score as a lower bound; `None` if it has proved
    /// none or the heuristic is off.
    pub fn interrupted(&self, depth: u32, time: f64) -> Option<Iteration> {
        let line = self.root.proved().filter(|_| self.plan.keep_interrupted.on)?.clone();
        Some(self.iteration(depth, vec![line], time).with_bound(Bound::Lower))
    }
}
