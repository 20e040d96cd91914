//! The node of the search, in numbered steps, and its loop over the moves.

use super::extend::MoveFacts;
use super::lookup::Hit;
use super::node::{Expected, NodeType, NonPv};
use super::observe::{Event, Observer};
use super::picker::{Picker, Stage};
use super::stop::Searched;
use super::worker::Worker;
use crate::game::{Move, Tactics};
use crate::score::{MATE, Score, price};
use crate::window::Window;

/// The best move of a node and its score; no move if none raised alpha.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub score: Score,
    pub mv: Move,
}

/// What a node's position looks like before its moves are searched.
pub(crate) struct Here {
    /// Static evaluation.
    pub eval: Score,
    /// The side to move must answer a check.
    pub in_check: bool,
    /// It must answer a threat, and the plan looks for such.
    pub threatened: bool,
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Searches one node and returns a fail-soft score: exact inside the window, a bound outside.
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
        let score = self.inside::<N>(ply, depth, window, expected, null_allowed);
        self.observer.leave(score.ok());
        score
    }

    /// The node after it was entered.
    #[inline(always)]
    fn inside<N: NodeType>(
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
        let mut window = window;
        if !N::ROOT {
            // 3. Repetition and the limit of moves.
            if let Some(score) = self.judge(ply) {
                return Ok(score);
            }
            // 4. Lines end somewhere.
            if ply >= self.plan.max_ply {
                return self.evaluate(ply);
            }
            // 5. Mate distance.
            window = self.mate_distance(ply, window, self.plan.mate_slack[0]);
            if window.alpha >= window.beta {
                self.observer.count(Event::MateDistanceCutoff);
                return Ok(window.alpha);
            }
            // 6. Ends in sight.
            if let Some(score) = self.known_end(ply) {
                return Ok(score);
            }
        }
        // 7. Transposition table.
        let hit = match self.probe::<N>(ply, depth, window) {
            Hit::Answer(score) => return Ok(score),
            Hit::Move(mv, narrowed) => {
                window = narrowed;
                mv
            }
        };
        // 8. What the position looks like.
        let here = Here {
            eval: self.evaluate(ply)?,
            in_check: self.game.in_check(),
            threatened: !self.plan.threatened_stages.is_empty() && self.game.is_threatened(),
        };
        // 9. Reverse futility and razoring.
        if let Some(score) = self.far_from_window::<N>(ply, depth, window, &here)? {
            return Ok(score);
        }
        // 10. Null move.
        if null_allowed && let Some(score) = self.try_null_move::<N>(ply, depth, window, here.eval, expected)? {
            return Ok(score);
        }
        // 11. The moves: extensions, reductions, principal variation search.
        let mut best = self.move_loop::<N>(ply, depth, window, expected, hit, &here)?;
        // 12. Fail hard, if at all.
        best.score = best.score.clamp(window.alpha - self.plan.hard_slack, window.beta + self.plan.hard_slack);
        // 13. Transposition table.
        if !(N::ROOT && self.root.is_partial()) {
            self.store(ply, depth, window, here.eval, best);
        }
        Ok(best.score)
    }

    fn move_loop<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        expected: Expected,
        hash: Move,
        here: &Here,
    ) -> Searched<Best> {
        let in_check = here.in_check;
        let single = self.plan.single_reply[N::PV as usize];
        let single_reply = in_check && single > 0 && self.game.count_moves() == single;
        let stages = self.plan.node_stages(in_check, here.threatened, self.game.has_order());
        if here.threatened && !in_check {
            self.observer.count(Event::ThreatenedNode);
        }
        let (outer, outer_searched) = (self.list.open(), self.searched.open());
        let mut picker = match self.root.is_listed() && N::ROOT {
            true => self.root.offer(&mut self.list),
            false => Picker::new(stages, self.plan.mvv_lva, self.plan.static_order, self.known(ply, hash)),
        };
        let mut best = Best { score: -MATE, mv: Move::NONE };
        let (mut alpha, mut index) = (window.alpha, 0);
        while let Some((mv, stage)) = picker.next(&mut self.game, &mut self.list, &self.memory.history) {
            if index >= self.plan.width {
                self.observer.count(Event::WidthReached);
                break;
            }
            let (slot, quiet) = (self.game.slot(mv), !self.game.is_noisy(mv));
            if quiet && self.passes_over::<N>(depth, alpha, best.score, index, here) {
                continue;
            }
            let facts = MoveFacts {
                index,
                expected,
                slot,
                quiet,
                forced: in_check || here.threatened,
                single_reply,
                history: self.memory.history.get(slot),
            };
            let nodes = self.stop.nodes();
            self.slots[ply] = Some(slot);
            self.observer.tries(mv, Some(stage));
            self.game.play(mv);
            let score = self.search_move::<N>(ply, depth, Window { alpha, ..window }, &facts)?;
            self.game.undo();
            if quiet {
                self.searched.push(mv);
            }
            if N::ROOT {
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
                        self.cut(ply, depth, &picker, stage, index, mv);
                        break;
                    }
                    alpha = if N::ROOT { self.root_alpha(alpha, score) } else { score };
                }
            }
            index += 1;
        }
        self.list.close(outer);
        self.searched.close(outer_searched);
        self.observer.count(if picker.any_generated() { Event::Generation } else { Event::GenerationSaved });
        self.count_expected(expected, best.score >= window.beta);
        if best.score == -MATE {
            best.score = price(self.game.stuck(), ply, self.plan.draw_score);
        } else if self.plan.reward_alpha && best.mv.is_some() && best.score < window.beta {
            self.reward(ply, depth, best.mv);
        }
        Ok(best)
    }

    /// Searches the move just played: first less deep and with a null window where that may settle it, then as it
    /// deserves.
    #[inline]
    fn search_move<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        facts: &MoveFacts,
    ) -> Searched<Score> {
        let gives_check = self.game.in_check();
        let extension = self.extension(facts, gives_check);
        let depth_left = depth - 1 + extension;
        let reduction = if extension == 0 && !gives_check { self.reduction::<N>(depth, facts) } else { 0 };
        let beside = facts.expected.child();
        if reduction > 0 {
            self.observer.count(Event::Reduction);
            let score = -self.node::<NonPv>(ply + 1, depth_left - reduction, window.scout().flip(), beside, true)?;
            if score <= window.alpha {
                return Ok(score);
            }
            self.observer.count(Event::ReductionResearch);
        }
        if facts.index >= self.plan.scout_from {
            let score = -self.node::<NonPv>(ply + 1, depth_left, window.scout().flip(), beside, true)?;
            if score <= window.alpha || score >= window.beta {
                // A null window search leaves no line; the one below is an earlier move's.
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

    /// Counts what a node was expected to be, and whether it was.
    #[inline(always)]
    fn count_expected(&mut self, expected: Expected, cut: bool) {
        let (event, right) = match expected {
            Expected::Pv => return,
            Expected::Cut => (Event::CutNode, cut),
            Expected::All => (Event::AllNode, !cut),
        };
        self.observer.count(event);
        if right {
            self.observer.count(if expected == Expected::Cut { Event::CutNodeRight } else { Event::AllNodeRight });
        }
    }

    /// A move cut off: learn from it.
    #[inline]
    fn cut(&mut self, ply: usize, depth: i32, picker: &Picker, stage: Stage, index: usize, mv: Move) {
        self.observer.cutoff(stage, index);
        let (malus, shares) = (self.plan.history.malus, self.plan.reduce.learns_shares());
        if (malus || shares) && matches!(stage, Stage::Quiet | Stage::Answer | Stage::All) {
            let loss = if malus { self.plan.history.bonus(depth) } else { 0 };
            // Those that the order put before the move that cuts; not those that pruning has passed over.
            let before = picker.offered_by_stage(&mut self.list).iter().map(|ranked| ranked.mv());
            for tried in before.filter(|&tried| tried != mv && self.searched.holds(tried)) {
                let slot = self.game.slot(tried);
                self.memory.history.update(slot, -loss, self.plan.history.limit);
                if shares {
                    self.memory.shares.note(slot, false);
                }
            }
        }
        self.reward(ply, depth, mv);
    }

    /// Remembers a good move. Where noisy moves have an order of their own, only quiet ones are remembered.
    #[inline]
    fn reward(&mut self, ply: usize, depth: i32, mv: Move) {
        if self.plan.mvv_lva && self.game.is_noisy(mv) {
            return;
        }
        let (slot, bonus) = (self.game.slot(mv), self.plan.history.bonus(depth));
        self.memory.history.update(slot, bonus, self.plan.history.limit);
        if self.plan.reduce.learns_shares() {
            self.memory.shares.note(slot, true);
        }
        if self.plan.killers > 0 {
            self.killers.push(ply, mv);
        }
        if self.plan.counter_moves && ply > 0 {
            self.memory.counter.set(self.slots[ply - 1], mv);
        }
    }
}
