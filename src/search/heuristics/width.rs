//! Width: only the first moves of the order are tried.

use crate::game::Tactics;
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    width, group "selection",
    fields {
        width: i32 = 0, neutral 0, [0, 500], Approximate,
            "Most moves tried at a node, the best by order; 0 tries all.", "gomoku report: 15";
    }
    plan |c| {
        /// Most moves of a node that are tried.
        most: usize = if c.width > 0 { c.width as usize } else { usize::MAX };
    }
    events {
        WidthReached = "width_reached", "A move beyond the width was left out, and all after it.";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether a node has tried as many moves as it may.
    #[inline(always)]
    pub fn is_width_reached(&mut self, tried: usize) -> bool {
        let reached = tried >= self.plan.width.most;
        if reached {
            self.observer.count(Event::WidthReached);
        }
        reached
    }
}
