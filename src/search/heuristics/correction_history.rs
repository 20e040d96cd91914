//! Correction history: the static evaluation is corrected by its errors at similar nodes.
//!
//! Where the search of a node ends far from the static evaluation, the evaluation of similar positions is likely to err
//! in the same direction. The error is remembered for the structure of the position ([`Tactics::structure_key`]) and
//! for the move that led to it, and added to later evaluations. The table keeps evaluations without corrections.

use crate::game::Tactics;
use crate::score::{EVAL_LIMIT, Score, is_decisive};
use crate::search::heuristics::Learned;
use crate::search::node::NodeType;
use crate::search::node_facts::NodeFacts;
use crate::search::observe::{Event, Observer};
use crate::search::pairs::{LIMIT, Pairs};
use crate::search::pvs::Best;
use crate::search::stop::Searched;
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    correction_history, group "evaluation",
    fields {
        correction_history: bool = false, Approximate Everyday,
            "Corrects the static evaluation by the errors found at nodes with this structure and after this move.", "common practice since Caissa and Stockfish, 2024";
        correction_structure: i32 = 8, [0, 1000], Parameter, needs Structure,
            "Largest correction for the structure of a position, in evaluation units.", "";
        correction_move: i32 = 8, [0, 1000], Parameter,
            "Largest correction for the last move, in evaluation units.", "";
        correction_rate: i32 = 6, [1, 1000], Parameter,
            "How fast corrections are learned: 8192ths of the largest correction for each evaluation unit of error and ply of depth; at most a quarter at once.", "";
    }
    memory Corrections,
    copies {
        on = correction_history, structure = correction_structure, last_move = correction_move, rate = correction_rate,
    }
    events {
        CorrectionLearned = "corrections_learned", "An error of the static evaluation was remembered.";
    }
}

/// Number of rows for structures: those whose keys have one remainder share a row.
const ROWS: usize = 16_384;

/// Errors of the static evaluation, from the view of the side to move.
#[derive(Clone, Debug, Default)]
pub struct Corrections {
    /// For each pair of a structure and a side to move.
    structures: Pairs,
    /// For each target slot of the last move, in one column.
    moves: Pairs,
}

impl Learned for Corrections {
    fn new(_slots: usize) -> Corrections {
        Corrections::default()
    }

    fn clear(&mut self) {
        self.structures.clear();
        self.moves.clear();
    }
}

impl Plan {
    /// What is learned from an error at a node of this depth.
    fn bonus(&self, error: Score, depth: i32) -> i32 {
        (error.saturating_mul(depth).saturating_mul(self.rate)).clamp(-LIMIT / 4, LIMIT / 4)
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Static evaluation of the position at a ply as pruning and stand pat use it, with its correction.
    #[inline(always)]
    pub fn assess(&mut self, ply: usize) -> Searched<Score> {
        let eval = self.evaluate(ply)?;
        Ok(if self.plan.correction_history.on { self.corrected(ply, eval) } else { eval })
    }

    fn corrected(&self, ply: usize, eval: Score) -> Score {
        let (plan, memory) = (&self.plan.correction_history, &self.memory.correction_history);
        let structure = self.structure_row().map_or(0, |row| memory.structures.get(2, row, self.game.side().index()));
        let last = self.stack.target_before(ply, 1).map_or(0, |slot| memory.moves.get(1, slot as usize, 0));
        let correction = (structure * plan.structure + last * plan.last_move) / LIMIT;
        self.off_draw(ply, (eval + correction).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1))
    }

    fn structure_row(&self) -> Option<usize> {
        self.game.structure_key().map(|key| key as usize % ROWS)
    }

    /// Learns from the result of a node. Nothing is learned in check, from a capture that is best, from a won or lost
    /// game, and from a bound that does not contradict the evaluation.
    #[inline(always)]
    pub fn learn_correction<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        best: Best,
        here: &NodeFacts,
    ) -> Searched<()> {
        if self.plan.correction_history.on && self.is_whole::<N>() && here.is_calm() && !is_decisive(best.score) {
            let error = best.score - self.assess(ply)?;
            let noisy = best.mv.is_some() && self.game.is_noisy(best.mv);
            let bounded = best.score >= window.beta && error <= 0 || best.score <= window.alpha && error >= 0;
            if !noisy && !bounded {
                self.note_error(ply, depth, error);
            }
        }
        Ok(())
    }

    fn note_error(&mut self, ply: usize, depth: i32, error: Score) {
        self.observer.count(Event::CorrectionLearned);
        let bonus = self.plan.correction_history.bonus(error, depth);
        if let Some(row) = self.structure_row() {
            let side = self.game.side().index();
            self.memory.correction_history.structures.update((ROWS, 2), row, side, bonus);
        }
        if let Some(slot) = self.stack.target_before(ply, 1) {
            self.memory.correction_history.moves.update((G::TARGET_SLOTS, 1), slot as usize, 0, bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::Config;

    #[test]
    fn deep_errors_count_more_and_none_counts_too_much() {
        let plan = Plan::new(&Config { correction_rate: 6, ..Config::neutral() });
        assert_eq!([(10, 2), (10, 4), (-10, 4)].map(|(error, depth)| plan.bonus(error, depth)), [120, 240, -240]);
        assert_eq!((plan.bonus(9000, 90), plan.bonus(-9000, 90)), (LIMIT / 4, -LIMIT / 4));
    }
}
