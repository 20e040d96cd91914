//! Continuation history: how well a move has followed the moves before it.
//!
//! The history heuristic scores a move by its successes everywhere. A continuation history scores it by its successes
//! after a certain move: the opponent's last one (as counter moves do, with a value in the place of a single move), and
//! the mover's own before that. A move counts here by the piece that moves and the square it goes to, so that a table of
//! all pairs stays small: 3 MiB in xiangqi, 2 MiB in gomoku.

use crate::game::{Move, Tactics};
use crate::search::heuristics::Learned;
use crate::search::observe::Observer;
use crate::search::stack::Stack;
use crate::search::worker::Worker;

heuristic! {
    continuation_history, group "ordering",
    fields {
        continuation_history: i32 = 0, neutral 0, [0, 2], Exact,
            "Adds to a quiet move's history how well it has followed the moves before it: 1 the opponent's last one, 2 the mover's own before that too.", "common practice since Stockfish 2016; replies: Uiterwijk 1992";
    }
    memory Continuations,
    plan |c| {
        /// Moves before a move that count; 0 when off.
        most: usize = c.continuation_history as usize;
    }
}

/// Largest absolute value.
const LIMIT: i32 = 8192;
/// Largest bonus of one cutoff.
const MOST: i32 = LIMIT / 6;
/// Bonus per squared depth.
const SCALE: i32 = 16;

/// A value for each pair of a move and one that follows it, by their target slots. Empty until the first cutoff.
#[derive(Clone, Debug, Default)]
pub struct Continuations {
    values: Vec<i16>,
}

impl Learned for Continuations {
    fn new(_slots: usize) -> Continuations {
        Continuations::default()
    }

    fn clear(&mut self) {
        self.values = Vec::new();
    }
}

impl Continuations {
    /// Value of a move after an earlier one, both by target slot, in a game of so many slots.
    #[inline(always)]
    fn get(&self, slots: usize, before: usize, slot: usize) -> i32 {
        self.values.get(before * slots + slot).map_or(0, |&value| value as i32)
    }

    /// Gives a bonus (or a malus, below zero) and pulls the value towards zero, so that it stays within the limit.
    fn update(&mut self, slots: usize, before: usize, slot: usize, bonus: i32) {
        if self.values.is_empty() {
            self.values = vec![0; slots * slots];
        }
        let value = &mut self.values[before * slots + slot];
        *value += (bonus - *value as i32 * bonus.abs() / LIMIT) as i16;
    }
}

/// Target slots of the moves that led to a node, the latest first; none at the root, after a null move and where they do
/// not count.
pub type Before = [Option<usize>; 2];

impl Plan {
    /// The moves that count before those of the node of a ply.
    #[inline(always)]
    pub(crate) fn before(&self, stack: &Stack, ply: usize) -> Before {
        if self.most == 0 {
            return [None; 2];
        }
        [stack.target_before(ply, 1), stack.target_before(ply, 2).filter(|_| self.most > 1)]
    }

    /// Worth of a quiet move after those moves.
    #[inline(always)]
    pub fn worth<G: Tactics>(&self, memory: &Continuations, before: &Before, game: &G, mv: Move) -> i32 {
        if self.most == 0 {
            return 0;
        }
        let slot = game.target_slot(mv);
        before.iter().flatten().map(|&before| memory.get(G::TARGET_SLOTS, before, slot)).sum()
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Learns that a quiet move of a node of this depth has cut off, or that it was searched in vain.
    #[inline(always)]
    pub fn note_continuation(&mut self, ply: usize, depth: i32, mv: Move, success: bool) {
        if self.plan.continuation_history.most > 0 {
            let (slot, bonus) = (self.game.target_slot(mv), (SCALE * depth * depth).min(MOST));
            for before in self.plan.continuation_history.before(&self.stack, ply).into_iter().flatten() {
                let bonus = if success { bonus } else { -bonus };
                self.memory.continuation_history.update(G::TARGET_SLOTS, before, slot, bonus);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_belong_to_a_pair_and_stay_within_the_limit() {
        let mut memory = Continuations::default();
        assert_eq!(memory.get(4, 3, 2), 0);
        (0..1000).for_each(|_| memory.update(4, 3, 2, MOST));
        assert!(LIMIT * 9 / 10 < memory.get(4, 3, 2) && memory.get(4, 3, 2) <= LIMIT);
        assert_eq!((memory.get(4, 2, 3), memory.get(4, 3, 3)), (0, 0));
        (0..1000).for_each(|_| memory.update(4, 3, 2, -MOST));
        assert!(memory.get(4, 3, 2) < -LIMIT * 9 / 10 && memory.get(4, 3, 2) >= -LIMIT);
        memory.clear();
        assert_eq!(memory.get(4, 3, 2), 0);
    }
}
