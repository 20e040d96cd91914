//! Late move pruning: near the horizon, moves that come late in the order are skipped.

use crate::game::Tactics;
use crate::score::{EVAL_LIMIT, Score};
use crate::search::node_facts::{MoveFacts, NodeFacts};
use crate::search::observe::{Event, Observer};
use crate::search::picker::{Picker, Stage};
use crate::search::worker::Worker;

heuristic! {
    late_moves, group "pruning",
    fields {
        late_move_pruning: bool = false, Approximate Everyday,
            "Near the horizon, skips quiet moves that come late in the order.", "common practice since about 2008";
        late_move_max_depth: i32 = 8, [1, 64], Parameter,
            "Largest remaining depth, in plies, at which late moves are skipped.", "";
        late_move_base: i32 = 3, [1, 200], Parameter,
            "Number of moves tried at depth 0 before any is skipped.", "";
        late_move_slope: i32 = 300, [0, 2000], Parameter,
            "Number of further moves tried for each ply of depth before any is skipped, times 100.", "";
        late_move_square: i32 = 0, [0, 2000], Parameter,
            "Number of further moves tried before any is skipped, times the square of the depth, times 100.", "common practice since Stockfish: 50 to 100";
        late_move_improving: i32 = 0, [0, 400], Parameter,
            "Percentage by which more moves are tried at improving nodes before any is skipped.", "common practice since Stockfish: 100";
        late_move_noisy: bool = false, Parameter,
            "Skips late noisy moves too: captures in xiangqi, fours in gomoku.", "Rapfi";
        late_move_answers: bool = false, Parameter, needs Threats,
            "Skips late replies to a threat too.", "Rapfi";
    }
    plan |c| {
        /// Largest remaining depth, in plies, at which late moves are skipped; 0 when off.
        max_depth: i32 = if c.late_move_pruning { c.late_move_max_depth } else { 0 };
        /// Number of moves tried before any is skipped, at depth 0.
        base: usize = c.late_move_base as usize;
        /// Number of further moves tried for each ply of depth, times 100.
        slope: usize = c.late_move_slope as usize;
        /// Number of further moves tried, times the square of the depth, times 100.
        square: usize = c.late_move_square as usize;
        /// Percentage by which more moves are tried at improving nodes.
        improving: usize = c.late_move_improving as usize;
    }
    copies { noisy = late_move_noisy, threat_replies = late_move_answers }
    asks |plan, asked| {
        asked.skip_to(plan.max_depth);
        asked.improving |= plan.max_depth > 0 && plan.improving > 0;
    }
    events {
        LateMovePruned = "late_moves_pruned", passes_over true, "A move was skipped because it came late in the order.";
    }
}

impl Plan {
    /// Number of moves tried at a remaining depth before any is skipped.
    #[inline(always)]
    fn tried(&self, depth: usize, improving: bool) -> usize {
        let tried = self.base + (self.slope + self.square * depth) * depth / 100;
        if improving { tried + tried * self.improving / 100 } else { tried }
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether a move near the horizon is skipped because it comes late. No move is skipped while `best`, the best score
    /// so far, is a loss: the node must not return a mate that a skipped move might avoid.
    #[inline(always)]
    pub fn is_too_late(&mut self, depth: i32, best: Score, facts: &MoveFacts) -> bool {
        let (plan, here) = (&self.plan.late_moves, facts.here);
        let late = depth <= plan.max_depth
            && (facts.quiet || plan.noisy)
            && (here.is_calm() || plan.threat_replies && !here.in_check)
            && best >= -EVAL_LIMIT
            && facts.index >= plan.tried(depth as usize, here.improving);
        if late {
            self.observer.count(Event::LateMovePruned);
        }
        late
    }

    /// Skips the moves of a stage behind one that was skipped, the `index`-th of its node, if all of them come too late,
    /// without picking the best of them first.
    #[inline(always)]
    pub fn pass_over_rest(&mut self, picker: &mut Picker, stage: Stage, depth: i32, index: usize, here: &NodeFacts) {
        let plan = &self.plan.late_moves;
        let many = matches!(stage, Stage::Quiet | Stage::All);
        if many && depth <= plan.max_depth && index >= plan.tried(depth as usize, here.improving) {
            let skipped = picker.drop_rest(&self.game, &mut self.list, plan.noisy);
            (0..skipped).for_each(|_| self.observer.count(Event::LateMovePruned));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::Config;

    #[test]
    fn the_number_of_moves_grows_with_depth_and_at_improving_nodes() {
        let config = Config { late_move_pruning: true, late_move_base: 3, late_move_slope: 100, ..Config::neutral() };
        assert_eq!([1, 2, 4].map(|depth| Plan::new(&config).tried(depth, true)), [4, 5, 7]);
        let config = Config { late_move_slope: 0, late_move_square: 50, late_move_improving: 100, ..config };
        let plan = Plan::new(&config);
        assert_eq!([1, 2, 4].map(|depth| plan.tried(depth, false)), [3, 5, 11]);
        assert_eq!([1, 2, 4].map(|depth| plan.tried(depth, true)), [6, 10, 22]);
    }
}
