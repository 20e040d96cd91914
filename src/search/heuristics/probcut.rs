//! ProbCut (Buro 1995): a shallower search that fails high by a margin predicts that the search to full depth fails high.
//!
//! It is tried with captures only, and only with those whose exchange wins enough to raise the evaluation to beta and the
//! margin. A quiescence search must confirm the gain before the shallower search begins.

use crate::game::{Move, Tactics};
use crate::score::{EVAL_LIMIT, Score, is_decisive};
use crate::search::heuristics::table::Hint;
use crate::search::node::{Expected, NodeType, NonPv};
use crate::search::node_facts::NodeFacts;
use crate::search::observe::{Event, Observer};
use crate::search::plan::from;
use crate::search::pvs::Best;
use crate::search::stop::Searched;
use crate::search::table::Entry;
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    probcut, group "pruning",
    fields {
        probcut: bool = false, Approximate Everyday, needs Exchanges,
            "Cuts off where a capture, searched less deep, reaches beta and a margin.", "Buro 1995; with captures: common practice since Stockfish";
        probcut_min_depth: i32 = 5, [1, 64], Parameter,
            "Least remaining depth, in plies, at which ProbCut is tried.", "common practice since Stockfish";
        probcut_margin: i32 = 40, [0, 4000], Parameter,
            "How far above beta a capture must score, in evaluation units.", "common practice since Stockfish: about two pawns";
        probcut_reduction: i32 = 3, [1, 64], Parameter,
            "Plies by which ProbCut searches a capture less deep than usual.", "common practice since Stockfish";
    }
    plan |c| {
        /// Least remaining depth, in plies, at which captures are tried; never reached when off.
        min_depth: i32 = from(c.probcut && c.quiescence, c.probcut_min_depth);
    }
    copies { margin = probcut_margin, reduction = probcut_reduction }
    events {
        ProbcutTried = "probcut_tried", "ProbCut searched a capture.";
        ProbcutCutoff = "probcut_cutoffs", ends Probcut = "probcut", "A node was cut off by ProbCut.";
    }
    without_effect |c| {
        probcut if !c.quiescence, "there is no quiescence search to confirm a gain";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Score of a node that ProbCut cuts off; `None` where it is not tried or no capture scores enough.
    #[inline(always)]
    pub fn try_probcut<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        here: &NodeFacts,
        hint: &Hint,
    ) -> Searched<Option<Score>> {
        let plan = &self.plan.probcut;
        if depth < plan.min_depth || N::PV || N::EXCLUDES || !here.is_calm() || is_decisive(window.beta) {
            return Ok(None);
        }
        let beta = (window.beta + plan.margin).min(EVAL_LIMIT - 1);
        // An entry that is nearly as deep and below the raised beta says that the attempt would fail.
        let fails = |entry| entry_says_no(entry, depth - plan.reduction, beta);
        if hint.entry.as_ref().is_some_and(fails) {
            return Ok(None);
        }
        self.search_captures(ply, depth, Window { alpha: beta - 1, beta }, here, hint.mv())
    }

    /// Searches the captures that win enough, with a null window; the score is less the margin again.
    #[inline(never)]
    fn search_captures(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        here: &NodeFacts,
        hash: Move,
    ) -> Searched<Option<Score>> {
        let outer = self.list.open();
        let hash = if hash.is_some() { self.q_hash_move(hash, false) } else { hash };
        let (mut picker, mut cut) = (self.q_picker(hash, false, false), None);
        while let Some((mv, stage)) = picker.next(self) {
            let wins = self.game.captured_value(mv).is_some() && self.game.see_at_least(mv, window.beta - here.eval);
            if !wins {
                continue;
            }
            self.observer.count(Event::ProbcutTried);
            self.observer.tries(mv, Some(stage));
            self.play(ply, mv, self.game.slot(mv));
            let score = self.confirm_capture(ply, depth, window, here.expected)?;
            self.game.undo();
            if score >= window.beta {
                cut = Some(Best { score, mv });
                break;
            }
        }
        self.list.close(outer);
        let Some(best) = cut else { return Ok(None) };
        self.observer.count(Event::ProbcutCutoff);
        self.store(ply, depth - self.plan.probcut.reduction, window, best);
        Ok(Some(if is_decisive(best.score) { best.score } else { best.score - self.plan.probcut.margin }))
    }

    /// Score of a capture just played: of the quiescence search, and, where that reaches beta, of the shallower search.
    fn confirm_capture(&mut self, ply: usize, depth: i32, window: Window, expected: Expected) -> Searched<Score> {
        let score = -self.quiesce::<NonPv>(ply + 1, window.flip(), self.check_plies::<NonPv>())?;
        let shallower = depth - 1 - self.plan.probcut.reduction;
        if score < window.beta || shallower <= 0 {
            return Ok(score);
        }
        Ok(-self.node::<NonPv>(ply + 1, shallower, window.flip(), expected.child(), true)?)
    }
}

/// Whether an entry of at least this depth has a score below beta.
fn entry_says_no(entry: &Entry, depth: i32, beta: Score) -> bool {
    entry.depth as i32 >= depth && (entry.score as Score) < beta
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::Config;
    use crate::search::plan::NEVER;
    use crate::window::Bound;

    #[test]
    fn off_is_a_depth_never_reached() {
        assert_eq!(Plan::new(&Config::neutral()).min_depth, NEVER);
        assert_eq!(Plan::new(&Config { probcut: true, ..Config::neutral() }).min_depth, NEVER);
    }

    #[test]
    fn a_deep_entry_below_beta_says_no() {
        let entry = Entry::new(Move::NONE, 30, None, 4, Bound::Upper);
        assert!(entry_says_no(&entry, 4, 31) && !entry_says_no(&entry, 5, 31) && !entry_says_no(&entry, 4, 30));
    }
}
