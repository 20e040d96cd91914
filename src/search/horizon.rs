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
        // 2. Mate in one, by a look.
        if self.plan.mate_in_one && ply < self.plan.max_ply && self.game.has_mate_in_one() && self.judge(ply).is_none()
        {
            self.enter(Event::Node, ply, 0, window)?;
            if N::PV {
                self.pv.clear(ply);
            }
            self.observer.count(Event::MateInOne);
            let score = -mated_at(ply + 1);
            self.observer.leave(Some(score));
            return Ok(score);
        }
        // 3. Kill search, unless the evaluation meets beta without it.
        if self.plan.kill_horizon.is_some()
            && ply < self.plan.max_ply
            && self.evaluate(ply)? < window.beta
            && let Some(score) = self.kill_at_horizon(ply)
        {
            if N::PV {
                self.pv.clear(ply);
            }
            self.observer.enter(Event::KillHorizonWin, ply, 0, window);
            self.observer.leave(Some(score));
            return Ok(score);
        }
        // 4. What the table's leaves are for.
        if let Some(leaves) = self.leaves {
            self.keep_leaf(leaves, ply)?;
        }
        // 5. Quiescence.
        if self.plan.quiescence {
            return self.quiesce::<N>(ply, window, self.plan.check_plies);
        }
        // 6. The evaluation.
        self.enter(Event::Node, ply, 0, window)?;
        if N::PV {
            self.pv.clear(ply);
        }
        let score = self.leaf::<N>(ply, window);
        self.observer.leave(score.ok());
        score
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
