//! Width limit (beam): a node searches only its first so many moves in move order.

use crate::game::Tactics;
use crate::score::{REPETITION_WIN, Score};
use crate::search::node::NodeType;
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    width, group "selection",
    fields {
        width: i32 = 0, [0, 500], Approximate Everyday,
            "Largest number of moves tried at a node, the first ones in the order; 0 tries all.", "Song Zixing's report: 15";
    }
    plan |c| {
        /// Largest number of moves that a node searches; unlimited when off.
        most: usize = if c.width > 0 { c.width as usize } else { usize::MAX };
    }
    events {
        WidthReached = "width_reached", "A node skipped the moves beyond `width`.";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether a node that has tried `tried` moves has reached the width limit. The root goes on while its best score is a
    /// loss, or no proved win although the position shows one, because its score is the result of the search.
    #[inline(always)]
    pub fn is_width_reached<N: NodeType>(&mut self, tried: usize, best: Score) -> bool {
        let reached = tried >= self.plan.width.most
            && !self.must_try_all::<N>(best)
            && !(N::ROOT && best <= REPETITION_WIN && self.game.known_end().is_some_and(|plies| plies > 0));
        if reached {
            self.observer.count(Event::WidthReached);
        }
        reached
    }
}
