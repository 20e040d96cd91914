//! Mate distance pruning: the window is cut to the mate scores still possible at a ply, and a node whose window becomes
//! empty ends.

use crate::game::Tactics;
use crate::score::{OUT_OF_REACH, Score, mated_at};
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    mate_distance, group "window",
    choices {
        /// Where the window is cut to the mate scores still possible.
        MateDistance {
            /// Windows are not narrowed.
            Off = "off",
            /// At nodes of quiescence only.
            Quiescence = "quiescence",
            /// At every node but the root, in full search and quiescence.
            Full = "full",
        }
    }
    fields {
        mate_distance: MateDistance = MateDistance::Off, Exact,
            "Narrows the window to the mates that are still possible at this ply.", "common practice";
    }
    plan |c| {
        /// Widens the possible mate scores in full nodes: 0, or when off more than any score, so that nothing is cut.
        slack: Score = if c.mate_distance == MateDistance::Full { 0 } else { OUT_OF_REACH };
        /// `slack` for nodes of quiescence.
        q_slack: Score = if c.mate_distance == MateDistance::Off { OUT_OF_REACH } else { 0 };
    }
    events {
        MateDistanceCutoff = "mate_distance_cutoffs", ends MateDistance = "mate_distance", "A node ended because no mate still possible lies inside its window.";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Window of a full node, narrowed to the scores that are possible at this ply. Where it becomes empty (alpha >=
    /// beta), the node ends with alpha.
    #[inline(always)]
    pub fn mate_distance(&mut self, ply: usize, window: Window) -> Window {
        self.narrowed(ply, window, self.plan.mate_distance.slack)
    }

    /// Window of a quiescence node, narrowed to the scores that are possible at this ply.
    #[inline(always)]
    pub fn q_mate_distance(&mut self, ply: usize, window: Window) -> Window {
        self.narrowed(ply, window, self.plan.mate_distance.q_slack)
    }

    /// Narrows a window: the side to move cannot win before the next ply nor be mated before this one.
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
