//! Hash move (Slate and Atkin 1977): the move stored in the transposition table is tried first.

use crate::search::config::{Config, TableUse};
use crate::search::picker::Stage;

heuristic! {
    hash_move, group "ordering",
    fields {
        hash_move: bool = false, Exact Everyday,
            "Tries the move of the table entry first.", "Slate and Atkin 1977";
        root_hash_move: bool = false, Exact,
            "Tries the move of the table entry first at the root too.", "common practice; off: XiangQi Wizard";
    }
    plan |c| {
        /// Whether the table's move is tried first.
        on: bool = is_on(c);
        /// Whether the root probes the table for a move.
        at_root: bool = c.root_hash_move && c.hash_move;
    }
    asks |plan, asked| {
        asked.stages.extend(plan.on.then_some(Stage::Hash));
    }
    without_effect |c| {
        hash_move if c.table == TableUse::Off, "there is no table";
        root_hash_move if c.table == TableUse::Off || !c.hash_move, "no hash move is tried";
    }
}

/// Whether nodes have hash moves, for heuristics that rest on them.
pub(super) fn is_on(c: &Config) -> bool {
    c.hash_move && c.table != TableUse::Off
}
