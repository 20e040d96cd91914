//! Principal variation search (Marsland and Campbell 1982): moves after the first are scouted, that is searched with a
//! null window, and searched again with the open window only if they beat alpha.

use crate::game::Tactics;
use crate::search::node::Expected;
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    scout, group "window",
    fields {
        pvs: bool = false, Exact Everyday,
            "Principal variation search: all moves but the first are scouted with a null window and searched again only if they beat alpha.", "Marsland and Campbell 1982";
    }
    plan |c| {
        /// Index, counted from 0, of the first move of a node that is scouted; never reached when off.
        from: usize = if c.pvs { 1 } else { usize::MAX };
    }
    events {
        ScoutResearch = "scout_researches", "A scouted move raised alpha and was searched again with the full window.";
        CutNode = "cut_nodes", "A node was searched at which a cutoff was expected.";
        CutNodeRight = "cut_nodes_right", "A node at which a cutoff was expected did cut off.";
        AllNode = "all_nodes", "A node was searched at which no move was expected to raise alpha.";
        AllNodeRight = "all_nodes_right", "A node at which no move was expected to raise alpha did not cut off.";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether the `index`-th move of a node, counted from 0, is searched with a null window first.
    #[inline(always)]
    pub fn is_scouted(&self, index: usize) -> bool {
        index >= self.plan.scout.from
    }

    /// Counts an expected cut node or all node, and whether the expectation was right; `cut` says whether the node cut
    /// off.
    #[inline(always)]
    pub fn count_expected(&mut self, expected: Expected, cut: bool) {
        let (event, right) = match expected {
            Expected::Pv => return,
            Expected::Cut => (Event::CutNode, cut),
            Expected::All => (Event::AllNode, !cut),
        };
        self.observer.count(event);
        if right {
            self.observer.count(if expected == Expected::Cut { Event::CutNodeRight } else { Event::AllNodeRight });
        }
    }
}
