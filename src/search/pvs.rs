//! Principal variation search of a full node, in numbered steps, and its loop over the moves.

use std::ops::ControlFlow;

use super::heuristics::table::{Hint, Probe};
use super::node::{Expected, NodeType, NonPv};
use super::node_facts::{MoveFacts, NodeFacts};
use super::observe::{Event, Observer};
use super::picker::Offer;
use super::stop::Searched;
use super::worker::Worker;
use crate::game::{Move, Tactics};
use crate::score::{MATE, Score, mated_at};
use crate::window::Window;

/// Best score of a node, and the move that reached it; [`Move::NONE`] if no move raised alpha.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub score: Score,
    pub mv: Move,
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Searches a node to `depth` plies and returns a fail-soft score: exact inside the window, a bound outside.
    /// `null_allowed` says whether a null move may be tried.
    pub fn node<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        expected: Expected,
        null_allowed: bool,
    ) -> Searched<Score> {
        debug_assert!(N::PV || window.is_null(), "a non-PV node has a null window");
        // 1. Horizon.
        if depth <= 0 && !N::ROOT {
            return self.horizon::<N>(ply, window);
        }
        // 2. Count the node; stop at the limits.
        self.enter(Event::Node, ply, depth, window)?;
        let score = self.node_steps::<N>(ply, depth, window, expected, null_allowed);
        self.observer.leave(score.ok());
        score
    }

    /// Steps 3 to 17 of [`Worker::node`], for a node of positive depth that is counted already.
    #[inline(always)]
    fn node_steps<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        expected: Expected,
        null_allowed: bool,
    ) -> Searched<Score> {
        if N::PV {
            self.pv.clear(ply);
        }
        // 3. to 6. Ends of the game and of the line, mate distance.
        let window = match self.end_line::<N>(ply, window)? {
            ControlFlow::Break(score) => return Ok(score),
            ControlFlow::Continue(window) => window,
        };
        // 7. Transposition table.
        let hint = match self.probe::<N>(ply, depth, window) {
            Probe::Cutoff(score) => return Ok(score),
            Probe::Hint(hint) => hint,
        };
        let window = hint.window;
        // 8. Static evaluation, check, threat.
        self.take_stored_evaluation(ply, &hint);
        let here = self.here(ply, expected, &hint)?;
        // 9. to 12. Prunings of the whole node, before its moves are searched.
        if !N::EXCLUDES
            && let Some(score) = self.cut_early::<N>(ply, depth, window, null_allowed, &here, &hint)?
        {
            return Ok(score);
        }
        // 13. Internal iterative deepening and reduction.
        let hash = self.deepen_internally::<N>(ply, depth, window, expected, hint.mv())?;
        let depth = self.depth_without_hash_move::<N>(depth, expected, hash);
        // 14. Singular extension.
        if let Some(score) = self.try_singular::<N>(ply, depth, window, expected, &hint)? {
            return Ok(score);
        }
        // 15. The moves: extensions, reductions, principal variation search.
        let mut best = self.move_loop::<N>(ply, depth, window, hash, &here)?;
        let window = if N::ROOT { self.root.window } else { window };
        // 16. Fail hard, if on.
        best.score = self.fail_hard(best.score, window);
        // 17. Learn from the error of the evaluation, and store in the transposition table.
        self.learn_correction::<N>(ply, depth, window, best, &here)?;
        if self.stores::<N>() {
            self.store(ply, depth, window, best);
        }
        Ok(best.score)
    }

    /// Steps that need neither table nor search: they end a node whose game is over or whose line is too long. Otherwise
    /// returns the window, narrowed to the mate scores that are still possible.
    #[inline(always)]
    fn end_line<N: NodeType>(&mut self, ply: usize, window: Window) -> Searched<ControlFlow<Score, Window>> {
        if N::ROOT || N::EXCLUDES {
            return Ok(ControlFlow::Continue(window));
        }
        // 3. Repetition and the limit of moves.
        if let Some(score) = self.judge(ply) {
            return Ok(ControlFlow::Break(score));
        }
        // 4. Longest line.
        if self.is_line_over(ply) {
            return self.evaluate(ply).map(ControlFlow::Break);
        }
        // 5. Mate distance.
        let window = self.mate_distance(ply, window);
        if window.alpha >= window.beta {
            return Ok(ControlFlow::Break(window.alpha));
        }
        // 6. Known ends.
        Ok(self.known_end(ply).map_or(ControlFlow::Continue(window), ControlFlow::Break))
    }

    /// Steps that end a node before its moves are searched, because its evaluation or a shallower search is far outside
    /// the window.
    #[inline(always)]
    fn cut_early<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        null_allowed: bool,
        here: &NodeFacts,
        hint: &Hint,
    ) -> Searched<Option<Score>> {
        // 9. Reverse futility.
        if let Some(score) = self.reverse_futility::<N>(depth, window, here) {
            return Ok(Some(score));
        }
        // 10. Razoring.
        if let Some(score) = self.razor::<N>(ply, depth, window, here)? {
            return Ok(Some(score));
        }
        // 11. Null move.
        if null_allowed && let Some(score) = self.try_null_move::<N>(ply, depth, window, here, hint.mv())? {
            return Ok(Some(score));
        }
        // 12. ProbCut.
        self.try_probcut::<N>(ply, depth, window, here, hint)
    }

    /// Searches the moves of a node, the most promising first, and returns the best.
    fn move_loop<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        hash: Move,
        here: &NodeFacts,
    ) -> Searched<Best> {
        let single_reply = self.has_single_reply::<N>(here.in_check);
        self.count_threatened(here);
        let (outer, outer_searched) = (self.list.open(), self.stack.searched.open());
        self.forget_tried_captures(ply);
        self.forget_cutoffs(ply);
        let mut picker = self.node_picker::<N>(ply, hash, here);
        let mut best = Best { score: -MATE, mv: Move::NONE };
        let (mut window, mut alpha) = (window, window.alpha);
        let (mut searched, postponed) = (0, self.postponed.len());
        let all = loop {
            let Some(offer @ Offer { mv, stage, index }) = self.next_move(&mut picker, depth, searched, postponed)
            else {
                if self.offers_rest::<N>(best.score, &mut picker) {
                    continue;
                }
                break true;
            };
            if self.is_width_reached::<N>(index, best.score) {
                break false;
            }
            if self.is_excluded::<N>(ply, mv) {
                continue;
            }
            let move_slot = self.game.slot(mv);
            let facts = self.facts::<N>(ply, depth, offer, here, single_reply, best.score);
            if let Some(most) = self.skip::<N>(depth, alpha, best.score, &facts) {
                best.score = best.score.max(most);
                self.pass_over_rest(&mut picker, stage, depth, index, here);
                continue;
            }
            let nodes = self.stop.nodes();
            self.observer.tries(mv, Some(stage));
            self.claim(depth, mv);
            self.play(ply, mv, move_slot);
            let score = self.search_move::<N>(ply, depth, Window { alpha, ..window }, &facts)?;
            self.take_back(ply, mv, facts.quiet);
            if N::ROOT {
                if index == 0 {
                    // The search of the first move may have opened the aspiration window.
                    window = self.root.window;
                    alpha = window.alpha;
                }
                self.note_root_move(mv, score, alpha, best.score, nodes);
            }
            if score > best.score {
                best.score = score;
                if score > alpha {
                    best.mv = mv;
                    if N::PV {
                        self.pv.extend(ply, mv);
                    }
                    if score >= window.beta {
                        self.learn_cutoff(ply, depth, &picker, stage, index, mv);
                        break false;
                    }
                    alpha = self.raised_alpha::<N>(alpha, score);
                }
            }
            searched += 1;
        };
        self.postponed.truncate(postponed);
        self.list.close(outer);
        self.stack.searched.close(outer_searched);
        self.observer.count(if picker.any_generated() { Event::Generation } else { Event::GenerationSaved });
        self.count_expected(here.expected, best.score >= window.beta);
        if best.score == -MATE {
            best.score = self.score_without_moves::<N>(ply);
        } else if best.mv.is_some() && best.score < window.beta {
            self.reward_alpha(ply, depth, best.mv);
        }
        Ok(self.mark_unproved(best, window.beta, all, &picker, here))
    }

    /// Score of a node that has no move to search. A node without any move but the excluded one is not at the end of the
    /// game: no other move is good, so it fails low.
    fn score_without_moves<N: NodeType>(&self, ply: usize) -> Score {
        if N::EXCLUDES { mated_at(ply) } else { self.verdict_score(self.game.stuck(), ply) }
    }

    /// Decides whether a move is skipped. Returns the score with which a skipped move enters the node's best score: its
    /// assumed upper bound, or `-MATE`, which leaves the best score as it is; `None` if the move is searched. `best` is
    /// the best score so far. No move is skipped at the root, in check, or, without `pv_pruning`, at a node of the
    /// principal variation. Where a threat must be parried, only late move pruning skips moves.
    #[inline(always)]
    fn skip<N: NodeType>(&mut self, depth: i32, alpha: Score, best: Score, facts: &MoveFacts) -> Option<Score> {
        if !self.prunes::<N>() || !self.may_skip(depth) {
            return None;
        }
        // Late move pruning.
        if self.is_too_late(depth, best, facts) {
            return Some(-MATE);
        }
        if !facts.here.is_calm() {
            return None;
        }
        if facts.quiet {
            // History skip, pruning by history values.
            if self.is_hopeless(depth, best, facts) || self.has_poor_history(depth, best, facts) {
                return Some(-MATE);
            }
            // Futility pruning.
            if let Some(most) = self.futility(depth, alpha, best, facts) {
                return Some(most);
            }
        } else if self.is_futile_capture(depth, alpha, best, facts) {
            return Some(-MATE);
        }
        // Pruning by static exchange evaluation.
        self.loses_too_much(depth, best, facts).then_some(-MATE)
    }

    /// Plies by which the move just played is extended; negative for a hash move that a singular search found not to be
    /// singular.
    #[inline(always)]
    fn extension(&mut self, gives_check: bool, facts: &MoveFacts) -> i32 {
        if facts.singular != 0 {
            return facts.singular;
        }
        match self.extend_check(facts.mv, gives_check) {
            0 if facts.single_reply => self.extend_single_reply(),
            0 if facts.extended_capture => self.extend_capture(),
            plies => plies,
        }
    }

    /// Searches the move just played, in up to three searches, and returns the score of the last one:
    ///
    /// 1. if the move is reduced, at reduced depth with a null window; done if it does not beat alpha;
    /// 2. if the move is scouted, at full depth with a null window; done unless it ends inside the window;
    /// 3. at full depth with the whole window.
    #[inline]
    fn search_move<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        facts: &MoveFacts,
    ) -> Searched<Score> {
        let gives_check = self.game.in_check();
        let extension = self.extension(gives_check, facts);
        let mut depth_left = depth - 1 + extension;
        if let Some(score) = self.root_score::<N>(depth, depth_left, facts.index)? {
            return Ok(score);
        }
        let reduction = if extension == 0 { self.reduction::<N>(ply, depth, gives_check, facts) } else { 0 };
        let beside = facts.here.expected.child();
        if reduction > 0 {
            self.observer.count(Event::Reduction);
            let score = -self.node::<NonPv>(ply + 1, depth_left - reduction, window.scout().flip(), beside, true)?;
            if score <= window.alpha {
                return Ok(score);
            }
            self.observer.count(Event::ReductionResearch);
            depth_left += self.research_depth_change(reduction, score - facts.best);
        }
        if self.is_scouted(facts.index) {
            let score = -self.node::<NonPv>(ply + 1, depth_left, window.scout().flip(), beside, true)?;
            if score <= window.alpha || score >= window.beta {
                // A null-window search collects no line: the line of the next ply is still that of an earlier move.
                if N::PV {
                    self.pv.clear(ply + 1);
                }
                return Ok(score);
            }
            self.observer.count(Event::ScoutResearch);
        }
        let expected = if N::PV { Expected::Pv } else { beside };
        Ok(-self.node::<N::Next>(ply + 1, depth_left, window.flip(), expected, true)?)
    }
}
