//! Ways to end a node before its moves are searched.

use super::node::NodeType;
use super::observe::{Event, Observer};
use super::pvs::{Best, Here};
use super::stop::Searched;
use super::table::Entry;
use super::worker::Worker;
use crate::game::{Move, Tactics};
use crate::score::*;
use crate::window::{Bound, Window};

/// What the table had to say.
pub(crate) enum Hit {
    /// The score of the node.
    Answer(Score),
    /// A move to try first, or none; and the window, which may be narrower now.
    Move(Move, Window),
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Narrows a window to the mates that are possible at this ply: none is nearer than here, none against us
    /// nearer than the next move. With `slack` out of all scores' reach nothing changes.
    #[inline(always)]
    pub fn mate_distance(&self, ply: usize, window: Window, slack: Score) -> Window {
        let alpha = window.alpha.max(mated_at(ply) - slack);
        let beta = window.beta.min(-mated_at(ply + 1) + slack);
        Window { alpha, beta }
    }

    /// Asks the table. A deep enough entry whose bound settles the window answers; mates may answer at any depth;
    /// scores that depend on the path never do, if the plan guards against them. A table of leaves has its own way.
    #[inline]
    pub fn probe<N: NodeType>(&mut self, ply: usize, depth: i32, window: Window) -> Hit {
        let Some(table) = self.table else { return Hit::Move(Move::NONE, window) };
        if N::ROOT && !self.plan.root_hash_move {
            return Hit::Move(Move::NONE, window);
        }
        self.observer.count(Event::TableProbe);
        let Some(entry) = table.probe(self.game.key()) else { return Hit::Move(Move::NONE, window) };
        self.observer.count(Event::TableHit);
        let may_answer = !N::ROOT && (!N::PV || self.plan.table_pv_cutoffs);
        if self.leaves.is_some() {
            if entry.last_player == self.game.side() {
                return Hit::Move(Move::NONE, window);
            }
            return if may_answer { self.ask_leafwalk(entry, ply, depth, window) } else { Hit::Move(entry.mv, window) };
        } else if may_answer {
            let score = from_table(entry.score as Score, ply);
            let deeper_by = entry.depth as i32 - depth;
            let deep_enough = (0..=self.plan.table_slack).contains(&deeper_by)
                || self.plan.table_mates && is_proved_mate(score, entry.bound);
            if deep_enough && window.is_answered(entry.bound, score) && !self.depends_on_path(score) {
                self.observer.count(Event::TableCutoff);
                return Hit::Answer(score);
            }
        }
        Hit::Move(entry.mv, window)
    }

    /// Whether a score may hold on the present path only.
    #[inline(always)]
    pub fn depends_on_path(&self, score: Score) -> bool {
        self.plan.guard_paths && (is_repetition(score) || score.abs() == self.plan.draw_score.abs())
    }

    /// Tells the table what the node has found.
    #[inline]
    pub fn store(&mut self, ply: usize, depth: i32, window: Window, eval: Score, best: Best) {
        let Some(table) = self.table else { return };
        if self.depends_on_path(best.score) && !best.mv.is_some() {
            return;
        }
        let bound = window.bound(best.score);
        let mut entry = Entry::new(best.mv, to_table(best.score, ply), Some(eval), depth, bound);
        if self.leaves.is_some() {
            entry.last_player = !self.game.side();
        }
        if table.store(self.game.key(), entry) {
            self.observer.count(Event::TableStore);
        }
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

    /// Null move (Beal 1989; Donninger 1993): if passing the turn still meets beta, a move would too. Where the
    /// mover has little left, passing may be better than any move; there a shallower search must agree.
    #[inline]
    pub fn try_null_move<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        eval: Score,
        allowed: bool,
    ) -> Searched<Option<Score>> {
        let plan = self.plan;
        let applies = depth >= plan.null_min_depth
            && !N::ROOT
            && allowed
            && (!N::PV || plan.null_in_pv)
            && eval + plan.null_margin >= window.beta
            && self.game.strength() > plan.null_material
            && !self.game.in_check();
        if !applies || !self.game.play_null() {
            return Ok(None);
        }
        self.observer.count(Event::NullTried);
        self.slots[ply] = None;
        self.observer.tries(Move::NONE, None);
        let shallower = depth - 1 - plan.null_reduction;
        let score = -self.node::<super::node::NonPv>(ply + 1, shallower, window.at_beta().flip(), plan.null_twice)?;
        self.game.undo();
        if score < window.beta {
            return Ok(None);
        }
        if self.game.strength() <= plan.null_believed {
            self.observer.count(Event::NullVerified);
            if self.node::<N>(ply, depth - plan.null_reduction, window, false)? < window.beta {
                self.observer.count(Event::NullRefuted);
                return Ok(None);
            }
        }
        self.observer.count(Event::NullCutoff);
        // Beta is met, but a mate found after passing proves no mate.
        Ok(Some(if is_decisive(score) { window.beta } else { score }))
    }
}

/// Whether a bound proves a win (at least) or a loss (at most) by mate.
#[inline(always)]
fn is_proved_mate(score: Score, bound: Bound) -> bool {
    match bound {
        Bound::Exact => is_mate(score),
        Bound::Lower => score > BAN,
        Bound::Upper => score < -BAN,
        Bound::None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_proved_only_by_the_bound_that_allows_it() {
        let win = -mated_at(5);
        assert!(is_proved_mate(win, Bound::Exact) && is_proved_mate(win, Bound::Lower));
        assert!(!is_proved_mate(win, Bound::Upper), "at most a win proves nothing");
        assert!(is_proved_mate(-win, Bound::Upper) && !is_proved_mate(-win, Bound::Lower));
        assert!(!is_proved_mate(BAN - 3, Bound::Exact), "a repetition is not a mate");
    }
}
