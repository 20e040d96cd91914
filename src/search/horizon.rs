//! Where the depth ends: replies to a check, kill search, quiescence, or the evaluation as it is.

use super::lookup::Hit;
use super::node::{Expected, NodeType};
use super::observe::{Event, Observer};
use super::pvs::Best;
use super::stop::Searched;
use super::worker::Worker;
use crate::game::{Move, Tactics};
use crate::score::{Score, mated_at};
use crate::window::Window;

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Score of a position at the horizon.
    #[inline]
    pub fn horizon<N: NodeType>(&mut self, ply: usize, window: Window) -> Searched<Score> {
        // 1. A side in check is not evaluated.
        if self.plan.evasion_depth > 0 && ply < self.plan.max_ply && self.game.in_check() {
            return self.node::<N>(ply, self.plan.evasion_depth, window, Expected::Pv, false);
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
        if self.plan.quiescence {
            return self.quiesce::<N>(ply, window, self.plan.check_plies);
        }
        // 5. The evaluation.
        self.enter(Event::Node, ply, 0, window)?;
        if N::PV {
            self.pv.clear(ply);
        }
        let score = self.leaf::<N>(ply, window);
        self.observer.leave(score.ok());
        score
    }

    /// A mate in one or a forced win. Neither is looked for where the evaluation stands and meets beta without it.
    #[inline(always)]
    fn win_at_horizon(&mut self, ply: usize, window: Window) -> Searched<Option<Score>> {
        let looks = self.plan.mate_in_one || self.plan.kill_horizon.is_some();
        if !looks || ply >= self.plan.max_ply || !self.is_evading() && self.evaluate(ply)? >= window.beta {
            return Ok(None);
        }
        if self.plan.mate_in_one && self.game.has_mate_in_one() && self.judge(ply).is_none() {
            self.enter(Event::Node, ply, 0, window)?;
            self.observer.count(Event::MateInOne);
            let score = Some(-mated_at(ply + 1));
            self.observer.leave(score);
            return Ok(score);
        }
        let score = self.kill_at_horizon(ply);
        if score.is_some() {
            self.observer.enter(Event::KillHorizonWin, ply, 0, window);
            self.observer.leave(score);
        }
        Ok(score)
    }

    /// What a look at the position tells, or its evaluation.
    #[inline(always)]
    fn leaf<N: NodeType>(&mut self, ply: usize, window: Window) -> Searched<Score> {
        match self.known_end(ply) {
            Some(score) => Ok(score),
            None if self.plan.table.leaves => self.table_leaf::<N>(ply, window),
            None => self.evaluate(ply),
        }
    }

    /// The evaluation, from the table or into it.
    fn table_leaf<N: NodeType>(&mut self, ply: usize, window: Window) -> Searched<Score> {
        if let Hit::Answer(score) = self.probe::<N>(ply, 0, window) {
            return Ok(score);
        }
        let score = self.evaluate(ply)?;
        self.store(ply, 0, Window::FULL, score, Best { score, mv: Move::NONE });
        Ok(score)
    }
}
