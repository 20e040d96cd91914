//! Mate distance pruning: the window closes on the mates that are still possible.

use crate::game::Tactics;
use crate::score::{OUT_OF_REACH, Score, mated_at};
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    mate_distance, group "window",
    choices {
        /// Where windows are cut to the mates still possible.
        MateDistance {
            /// Nowhere.
            Off = "off",
            /// Before quiescence searches.
            Quiescence = "quiescence",
            /// At every node but the root.
            Full = "full",
        }
    }
    fields {
        mate_distance: MateDistance = MateDistance::Full, neutral MateDistance::Off, Exact,
            "Narrows the window to the mates that are still possible at this ply.", "common practice";
    }
    plan |c| {
        /// Added to the bounds in full nodes: 0, or a number out of the reach of all scores.
        slack: Score = if c.mate_distance == MateDistance::Full { 0 } else { OUT_OF_REACH };
        /// Added to the bounds in quiescence.
        q_slack: Score = if c.mate_distance == MateDistance::Off { OUT_OF_REACH } else { 0 };
    }
    events {
        MateDistanceCutoff = "mate_distance_cutoffs", ends MateDistance = "mate_distance", "The window closed on the mates still possible.";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// The window of a full node, narrowed to the mates that are possible at this ply; where it closes, the node ends
    /// with its alpha.
    #[inline(always)]
    pub fn mate_distance(&mut self, ply: usize, window: Window) -> Window {
        self.narrowed(ply, window, self.plan.mate_distance.slack)
    }

    /// The window of a node of quiescence, narrowed to the mates that are possible at this ply.
    #[inline(always)]
    pub fn q_mate_distance(&mut self, ply: usize, window: Window) -> Window {
        self.narrowed(ply, window, self.plan.mate_distance.q_slack)
    }

    /// No win is nearer than the next ply, no loss nearer than this one.
    #[inline(always)]
    fn narrowed(&mut self, ply: usize, window: Window, slack: Score) -> Window {
        let alpha = window.alpha.max(mated_at(ply) - slack);
        let beta = window.beta.min(-mated_at(ply + 1) + slack);
        if alpha >= beta {
            self.observer.count(Event::MateDistanceCutoff);
        }
        Window { alpha, beta }
    }
}
