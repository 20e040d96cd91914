//! Late move pruning: near the horizon, quiet moves that come late in the order are skipped.

use crate::game::Tactics;
use crate::score::{Score, WIN};
use crate::search::node::NodeType;
use crate::search::observe::{Event, Observer};
use crate::search::pvs::Here;
use crate::search::worker::Worker;

heuristic! {
    late_moves, group "pruning",
    fields {
        late_move_pruning: bool = false, neutral false, Approximate,
            "Near the horizon, skips quiet moves that come late in the order.", "common practice since about 2008";
        late_move_max_depth: i32 = 8, neutral 8, [1, 64], Parameter,
            "Largest depth, in plies, at which late moves are skipped.", "";
        late_move_base: i32 = 3, neutral 3, [1, 200], Parameter,
            "Number of moves tried at depth 0 before any is skipped.", "";
        late_move_slope: i32 = 300, neutral 300, [0, 2000], Parameter,
            "Number of further moves tried for each ply of depth before any is skipped, times 100.", "";
    }
    plan |c| {
        /// Largest remaining depth, in plies, at which late moves are skipped; 0 when off.
        max_depth: i32 = if c.late_move_pruning { c.late_move_max_depth } else { 0 };
        /// Number of moves tried before any is skipped, at depth 0.
        base: usize = c.late_move_base as usize;
        /// Number of further moves tried for each ply of depth, times 100.
        slope: usize = c.late_move_slope as usize;
    }
    events {
        LateMovePruned = "late_moves_pruned", passes_over true, "A quiet move was skipped because it came late in the order.";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether a quiet move near the horizon is skipped because it comes late: it is the `index`-th of its node,
    /// counted from 0. No move is skipped while `best`, the best score so far, is a loss: the node must not return a
    /// mate that a skipped move might avoid.
    #[inline(always)]
    pub fn is_too_late<N: NodeType>(&mut self, depth: i32, index: usize, best: Score, here: &Here) -> bool {
        let plan = &self.plan.late_moves;
        let late = depth <= plan.max_depth
            && !N::PV
            && best >= -WIN
            && here.is_calm()
            && index >= plan.base + plan.slope * depth as usize / 100;
        if late {
            self.observer.count(Event::LateMovePruned);
        }
        late
    }
}
