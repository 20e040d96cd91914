//! The order of quiet moves: the heuristics that contribute to ordering scores, and what they learn from the move that
//! decides a node.

use super::heuristics::continuation_history::Before;
use super::observe::Observer;
use super::picker::{Picker, Stage};
use super::plan::Plan;
use super::worker::{Memory, Worker};
use crate::game::{Move, Tactics};

/// Plan and memory of the heuristics that contribute to ordering scores.
pub(crate) struct Order<'o> {
    pub plan: &'o Plan,
    pub memory: &'o Memory,
}

impl Order<'_> {
    /// Ordering score of a quiet move: its history value, and the game's weighted static score.
    #[inline(always)]
    pub fn of_quiet<G: Tactics>(&self, game: &G, mv: Move) -> i32 {
        self.memory.history.get(self.plan.history.slot(game, mv)) + self.plan.static_order.worth(game, mv)
    }

    /// What histories of pairs add to the ordering score of a noisy move.
    #[inline(always)]
    pub fn more_of_noisy<G: Tactics>(&self, game: &G, mv: Move) -> i32 {
        self.plan.capture_history.worth(&self.memory.capture_history, game, mv)
    }

    /// What histories of pairs add to the ordering score of a quiet move, after the moves in `before` and in a structure
    /// whose history has this row.
    #[inline(always)]
    pub fn more_of_quiet<G: Tactics>(&self, game: &G, mv: Move, before: &Before, row: Option<usize>) -> i32 {
        let (plan, memory) = (self.plan, self.memory);
        plan.continuation_history.worth(&memory.continuation_history, before, game, mv)
            + plan.structure_history.worth(&memory.structure_history, row, game, mv)
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Learns from a move that cut off, the `index`-th of its node (from 0) and offered by `stage`: rewards it, and
    /// punishes the quiet moves that were searched before it.
    #[inline]
    pub fn learn_cutoff(&mut self, ply: usize, depth: i32, picker: &Picker, stage: Stage, index: usize, mv: Move) {
        self.observer.cutoff(stage, index);
        self.count_cutoff(ply);
        if self.plan.has_malus() && matches!(stage, Stage::Quiet | Stage::Answer | Stage::All) {
            // Moves offered before the one that cut off, without those that pruning skipped: they were not searched.
            for at in picker.range_of_stage() {
                let tried = self.list.at(at);
                if tried != mv && self.stack.searched.holds(tried) {
                    self.punish(ply, depth, tried);
                }
            }
        }
        if self.plan.history_pruning.all && !self.game.is_noisy(mv) {
            self.note_failures(mv);
        }
        self.learn_captures(ply, depth, mv);
        if self.learns_from(mv) {
            let slot = self.history_slot(mv);
            self.plan.history_pruning.note(&mut self.memory.history_pruning, slot, true);
            self.reward(ply, depth, mv);
        }
    }

    /// Rewards a move that raised alpha and did not cut off, if `history_on_alpha` is set.
    #[inline(always)]
    pub fn reward_alpha(&mut self, ply: usize, depth: i32, mv: Move) {
        if self.plan.history.reward_alpha && self.learns_from(mv) {
            self.reward(ply, depth, mv);
        }
    }

    /// Whether the success of a move is remembered. Noisy moves are left out where MVV/LVA orders them.
    #[inline(always)]
    fn learns_from(&self, mv: Move) -> bool {
        !(self.plan.mvv_lva.on && self.game.is_noisy(mv))
    }

    /// Rewards a move that cut off or raised alpha in the heuristics that order moves.
    #[inline]
    fn reward(&mut self, ply: usize, depth: i32, mv: Move) {
        let slot = self.history_slot(mv);
        self.plan.history.reward(&mut self.memory.history, slot, depth);
        self.note_continuation(ply, depth, mv, true);
        self.note_in_structure(depth, mv, true);
        self.note_killer(ply, mv);
        self.note_counter_move(ply, mv);
    }

    /// Punishes a quiet move that was searched before the one that cut off, in all heuristics that learn.
    #[inline]
    fn punish(&mut self, ply: usize, depth: i32, mv: Move) {
        let slot = self.history_slot(mv);
        self.plan.history.punish(&mut self.memory.history, slot, depth);
        if self.plan.history_pruning.learns_by_stage() {
            self.memory.history_pruning.note(slot, false);
        }
        self.note_continuation(ply, depth, mv, false);
        self.note_in_structure(depth, mv, false);
    }
}

impl Plan {
    /// Whether some heuristic punishes quiet moves that were searched before the one that cut off.
    fn has_malus(&self) -> bool {
        self.history.growth.malus
            || self.history_pruning.learns_by_stage()
            || self.continuation_history.most > 0
            || self.structure_history.on
    }
}
