//! Delta pruning: quiescence skips captures that cannot bring the evaluation up to alpha, and, where the evaluation
//! alone is far below alpha, captures that win nothing.

use crate::game::{Move, Tactics};
use crate::score::Score;
use crate::search::node::NodeType;
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    delta_pruning, group "quiescence",
    fields {
        delta_pruning: bool = false, Approximate Everyday, needs Exchanges,
            "Quiescence skips captures without check that leave the evaluation below alpha by more than `delta_margin`, even though they win the whole piece. At nodes with a null window only.", "Toga II 1.2.1a";
        delta_margin: i32 = 20, [0, 4000], Parameter, needs Exchanges,
            "Margin of delta pruning, in evaluation units.", "Toga II 1.2.1a: a tenth of a rook";
        delta_exchanges: bool = false, Approximate, needs Exchanges,
            "Delta pruning skips captures without check too that win no material by static exchange evaluation, where the evaluation is below alpha by more than `delta_margin`.", "common practice since Stockfish";
    }
    plan |c| {
        /// Whether captures are skipped.
        on: bool = c.delta_pruning && c.quiescence;
    }
    copies { margin = delta_margin, exchanges = delta_exchanges }
    events {
        DeltaPruned = "delta_pruned", passes_over true, "Quiescence skipped a capture that could not raise alpha.";
    }
    without_effect |c| {
        delta_pruning if !c.quiescence, "there is no quiescence search";
        delta_exchanges if !c.delta_pruning || !c.quiescence, "there is no delta pruning";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// The most that a capture is expected to score at a quiescence node with this evaluation, where that is not above
    /// alpha and the capture is skipped; `None` where it is searched.
    #[inline(always)]
    pub fn delta<N: NodeType>(&mut self, stand_pat: Score, alpha: Score, mv: Move) -> Option<Score> {
        if N::PV || !self.plan.delta_pruning.on {
            return None;
        }
        let (base, value) = (stand_pat + self.plan.delta_pruning.margin, self.game.captured_value(mv)?);
        let wins_nothing = || self.plan.delta_pruning.exchanges && base <= alpha && !self.game.see_at_least(mv, 1);
        let most = if base + value > alpha && wins_nothing() { base } else { base + value };
        let skipped = most <= alpha && !self.game.gives_check(mv);
        if skipped {
            self.observer.count(Event::DeltaPruned);
        }
        skipped.then_some(most)
    }
}
