//! Static exchange evaluation (SEE) in the search: moves that lose material on the square that they enter come last, or
//! are not tried at all in quiescence.
//!
//! MVV/LVA takes a defended pawn with a chariot before it tries any quiet move. The exchange evaluation of the game
//! ([`Tactics::see_at_least`]) finds such captures without a search.

use crate::game::{Move, Tactics};
use crate::search::observe::{Event, Observer};
use crate::search::picker::Stage;
use crate::search::worker::Worker;

heuristic! {
    see, group "ordering",
    fields {
        see_captures: bool = false, Exact Everyday, needs Exchanges,
            "Tries captures that lose material, by static exchange evaluation, after quiet moves.", "Fruit 2.1";
        qsearch_see: bool = false, Approximate, needs Exchanges,
            "Quiescence skips captures that lose material by static exchange evaluation.", "Fruit 2.1";
        qsearch_see_checks: bool = false, Approximate, needs Exchanges,
            "Quiescence skips quiet checks that lose material by static exchange evaluation.", "Fruit 2.1";
    }
    plan |c| {
        /// Whether captures that lose material come after quiet moves in full nodes.
        last: bool = c.see_captures && c.mvv_lva;
    }
    copies { captures = qsearch_see, checks = qsearch_see_checks }
    asks |plan, asked| {
        asked.stages.extend(plan.last.then_some(Stage::Losing));
    }
    events {
        QSearchLosing = "qsearch_losing", passes_over true, "Quiescence skipped a move that loses material by static exchange evaluation.";
    }
    without_effect |c| {
        see_captures if !c.mvv_lva, "captures do not come first";
        qsearch_see if !c.quiescence, "there is no quiescence search";
        qsearch_see_checks if !c.quiescence || c.check_plies + c.check_plies_pv == 0, "quiescence tries no quiet checks";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether quiescence skips a capture because it loses material.
    #[inline(always)]
    pub fn skips_capture(&mut self, mv: Move) -> bool {
        self.plan.see.captures && self.skips_losing(mv)
    }

    /// Whether quiescence skips a quiet check because it loses material.
    #[inline(always)]
    pub fn skips_check(&mut self, mv: Move) -> bool {
        self.plan.see.checks && self.skips_losing(mv)
    }

    /// Whether a move loses material; counts it as skipped.
    fn skips_losing(&mut self, mv: Move) -> bool {
        let loses = !self.game.see_at_least(mv, 0);
        if loses {
            self.observer.count(Event::QSearchLosing);
        }
        loses
    }
}
