//! Null move pruning (Beal 1989; Donninger 1993): if the side to move could pass and a shallower search still meets
//! beta, a real move would too, and the node is cut off. In zugzwang, where every move is worse than passing, this is
//! wrong; a verification search guards against it.

use crate::game::{Move, Tactics};
use crate::score::{MATE, OUT_OF_REACH, Score, is_decisive};
use crate::search::node::{Expected, NodeType, NonPv};
use crate::search::node_facts::NodeFacts;
use crate::search::observe::{Event, Observer};
use crate::search::plan::{from, or_never};
use crate::search::pvs::Best;
use crate::search::stop::Searched;
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    null_move, group "pruning",
    fields {
        null_move: bool = false, Approximate Everyday,
            "Cuts off if passing the turn, searched at reduced depth, still reaches beta.", "Beal 1989; Donninger 1993";
        null_reduction: i32 = 2, [1, 8], Parameter Everyday,
            "Depth reduction of the null move search, in plies (R).", "";
        null_depth_divisor: i32 = 0, [0, 64], Parameter,
            "The null move search is reduced by a further ply for each `null_depth_divisor` plies of depth; 0 adds nothing.", "common practice since Stockfish: 3 to 6";
        null_eval_divisor: i32 = 0, [0, 4000], Parameter,
            "The null move search is reduced by a further ply for each `null_eval_divisor` evaluation units by which the evaluation is above beta; 0 adds nothing.", "common practice since Stockfish: a pawn or two";
        null_eval_most: i32 = 3, [1, 64], Parameter,
            "Largest number of plies that `null_eval_divisor` adds.", "common practice since Stockfish";
        null_cut_only: bool = false, Parameter,
            "Tries the null move only at nodes that are expected to cut off.", "common practice since Stockfish";
        null_min_depth: i32 = 1, [1, 64], Parameter,
            "Least remaining depth, in plies, at which the null move is tried.", "";
        null_material: i32 = 0, [0, 8000], Parameter,
            "Material and piece square value that the side to move must exceed for a null move, in evaluation units.", "XiangQi Wizard: 200";
        null_eval: bool = false, Parameter,
            "Tries the null move only where the evaluation reaches beta.", "Fruit 2.1";
        null_eval_depth: i32 = 0, [0, 64], Parameter Historical,
            "Largest remaining depth, in plies, at which the null move is tried whatever the evaluation.", "Fruit 2.1: R + 1";
        null_officers: i32 = 0, [0, 6], Parameter Historical, needs WaitingPieces,
            "Number of chariots, horses and cannons that the side to move must have for a null move.", "Crafty: a number of pieces";
        null_below_mate: bool = false, Parameter Historical,
            "Tries no null move where beta is the score of a won or lost game.", "Fruit 2.1";
        null_store: bool = false, Parameter Historical,
            "Stores null move cutoffs in the table.", "Fruit 2.1";
        null_in_pv: bool = false, Parameter Historical,
            "Tries the null move at nodes of the principal variation too.", "";
        null_twice: bool = false, Parameter Historical,
            "Allows a null move in reply to a null move.", "Fruit 2.1: yes";
        null_verification: bool = false, Approximate,
            "Verifies a null move cutoff by a reduced search without the null move, where the side to move has less than `null_verified_material`.", "Plenkner 1995; Tabibi and Netanyahu 2002";
        null_verified_material: i32 = 400, [0, 8000], Parameter, needs Material,
            "Material and piece square value above which a null move cutoff is not verified, in evaluation units.", "XiangQi Wizard: 400";
        null_verified_officers: i32 = 6, [0, 6], Parameter, needs WaitingPieces,
            "Number of chariots, horses and cannons above which a null move cutoff is not verified.", "Fruit 2.1: 1";
        null_verified_min_depth: i32 = 1, [1, 64], Parameter,
            "Least remaining depth, in plies, at which a null move cutoff is verified.", "Fruit 2.1: 6";
        null_verification_bare: bool = false, Parameter Historical,
            "The verification search asks no table at its node, stores nothing there, and reduces and skips none of its moves.", "Fruit 2.1";
        null_verification_reduction: i32 = 2, [1, 8], Parameter,
            "Depth reduction of the verification search, in plies.", "Fruit 2.1: 5";
    }
    plan |c| {
        /// Least remaining depth, in plies, at which a null move is tried; never reached when off.
        min_depth: i32 = from(c.null_move, c.null_min_depth);
        /// Plies of depth for each of which R is larger by 1; never reached when off.
        depth_divisor: i32 = or_never(c.null_depth_divisor);
        /// Evaluation units above beta for each of which R is larger by 1; never reached when off.
        eval_divisor: i32 = or_never(c.null_eval_divisor);
        /// How far below beta the evaluation may be: 0, or any distance where the evaluation is not asked.
        margin: Score = if c.null_eval { 0 } else { OUT_OF_REACH };
        /// Strength of the side to move above which a null move cutoff needs no verification search.
        believed: i32 = if c.null_verification { c.null_verified_material } else { i32::MIN };
    }
    copies {
        reduction = null_reduction, eval_most = null_eval_most, cut_only = null_cut_only, material = null_material,
        eval_depth = null_eval_depth, waiting_pieces = null_officers, below_mate = null_below_mate, stored = null_store,
        in_pv = null_in_pv, twice = null_twice, believed_pieces = null_verified_officers,
        verified_depth = null_verified_min_depth, bare = null_verification_bare,
        verification_reduction = null_verification_reduction,
    }
    events {
        NullTried = "null_tried", "A null move was tried.";
        NullCutoff = "null_cutoffs", ends NullMove = "null_move", "A null move cut off.";
        NullVerified = "null_verified", "A verification search of a null move cutoff began.";
        NullRefuted = "null_refuted", "A verification search refuted a null move cutoff.";
    }
    without_effect |c| {
        null_verification if !c.null_move, "no null move is tried";
    }
}

