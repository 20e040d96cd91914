//! Late move reductions (Levy, Broughton and Taylor 1989; Romstad 2006): quiet moves late in the order are first
//! searched at reduced depth, and again at full depth only if they beat alpha.
//!
//! A reduction is a sum of terms in hundredths of a ply, which is rounded down to plies. Without `lmr_fractions` two of
//! the terms, those of the formula and of history, are rounded to plies before they are added.

use crate::game::{Move, Tactics};
use crate::score::Score;
use crate::search::config::Config;
use crate::search::node::{Expected, NodeType};
use crate::search::node_facts::MoveFacts;
use crate::search::observe::Observer;
use crate::search::picker::Stage;
use crate::search::plan::{NEVER, from, or_never};
use crate::search::worker::Worker;

heuristic! {
    lmr, group "reductions",
    fields {
        lmr: bool = false, Approximate Everyday,
            "Late move reductions: searches quiet moves that come late in the order at reduced depth first.", "Levy, Broughton and Taylor 1989; Romstad 2006";
        lmr_min_depth: i32 = 3, [1, 64], Parameter,
            "Least remaining depth, in plies, at which moves are reduced.", "";
        lmr_min_moves: i32 = 3, [1, 64], Parameter,
            "Number of moves searched to full depth before any is reduced.", "";
        lmr_base: i32 = 40, [0, 400], Parameter Everyday,
            "Base of the LMR formula, times 100: reduction in plies = base + ln(depth) * ln(move number) / divisor.", "common practice since Stockfish";
        lmr_divisor: i32 = 200, [50, 1000], Parameter Everyday,
            "Divisor of the LMR formula, times 100.", "";
        lmr_history: i32 = 0, [0, 65536], Parameter,
            "History value that makes a reduction one ply smaller; its negative makes it one ply larger. 0 ignores history.", "";
        lmr_in_pv: bool = true, Parameter Historical,
            "Reduces at nodes of the principal variation too, by one ply less than elsewhere.", "Toga: no";
        lmr_quiet_stage: bool = false, Parameter Historical,
            "Reduces moves of the quiet stage only: hash, killer and counter moves keep their depth.", "Fruit 2.1";
        lmr_cut: i32 = 0, [0, 4], Parameter,
            "Further plies by which `lmr` reduces at nodes that are expected to cut off.", "common practice since Stockfish";
        lmr_fractions: bool = false, Parameter,
            "Adds the terms of the formula and of history to a reduction unrounded, so that half plies add up. Off: both are rounded to plies first, the formula's down and history's towards 0.", "common practice since Stockfish";
        lmr_continuation: bool = false, Parameter,
            "Adds continuation histories to the history value that `lmr_history` divides.", "common practice since Stockfish";
        lmr_improving: i32 = 0, [0, 400], Parameter,
            "Plies, times 100, by which `lmr` reduces less at improving nodes.", "common practice since Stockfish";
        lmr_known: i32 = 0, [0, 400], Parameter,
            "Plies, times 100, by which `lmr` reduces hash, killer and counter moves less.", "common practice since Stockfish";
        lmr_exact: i32 = 0, [0, 400], Parameter,
            "Plies, times 100, by which `lmr` reduces less at nodes whose table entry is exact: nodes that have been on a principal variation.", "common practice since Stockfish 2018";
        lmr_evasions: bool = false, Parameter,
            "Reduces replies to a check or a threat, too.", "common practice since Stockfish 2012";
        lmr_checks: bool = false, Parameter,
            "Reduces moves that give check too, if they are not extended.", "common practice since Stockfish";
        lmr_noisy: bool = false, Parameter,
            "Reduces noisy moves too, captures in xiangqi and fours in gomoku; those that give check only with `lmr_checks`.", "Rapfi";
        lmr_check: i32 = 0, [0, 400], Parameter,
            "Plies, times 100, by which `lmr_checks` reduces moves that give check less than others.", "";
        lmr_captures: bool = false, Parameter, needs Exchanges,
            "Reduces captures that lose material by static exchange evaluation too.", "common practice since Stockfish";
        lmr_deeper_margin: i32 = 0, [0, 4000], Parameter,
            "A reduced move that beats the node's best score by more than this, in evaluation units, is searched again a ply deeper than full depth; 0 searches none deeper.", "common practice since Stockfish 2021";
        lmr_shallower_margin: i32 = 0, [0, 4000], Parameter,
            "A move reduced by two plies or more that beats the node's best score by less than this, in evaluation units, is searched again a ply shallower than full depth; 0 searches none shallower.", "common practice since Stockfish 2022";
    }
    plan |c| {
        /// Least remaining depth, in plies, at which moves are reduced; at least 2, since at depth 1 no ply can be
        /// saved.
        min_depth: i32 = from(c.lmr || c.history_pruning > 0, c.lmr_min_depth.max(2));
        /// Number of a node's first moves that are never reduced.
        min_moves: usize = c.lmr_min_moves as usize;
        /// History value that changes the reduction by one ply; never reached when off.
        history: i32 = or_never(c.lmr_history);
        /// Plies by which reductions are smaller in PV nodes: 1, or more than any reduction where PV nodes do not
        /// reduce.
        pv: i32 = if c.lmr_in_pv { 1 } else { NEVER };
        /// Plies by which reductions are larger at expected cut nodes.
        cut: i32 = if c.lmr { c.lmr_cut } else { 0 };
        /// Factor of continuation histories in the history term: 1, or 0 when off.
        continuation: i32 = (c.lmr && c.lmr_continuation) as i32;
        /// Whether captures that lose material are reduced.
        captures: bool = c.lmr && c.lmr_captures;
        /// Score above the best one, in evaluation units, from which on a move is searched deeper; never reached when off.
        deeper: Score = or_never(c.lmr_deeper_margin);
        /// Reduction in hundredths of a ply, by remaining depth and move number, see [`Plan::plies`].
        table: Vec<i16> = reductions(c);
    }
    copies {
        quiet_stage = lmr_quiet_stage, fractions = lmr_fractions, improving = lmr_improving, known = lmr_known,
        exact = lmr_exact, evasions = lmr_evasions, checks = lmr_checks, noisy = lmr_noisy, check = lmr_check,
        shallower = lmr_shallower_margin,
    }
    asks |plan, asked| {
        asked.continuation |= plan.continuation > 0;
        asked.improving |= plan.min_depth < NEVER && plan.improving > 0;
    }
    events {
        Reduction = "reductions", "A move was searched at reduced depth.";
        ReductionResearch = "reduction_researches", "A reduced move raised alpha and was searched again to full depth.";
    }
    without_effect |c| {
        lmr_exact if c.lmr && c.table == TableUse::Off, "there is no table";
        lmr_history if c.lmr && c.history == HistoryUse::Off, "there is no history";
    }
}

