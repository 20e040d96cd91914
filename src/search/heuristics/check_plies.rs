//! Quiet checks in the first plies of quiescence.

use crate::game::Tactics;
use crate::search::worker::Worker;

heuristic! {
    check_plies, group "quiescence",
    fields {
        check_plies: i32 = 1, neutral 0, [0, 16], Approximate,
            "Plies of quiescence in which quiet moves that give check are tried too.", "Fruit 2.1: 1";
    }
    plan |c| {
        /// Number of plies at the start of quiescence in which quiet checks are tried.
        plies: i32 = c.check_plies;
    }
    events {
        QSearchCheck = "qsearch_checks", "A quiet check was tried in quiescence.";
    }
    without_effect |c| {
        check_plies if !c.quiescence, "there is no quiescence search";
    }
}

impl<G: Tactics, O> Worker<'_, G, O> {
    /// Number of plies at the start of quiescence in which quiet checks are tried.
    #[inline(always)]
    pub fn check_plies(&self) -> i32 {
        self.plan.check_plies.plies
    }
}
