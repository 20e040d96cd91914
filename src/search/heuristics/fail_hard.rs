//! Fail hard: no score outside the window. Off: fail soft (Fishburn 1983).

use crate::game::Tactics;
use crate::score::{OUT_OF_REACH, Score};
use crate::search::observe::Observer;
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    fail_hard, group "window",
    fields {
        fail_hard: bool = false, neutral false, Exact,
            "Returns alpha or beta where a score lies outside the window; off: fail-soft, the score itself.", "fail-soft: Fishburn 1983; hard: gomoku report";
    }
    plan |c| {
        /// How far outside the window a score may lie: 0, or beyond all scores.
        slack: Score = if c.fail_hard { 0 } else { OUT_OF_REACH };
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// The score that a node returns: with fail hard, the end of the window that is nearest.
    #[inline(always)]
    pub fn fail_hard(&self, score: Score, window: Window) -> Score {
        let slack = self.plan.fail_hard.slack;
        score.clamp(window.alpha - slack, window.beta + slack)
    }
}