impl Plan {
    /// R at a remaining depth, where the evaluation is so far above beta.
    #[inline(always)]
    fn plies(&self, depth: i32, above: Score) -> i32 {
        self.reduction + depth / self.depth_divisor + (above / self.eval_divisor).clamp(0, self.eval_most)
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Score of a node that a null move cuts off; `None` where no null move is tried or it does not cut off. Where the
    /// side to move has little material, zugzwang is likely, and a shallower search without null move must confirm the
    /// cutoff. `hash` is the hash move.
    #[inline]
    pub fn try_null_move<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        here: &NodeFacts,
        hash: Move,
    ) -> Searched<Option<Score>> {
        let NodeFacts { eval, expected, in_check, .. } = *here;
        let plan = &self.plan.null_move;
        let applies = depth >= plan.min_depth
            && !N::ROOT
            && (!N::PV || plan.in_pv)
            && (!plan.cut_only || expected == Expected::Cut)
            && (eval + plan.margin >= window.beta || depth <= plan.eval_depth)
            && self.game.strength() > plan.material
            && (plan.waiting_pieces == 0 || self.game.waiting_pieces() >= plan.waiting_pieces)
            && !(plan.below_mate && is_decisive(window.beta))
            && !in_check;
        if !applies || !self.game.play_null() {
            return Ok(None);
        }
        self.observer.count(Event::NullTried);
        self.stack.advance(ply, Move::NONE, 0, 0);
        self.observer.tries(Move::NONE, None);
        let shallower = depth - 1 - plan.plies(depth, eval - window.beta);
        let score = -self.node::<NonPv>(ply + 1, shallower, window.at_beta().flip(), expected.child(), plan.twice)?;
        self.game.undo();
        if score < window.beta {
            return Ok(None);
        }
        let verified = depth >= plan.verified_depth
            && self.game.strength() <= plan.believed
            && self.game.waiting_pieces() <= plan.believed_pieces;
        // A mate found after a null move proves that beta is met, but it is no mate after a legal move.
        let mut best = Best { score: if is_decisive(score) { window.beta } else { score }, mv: Move::NONE };
        if verified {
            self.observer.count(Event::NullVerified);
            let shallower = depth - plan.verification_reduction;
            let proof = if plan.bare && shallower > 0 {
                self.verify(ply, shallower, window, hash)?
            } else {
                Best { score: self.node::<N>(ply, shallower, window, expected, false)?, mv: Move::NONE }
            };
            if proof.score < window.beta {
                self.observer.count(Event::NullRefuted);
                return Ok(None);
            }
            if proof.mv.is_some() {
                best = proof;
            }
        }
        self.observer.count(Event::NullCutoff);
        if plan.stored {
            self.store(ply, depth, window, best);
        }
        Ok(Some(best.score))
    }

    /// The verification search of `null_verification_bare`: all moves of the node, the hash move first, with a null
    /// window at beta, and nothing else.
    fn verify(&mut self, ply: usize, depth: i32, window: Window, hash: Move) -> Searched<Best> {
        let window = window.at_beta();
        let mut best = Best { score: -MATE, mv: Move::NONE };
        let outer = self.list.open();
        let mut picker = self.picker(ply, hash, false, false);
        while let Some((mv, stage)) = picker.next(self) {
            self.observer.tries(mv, Some(stage));
            self.play(ply, mv, self.game.slot(mv));
            let gives_check = self.game.in_check();
            let depth_left = depth - 1 + self.extend_check(mv, gives_check);
            let score = -self.node::<NonPv>(ply + 1, depth_left, window.flip(), Expected::All, true)?;
            self.game.undo();
            if score > best.score {
                best.score = score;
                if score >= window.beta {
                    best.mv = mv;
                    break;
                }
            }
        }
        self.list.close(outer);
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::Config;
    use crate::search::plan::NEVER;

    #[test]
    fn off_is_a_depth_never_reached() {
        assert_eq!(Plan::new(&Config::neutral()).min_depth, NEVER);
        assert_eq!(Plan::new(&Config { null_move: true, ..Config::neutral() }).min_depth, 1);
    }

    #[test]
    fn the_reduction_grows_with_depth_and_evaluation() {
        let config = Config { null_reduction: 3, ..Config::neutral() };
        assert_eq!(Plan::new(&config).plies(60, 9000), 3);
        let plan = Plan::new(&Config { null_depth_divisor: 4, null_eval_divisor: 50, null_eval_most: 2, ..config });
        assert_eq!(
            [(3, 0), (8, 0), (3, 60), (3, 900), (3, -900)].map(|(depth, above)| plan.plies(depth, above)),
            [3, 5, 4, 5, 3]
        );
    }
}
