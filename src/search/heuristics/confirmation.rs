//! Confirmation of mates: a mate that an iteration has found but not proved is searched again, with no move left out.

use crate::game::{Move, Tactics};
use crate::score::{MATE, REPETITION_WIN, is_unproved};
use crate::search::iterate::Iteration;
use crate::search::node::{Expected, Root};
use crate::search::observe::{Event, Observer};
use crate::search::proved::is_proved;
use crate::search::root::Line;
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    confirmation, group "forced wins",
    fields {
        confirmation: bool = false, Exact,
            "Searches a mate that an iteration has found but not proved once more, at the same depth and with no move left out where a side loses; where that proves it the search ends.", "";
        confirmation_nodes: i32 = 50, [1, 10000], Parameter,
            "Largest number of nodes of a confirmation, in per cent of the nodes searched before it.", "";
    }
    plan |c| {
        /// Largest number of nodes of a confirmation, in per cent of those searched before it; 0 when off.
        percent: u64 = if c.confirmation && c.stop_on_mate { c.confirmation_nodes as u64 } else { 0 };
    }
    events {
        Confirmation = "confirmations", "A mate that was not proved was searched again.";
        Confirmed = "confirmed", "A second search has proved a mate.";
    }
    without_effect |c| {
        confirmation if !c.stop_on_mate, "a proved mate does not end the search";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Searches the unproved mate of a finished iteration again, and returns it as a proved mate; `None` if the iteration
    /// found no unproved mate, or the second search does not prove it within the limits. `time` is the wall time of the search in seconds.
    pub fn confirm(&mut self, found: &Iteration, time: f64) -> Option<Iteration> {
        let percent = self.plan.confirmation.percent;
        if percent == 0 || !is_unproved(found.score) {
            return None;
        }
        self.observer.count(Event::Confirmation);
        let inner = self.stop.within(self.stop.nodes_of_all() * percent / 100);
        let outer = std::mem::replace(&mut self.stop, inner);
        let window = match found.score > 0 {
            true => Window { alpha: REPETITION_WIN, beta: MATE },
            false => Window { alpha: -MATE, beta: -REPETITION_WIN },
        };
        self.proving = true;
        self.root.begin_iteration(Move::NONE);
        self.root.begin_line(0);
        self.root.opens = false;
        self.root.begin(window);
        let searched = self.node::<Root>(0, found.depth as i32, window, Expected::Pv, false);
        self.proving = false;
        let inner = std::mem::replace(&mut self.stop, outer);
        self.stop.spend(inner);
        let Ok(score) = searched else {
            self.rewind();
            return None;
        };
        let bound = window.bound(score);
        if !is_proved(score, bound) {
            return None;
        }
        self.observer.count(Event::Confirmed);
        let pv = if self.pv.line().is_empty() { found.pv.clone() } else { self.pv.line().to_vec() };
        Some(self.iteration(found.depth, vec![Line { score, pv }], time).with_bound(bound))
    }
}
