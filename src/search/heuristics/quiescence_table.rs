//! The transposition table in quiescence: most nodes lie there, and transpositions are as frequent as above.

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
        /// What quiescence asks the transposition table for.
        QuiescenceTable {
            /// Nothing.
            Off = "off",
            /// A move to try first.
            Moves = "moves",
            /// Scores too.
            Scores = "scores",
            /// Static evaluations too.
            Evaluation = "evaluation",
        }
    }
    fields {
        qsearch_table: QuiescenceTable = QuiescenceTable::Off, neutral QuiescenceTable::Off, Exact,
            "What quiescence takes from the table, and tells it: moves to try first, scores too, static evaluations too.", "common practice; Fruit 2.1: off";
    }
    plan |c| {
        /// Whether the table is asked for anything.
        on: bool = used(c) != QuiescenceTable::Off;
        /// Whether its scores may answer.
        scores: bool = matches!(used(c), QuiescenceTable::Scores | QuiescenceTable::Evaluation);
        /// Whether its static evaluations are taken.
        evaluation: bool = used(c) == QuiescenceTable::Evaluation;
        /// Plies of quiescence in which quiet checks are tried: a node that tries fewer answers another question.
        check_plies: i32 = c.check_plies;
    }
    without_effect |c| {
        qsearch_table if c.table == TableUse::Off, "there is no table";
        qsearch_table if !c.quiescence, "there is no quiescence search";
        qsearch_table if c.table_layout == Layout::LeafWalk, "a table of leaves answers with leaves only";
    }
}

/// What is asked for: nothing without a table of scores.
fn used(c: &Config) -> QuiescenceTable {
    let asks = c.quiescence && c.table != TableUse::Off && c.table_layout != Layout::LeafWalk;
    if asks { c.qsearch_table } else { QuiescenceTable::Off }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether quiescence asks the table.
    #[inline(always)]
    pub fn q_asks_table(&self) -> bool {
        self.plan.quiescence_table.on
    }

    /// Asks the table about a node of quiescence. A score may answer only where the node would try all that the first
    /// ply of quiescence tries: entries do not know how many plies of checks they stand for.
    #[inline(never)]
    pub fn q_probe<N: NodeType>(&mut self, ply: usize, window: Window, check_plies: i32) -> Probe {
        let plan = &self.plan.quiescence_table;
        let (evaluation, may_answer) = (plan.evaluation, plan.scores && self.tries_all(check_plies));
        let probe = self.ask_table::<N>(ply, 0, window, may_answer);
        if let (true, Probe::Hint(hint)) = (evaluation, &probe) {
            self.recall_evaluation(ply, hint);
        }
        probe
    }

    /// The table's move where quiescence would try it: any in check, else one that is noisy.
    #[inline(never)]
    pub fn q_hash_move(&self, mv: Move, evading: bool) -> Move {
        let tries = mv.is_some() && self.game.is_generated(mv);
        if tries && (evading || self.game.is_noisy(mv)) { mv } else { Move::NONE }
    }

    /// Tells the table what a node of quiescence has found.
    #[inline(never)]
    pub fn q_store(&mut self, ply: usize, window: Window, check_plies: i32, best: Best) {
        if self.tries_all(check_plies) {
            self.store(ply, 0, window, best);
        }
    }

    /// Whether a node of quiescence tries all that its first ply tries.
    #[inline(always)]
    fn tries_all(&self, check_plies: i32) -> bool {
        check_plies.max(0) == self.plan.quiescence_table.check_plies
    }
}
