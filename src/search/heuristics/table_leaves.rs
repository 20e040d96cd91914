//! Evaluations of leaves, stored in the transposition table as exact entries of depth 0.

use crate::game::{Move, Tactics};
use crate::score::Score;
use crate::search::config::TableUse;
use crate::search::heuristics::table::Probe;
use crate::search::node::NodeType;
use crate::search::observe::Observer;
use crate::search::pvs::Best;
use crate::search::stop::Searched;
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    table_leaves, group "table",
    fields {
        table_leaves: bool = false, Exact Historical,
            "Keeps evaluations at the horizon in the table, as exact entries of depth 0.", "Song Zixing's report";
    }
    plan |c| {
        /// Whether evaluations at the horizon are read from and stored in the table.
        on: bool = c.table != TableUse::Off && c.table_leaves;
    }
    without_effect |c| {
        table_leaves if c.table == TableUse::Off, "there is no table";
        table_leaves if c.quiescence, "quiescence evaluates beyond the horizon";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Evaluation of a position at the horizon; with table_leaves it is read from the table, or else stored there.
    #[inline(always)]
    pub fn evaluate_leaf<N: NodeType>(&mut self, ply: usize, window: Window) -> Searched<Score> {
        if self.plan.table_leaves.on { self.table_leaf::<N>(ply, window) } else { self.evaluate(ply) }
    }

    /// Evaluation from the table, or else computed and stored there.
    fn table_leaf<N: NodeType>(&mut self, ply: usize, window: Window) -> Searched<Score> {
        if let Probe::Cutoff(score) = self.probe::<N>(ply, 0, window) {
            return Ok(score);
        }
        let score = self.evaluate(ply)?;
        self.store(ply, 0, Window::FULL, Best { score, mv: Move::NONE });
        Ok(score)
    }
}
