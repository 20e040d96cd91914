//! Horizon evasions: a side in check is not evaluated, its replies are searched by a ply.

use crate::game::Tactics;
use crate::search::observe::Observer;
use crate::search::worker::Worker;

heuristic! {
    horizon_evasions, group "quiescence",
    fields {
        horizon_evasions: bool = false, neutral false, Approximate,
            "Never evaluates a side in check: beyond the horizon its replies are searched by a ply.", "common practice";
    }
    plan |c| {
        /// Depth, in plies, that a node in check has at the horizon; 0 when it gets none.
        depth: i32 = c.horizon_evasions as i32;
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Depth to which a position at the horizon is searched, in check; none where it is not.
    #[inline(always)]
    pub fn evasion_depth(&self, ply: usize) -> Option<i32> {
        let depth = self.plan.horizon_evasions.depth;
        (depth > 0 && !self.is_line_over(ply) && self.game.in_check()).then_some(depth)
    }
}