/// Number of depths in the reduction table; larger depths use the last row.
const DEPTHS: usize = 64;
/// Number of move indexes in the reduction table; later moves use the last column.
const MOVES: usize = 64;

/// Limit of history values in the formula, beyond which their product with 100 might overflow.
const MOST_HISTORY: i32 = 1 << 20;

fn reductions(config: &Config) -> Vec<i16> {
    let (base, divisor) = (config.lmr_base as f64 / 100.0, config.lmr_divisor as f64 / 100.0);
    let entry = |depth: usize, index: usize| {
        let logs = (depth.max(1) as f64).ln() * ((index + 1) as f64).ln();
        let plies = base + logs / divisor;
        let whole = if config.lmr_fractions { plies } else { plies.floor() };
        if config.lmr { (100.0 * whole) as i16 } else { 0 }
    };
    (0..DEPTHS * MOVES).map(|i| entry(i / MOVES, i % MOVES)).collect()
}

impl Plan {
    /// Plies by which the formula reduces the `index`-th move (from 0) at a remaining depth, before history, node type
    /// and expected cutoff change the reduction.
    #[inline(always)]
    pub fn plies(&self, depth: i32, index: usize) -> i32 {
        self.hundredths(depth, index) / 100
    }

    /// [`Plan::plies`] times 100, not rounded where `lmr_fractions` is on.
    #[inline(always)]
    fn hundredths(&self, depth: i32, index: usize) -> i32 {
        let depth = (depth as usize).min(DEPTHS - 1);
        self.table[depth * MOVES + index.min(MOVES - 1)] as i32
    }

    /// Hundredths of a ply by which a history value makes a reduction smaller.
    #[inline(always)]
    fn of_history(&self, value: i32) -> i32 {
        if self.fractions {
            value.clamp(-MOST_HISTORY, MOST_HISTORY) * 100 / self.history
        } else {
            (value / self.history).clamp(-MOST_HISTORY, MOST_HISTORY) * 100
        }
    }

    /// Depth with which futility and other pruning judge the `index`-th move (from 0): the node's remaining depth less the
    /// reduction of the formula, at least 1.
    #[inline(always)]
    pub fn depth_left(&self, depth: i32, index: usize) -> i32 {
        (depth - self.plies(depth, index)).max(1)
    }

