//! Horizon evasions: a side in check at the horizon is not evaluated; all its replies are searched one ply deep
//! instead.

use crate::game::Tactics;
use crate::search::observe::Observer;
use crate::search::worker::Worker;

heuristic! {
    horizon_evasions, group "quiescence",
    fields {
        horizon_evasions: bool = false, Approximate,
            "Never evaluates a position in check: at the horizon its replies are searched one ply deep.", "common practice";
    }
    plan |c| {
        /// Depth, in plies, to which a node in check at the horizon is searched: 1, or 0 when off.
        depth: i32 = c.horizon_evasions as i32;
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Depth, in plies, to which a position at the horizon is searched because its side to move is in check; `None`
    /// where it is not in check, or the heuristic is off.
    #[inline(always)]
    pub fn evasion_depth(&self, ply: usize) -> Option<i32> {
        let depth = self.plan.horizon_evasions.depth;
        (depth > 0 && !self.is_line_over(ply) && self.game.in_check()).then_some(depth)
    }
}
