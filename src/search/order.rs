//! The order of moves: the heuristics that contribute to ordering scores, and what they learn from the move that decides
//! a node.

use super::heuristics::continuation_history;
use super::observe::Observer;
use super::pairs::Pairs;
use super::picker::{Picker, Stage};
use super::plan::Plan;
use super::stack::Stack;
use super::worker::{Memory, Worker};
use crate::game::{Move, Tactics};

/// The learned values from which the ordering scores of a node's moves are summed.
pub(crate) struct Order<'o> {
    plan: &'o Plan,
    memory: &'o Memory,
    /// Rows of the histories of pairs that are added to the score of a quiet move; `None` where there are none.
    rows: Option<[&'o [i16]; ROWS]>,
}

/// Most rows of histories of pairs that a quiet move has: those of continuation history, and that of structure history.
const ROWS: usize = continuation_history::MOST + 1;

impl<'o> Order<'o> {
    /// The order of the moves of a node. Histories of pairs take part where `line` is given, the stack and the node's ply.
    #[inline(always)]
    pub fn new<G: Tactics>(game: &G, plan: &'o Plan, memory: &'o Memory, line: Option<(&Stack, usize)>) -> Order<'o> {
        let rows = line.map(|(stack, ply)| {
            let [first, second, third] = plan.continuation_history.rows::<G>(&memory.continuation_history, stack, ply);
            [first, second, third, plan.structure_history.row_of(&memory.structure_history, game)]
        });
        Order { plan, memory, rows }
    }

    /// Ordering score of a noisy move: its MVV/LVA value, and its capture history.
    #[inline(always)]
    pub fn of_noisy<G: Tactics>(&self, game: &G, mv: Move) -> i32 {
        game.mvv_lva(mv) + self.plan.capture_history.worth(&self.memory.capture_history, game, mv)
    }

    /// Ordering score of a quiet move: its history value, the game's weighted static score, and the histories of pairs.
    #[inline(always)]
    pub fn of_quiet<G: Tactics>(&self, game: &G, mv: Move) -> i32 {
        let (plan, slot) = (self.plan, game.target_slot(mv));
        let pairs = self.rows.map_or(0, |rows| rows.into_iter().map(|row| Pairs::at(row, slot)).sum());
        self.memory.history.get(plan.history.slot(game, mv)) + plan.static_order.worth(game, mv) + pairs
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Learns from a move that cut off, the `index`-th of its node (from 0) and offered by `stage`: rewards it, and
    /// punishes the quiet moves that were searched before it.
    #[inline]
    pub fn learn_cutoff(&mut self, ply: usize, depth: i32, picker: &Picker, stage: Stage, index: usize, mv: Move) {
        self.observer.cutoff(stage, index);
        self.count_cutoff(ply);
        if self.plan.asked.malus && matches!(stage, Stage::Quiet | Stage::ThreatReply | Stage::All) {
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
