//! Refined evaluation: the score of the table entry takes the place of the static evaluation where it says more.
//!
//! An entry too shallow to cut off is still the result of a search. An exact score, a lower bound above the static
//! evaluation or an upper bound below it is the better estimate for the pruning of a node.

use crate::game::Tactics;
use crate::score::{Score, is_decisive};
use crate::search::config::TableUse;
use crate::search::observe::{Event, Observer};
use crate::search::table::Entry;
use crate::search::worker::Worker;
use crate::window::Bound;

heuristic! {
    refined_evaluation, group "table",
    fields {
        refined_evaluation: bool = false, Approximate,
            "Pruning and stand pat use the score of the table entry instead of the static evaluation where the entry's bound shows that it is better.", "common practice since Stockfish";
    }
    plan |c| {
        /// Whether scores of table entries replace static evaluations.
        on: bool = c.refined_evaluation && c.table != TableUse::Off;
    }
    events {
        EvaluationRefined = "evaluations_refined", "The score of a table entry took the place of a static evaluation.";
    }
    without_effect |c| {
        refined_evaluation if c.table == TableUse::Off, "there is no table";
    }
}

/// Whether a score with this bound shows that the truth is not `eval`.
fn contradicts(bound: Bound, score: Score, eval: Score) -> bool {
    match bound {
        Bound::Exact => score != eval,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
        Bound::None => false,
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// The static evaluation of a node, or the score of its table entry where that is the better estimate.
    #[inline(always)]
    pub fn refine(&mut self, eval: Score, entry: Option<Entry>) -> Score {
        if !self.plan.refined_evaluation.on {
            return eval;
        }
        let Some((bound, score)) = entry.map(|entry| (entry.bound, entry.score as Score)) else { return eval };
        if !contradicts(bound, score, eval) || is_decisive(score) || self.depends_on_path(score) {
            return eval;
        }
        self.observer.count(Event::EvaluationRefined);
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_contradicts_what_it_excludes() {
        assert!(contradicts(Bound::Lower, 30, 20) && !contradicts(Bound::Lower, 10, 20));
        assert!(contradicts(Bound::Upper, 10, 20) && !contradicts(Bound::Upper, 30, 20));
        assert!(contradicts(Bound::Exact, 10, 20) && contradicts(Bound::Exact, 30, 20));
        assert!(!contradicts(Bound::None, 0, 20));
    }
}
