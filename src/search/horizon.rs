//! Where the depth ends: replies to a check, kill search, quiescence, or the evaluation as it is.

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
        // 1. A side in check is not evaluated.
        if let Some(depth) = self.evasion_depth(ply) {
            return self.node::<N>(ply, depth, window, Expected::Pv, false);
        }
        // 2. A win that needs no search.
        if let Some(score) = self.win_at_horizon(ply, window)? {
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
        if self.quiesces() {
            return self.quiesce::<N>(ply, window, self.check_plies());
        }
        // 5. The evaluation.
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

    /// A mate in one or a forced win. Neither is looked for where the evaluation stands and meets beta without it.
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
