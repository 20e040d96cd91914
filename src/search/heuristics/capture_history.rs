//! Capture history: how well the capture of one kind of piece by another on a square did at other nodes of the tree.
//!
//! MVV/LVA knows only which pieces take part in a capture. A history of captures, as the history heuristic keeps it for
//! quiet moves, learns in addition which of them refute the moves that are tried now.

use crate::game::{Move, Tactics};
use crate::search::heuristics::history::Bonus;
use crate::search::pairs::{LIMIT, Pairs};
use crate::search::worker::Worker;

heuristic! {
    capture_history, group "ordering",
    fields {
        capture_history: bool = false, Exact Everyday,
            "Adds to the MVV/LVA value of a capture the history value of its piece, target square and kind of captured piece.", "common practice since Stockfish";
        capture_history_divisor: i32 = 256, [1, 65536], Parameter,
            "Value of the capture history that counts as much as 1 in MVV/LVA, where the next better victim is worth 10.", "";
    }
    memory Captures,
    frame Tried,
    plan |c| {
        /// Bonus of a cutoff.
        bonus: Bonus = Bonus::new(c, LIMIT);
    }
    copies { on = capture_history, divisor = capture_history_divisor }
    asks |plan, asked| {
        asked.noisy_histories |= plan.on;
    }
    without_effect |c| {
        capture_history if !c.mvv_lva && !c.qsearch_mvv_lva, "captures are not ordered by MVV/LVA";
    }
}

/// A value for each pair of a target slot ([`crate::game::Game::target_slot`]) and a captured kind
/// ([`Tactics::captured_kind`]).
pub type Captures = Pairs;

/// Most noisy moves of a node that a cutoff punishes.
const MOST: usize = 24;

/// Noisy moves that the node of a ply has searched, the first [`MOST`] of them.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    moves: [Move; MOST],
    number: usize,
}

impl Tried {
    fn note(&mut self, mv: Move) {
        if let Some(place) = self.moves.get_mut(self.number) {
            (*place, self.number) = (mv, self.number + 1);
        }
    }
}

impl Plan {
    /// What the history of a noisy move adds to its ordering score.
    #[inline(always)]
    pub fn worth<G: Tactics>(&self, memory: &Captures, game: &G, mv: Move) -> i32 {
        if !self.on {
            return 0;
        }
        memory.get(G::CAPTURED_KINDS, game.target_slot(mv), game.captured_kind(mv)) / self.divisor
    }
}

impl<G: Tactics, O> Worker<'_, G, O> {
    /// Forgets the noisy moves that an earlier node of the ply has searched.
    #[inline(always)]
    pub fn forget_tried_captures(&mut self, ply: usize) {
        if self.plan.capture_history.on {
            self.stack[ply].capture_history.number = 0;
        }
    }

    /// Remembers that the node of a ply has searched a noisy move.
    #[inline(always)]
    pub fn note_tried_capture(&mut self, ply: usize, mv: Move) {
        if self.plan.capture_history.on {
            self.stack[ply].capture_history.note(mv);
        }
    }

    /// Learns from a move that cut off at a node of this depth: rewards it if it is noisy, and punishes the noisy moves
    /// that were searched before it.
    #[inline(always)]
    pub fn learn_captures(&mut self, ply: usize, depth: i32, mv: Move) {
        if self.plan.capture_history.on {
            self.note_captures(ply, depth, mv);
        }
    }

    fn note_captures(&mut self, ply: usize, depth: i32, mv: Move) {
        let Tried { moves, number } = self.stack[ply].capture_history;
        let bonus = self.plan.capture_history.bonus.at(depth);
        moves[..number].iter().filter(|tried| **tried != mv).for_each(|&tried| self.note_capture(tried, -bonus));
        if self.game.is_noisy(mv) {
            self.note_capture(mv, bonus);
        }
    }

    fn note_capture(&mut self, mv: Move, bonus: i32) {
        let shape = (G::TARGET_SLOTS, G::CAPTURED_KINDS);
        let (slot, kind) = (self.game.target_slot(mv), self.game.captured_kind(mv));
        self.memory.capture_history.update(shape, slot, kind, bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_moves_are_remembered() {
        let mut tried = Tried::default();
        (1..100).for_each(|code| tried.note(Move(code)));
        assert_eq!((tried.number, tried.moves[0], tried.moves[MOST - 1]), (MOST, Move(1), Move(MOST as u16)));
    }
}
