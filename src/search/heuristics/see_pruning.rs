//! Pruning by static exchange evaluation: near the horizon, moves that lose too much material are skipped.
//!
//! What a capture may lose grows with the depth that is left to win it back; what a quiet move may lose grows with the
//! square of its depth after the late move reduction, so that late moves are skipped sooner.

use crate::game::Tactics;
use crate::score::{EVAL_LIMIT, Score};
use crate::search::node_facts::MoveFacts;
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    see_pruning, group "pruning",
    fields {
        see_pruning: bool = false, Approximate Everyday, needs Exchanges,
            "Near the horizon, skips moves that lose too much material by static exchange evaluation.", "common practice since Stockfish";
        see_pruning_max_depth: i32 = 8, [1, 64], Parameter,
            "Largest remaining depth, in plies, at which moves are skipped because they lose material; that of quiet moves is less the reduction of `lmr`.", "";
        see_pruning_captures: i32 = 15, [0, 4000], Parameter,
            "What a capture may lose, in evaluation units for each ply of depth.", "";
        see_pruning_quiets: i32 = 4, [0, 4000], Parameter,
            "What a quiet move may lose, in evaluation units, times the square of its depth less the reduction of `lmr`.", "";
    }
    plan |c| {
        /// Largest remaining depth, in plies, at which moves are skipped; 0 when off.
        max_depth: i32 = if c.see_pruning { c.see_pruning_max_depth } else { 0 };
    }
    copies { captures = see_pruning_captures, quiets = see_pruning_quiets }
    asks |plan, asked| {
        if plan.max_depth > 0 {
            asked.skip_to(i32::MAX);
        }
    }
    events {
        SeePruned = "see_pruned", passes_over true, "A move was skipped because it loses material by static exchange evaluation.";
    }
}

impl Plan {
    /// What a quiet move may lose at a depth less its reduction.
    fn most_of_quiet(&self, depth: i32) -> i32 {
        self.quiets * depth * depth
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether a move is skipped because it loses too much material. No move is skipped while `best`, the best score so
    /// far, is a loss: the node must not return a mate that a skipped move might avoid.
    #[inline(always)]
    pub fn loses_too_much(&mut self, depth: i32, best: Score, facts: &MoveFacts) -> bool {
        let plan = &self.plan.see_pruning;
        if plan.max_depth == 0 || best < -EVAL_LIMIT {
            return false;
        }
        let depth = if facts.quiet { self.plan.lmr.depth_left(depth, facts.index) } else { depth };
        let most = if facts.quiet { plan.most_of_quiet(depth) } else { plan.captures * depth };
        let loses = depth <= plan.max_depth && !self.game.see_at_least(facts.mv, -most);
        if loses {
            self.observer.count(Event::SeePruned);
        }
        loses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::Config;

    #[test]
    fn deep_moves_may_lose_more_and_off_is_a_depth_below_every_node() {
        let plan = Plan::new(&Config { see_pruning: true, see_pruning_quiets: 4, ..Config::neutral() });
        assert_eq!([1, 2, 3].map(|depth| plan.most_of_quiet(depth)), [4, 16, 36]);
        assert_eq!(Plan::new(&Config::neutral()).max_depth, 0);
    }
}
