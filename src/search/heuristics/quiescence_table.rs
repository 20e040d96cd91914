//! Transposition table in quiescence: its nodes probe the table and store their results there.

use crate::game::{Move, Tactics};
use crate::search::config::{Config, Layout, TableUse};
use crate::search::heuristics::table::Probe;
use crate::search::node::NodeType;
use crate::search::observe::Observer;
use crate::search::pvs::Best;
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    quiescence_table, group "quiescence",
    choices {
        /// What quiescence takes from the transposition table.
        QuiescenceTable {
            /// Nothing; the table is not probed.
            Off = "off",
            /// A hash move, tried first.
            Moves = "moves",
            /// A hash move, and scores that may cut off.
            Scores = "scores",
            /// A hash move, scores that may cut off, and static evaluations.
            Evaluation = "evaluation",
        }
    }
    fields {
        qsearch_table: QuiescenceTable = QuiescenceTable::Off, Exact,
            "What quiescence takes from the transposition table, and stores in it.", "common practice; Fruit 2.1: off";
    }
    plan |c| {
        /// Whether quiescence probes the table.
        on: bool = used(c) != QuiescenceTable::Off;
        /// Whether scores from the table may cut off quiescence nodes.
        scores: bool = matches!(used(c), QuiescenceTable::Scores | QuiescenceTable::Evaluation);
        /// Whether quiescence takes static evaluations from the table.
        evaluation: bool = used(c) == QuiescenceTable::Evaluation;
    }
    copies { check_plies = check_plies }
    asks |plan, asked| {
        asked.q_hash |= plan.on;
    }
    without_effect |c| {
        qsearch_table if c.table == TableUse::Off, "there is no table";
        qsearch_table if !c.quiescence, "there is no quiescence search";
        qsearch_table if c.table_layout == Layout::LeafWalk, "a table of the layout leafwalk cuts off with leaves only";
    }
}

/// The use in effect: `Off` without a table, without quiescence, and in the layout leafwalk.
fn used(c: &Config) -> QuiescenceTable {
    let asks = c.quiescence && c.table != TableUse::Off && c.table_layout != Layout::LeafWalk;
    if asks { c.qsearch_table } else { QuiescenceTable::Off }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether quiescence probes the table.
    #[inline(always)]
    pub fn q_asks_table(&self) -> bool {
        self.plan.quiescence_table.on
    }

    /// Probes the table at a quiescence node. A score may cut off only where the node has all plies of quiet checks
    /// left, as at the first ply of quiescence: entries do not hold the number of plies with checks that they were
    /// searched with.
    #[inline(never)]
    pub fn q_probe<N: NodeType>(&mut self, ply: usize, window: Window, check_plies: i32) -> Probe {
        let plan = &self.plan.quiescence_table;
        let (evaluation, may_cut_off) = (plan.evaluation, plan.scores && self.tries_all(check_plies));
        let probe = self.ask_table::<N>(ply, 0, window, may_cut_off);
        if let (true, Probe::Hint(hint)) = (evaluation, &probe) {
            self.recall_evaluation(ply, hint);
        }
        probe
    }

    /// The hash move if quiescence would try it: any move in check, else a noisy one; otherwise [`Move::NONE`].
    #[inline(never)]
    pub fn q_hash_move(&self, mv: Move, evading: bool) -> Move {
        let tries = mv.is_some() && self.game.is_generated(mv);
        if tries && (evading || self.game.is_noisy(mv)) { mv } else { Move::NONE }
    }

    /// Stores the result of a quiescence node in the table, if the node had all plies of quiet checks left.
    #[inline(never)]
    pub fn q_store(&mut self, ply: usize, window: Window, check_plies: i32, best: Best) {
        if self.tries_all(check_plies) {
            self.store(ply, 0, window, best);
        }
    }

    /// Whether a quiescence node has all plies of quiet checks left, as at the first ply of quiescence.
    #[inline(always)]
    fn tries_all(&self, check_plies: i32) -> bool {
        check_plies.max(0) == self.plan.quiescence_table.check_plies
    }
}
