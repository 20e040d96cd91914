//! Pruning on the principal variation: late move pruning, futility and the other heuristics that skip moves do so at PV
//! nodes too.
//!
//! The nodes of the principal variation are few, and each has a full list of late moves below it. A move that pruning
//! would skip beside the principal variation hardly ever raises alpha on it either.

use crate::game::Tactics;
use crate::search::node::NodeType;
use crate::search::observe::Observer;
use crate::search::worker::Worker;

heuristic! {
    pv_pruning, group "pruning",
    fields {
        pv_pruning: bool = false, Approximate,
            "Lets the heuristics that skip moves do so at nodes of the principal variation too, but not at the root.", "common practice since Stockfish 2016";
    }
    copies { on = pv_pruning }
    without_effect |c| {
        pv_pruning if Asked::of(c).skips_to == 0, "no move is skipped";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether moves may be skipped at a node of this type.
    #[inline(always)]
    pub fn prunes<N: NodeType>(&self) -> bool {
        !N::PV || !N::ROOT && self.plan.pv_pruning.on
    }
}
