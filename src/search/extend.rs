//! How deep a move is searched: extensions and reductions.

use super::config::Config;
use super::node::{Expected, NodeType};
use super::observe::{Event, Observer};
use super::plan::{NEVER, from};
use super::worker::Worker;
use crate::game::Tactics;

/// Depths and move numbers that the reduction table tells apart; larger ones count as the largest.
const REDUCTION_DEPTHS: usize = 64;
const REDUCTION_MOVES: usize = 64;

/// What is known of a move when its depth is chosen.
pub(crate) struct MoveFacts {
    /// Moves tried before it.
    pub index: usize,
    /// What its node is expected to be.
    pub expected: Expected,
    /// Its history slot.
    pub slot: usize,
    /// Not a capture (or threat).
    pub quiet: bool,
    /// Its side had to answer a check, or a threat.
    pub forced: bool,
    /// It is the only legal move, and answers a check.
    pub single_reply: bool,
    /// Its history value.
    pub history: i32,
}

/// What the plan says about late move reductions.
#[derive(Clone, Debug)]
pub struct ReductionPlan {
    /// Least depth of a reduction.
    pub min_depth: i32,
    /// Moves not reduced.
    pub min_moves: usize,
    /// History value of one ply; out of reach when off.
    pub history: i32,
    /// Plies less in PV nodes; all of them where those are not reduced.
    pv: i32,
    /// Plies more where a cut is expected.
    cut: i32,
    /// Moves that succeed in less than so many per cent of their tries are reduced by a ply; 0 when off.
    share: i32,
    table: Vec<u8>,
}

impl ReductionPlan {
    /// From the configuration.
    pub fn new(config: &Config) -> ReductionPlan {
        ReductionPlan {
            // At depth 1 there is no ply to lose.
            min_depth: from(config.lmr || config.history_pruning > 0, config.lmr_min_depth.max(2)),
            min_moves: config.lmr_min_moves as usize,
            history: if config.lmr_history > 0 { config.lmr_history } else { NEVER },
            pv: if config.lmr_in_pv { 1 } else { NEVER },
            cut: if config.lmr { config.lmr_cut } else { 0 },
            share: config.history_pruning,
            table: reductions(config),
        }
    }

    /// Whether shares of successes are learned.
    #[inline(always)]
    pub fn learns_shares(&self) -> bool {
        self.share > 0
    }

    /// Plies by which the `index`-th move (from 0) at a depth is reduced before history has its say.
    #[inline(always)]
    pub fn plies(&self, depth: i32, index: usize) -> i32 {
        let depth = (depth as usize).min(REDUCTION_DEPTHS - 1);
        self.table[depth * REDUCTION_MOVES + index.min(REDUCTION_MOVES - 1)] as i32
    }
}

fn reductions(config: &Config) -> Vec<u8> {
    let (base, divisor) = (config.lmr_base as f64 / 100.0, config.lmr_divisor as f64 / 100.0);
    let entry = |depth: usize, index: usize| {
        let logs = (depth.max(1) as f64).ln() * ((index + 1) as f64).ln();
        if config.lmr { (base + logs / divisor) as u8 } else { 0 }
    };
    (0..REDUCTION_DEPTHS * REDUCTION_MOVES).map(|i| entry(i / REDUCTION_MOVES, i % REDUCTION_MOVES)).collect()
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Plies that a move gets back: for giving check, or for being the only answer to one; not for both.
    #[inline(always)]
    pub fn extension(&mut self, facts: &MoveFacts, gives_check: bool) -> i32 {
        if gives_check && self.plan.check_extension > 0 {
            self.observer.count(Event::CheckExtension);
            self.plan.check_extension
        } else if facts.single_reply {
            self.observer.count(Event::SingleReplyExtension);
            1
        } else {
            0
        }
    }

    /// Late move reduction: the later a quiet move comes in a good order, the less it is worth; good history makes
    /// it worth more. At least one ply remains.
    #[inline(always)]
    pub fn reduction<N: NodeType>(&self, depth: i32, facts: &MoveFacts) -> i32 {
        let plan = &self.plan.reduce;
        let applies = depth >= plan.min_depth && facts.index >= plan.min_moves && facts.quiet && !facts.forced;
        if !applies {
            return 0;
        }
        let late = plan.plies(depth, facts.index) - facts.history / plan.history
            + plan.cut * (facts.expected == Expected::Cut) as i32;
        let late = if N::PV { late.saturating_sub(plan.pv) } else { late };
        let unlucky =
            plan.share > 0 && (!N::PV || plan.pv != NEVER) && self.memory.shares.is_below(facts.slot, plan.share);
        let reduction = late.max(0) + unlucky as i32;
        reduction.clamp(0, depth - 2)
    }
}