    /// Three sample reductions as a line for [`explain`](crate::search::explain); `None` where nothing is reduced.
    pub fn in_words(&self) -> Option<String> {
        let [shallow, middle, deep] = [(4, 8), (8, 16), (16, 32)].map(|(depth, number)| self.plies(depth, number - 1));
        let words = || {
            format!(
                "reductions in plies: {shallow} at depth 4 move 8, {middle} at depth 8 move 16, \
                 {deep} at depth 16 move 32"
            )
        };
        self.table.iter().any(|&plies| plies > 0).then(words)
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Plies by which the first search of the move just played is shallower than full depth; 0 if it is not reduced.
    /// The later a move comes in the order, the less likely it is to raise alpha; a good history makes the reduction
    /// smaller. At least one ply of depth remains.
    #[inline(always)]
    pub fn reduction<N: NodeType>(&self, ply: usize, depth: i32, gives_check: bool, facts: &MoveFacts) -> i32 {
        let plan = &self.plan.lmr;
        let applies = depth >= plan.min_depth
            && facts.index >= plan.min_moves
            && (facts.quiet || facts.loses || plan.noisy)
            && (facts.here.is_calm() || plan.evasions)
            && (!gives_check || plan.checks)
            && !(plan.quiet_stage && facts.is_known);
        if !applies {
            return 0;
        }
        let hundredths = plan.hundredths(depth, facts.index)
            - plan.of_history(self.memory.history.get(facts.history_slot) + plan.continuation * facts.continuation)
            - plan.improving * facts.here.improving as i32
            - plan.known * facts.is_known as i32
            - plan.exact * facts.here.has_exact_entry as i32
            - plan.check * gives_check as i32
            + self.reduction_by_cutoffs(ply);
        let late = hundredths.div_euclid(100) + plan.cut * (facts.here.expected == Expected::Cut) as i32;
        let late = if N::PV { late.saturating_sub(plan.pv) } else { late };
        let unlucky = (!N::PV || plan.pv != NEVER) && self.rarely_cuts(facts.history_slot);
        let reduction = late.max(0) + unlucky as i32;
        reduction.clamp(0, depth - 2)
    }

    /// Whether a capture loses material, where such captures are reduced.
    pub fn is_losing_capture(&self, depth: i32, index: usize, mv: Move, stage: Stage) -> bool {
        let plan = &self.plan.lmr;
        plan.captures
            && depth >= plan.min_depth
            && index >= plan.min_moves
            && (stage == Stage::Losing || !self.game.see_at_least(mv, 0))
    }

    /// Change of depth, in plies, of the second search of a reduced move that beat alpha: 1, 0 or -1 beside full depth.
    /// `above` is how far its score is above the best one of the node.
    #[inline(always)]
    pub fn research_depth_change(&self, reduction: i32, above: Score) -> i32 {
        let plan = &self.plan.lmr;
        (above > plan.deeper) as i32 - (reduction > 1 && above < plan.shallower) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_move_number() {
        let plan = Plan::new(&Config { lmr: true, ..Config::neutral() });
        assert!(plan.plies(12, 30) > plan.plies(12, 4));
        assert!(plan.plies(30, 30) > plan.plies(4, 30));
    }

    #[test]
    fn fractions_are_rounded_with_the_sum() {
        let config = Config { lmr: true, lmr_base: 50, lmr_history: 1000, ..Config::neutral() };
        let [whole, fractions] =
            [false, true].map(|lmr_fractions| Plan::new(&Config { lmr_fractions, ..config.clone() }));
        // ln 8 * ln 8 / 2 + 0.5 is 2.66.
        assert_eq!((whole.hundredths(8, 7), fractions.hundredths(8, 7)), (200, 266));
        assert_eq!((whole.of_history(1500), fractions.of_history(1500)), (100, 150));
        assert_eq!((whole.of_history(-1500), fractions.of_history(-1500)), (-100, -150));
        let off = Plan::new(&Config { lmr_history: 0, lmr_fractions: true, ..config });
        assert_eq!(off.of_history(1 << 28), 0);
    }

    #[test]
    fn off_is_a_table_of_zeros_and_a_depth_never_reached() {
        let plan = Plan::new(&Config::neutral());
        assert_eq!(plan.min_depth, NEVER);
        assert!((0..64).all(|depth| (0..64).all(|index| plan.plies(depth, index) == 0)));
    }
}
