//! History by structure: how often a quiet move cut off in positions with the pawn structure of the current position.
//!
//! Pawns move seldom and decide where the other pieces belong. A history with separate
//! values for each pawn structure remembers plans that the history of all positions averages away.

use crate::game::{Move, Tactics};
use crate::search::heuristics::history::Bonus;
use crate::search::pairs::{LIMIT, Pairs};
use crate::search::worker::Worker;

heuristic! {
    structure_history, group "ordering",
    fields {
        structure_history: bool = false, Exact, needs Structure,
            "Adds to a quiet move's history its history in positions with this pawn structure.", "common practice since Stockfish 2023";
    }
    memory Structures,
    plan |c| {
        /// Bonus of a cutoff.
        bonus: Bonus = Bonus::new(c, LIMIT);
    }
    copies { on = structure_history }
    asks |plan, asked| {
        asked.quiet_histories |= plan.on;
        asked.rewards |= plan.on;
        asked.malus |= plan.on;
    }
}

/// A value for each pair of a structure and a target slot ([`crate::game::Game::target_slot`]).
/// Several structures share a row, see [`ROWS`].
pub type Structures = Pairs;

/// Number of rows: the row of a structure is its key modulo this number.
const ROWS: usize = 512;

impl Plan {
    /// Row of the structure of a position; `None` when off.
    #[inline(always)]
    pub fn row<G: Tactics>(&self, game: &G) -> Option<usize> {
        if self.on { game.structure_key().map(|key| key as usize % ROWS) } else { None }
    }

    /// The row of the structure of a position, for ordering; empty when off.
    #[inline(always)]
    pub fn row_of<'m, G: Tactics>(&self, memory: &'m Structures, game: &G) -> &'m [i16] {
        self.row(game).map_or(&[], |row| memory.row(G::TARGET_SLOTS, row))
    }
}

impl<G: Tactics, O> Worker<'_, G, O> {
    /// Adds a bonus to a quiet move of a node of this depth that has cut off, or, without `success`, a malus to one that
    /// was searched before the move that cut off.
    #[inline(always)]
    pub fn note_in_structure(&mut self, depth: i32, mv: Move, success: bool) {
        let plan = &self.plan.structure_history;
        if let Some(row) = plan.row(&self.game) {
            let bonus = if success { plan.bonus.at(depth) } else { -plan.bonus.at(depth) };
            let slot = self.game.target_slot(mv);
            self.memory.structure_history.update((ROWS, G::TARGET_SLOTS), row, slot, bonus);
        }
    }
}
