//! Quiescence search: beyond the horizon, captures are searched until the position is quiet. Its first plies try quiet
//! checks too (`check_plies`), and a side in check tries every move (`qsearch_evasions`).

use super::heuristics::table::Probe;
use super::node::NodeType;
use super::observe::{Event, Observer};
use super::picker::Stage;
use super::pvs::Best;
use super::stop::Searched;
use super::worker::Worker;
use crate::game::{Move, Tactics};
use crate::score::{MATE, Score};
use crate::window::Window;

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Fail-soft score of a position beyond the horizon. There is no limit of depth, since captures run out;
    /// `check_plies` is the number of plies in which quiet checks are still tried.
    pub fn quiesce<N: NodeType>(&mut self, ply: usize, window: Window, check_plies: i32) -> Searched<Score> {
        // 1. Count the node; stop at the limits.
        self.enter(Event::QNode, ply, 0, window)?;
        let score = self.q_node_steps::<N>(ply, window, check_plies);
        self.observer.leave(score.ok());
        score
    }

    #[inline(always)]
    fn q_node_steps<N: NodeType>(&mut self, ply: usize, window: Window, check_plies: i32) -> Searched<Score> {
        if N::PV {
            self.pv.clear(ply);
        }
        // 2. Mate distance.
        let window = self.q_mate_distance(ply, window);
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        // 3. Repetition and the limit of moves.
        if let Some(score) = self.judge(ply) {
            return Ok(score);
        }
        // 4. Longest line.
        if self.is_line_over(ply) {
            return self.evaluate(ply);
        }
        // 5. Transposition table.
        let (mut hash, mut entry, asks_table) = (Move::NONE, None, self.q_asks_table());
        if asks_table {
            match self.q_probe::<N>(ply, window, check_plies) {
                Probe::Cutoff(score) => return Ok(score),
                Probe::Hint(hint) => (hash, entry) = (hint.mv(), hint.entry),
            }
        }
        // 6. Stand pat: no side is forced to capture, so the evaluation is a lower bound, unless in check.
        let evading = self.is_evading();
        let mut best = -MATE;
        let mut inner = window;
        if !evading {
            best = self.assess(ply)?;
            if asks_table {
                best = self.refine(best, entry);
            }
            if best >= window.beta {
                self.observer.count(Event::StandPat);
                if asks_table {
                    self.q_store(ply, window, check_plies, Best { score: best, mv: Move::NONE });
                }
                return Ok(best);
            }
            inner.alpha = inner.alpha.max(best);
        }
        // 7. The moves.
        if hash.is_some() {
            hash = self.q_hash_move(hash, evading);
        }
        let outer = self.list.open();
        let best = self.q_moves::<N>(ply, inner, evading, check_plies, hash, best)?;
        self.list.close(outer);
        // 8. Store in the transposition table.
        if asks_table {
            self.q_store(ply, window, check_plies, best);
        }
        Ok(best.score)
    }

    #[inline]
    fn q_moves<N: NodeType>(
        &mut self,
        ply: usize,
        window: Window,
        evading: bool,
        check_plies: i32,
        hash: Move,
        stand_pat: Score,
    ) -> Searched<Best> {
        let mut picker = self.q_picker(hash, evading, check_plies > 0);
        let mut best = Best { score: stand_pat, mv: Move::NONE };
        let mut alpha = window.alpha;
        while let Some((mv, stage)) = picker.next(self) {
            let is_capture = !evading && matches!(stage, Stage::Hash | Stage::Noisy);
            if is_capture && (self.is_not_worth(mv) || self.skips_capture(mv)) {
                continue;
            }
            if stage == Stage::Check {
                if self.skips_check(mv) {
                    continue;
                }
                self.observer.count(Event::QSearchCheck);
            }
            if is_capture && let Some(most) = self.delta::<N>(stand_pat, alpha, mv) {
                best.score = best.score.max(most);
                continue;
            }
            self.observer.tries(mv, Some(stage));
            self.stack.descend(ply);
            self.game.play(mv);
            let check_plies = self.check_plies_left(check_plies, evading);
            let score = -self.quiesce::<N::Next>(ply + 1, Window { alpha, ..window }.flip(), check_plies)?;
            self.game.undo();
            if score > best.score {
                best.score = score;
                if score > alpha {
                    best.mv = mv;
                    if N::PV {
                        self.pv.extend(ply, mv);
                    }
                    if score >= window.beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        // No score is left only by a search of evasions that found no legal move.
        if best.score == -MATE {
            best.score = self.verdict_score(self.game.stuck(), ply);
        }
        Ok(best)
    }
}
