//! Where the depth ends: replies to a check, kill search, quiescence, or the evaluation as it is.

use super::node::NodeType;
use super::observe::{Event, Observer};
use super::prune::Hit;
use super::pvs::Best;
use super::stop::Searched;
use super::worker::Worker;
use crate::game::{Move, Tactics};
use crate::score::Score;
use crate::window::Window;

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Score of a position at the horizon.
    #[inline]
    pub fn horizon<N: NodeType>(&mut self, ply: usize, window: Window) -> Searched<Score> {
        // 1. A side in check is not evaluated.
        if self.plan.evasion_depth > 0 && ply < self.plan.max_ply && self.game.in_check() {
            return self.node::<N>(ply, self.plan.evasion_depth, window, false);
        }
        // 2. Kill search, unless the evaluation meets beta without it.
        if self.plan.kill_horizon.is_some()
            && ply < self.plan.max_ply
            && self.evaluate(ply)? < window.beta
            && let Some(score) = self.kill_at_horizon(ply)
        {
            if N::PV {
                self.pv.clear(ply);
            }
            return Ok(score);
        }
        // 3. What the table's leaves are for.
        if let Some(leaves) = self.leaves {
            self.keep_leaf(leaves, ply)?;
        }
        // 4. Quiescence.
        if self.plan.quiescence {
            return self.quiesce::<N>(ply, window);
        }
        // 5. The evaluation.
        self.enter(ply, Event::Node)?;
        if N::PV {
            self.pv.clear(ply);
        }
        if let Some(score) = self.known_end(ply) {
            return Ok(score);
        }
        if self.plan.table_leaves {
            return self.leaf::<N>(ply, window);
        }
        self.evaluate(ply)
    }

    /// The evaluation, from the table or into it.
    fn leaf<N: NodeType>(&mut self, ply: usize, window: Window) -> Searched<Score> {
        if let Hit::Answer(score) = self.probe::<N>(ply, 0, window) {
            return Ok(score);
        }
        let score = self.evaluate(ply)?;
        self.store(ply, 0, Window::FULL, score, Best { score, mv: Move::NONE });
        Ok(score)
    }
}
