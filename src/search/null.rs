//! Null move (Beal 1989; Donninger 1993): if passing the turn still meets beta, a move would too.

use super::config::Config;
use super::node::{Expected, NodeType, NonPv};
use super::observe::{Event, Observer};
use super::plan::from;
use super::pvs::Best;
use super::stop::Searched;
use super::worker::Worker;
use crate::game::{Move, Tactics};
use crate::score::{OUT_OF_REACH, Score, is_decisive};
use crate::window::Window;

/// What the plan says about null moves.
#[derive(Clone, Copy, Debug)]
pub struct NullPlan {
    /// Least depth of a null move.
    pub min_depth: i32,
    /// Plies the null move search is shallower.
    pub reduction: i32,
    /// Strength above which a null move is tried.
    pub material: i32,
    /// The evaluation may be this much below beta.
    pub margin: Score,
    /// At this depth or less, whatever the evaluation.
    pub eval_depth: i32,
    /// Officers that the side to move needs.
    pub officers: i32,
    /// Not where beta is a won or lost game.
    pub below_mate: bool,
    /// A cut is stored in the table.
    pub stored: bool,
    /// Null moves in PV nodes.
    pub in_pv: bool,
    /// Null moves after null moves.
    pub twice: bool,
    /// Strength above which a null move is believed at once.
    pub believed: i32,
}

impl NullPlan {
    /// From the configuration.
    pub fn new(config: &Config) -> NullPlan {
        let c = config;
        NullPlan {
            min_depth: from(c.null_move, c.null_min_depth),
            reduction: c.null_reduction,
            material: c.null_material,
            margin: if c.null_eval { 0 } else { OUT_OF_REACH },
            eval_depth: c.null_eval_depth,
            officers: c.null_officers,
            below_mate: c.null_below_mate,
            stored: c.null_store,
            in_pv: c.null_in_pv,
            twice: c.null_twice,
            believed: if c.null_verification { c.null_verified_material } else { i32::MIN },
        }
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// The score of a node that passing the turn cuts off. Where the
    /// mover has little left, passing may be better than any move; there a shallower search must agree.
    #[inline]
    pub fn try_null_move<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        eval: Score,
        expected: Expected,
    ) -> Searched<Option<Score>> {
        let plan = self.plan.null;
        let applies = depth >= plan.min_depth
            && !N::ROOT
            && (!N::PV || plan.in_pv)
            && (eval + plan.margin >= window.beta || depth <= plan.eval_depth)
            && self.game.strength() > plan.material
            && (plan.officers == 0 || self.game.officers() >= plan.officers)
            && !(plan.below_mate && is_decisive(window.beta))
            && !self.game.in_check();
        if !applies || !self.game.play_null() {
            return Ok(None);
        }
        self.observer.count(Event::NullTried);
        self.slots[ply] = None;
        self.observer.tries(Move::NONE, None);
        let shallower = depth - 1 - plan.reduction;
        let score = -self.node::<NonPv>(ply + 1, shallower, window.at_beta().flip(), expected.child(), plan.twice)?;
        self.game.undo();
        if score < window.beta {
            return Ok(None);
        }
        if self.game.strength() <= plan.believed {
            self.observer.count(Event::NullVerified);
            if self.node::<N>(ply, depth - plan.reduction, window, expected, false)? < window.beta {
                self.observer.count(Event::NullRefuted);
                return Ok(None);
            }
        }
        self.observer.count(Event::NullCutoff);
        // Beta is met, but a mate found after passing proves no mate.
        let score = if is_decisive(score) { window.beta } else { score };
        if plan.stored {
            self.store(ply, depth, window, eval, Best { score, mv: Move::NONE });
        }
        Ok(Some(score))
    }
}
