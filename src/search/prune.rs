//! Ways to end a node before its moves are searched.

use super::node::NodeType;
use super::observe::{Event, Observer};
use super::pvs::Here;
use super::stop::Searched;
use super::worker::Worker;
use crate::game::Tactics;
use crate::score::*;
use crate::window::Window;

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Narrows a window to the mates that are possible at this ply: none is nearer than here, none against us
    /// nearer than the next move. With `slack` out of all scores' reach nothing changes.
    #[inline(always)]
    pub fn mate_distance(&self, ply: usize, window: Window, slack: Score) -> Window {
        let alpha = window.alpha.max(mated_at(ply) - slack);
        let beta = window.beta.min(-mated_at(ply + 1) + slack);
        Window { alpha, beta }
    }

    /// The end of the game that a look at the position shows, if the plan has it looked for.
    #[inline(always)]
    pub fn known_end(&mut self, ply: usize) -> Option<Score> {
        if !self.plan.known_ends {
            return None;
        }
        let plies = self.game.known_end()?;
        self.observer.count(Event::KnownEnd);
        let end = ply + plies.unsigned_abs() as usize;
        Some(if plies > 0 { -mated_at(end) } else { mated_at(end) })
    }

    /// Near the horizon, far from the window: reverse futility believes an evaluation far above beta; razoring
    /// (Birmingham and Kent 1977) believes what lies beyond the horizon where the evaluation is far below alpha.
    #[inline]
    pub fn far_from_window<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        here: &Here,
    ) -> Searched<Option<Score>> {
        let plan = self.plan;
        if N::PV || depth > plan.reverse_futility.0.max(plan.razor.0) || here.in_check || here.threatened {
            return Ok(None);
        }
        let (most, margin) = plan.reverse_futility;
        if depth <= most && here.eval - margin * depth >= window.beta && !is_decisive(window.beta) {
            self.observer.count(Event::ReverseFutilityCutoff);
            return Ok(Some(here.eval));
        }
        let (most, margin) = plan.razor;
        if depth <= most && here.eval + margin * depth <= window.alpha && !is_decisive(window.alpha) {
            self.observer.count(Event::RazorTried);
            let score = self.horizon::<N>(ply, window)?;
            if score <= window.alpha || is_mate(score) {
                self.observer.count(Event::RazorCutoff);
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Whether a quiet move near the horizon is not worth a search: futility (Schaeffer 1986; Heinz 1998), or too late
    /// in the order. Never before some move is known not to lose.
    #[inline(always)]
    pub fn passes_over<N: NodeType>(
        &mut self,
        depth: i32,
        alpha: Score,
        best: Score,
        index: usize,
        here: &Here,
    ) -> bool {
        let (futility, late) = (self.plan.futility, self.plan.late_moves);
        if N::PV || depth > futility.0.max(late.0) || best < -WIN || here.in_check || here.threatened {
            return false;
        }
        if depth <= late.0 && index >= late.1 + late.2 * depth as usize / 100 {
            self.observer.count(Event::LateMovePruned);
            return true;
        }
        let futile = depth <= futility.0 && here.eval + futility.1 * depth <= alpha;
        if futile {
            self.observer.count(Event::FutilityPruned);
        }
        futile
    }
}
