//! Futility pruning (Schaeffer 1986; Heinz 1998): near the horizon, quiet moves are skipped where the evaluation is far
//! below alpha, and captures where the captured piece does not make up for it.

use crate::game::Tactics;
use crate::score::{EVAL_LIMIT, MATE, Score};
use crate::search::node_facts::MoveFacts;
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    futility, group "pruning",
    fields {
        futility: bool = false, Approximate Everyday,
            "Near the horizon, skips quiet moves where the evaluation is far below alpha.", "Schaeffer 1986; Heinz 1998";
        futility_max_depth: i32 = 3, [1, 64], Parameter,
            "Largest remaining depth, in plies, at which futility is tried.", "";
        futility_margin: i32 = 100, [0, 4000], Parameter Everyday,
            "How far below alpha the evaluation must be for futility, in evaluation units per ply of depth.", "";
        futility_growth: i32 = 0, [0, 4000], Parameter Historical,
            "How much the margin of futility grows for each ply of depth beyond the first, besides `futility_margin`, in evaluation units.", "Toga II 1.2.1a: margins of 100 and 300";
        futility_spares_checks: bool = false, Parameter Historical,
            "Futility skips no move that gives check.", "Toga II 1.2.1a";
        futility_raises: bool = false, Parameter Historical,
            "A move that futility skips counts as one that scores the evaluation and the margin. The node then has a score even if all its moves are skipped.", "Toga II 1.2.1a";
        futility_reduced: bool = false, Parameter,
            "Futility uses, as the depth of a quiet move, the node's depth less the reduction of `lmr`.", "common practice since Stockfish";
        futility_captures: bool = false, Approximate, needs Exchanges,
            "Futility skips captures without check too, where the value of the captured piece does not make up for the distance to alpha.", "common practice since Stockfish";
    }
    plan |c| {
        /// Largest remaining depth, in plies, at which moves are skipped; 0 when off.
        max_depth: i32 = if c.futility { c.futility_max_depth } else { 0 };
        /// Whether the depth of a quiet move is less its reduction.
        reduced: bool = c.futility && c.futility_reduced;
        /// Largest remaining depth, in plies, at which captures are skipped; 0 when off.
        capture_depth: i32 = if c.futility && c.futility_captures { c.futility_max_depth } else { 0 };
    }
    copies {
        margin = futility_margin, growth = futility_growth, spares_checks = futility_spares_checks,
        raises = futility_raises,
    }
    asks |plan, asked| {
        asked.skip_to(if plan.reduced { i32::MAX } else { plan.max_depth });
    }
    events {
        FutilityPruned = "futility_pruned", passes_over true, "A quiet move was skipped because the evaluation is far below alpha.";
        FutileCapture = "futile_captures", passes_over true, "A capture was skipped because the evaluation with the captured piece is far below alpha.";
    }
    without_effect |c| {
        futility_captures if !c.futility, "futility is off";
    }
}

impl Plan {
    /// How far below alpha the evaluation must be at a remaining depth of at least 1.
    #[inline(always)]
    fn distance(&self, depth: i32) -> Score {
        self.margin * depth + self.growth * (depth - 1)
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether a quiet move is skipped because, near the horizon, the evaluation is far below alpha: what it then counts
    /// as, the least of all scores unless `futility_raises`. Without that, no move is skipped while `best`, the best score
    /// so far, is a loss: the node must not return a mate that a skipped move might avoid.
    #[inline(always)]
    pub fn futility(&mut self, depth: i32, alpha: Score, best: Score, facts: &MoveFacts) -> Option<Score> {
        let plan = &self.plan.futility;
        let depth = if plan.reduced { self.plan.lmr.depth_left(depth, facts.index) } else { depth };
        let most = facts.here.eval + plan.distance(depth);
        let raises = plan.raises;
        let futile = depth <= plan.max_depth
            && (raises || best >= -EVAL_LIMIT)
            && most <= alpha
            && !(plan.spares_checks && self.game.gives_check(facts.mv));
        if !futile {
            return None;
        }
        self.observer.count(Event::FutilityPruned);
        Some(if raises { most.max(1 - EVAL_LIMIT) } else { -MATE })
    }

    /// Whether a capture is skipped because, near the horizon, the evaluation with the captured piece is far below alpha.
    #[inline(always)]
    pub fn is_futile_capture(&mut self, depth: i32, alpha: Score, best: Score, facts: &MoveFacts) -> bool {
        let plan = &self.plan.futility;
        if depth > plan.capture_depth || best < -EVAL_LIMIT {
            return false;
        }
        let most = facts.here.eval + plan.distance(depth);
        let futile = self.game.captured_value(facts.mv).is_some_and(|value| most + value <= alpha)
            && !self.game.gives_check(facts.mv);
        if futile {
            self.observer.count(Event::FutileCapture);
        }
        futile
    }
}
