//! Reverse futility pruning (static null move pruning): near the horizon a node whose evaluation is far above beta is
//! cut off.

use crate::game::Tactics;
use crate::score::{Score, is_decisive};
use crate::search::node::NodeType;
use crate::search::node_facts::NodeFacts;
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    reverse_futility, group "pruning",
    fields {
        reverse_futility: bool = false, Approximate Everyday,
            "Cuts off near the horizon where the evaluation is far above beta.", "Fruit's descendants: static null move, about 2009";
        reverse_futility_max_depth: i32 = 3, [1, 64], Parameter,
            "Largest remaining depth, in plies, at which reverse futility is tried.", "";
        reverse_futility_margin: i32 = 100, [0, 4000], Parameter Everyday,
            "How far above beta the evaluation must be for a cutoff, in evaluation units per ply of depth.", "";
        reverse_futility_improving: i32 = 0, [0, 4000], Parameter,
            "By how much the margin of reverse futility is smaller at improving nodes, in evaluation units.", "common practice since Stockfish";
    }
    plan |c| {
        /// Largest remaining depth, in plies, at which reverse futility is tried; 0 when off.
        max_depth: i32 = if c.reverse_futility { c.reverse_futility_max_depth } else { 0 };
    }
    copies { margin = reverse_futility_margin, improving = reverse_futility_improving }
    asks |plan, asked| {
        asked.improving |= plan.max_depth > 0 && plan.improving > 0;
    }
    events {
        ReverseFutilityCutoff = "reverse_futility_cutoffs", ends ReverseFutility = "reverse_futility", "A node was cut off by reverse futility.";
    }
}

impl Plan {
    /// How far above beta the evaluation must be at a remaining depth.
    #[inline(always)]
    fn distance(&self, depth: i32, improving: bool) -> Score {
        (self.margin * depth - self.improving * improving as Score).max(0)
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// The evaluation as the node's score, where it is far enough above beta to cut off; else `None`.
    #[inline(always)]
    pub fn reverse_futility<N: NodeType>(&mut self, depth: i32, window: Window, here: &NodeFacts) -> Option<Score> {
        let plan = &self.plan.reverse_futility;
        let cuts = depth <= plan.max_depth
            && !N::PV
            && here.is_calm()
            && here.eval - plan.distance(depth, here.improving) >= window.beta
            && !is_decisive(window.beta);
        if !cuts {
            return None;
        }
        self.observer.count(Event::ReverseFutilityCutoff);
        Some(here.eval)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::Config;

    #[test]
    fn the_margin_is_smaller_at_improving_nodes_and_never_negative() {
        let config = Config { reverse_futility_margin: 30, reverse_futility_improving: 40, ..Config::neutral() };
        let plan = Plan::new(&config);
        assert_eq!([false, true].map(|improving| plan.distance(2, improving)), [60, 20]);
        assert_eq!(plan.distance(1, true), 0);
    }
}
