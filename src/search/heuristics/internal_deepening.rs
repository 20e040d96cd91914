//! Internal iterative deepening (Scott 1969): a node of the principal variation that has no hash move is searched at
//! reduced depth first, and the best move found is tried first in its search to full depth.

use crate::game::{Move, Tactics};
use crate::score::MATE;
use crate::search::heuristics::hash_move;
use crate::search::node::{Expected, NodeType};
use crate::search::observe::{Event, Observer};
use crate::search::plan::from;
use crate::search::stop::Searched;
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    internal_deepening, group "ordering",
    fields {
        internal_deepening: bool = false, Exact Historical,
            "Internal iterative deepening: searches a node of the principal variation that has no hash move at reduced depth first, to find one.", "Scott 1969; Fruit 2.1";
        internal_deepening_min_depth: i32 = 2, [2, 64], Parameter Historical,
            "Least remaining depth, in plies, at which internal iterative deepening is tried.", "Fruit 2.1: 3";
        internal_deepening_reduction: i32 = 1, [1, 8], Parameter Historical,
            "Depth reduction of internal iterative deepening, in plies.", "Fruit 2.1: 2";
        internal_deepening_half: bool = false, Parameter Historical,
            "Internal iterative deepening searches to half the node's depth, where that is less than the reduced depth.", "Toga II 1.2.1a";
    }
    plan |c| {
        /// Least remaining depth, in plies, of internal iterative deepening; never reached when off.
        min_depth: i32 = from(c.internal_deepening && hash_move::is_on(c), c.internal_deepening_min_depth);
    }
    copies { reduction = internal_deepening_reduction, half = internal_deepening_half }
    events {
        InternalSearch = "internal_searches", "Internal iterative deepening began at a node.";
    }
    without_effect |c| {
        internal_deepening if c.table == TableUse::Off, "there is no table, and so no hash move";
        internal_deepening if !c.hash_move, "hash moves are not tried";
    }
}

impl Plan {
    /// Depth, in plies, of the search for a move at a node of this depth, 2 or more; at least 1 and less than the node's.
    fn depth(&self, depth: i32) -> i32 {
        let reduced = depth - self.reduction;
        if self.half { reduced.min(depth / 2).max(1) } else { reduced.max(1) }
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// The hash move of a node; if there is none, and the node is on the principal variation and deep enough, the best
    /// move of a search at reduced depth. A search that fails low is repeated with an open lower bound, since it has
    /// found no move.
    #[inline(always)]
    pub fn deepen_internally<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        expected: Expected,
        hash: Move,
    ) -> Searched<Move> {
        if !N::PV || N::ROOT || hash.is_some() || depth < self.plan.internal_deepening.min_depth {
            return Ok(hash);
        }
        let depth = self.plan.internal_deepening.depth(depth);
        self.observer.count(Event::InternalSearch);
        if self.node::<N>(ply, depth, window, expected, false)? <= window.alpha {
            self.node::<N>(ply, depth, Window { alpha: -MATE, ..window }, expected, false)?;
        }
        let found = self.pv.line_from(ply).first().copied().unwrap_or(Move::NONE);
        self.pv.clear(ply);
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::{Config, TableUse};
    use crate::search::plan::NEVER;

    #[test]
    fn depths_are_reduced_by_plies_or_to_half() {
        let table = Config { table: TableUse::Always, hash_move: true, ..Config::neutral() };
        let config = Config { internal_deepening: true, internal_deepening_reduction: 2, ..table };
        let plan = Plan::new(&config);
        assert_eq!([3, 4, 9].map(|depth| plan.depth(depth)), [1, 2, 7]);
        let plan = Plan::new(&Config { internal_deepening_half: true, ..config });
        assert_eq!([3, 4, 9].map(|depth| plan.depth(depth)), [1, 2, 4]);
    }

    #[test]
    fn off_is_a_depth_never_reached() {
        assert_eq!(Plan::new(&Config::neutral()).min_depth, NEVER);
    }
}
