//! Continuation history: how well a move has followed the moves before it.
//!
//! The history heuristic scores a move by its success at all nodes of the tree. A continuation history scores a move by
//! its success after one particular earlier move: the opponent's last move, or the mover's own last move. (Counter moves
//! keep only the best reply to the opponent's last move; a continuation history has a value for every reply.) Moves are
//! told apart by the piece that moves and the square it goes to, so that a table of all pairs of moves stays small: 3 MiB
//! in xiangqi, 2 MiB in gomoku.

use crate::game::{Move, Tactics};
use crate::search::heuristics::history::Bonus;
use crate::search::observe::Observer;
use crate::search::pairs::{LIMIT, Pairs};
use crate::search::stack::Stack;
use crate::search::worker::Worker;

heuristic! {
    continuation_history, group "ordering",
    fields {
        continuation_history: i32 = 0, [0, 3], Exact Everyday,
            "Adds to a quiet move's history its history as a reply to the opponent's last move (1), as a follow-up to the mover's own last move too (2), and to its last move but one (3).", "common practice since Stockfish 2016; replies: Uiterwijk 1992";
    }
    memory Continuations,
    plan |c| {
        /// Number of earlier moves whose continuation histories are added: 0 when off, 1 to 3.
        most: usize = c.continuation_history as usize;
        /// Bonus of a cutoff.
        bonus: Bonus = Bonus::new(c, LIMIT);
    }
    asks |plan, asked| {
        asked.quiet_histories |= plan.most > 0;
        asked.rewards |= plan.most > 0;
        asked.malus |= plan.most > 0;
    }
}

/// A value for each pair of an earlier and a later move, both given by their target slots
/// ([`crate::game::Game::target_slot`]).
pub type Continuations = Pairs;

/// How many plies before a node the moves were played whose continuation histories are added.
const BACK: [usize; MOST] = [1, 2, 4];

/// Largest number of moves whose continuation histories are added.
pub const MOST: usize = 3;

/// Target slots of the moves before a node that [`BACK`] names, in its order. `None` for a move before the root, for a
/// null move, and for a move that the configuration leaves out.
pub type Before = [Option<u32>; MOST];

impl Plan {
    /// Target slots of the moves before the node of a ply.
    #[inline(always)]
    pub(crate) fn before(&self, stack: &Stack, ply: usize) -> Before {
        let mut before = [None; MOST];
        for (before, back) in before.iter_mut().zip(BACK).take(self.most) {
            *before = stack.target_before(ply, back);
        }
        before
    }

    /// Rows of the continuation history for the moves before the node of a ply; empty for those that are left out.
    #[inline(always)]
    pub(crate) fn rows<'m, G: Tactics>(
        &self,
        memory: &'m Continuations,
        stack: &Stack,
        ply: usize,
    ) -> [&'m [i16]; MOST] {
        let row =
            |before: Option<u32>| before.map_or(&[] as &[i16], |before| memory.row(G::TARGET_SLOTS, before as usize));
        self.before(stack, ply).map(row)
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Continuation history of a quiet move of the node of a ply, where pruning or reductions ask for it; else 0.
    #[inline(always)]
    pub fn continuation_of(&self, ply: usize, mv: Move) -> i32 {
        if !self.plan.asked.continuation {
            return 0;
        }
        let rows = self.plan.continuation_history.rows::<G>(&self.memory.continuation_history, &self.stack, ply);
        let slot = self.game.target_slot(mv);
        rows.into_iter().map(|row| Pairs::at(row, slot)).sum()
    }

    /// Adds a bonus to a quiet move of a node of this depth that has cut off, or, without `success`, a malus to one that
    /// was searched before the move that cut off.
    #[inline(always)]
    pub fn note_continuation(&mut self, ply: usize, depth: i32, mv: Move, success: bool) {
        if self.plan.continuation_history.most > 0 {
            let slot = self.game.target_slot(mv);
            let bonus = self.plan.continuation_history.bonus.at(depth);
            for before in self.plan.continuation_history.before(&self.stack, ply).into_iter().flatten() {
                let bonus = if success { bonus } else { -bonus };
                self.memory.continuation_history.update(
                    (G::TARGET_SLOTS, G::TARGET_SLOTS),
                    before as usize,
                    slot,
                    bonus,
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::Config;

    #[test]
    fn as_many_moves_back_as_the_field_says() {
        let mut stack = Stack::new();
        (0..5).for_each(|ply| stack.advance(ply, Move(1), 0, 10 + ply));
        let before = |most| Plan { most, ..Plan::new(&Config::neutral()) }.before(&stack, 5);
        assert_eq!(before(0), [None; 3]);
        assert_eq!(before(2), [Some(14), Some(13), None]);
        assert_eq!(before(3), [Some(14), Some(13), Some(11)]);
    }
}
