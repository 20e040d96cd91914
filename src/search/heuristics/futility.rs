//! Futility pruning (Schaeffer 1986; Heinz 1998): near the horizon, quiet moves are skipped where the evaluation is far
//! below alpha.

use crate::game::Tactics;
use crate::score::{Score, WIN};
use crate::search::node::NodeType;
use crate::search::observe::{Event, Observer};
use crate::search::pvs::Here;
use crate::search::worker::Worker;

heuristic! {
    futility, group "pruning",
    fields {
        futility: bool = false, neutral false, Approximate,
            "Near the horizon, skips quiet moves where the evaluation is far below alpha.", "Schaeffer 1986; Heinz 1998";
        futility_max_depth: i32 = 3, neutral 3, [1, 64], Parameter,
            "Largest depth, in plies, at which futility is tried.", "";
        futility_margin: i32 = 100, neutral 100, [0, 4000], Parameter,
            "How far below alpha the evaluation must be for futility, in evaluation units per ply of depth.", "";
    }
    plan |c| {
        /// Largest remaining depth, in plies, at which moves are skipped; 0 when off.
        max_depth: i32 = if c.futility { c.futility_max_depth } else { 0 };
        /// How far below alpha the evaluation must be, in evaluation units for each ply of depth.
        margin: Score = c.futility_margin;
    }
    events {
        FutilityPruned = "futility_pruned", passes_over true, "A quiet move was skipped because the evaluation is far below alpha.";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether a quiet move is skipped because, near the horizon, the evaluation is far below alpha. No move is skipped
    /// while `best`, the best score so far, is a loss: the node must not return a mate that a skipped move might avoid.
    #[inline(always)]
    pub fn is_futile<N: NodeType>(&mut self, depth: i32, alpha: Score, best: Score, here: &Here) -> bool {
        let plan = &self.plan.futility;
        let futile = depth <= plan.max_depth
            && !N::PV
            && best >= -WIN
            && here.is_calm()
            && here.eval + plan.margin * depth <= alpha;
        if futile {
            self.observer.count(Event::FutilityPruned);
        }
        futile
    }
}
