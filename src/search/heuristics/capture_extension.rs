//! Capture extensions at nodes of the principal variation (Fruit 2.1, Toga II): a recapture restores the balance that the
//! capture before it has upset, so that the position after it says more than the one before.

use crate::game::{Move, Tactics};
use crate::search::node::NodeType;
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    capture_extension, group "extensions",
    choices {
        /// Which recaptures are extended at nodes of the principal variation.
        Recaptures {
            /// No recapture is extended.
            Off = "off",
            /// Recaptures that win material by static exchange evaluation are extended.
            Winning = "winning",
            /// All recaptures are extended.
            All = "all",
        }
    }
    fields {
        recapture_extension: Recaptures = Recaptures::Off, Approximate Historical, needs Exchanges,
            "At nodes of the principal variation, extends captures on the square of the opponent's last capture by a ply.", "winning: Fruit 2.1; all: Toga II 1.2.1a";
        capture_extension: i32 = 0, [0, 96], Approximate Historical, needs Exchanges,
            "At nodes of the principal variation that are fewer plies from the root than the iteration's depth less this number, extends every capture by a ply; 0 extends none.", "Toga II 1.2.1a: 6";
    }
    plan |c| {
        /// Whether any capture is extended.
        on: bool = c.recapture_extension != Recaptures::Off || c.capture_extension > 0;
    }
    copies { recaptures = recapture_extension, captures = capture_extension }
    events {
        CaptureExtension = "capture_extensions", "A capture at a node of the principal variation was extended.";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether a legal move of a node is extended because it captures, unless it is extended for another reason.
    #[inline(always)]
    pub fn is_extended_capture<N: NodeType>(&self, ply: usize, mv: Move) -> bool {
        N::PV && self.plan.capture_extension.on && self.extends_capture(ply, mv)
    }

    #[inline(never)]
    fn extends_capture(&self, ply: usize, mv: Move) -> bool {
        let plan = &self.plan.capture_extension;
        let early = plan.captures > 0 && (ply as i32) < self.stop.depth() as i32 - plan.captures;
        early && self.game.captured_value(mv).is_some()
            || match plan.recaptures {
                Recaptures::Off => false,
                Recaptures::Winning => self.game.recaptures(mv) && self.game.see_at_least(mv, 1),
                Recaptures::All => self.game.recaptures(mv),
            }
    }

    /// Plies by which a capture is extended, 1; counts the extension.
    #[inline(always)]
    pub fn extend_capture(&mut self) -> i32 {
        self.observer.count(Event::CaptureExtension);
        1
    }
}
