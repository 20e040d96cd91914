//! Razoring (Birmingham and Kent 1977): near the horizon, a node whose evaluation is far below alpha is searched by
//! quiescence (and kill search) alone.

use crate::game::Tactics;
use crate::score::{Score, is_decisive, is_mate};
use crate::search::node::NodeType;
use crate::search::node_facts::NodeFacts;
use crate::search::observe::{Event, Observer};
use crate::search::stop::Searched;
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    razoring, group "pruning",
    fields {
        razoring: bool = false, Approximate Everyday,
            "Near the horizon, where the evaluation is far below alpha, replaces the search by quiescence or kill search if these fail low too, or prove a mate.", "Birmingham and Kent 1977; into kill search: Rapfi";
        razor_max_depth: i32 = 2, [1, 64], Parameter,
            "Largest remaining depth, in plies, at which razoring is tried.", "";
        razor_margin: i32 = 150, [0, 4000], Parameter Everyday,
            "How far below alpha the evaluation must be for razoring, in evaluation units per ply of depth.", "";
    }
    plan |c| {
        /// Largest remaining depth, in plies, at which razoring is tried; 0 when off.
        max_depth: i32 = if c.razoring { c.razor_max_depth } else { 0 };
    }
    copies { margin = razor_margin }
    events {
        RazorTried = "razor_tried", "Razoring was tried: quiescence or kill search began at a node far below alpha.";
        RazorCutoff = "razor_cutoffs", ends Razoring = "razoring", "A node ended in razoring because quiescence or kill search failed low, or proved a mate.";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Score that the search beyond the horizon gives a node whose evaluation is far below alpha; `None` where razoring
    /// is not tried, or where that score beats alpha and is no proved mate, so that the node must be searched in full.
    #[inline(always)]
    pub fn razor<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        here: &NodeFacts,
    ) -> Searched<Option<Score>> {
        let plan = &self.plan.razoring;
        let tries = depth <= plan.max_depth
            && !N::PV
            && here.is_calm()
            && here.eval + plan.margin * depth <= window.alpha
            && !is_decisive(window.alpha);
        if !tries {
            return Ok(None);
        }
        self.observer.count(Event::RazorTried);
        let score = self.horizon::<N>(ply, window)?;
        if score > window.alpha && !is_mate(score) {
            return Ok(None);
        }
        self.observer.count(Event::RazorCutoff);
        Ok(Some(score))
    }
}
