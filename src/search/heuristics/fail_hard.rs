//! Fail-hard alpha-beta: a node returns no score outside its window. When off, the search is fail-soft (Fishburn 1983).

use crate::game::Tactics;
use crate::score::{OUT_OF_REACH, Score};
use crate::search::observe::Observer;
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    fail_hard, group "window",
    fields {
        fail_hard: bool = false, Exact Historical,
            "Fail-hard: returns alpha or beta where a score lies outside the window. Off is fail-soft: returns the score itself.", "fail-soft: Fishburn 1983; hard: Song Zixing's report";
    }
    plan |c| {
        /// How far outside the window a returned score may lie: 0 with fail hard, else more than any score.
        slack: Score = if c.fail_hard { 0 } else { OUT_OF_REACH };
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// The score that a node returns: with fail hard clamped to the window, else unchanged.
    #[inline(always)]
    pub fn fail_hard(&self, score: Score, window: Window) -> Score {
        let slack = self.plan.fail_hard.slack;
        score.clamp(window.alpha - slack, window.beta + slack)
    }
}
