//! Iterative deepening (Slate and Atkin 1977): at which depth iterations begin, and when they end.

use std::ops::RangeInclusive;

use crate::game::Tactics;
use crate::score::{MAX_PLY, Score, is_mate};
use crate::search::observe::Observer;
use crate::search::stop::Limits;
use crate::search::worker::Worker;

heuristic! {
    iterative_deepening, group "iteration",
    fields {
        iterative: bool = false, Exact Everyday,
            "Iterative deepening from depth 1; without it the search starts at the depth limit.", "Slate and Atkin 1977";
        stop_on_mate: bool = false, Exact,
            "Ends iterative deepening once the score is a proven mate.", "XiangQi Wizard";
        single_move_depth: i32 = 0, [0, 64], Approximate Historical,
            "Depth, in plies, at which iterative deepening ends where the root has one legal move; 0 sets no limit.", "Fruit 2.1: 4";
        max_ply: i32 = 64, [1, 96], Parameter,
            "Distance from the root, in plies, at which every line ends with the evaluation.", "XiangQi Wizard: 64";
    }
    plan |c| {
        /// Largest depth, in plies, of an iteration where the root has one legal move.
        single_move_depth: u32 = if c.iterative && c.single_move_depth > 0 { c.single_move_depth as u32 } else { u32::MAX };
        /// Ply, counted from the root, at which every line ends with the evaluation.
        max_ply: usize = (c.max_ply as usize).min(MAX_PLY);
    }
    copies { from_one = iterative, stop_on_mate = stop_on_mate }
    without_effect |c| {
        single_move_depth if !c.iterative, "there is one iteration only";
        stop_on_mate if !c.iterative && c.kill_root == KillUse::Off, "there is one iteration only, and nothing follows it";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Depths, in plies, of the iterations that the limits allow.
    pub fn depths(&self, limits: &Limits) -> RangeInclusive<u32> {
        let plan = &self.plan.iterative_deepening;
        let deepest = limits.depth.unwrap_or(plan.max_ply as u32);
        let is_short = deepest > plan.single_move_depth && self.game.count_moves() == 1;
        let deepest = if is_short { plan.single_move_depth } else { deepest };
        if plan.from_one { 1..=deepest } else { deepest..=deepest }
    }

    /// Whether an iteration with this score is the last one.
    pub fn ends_with(&self, score: Score) -> bool {
        self.plan.iterative_deepening.stop_on_mate && is_mate(score)
    }

    /// Whether a line ends with the evaluation at this ply, because it has reached `max_ply`.
    #[inline(always)]
    pub fn is_line_over(&self, ply: usize) -> bool {
        ply >= self.plan.iterative_deepening.max_ply
    }
}
