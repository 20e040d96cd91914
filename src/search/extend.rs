//! How deep a move is searched: extensions and reductions.

use super::node::NodeType;
use super::observe::{Event, Observer};
use super::worker::Worker;
use crate::game::Tactics;

/// What is known of a move when its depth is chosen.
pub(crate) struct MoveFacts {
    /// Moves tried before it.
    pub index: usize,
    /// Not a capture (or threat).
    pub quiet: bool,
    /// Its side had to answer a check, or a threat.
    pub forced: bool,
    /// It is the only legal move, and answers a check.
    pub single_reply: bool,
    /// Its history value.
    pub history: i32,
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Plies that a move gets back: for giving check, or for being the only answer to one; not for both.
    #[inline(always)]
    pub fn extension(&mut self, facts: &MoveFacts, gives_check: bool) -> i32 {
        if gives_check && self.plan.check_extension > 0 {
            self.observer.count(Event::CheckExtension);
            self.plan.check_extension
        } else if facts.single_reply {
            self.observer.count(Event::SingleReplyExtension);
            1
        } else {
            0
        }
    }

    /// Late move reduction: the later a quiet move comes in a good order, the less it is worth; good history makes
    /// it worth more. At least one ply remains.
    #[inline(always)]
    pub fn reduction<N: NodeType>(&self, depth: i32, facts: &MoveFacts) -> i32 {
        let applies =
            depth >= self.plan.lmr_min_depth && facts.index >= self.plan.lmr_min_moves && facts.quiet && !facts.forced;
        if !applies {
            return 0;
        }
        let reduction = self.plan.reduction(depth, facts.index) - N::PV as i32 - facts.history / self.plan.lmr_history;
        reduction.clamp(0, depth - 2)
    }
}
