//! Static evaluations from the transposition table, so that a slow evaluator is called less often for a position.

use crate::game::Tactics;
use crate::search::config::TableUse;
use crate::search::heuristics::table::Hint;
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    stored_evaluation, group "table",
    fields {
        stored_evaluation: bool = false, Exact,
            "Takes the static evaluation of a node from its table entry if there is one.", "common practice since Stockfish";
    }
    plan |c| {
        /// Whether full nodes take the static evaluation from the table.
        on: bool = c.stored_evaluation && c.table != TableUse::Off;
    }
    events {
        EvaluationStored = "evaluations_stored", "A static evaluation was taken from the table.";
    }
    without_effect |c| {
        stored_evaluation if c.table == TableUse::Off, "there is no table";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Takes the static evaluation of a full node from the table, if the heuristic is on and the entry has one.
    #[inline(always)]
    pub fn take_stored_evaluation(&mut self, ply: usize, hint: &Hint) {
        if self.plan.stored_evaluation.on {
            self.recall_evaluation(ply, hint);
        }
    }

    /// Stores the static evaluation of the table's entry in the frame of a ply. Does nothing with a user's own
    /// evaluation function: the table does not know which function a stored value comes from.
    #[inline(always)]
    pub fn recall_evaluation(&mut self, ply: usize, hint: &Hint) {
        let stored = hint.entry.and_then(|entry| entry.static_eval()).filter(|_| !G::GUIDED);
        if let Some(eval) = stored {
            self.observer.count(Event::EvaluationStored);
            self.stack[ply].set_eval(eval);
        }
    }
}
