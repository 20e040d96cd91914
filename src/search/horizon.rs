//! The horizon, where remaining depth is 0: forced replies, check evasions, kill search, quiescence, or the static
//! evaluation.

use super::node::{Expected, NodeType};
use super::observe::{Event, Observer};
use super::stop::Searched;
use super::worker::Worker;
use crate::game::Tactics;
use crate::score::Score;
use crate::window::Window;

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Score of a position at the horizon.
    #[inline]
    pub fn horizon<N: NodeType>(&mut self, ply: usize, window: Window) -> Searched<Score> {
        // 1. Forced replies: the horizon lies behind the only reply to a check.
        if let Some(score) = self.forced_reply::<N>(ply, window)? {
            return Ok(score);
        }
        // 2. Horizon evasions: a side in check is searched, not evaluated.
        if let Some(depth) = self.evasion_depth(ply) {
            return self.node::<N>(ply, depth, window, Expected::Pv, false);
        }
        // 3. Mate in one and kill search.
        if let Some(score) = self.win_at_horizon(ply, window)? {
            if N::PV {
                self.pv.clear(ply);
            }
            return Ok(score);
        }
        // 4. In the layout leafwalk, the static score is stored for later walks.
        if let Some(leaves) = self.leaves {
            self.keep_leaf(leaves, ply)?;
        }
        // 5. Quiescence.
        if self.quiesces() {
            return self.quiesce::<N>(ply, window, self.check_plies::<N>());
        }
        // 6. The static evaluation.
        self.enter(Event::Node, ply, 0, window)?;
        if N::PV {
            self.pv.clear(ply);
        }
        let score = match self.known_end(ply) {
            Some(score) => Ok(score),
            None => self.evaluate_leaf::<N>(ply, window),
        };
        self.observer.leave(score.ok());
        score
    }

    /// Score of a mate in one or a forced win at the horizon; `None` where there is none. Neither is tried where the
    /// static evaluation already meets beta.
    #[inline(always)]
    fn win_at_horizon(&mut self, ply: usize, window: Window) -> Searched<Option<Score>> {
        let looks = self.sees_mates_in_one() || self.kills_at_horizon();
        if !looks || self.is_line_over(ply) || !self.is_evading() && self.evaluate(ply)? >= window.beta {
            return Ok(None);
        }
        if let Some(score) = self.mate_in_one(ply, window)? {
            return Ok(Some(score));
        }
        let score = self.kill_at_horizon(ply);
        if score.is_some() {
            self.observer.enter(Event::KillHorizonWin, ply, 0, window);
            self.observer.leave(score);
        }
        Ok(score)
    }
}
