//! Check extension (Slate and Atkin 1977): a move that gives check does not reduce the remaining depth.

use crate::game::Tactics;
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    check_extension, group "extensions",
    fields {
        check_extension: bool = true, neutral false, Approximate,
            "Extends moves that give check by a ply.", "Slate and Atkin 1977";
    }
    plan |c| {
        /// Plies by which a move that gives check is extended: 1, or 0 when off.
        plies: i32 = c.check_extension as i32;
    }
    events {
        CheckExtension = "check_extensions", "A move that gives check was extended.";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Plies by which a move is extended because it gives check; 0 if it gives none.
    #[inline(always)]
    pub fn extend_check(&mut self, gives_check: bool) -> i32 {
        if !gives_check || self.plan.check_extension.plies == 0 {
            return 0;
        }
        self.observer.count(Event::CheckExtension);
        self.plan.check_extension.plies
    }
}
