//! History pruning (Letouzey 2005, Fruit 2.1): quiet moves that cut off in only a small share of their tries are
//! reduced by a ply.
//!
//! A history value grows with depth and says which move to try first. The share of successful tries says whether a move
//! is worth a search to full depth: it does not depend on depth, and forgets slowly, by halving both counts.

use crate::game::{Move, Tactics};
use crate::search::heuristics::Learned;
use crate::search::observe::Observer;
use crate::search::worker::Worker;

heuristic! {
    history_pruning, group "reductions",
    fields {
        history_pruning: i32 = 0, [0, 100], Approximate Historical,
            "Reduces by a ply quiet moves that cut off in less than this percentage of their tries, from depth `lmr_min_depth` and after `lmr_min_moves` moves; 0 reduces none.", "Letouzey 2005, Fruit 2.1: 60";
        history_pruning_all: bool = false, Parameter Historical,
            "Counts a failed try for every quiet move searched before a quiet move that cuts off, the hash move and killers included; off: only for moves of the stage that cut off.", "Fruit 2.1";
    }
    memory Shares,
    plan |c| {
        /// Whether a cutoff counts a failed try for every quiet move searched before it, not only for those of its stage.
        all: bool = c.history_pruning > 0 && c.history_pruning_all;
    }
    copies { percent = history_pruning }
    asks |plan, asked| {
        asked.slots |= plan.learns();
        asked.malus |= plan.learns_by_stage();
    }
}

/// Number of tries at which both counts of a slot are halved.
const MOST_TRIES: u16 = 16_384;

/// Cutoffs and tries of one history slot.
#[derive(Clone, Copy, Debug)]
struct Count {
    hits: u16,
    tries: u16,
}

/// Cutoffs and tries per history slot. Every slot begins with one success in one try, so that a move is searched to
/// full depth until it has failed.
#[derive(Clone, Debug, Default)]
pub struct Shares {
    counts: Vec<Count>,
}

impl Learned for Shares {
    fn new(slots: usize) -> Shares {
        Shares { counts: vec![Count { hits: 1, tries: 1 }; slots] }
    }

    fn clear(&mut self) {
        let slots = self.counts.len();
        *self = Shares::new(slots);
    }

    fn is_kept(plan: &crate::search::plan::Plan) -> bool {
        !plan.history.per_search
    }
}

impl Shares {
    /// Counts a try of the slot's move, and whether it cut off.
    #[inline(always)]
    pub fn note(&mut self, slot: usize, success: bool) {
        let count = &mut self.counts[slot];
        count.hits += success as u16;
        count.tries += 1;
        if count.tries >= MOST_TRIES {
            *count = Count { hits: count.hits.div_ceil(2), tries: count.tries / 2 };
        }
    }

    /// Whether fewer than `percent / divisor` per cent of the slot's tries cut off.
    #[inline(always)]
    pub fn is_below(&self, slot: usize, percent: i32, divisor: i32) -> bool {
        let Count { hits, tries } = self.counts[slot];
        (hits as i32) * 100 * divisor < percent * tries as i32
    }
}

impl Plan {
    /// Whether cutoffs and tries are counted at all.
    #[inline(always)]
    pub fn learns(&self) -> bool {
        self.percent > 0
    }

    /// Whether failed tries of moves of the stage that cut off are counted, and those of no other stage.
    #[inline(always)]
    pub fn learns_by_stage(&self) -> bool {
        self.learns() && !self.all
    }

    /// Counts a try of the slot's move, and whether it cut off; does nothing when off.
    #[inline(always)]
    pub fn note(&self, shares: &mut Shares, slot: usize, success: bool) {
        if self.learns() {
            shares.note(slot, success);
        }
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Counts a failed try of every quiet move that the node has searched but `mv`, a quiet move that cuts off.
    pub fn note_failures(&mut self, mv: Move) {
        for at in 0..self.stack.searched.len() {
            let tried = self.stack.searched.at(at);
            if tried != mv {
                let slot = self.history_slot(tried);
                self.memory.history_pruning.note(slot, false);
            }
        }
    }

    /// Whether the slot's move cuts off so rarely that it is reduced by a ply.
    #[inline(always)]
    pub fn rarely_cuts(&self, slot: usize) -> bool {
        let percent = self.plan.history_pruning.percent;
        percent > 0 && self.memory.history_pruning.is_below(slot, percent, 1)
    }

    /// Whether the slot's move cuts off in less than the threshold's `divisor`-th part of its tries.
    #[inline(always)]
    pub fn hardly_ever_cuts(&self, slot: usize, divisor: i32) -> bool {
        self.memory.history_pruning.is_below(slot, self.plan.history_pruning.percent, divisor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_worth_a_full_search_until_it_has_failed() {
        let mut shares = Shares::new(2);
        assert!(!shares.is_below(0, 100, 1));
        shares.note(0, false);
        assert!(shares.is_below(0, 60, 1) && !shares.is_below(0, 50, 1) && !shares.is_below(1, 60, 1));
        shares.note(0, true);
        assert!(!shares.is_below(0, 60, 1), "two of three");
        assert!(shares.is_below(0, 100, 1) && !shares.is_below(0, 100, 2) && shares.is_below(0, 200, 2));
        shares.clear();
        assert!(!shares.is_below(0, 100, 1));
    }

    #[test]
    fn old_tries_are_forgotten_by_halves() {
        let mut shares = Shares::new(1);
        (0..100_000).for_each(|_| shares.note(0, false));
        assert!(shares.is_below(0, 1, 1));
        (0..MOST_TRIES).for_each(|_| shares.note(0, true));
        assert!(!shares.is_below(0, 50, 1));
    }
}
