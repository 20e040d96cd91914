//! Cutoffs of the children: where the replies to a node's moves have cut off several times, the node's other moves are
//! likely to be refuted too, and are reduced more.

use crate::game::Tactics;
use crate::search::worker::Worker;

heuristic! {
    child_cutoffs, group "reductions",
    fields {
        lmr_cutoffs: i32 = 0, [0, 400], Approximate,
            "Plies, times 100, by which `lmr` reduces more where more than `lmr_cutoffs_from` nodes a ply below have cut off.", "common practice since Stockfish 2022";
        lmr_cutoffs_from: i32 = 3, [0, 64], Parameter,
            "Number of cutoffs a ply below a node up to which `lmr_cutoffs` has no effect.", "common practice since Stockfish 2022: 3";
    }
    frame Cutoffs,
    plan |c| {
        /// Whether cutoffs are counted.
        on: bool = c.lmr && c.lmr_cutoffs > 0;
        /// Number of cutoffs up to which reductions stay the same.
        from: u32 = c.lmr_cutoffs_from as u32;
    }
    copies { plies = lmr_cutoffs }
    without_effect |c| {
        lmr_cutoffs if !c.lmr, "no moves are reduced";
    }
}

/// Number of nodes of a ply that have cut off since the node two plies above was entered.
#[derive(Clone, Debug, Default)]
pub struct Cutoffs {
    number: u32,
}

impl<G: Tactics, O> Worker<'_, G, O> {
    /// Resets the number of cutoffs two plies below a node at the node's beginning.
    #[inline(always)]
    pub fn forget_cutoffs(&mut self, ply: usize) {
        if self.plan.child_cutoffs.on {
            self.stack[ply + 2].child_cutoffs.number = 0;
        }
    }

    /// Counts a cutoff of a node.
    #[inline(always)]
    pub fn count_cutoff(&mut self, ply: usize) {
        if self.plan.child_cutoffs.on {
            self.stack[ply].child_cutoffs.number += 1;
        }
    }

    /// Hundredths of a ply by which the moves of a node are reduced more because its children cut off.
    #[inline(always)]
    pub fn reduction_by_cutoffs(&self, ply: usize) -> i32 {
        let plan = &self.plan.child_cutoffs;
        if plan.on && self.stack[ply + 1].child_cutoffs.number > plan.from { plan.plies } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::Config;

    #[test]
    fn cutoffs_are_counted_only_where_they_change_a_reduction() {
        let config = Config { lmr: true, lmr_cutoffs: 100, ..Config::neutral() };
        assert!(Plan::new(&config).on);
        assert!(!Plan::new(&Config { lmr: false, ..config }).on && !Plan::new(&Config::neutral()).on);
    }
}
