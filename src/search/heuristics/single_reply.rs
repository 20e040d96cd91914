//! Single reply extension: the only legal reply to a check does not reduce the remaining depth.

use crate::game::Tactics;
use crate::search::node::NodeType;
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    single_reply, group "extensions",
    fields {
        single_reply_extension: bool = false, Approximate,
            "Extends the only legal reply to a check by a ply.", "XiangQi Wizard; common practice";
        single_reply_pv_only: bool = false, Parameter Historical,
            "Extends single replies only at nodes of the principal variation.", "Toga";
    }
    plan |c| {
        /// Whether single replies are extended: at index 0 in non-PV nodes, at index 1 in PV nodes.
        on: [bool; 2] = [!c.single_reply_pv_only, true].map(|on| on && c.single_reply_extension);
    }
    events {
        SingleReplyExtension = "single_reply_extensions", "A single reply was extended.";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether a node in check has exactly one legal move, and single replies are extended at nodes of its type.
    #[inline(always)]
    pub fn has_single_reply<N: NodeType>(&self, in_check: bool) -> bool {
        in_check && self.plan.single_reply.on[N::PV as usize] && self.game.count_moves() == 1
    }

    /// Plies by which the only reply to a check is extended: 1.
    #[inline(always)]
    pub fn extend_single_reply(&mut self) -> i32 {
        self.observer.count(Event::SingleReplyExtension);
        1
    }
}
