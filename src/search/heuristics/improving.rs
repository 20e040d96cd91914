//! Improving nodes: the static evaluation is better than it was when the same side was last to move.
//!
//! A side whose position gets better from move to move is likely to reach beta, and one whose position gets worse is
//! not. Pruning and reductions that know it can be bold where they are right and careful where they are not.

use crate::game::Tactics;
use crate::score::Score;
use crate::search::worker::Worker;

heuristic! {
    improving, group "pruning",
    fields {
        improving: bool = false, Approximate,
            "Distinguishes improving nodes, whose static evaluation is better than two plies before (four plies, if the side to move was in check then): parameters that end in `_improving` apply there.", "common practice since Stockfish";
    }
    frame Trend,
    copies { on = improving }
    without_effect |c| {
        improving if !Asked::of(c).improving, "no parameter for improving nodes is set";
    }
}

/// Static evaluation of a full node, kept for the comparison with later nodes of the same side.
#[derive(Clone, Debug, Default)]
pub struct Trend {
    /// `None` where the side to move was in check.
    eval: Option<i16>,
}

impl<G: Tactics, O> Worker<'_, G, O> {
    /// Whether the static evaluation of a node is better than two plies before, or four plies where the side to move was
    /// in check then. Where there is nothing to compare with it counts as better, in check as worse.
    #[inline(always)]
    pub fn is_improving(&mut self, ply: usize, eval: Score, in_check: bool) -> bool {
        self.plan.improving.on && self.improves(ply, eval, in_check)
    }

    fn improves(&mut self, ply: usize, eval: Score, in_check: bool) -> bool {
        self.stack[ply].improving.eval = (!in_check).then_some(eval as i16);
        let before = BACK.map(|plies| ply.checked_sub(plies).and_then(|at| self.stack[at].improving.eval));
        !in_check && is_better(eval, before)
    }
}

/// Distances, in plies, to the earlier nodes whose evaluation is compared with that of the current node; the second one
/// is used only where the first node has no evaluation.
const BACK: [usize; 2] = [2, 4];

/// Whether an evaluation is better than the first one known of those before; true if none is known.
fn is_better(eval: Score, before: [Option<i16>; 2]) -> bool {
    before.into_iter().flatten().next().is_none_or(|before| eval > before as Score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_known_evaluation_counts() {
        assert!(is_better(10, [Some(9), Some(20)]) && !is_better(10, [Some(10), Some(5)]));
        assert!(!is_better(10, [None, Some(20)]) && is_better(10, [None, Some(5)]));
        assert!(is_better(-500, [None, None]));
    }
}
