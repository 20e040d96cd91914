//! History skip (Toga II): near the horizon, quiet moves that have hardly ever cut off are not searched at all.
//!
//! History pruning reduces a quiet move by a ply where its share of cutoffs is below a threshold. Where the share is far
//! below, a search that is a ply shallower finds nothing either.

use crate::game::Tactics;
use crate::score::{EVAL_LIMIT, Score};
use crate::search::node_facts::MoveFacts;
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    history_skip, group "pruning",
    fields {
        history_skip: i32 = 0, [0, 64], Approximate Historical,
            "Largest remaining depth, in plies, at which moves of the quiet stage are skipped whose share of cutoffs is below the threshold `history_pruning` divided by 3, or by the depth if that is more; 0 skips none.", "Toga II 1.2.1a: 4";
    }
    plan |c| {
        /// Largest remaining depth, in plies, at which moves are skipped; 0 when off.
        max_depth: i32 = if c.history_pruning > 0 { c.history_skip } else { 0 };
    }
    asks |plan, asked| {
        asked.skip_to(plan.max_depth);
    }
    events {
        HistorySkipped = "history_skipped", passes_over true, "A quiet move was skipped because it hardly ever cuts off.";
    }
    without_effect |c| {
        history_skip if c.history_pruning == 0, "no shares of cutoffs are counted";
    }
}

/// Least number by which the threshold of history pruning is divided.
const LEAST_DIVISOR: i32 = 3;

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether a quiet move is skipped because it hardly ever cuts off. No move is skipped while `best`, the best score so
    /// far, is a loss: the node must not return a mate that a skipped move might avoid.
    #[inline(always)]
    pub fn is_hopeless(&mut self, depth: i32, best: Score, facts: &MoveFacts) -> bool {
        let hopeless = depth <= self.plan.history_skip.max_depth
            && !facts.is_known
            && best >= -EVAL_LIMIT
            && self.hardly_ever_cuts(facts.history_slot, depth.max(LEAST_DIVISOR));
        if hopeless {
            self.observer.count(Event::HistorySkipped);
        }
        hopeless
    }
}
