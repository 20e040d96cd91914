//! Pruning by history values: near the horizon, quiet moves that have failed again and again are skipped.
//!
//! History skip ([`super::history_skip`]) asks in what share of its tries a move cut off. Here the history value itself
//! decides, which weighs deep cutoffs more and knows what the move does after the moves before it
//! ([`super::continuation_history`]).

use crate::game::Tactics;
use crate::score::{EVAL_LIMIT, Score};
use crate::search::node_facts::MoveFacts;
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    poor_history, group "pruning",
    fields {
        poor_history: bool = false, Approximate,
            "Near the horizon, skips quiet moves whose history value, continuation histories included, is far below zero.", "common practice since Stockfish";
        poor_history_max_depth: i32 = 4, [1, 64], Parameter,
            "Largest remaining depth, in plies and less the reduction of `lmr`, at which moves are skipped by their history value.", "";
        poor_history_margin: i32 = 1000, [0, 65536], Parameter,
            "How far below zero the history value must be, for each ply of depth less the reduction of `lmr`.", "";
    }
    plan |c| {
        /// Largest remaining depth, in plies and less the reduction, at which moves are skipped; 0 when off.
        max_depth: i32 = if c.poor_history { c.poor_history_max_depth } else { 0 };
    }
    copies { margin = poor_history_margin }
    asks |plan, asked| {
        if plan.max_depth > 0 {
            asked.skip_to(i32::MAX);
            asked.continuation = true;
        }
    }
    events {
        PoorHistoryPruned = "poor_history_pruned", passes_over true, "A quiet move was skipped because of its history value.";
    }
    without_effect |c| {
        poor_history if c.history == HistoryUse::Off && c.continuation_history == 0, "there is no history";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether a quiet move is skipped because of its history value. No move is skipped while `best`, the best score so
    /// far, is a loss: the node must not return a mate that a skipped move might avoid.
    #[inline(always)]
    pub fn has_poor_history(&mut self, depth: i32, best: Score, facts: &MoveFacts) -> bool {
        let plan = &self.plan.poor_history;
        if plan.max_depth == 0 || best < -EVAL_LIMIT {
            return false;
        }
        let depth = self.plan.lmr.depth_left(depth, facts.index);
        let poor = depth <= plan.max_depth
            && self.memory.history.get(facts.history_slot) + facts.continuation < -plan.margin * depth;
        if poor {
            self.observer.count(Event::PoorHistoryPruned);
        }
        poor
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::Config;

    #[test]
    fn off_is_a_depth_below_every_node() {
        assert_eq!(Plan::new(&Config::neutral()).max_depth, 0);
    }
}
