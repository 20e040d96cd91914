//! Internal iterative reduction: a node without a hash move is searched a ply shallower.
//!
//! Internal iterative deepening ([`super::internal_deepening`]) spends a search on finding a first move. It is cheaper to
//! search the node itself to less depth: the table then has a move for the next iteration, which searches it in full.

use crate::game::{Move, Tactics};
use crate::search::heuristics::hash_move;
use crate::search::node::{Expected, NodeType};
use crate::search::observe::{Event, Observer};
use crate::search::plan::from;
use crate::search::worker::Worker;

heuristic! {
    internal_reduction, group "reductions",
    fields {
        internal_reduction: bool = false, Approximate Everyday,
            "Internal iterative reduction: searches a node that has no hash move a ply shallower, where it is on the principal variation or expected to cut off.", "Ed Schröder 2020, Rebel";
        internal_reduction_min_depth: i32 = 2, [2, 64], Parameter,
            "Least remaining depth, in plies, at which a node without a hash move is searched a ply shallower.", "";
        internal_reduction_all: bool = false, Parameter,
            "Internal iterative reduction at nodes where no move is expected to raise alpha, too.", "";
    }
    plan |c| {
        /// Least remaining depth, in plies, at which a node is reduced; never reached when off.
        min_depth: i32 = from(c.internal_reduction && hash_move::is_on(c), c.internal_reduction_min_depth);
    }
    copies { all = internal_reduction_all }
    events {
        InternalReduction = "internal_reductions", "A node was searched a ply shallower because it has no hash move.";
    }
    without_effect |c| {
        internal_reduction if c.table == TableUse::Off, "there is no table, and so no hash move";
        internal_reduction if !c.hash_move, "hash moves are not tried";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Depth to which a node is searched: a ply less where it has no hash move.
    #[inline(always)]
    pub fn depth_without_hash_move<N: NodeType>(&mut self, depth: i32, expected: Expected, hash: Move) -> i32 {
        let plan = &self.plan.internal_reduction;
        if depth < plan.min_depth || N::ROOT || hash.is_some() || expected == Expected::All && !plan.all {
            return depth;
        }
        self.observer.count(Event::InternalReduction);
        depth - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::Config;
    use crate::search::plan::NEVER;

    #[test]
    fn off_is_a_depth_never_reached() {
        assert_eq!(Plan::new(&Config::neutral()).min_depth, NEVER);
        let config = Config { internal_reduction: true, hash_move: true, ..Config::neutral() };
        assert_eq!(Plan::new(&config).min_depth, NEVER, "without a table no node has a hash move");
    }
}
