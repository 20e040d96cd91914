//! Ordering scores of moves: which heuristics contribute to them.

use super::plan::Plan;
use super::worker::Memory;
use crate::game::{Move, Tactics};

/// Plan and memory of the heuristics that contribute to ordering scores.
pub(crate) struct Order<'o> {
    pub plan: &'o Plan,
    pub memory: &'o Memory,
}

impl Order<'_> {
    /// Ordering score of a quiet move: its history value plus the game's weighted static score.
    #[inline(always)]
    pub fn of_quiet<G: Tactics>(&self, game: &G, mv: Move) -> i32 {
        self.memory.history.get(game.slot(mv)) + self.plan.static_order.worth(game, mv)
    }
}
