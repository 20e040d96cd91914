//! Threat stages (Rapfi): a side that must reply to a threat to win tries only checks and moves that stop the threat.

use crate::game::Tactics;
use crate::search::node_facts::NodeFacts;
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    threat_stages, group "selection",
    fields {
        threat_stages: bool = false, Approximate Everyday, needs Threats,
            "Against a threat to win by force, tries only checks and moves that stop the threat.", "Rapfi";
        threat_doubles: bool = false, Approximate, needs Threats,
            "`threat_stages` counts double threats too: in gomoku a four-three of the opponent.", "Rapfi";
    }
    plan |c| {
        /// Whether double threats count too.
        doubles: bool = c.threat_stages && c.threat_doubles;
    }
    copies { on = threat_stages }
    events {
        ThreatenedNode = "threatened_nodes", "A node tried only checks and moves that stop a threat.";
    }
    without_effect |c| {
        threat_doubles if !c.threat_stages, "`threat_stages` is off";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether the side to move must reply to a threat to win; always false when the heuristic is off.
    #[inline(always)]
    pub fn is_threatened(&self) -> bool {
        self.plan.threat_stages.on && self.game.is_threatened(self.plan.threat_stages.doubles)
    }

    /// Counts a node that is restricted to checks and moves that stop a threat.
    #[inline(always)]
    pub fn count_threatened(&mut self, here: &NodeFacts) {
        if here.threatened && !here.in_check {
            self.observer.count(Event::ThreatenedNode);
        }
    }
}
