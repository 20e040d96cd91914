//! What moves are worth to the order of a node: which heuristics have a say in it.

use super::plan::Plan;
use super::worker::Memory;
use crate::game::{Move, Tactics};

/// Who is asked for the worth of a move.
pub(crate) struct Order<'o> {
    pub plan: &'o Plan,
    pub memory: &'o Memory,
}

impl Order<'_> {
    /// Worth of a quiet move: its history and what the game says of it.
    #[inline(always)]
    pub fn of_quiet<G: Tactics>(&self, game: &G, mv: Move) -> i32 {
        self.memory.history.get(game.slot(mv)) + self.plan.static_order.worth(game, mv)
    }
}
