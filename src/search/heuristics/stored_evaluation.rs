//! Static evaluations kept in the transposition table: an evaluator that takes long is asked once for a position.

use crate::game::Tactics;
use crate::search::config::{Layout, TableUse};
use crate::search::heuristics::table::Hint;
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    stored_evaluation, group "table",
    fields {
        stored_evaluation: bool = false, neutral false, Exact,
            "Takes the static evaluation of a node from the table where that knows it.", "common practice since Stockfish";
    }
    plan |c| {
        /// Whether full nodes take it.
        on: bool = c.stored_evaluation && c.table != TableUse::Off && c.table_layout != Layout::TwoBound;
    }
    events {
        EvaluationStored = "evaluations_stored", "A static evaluation was taken from the table.";
    }
    without_effect |c| {
        stored_evaluation if c.table == TableUse::Off, "there is no table";
        stored_evaluation if c.table_layout == Layout::TwoBound, "entries with two bounds have no room for evaluations";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Takes the static evaluation of a full node from the table, if the plan says so.
    #[inline(always)]
    pub fn take_stored_evaluation(&mut self, ply: usize, hint: &Hint) {
        if self.plan.stored_evaluation.on {
            self.recall_evaluation(ply, hint);
        }
    }

    /// Puts the static evaluation of the table's entry into the frame of a ply. Never one by a function of the user's:
    /// the table does not know which function has made it.
    #[inline(always)]
    pub fn recall_evaluation(&mut self, ply: usize, hint: &Hint) {
        let stored = hint.entry.and_then(|entry| entry.static_eval()).filter(|_| !G::GUIDED);
        if let Some(eval) = stored {
            self.observer.count(Event::EvaluationStored);
            self.stack[ply].set_eval(eval);
        }
    }
}
