//! What a node asks of the table and tells it.

use super::config::{Config, Layout, PathScores, TableDepth, TableUse};
use super::node::NodeType;
use super::observe::{Event, Observer};
use super::pvs::Best;
use super::table::Entry;
use super::worker::Worker;
use crate::game::{Move, Tactics};
use crate::score::*;
use crate::window::{Bound, Window};

/// What the plan says about the table.
#[derive(Clone, Copy, Debug)]
pub struct TablePlan {
    /// How many plies deeper than asked an entry may be.
    pub slack: i32,
    /// Entries deeper than asked are walked to a leaf.
    pub walks: bool,
    /// Mates answer at any depth.
    pub mates: bool,
    /// The table answers in PV nodes.
    pub pv_cutoffs: bool,
    /// Path-dependent scores are kept apart.
    pub guard_paths: bool,
    /// The root asks the table for a move.
    pub root_move: bool,
    /// Evaluations at the horizon go through the table.
    pub leaves: bool,
}

impl TablePlan {
    /// From the configuration.
    pub fn new(config: &Config) -> TablePlan {
        let (c, table) = (config, config.table != TableUse::Off);
        let (single, at_least) = (c.table_layout == Layout::Single, c.table_depth == TableDepth::AtLeast);
        TablePlan {
            slack: if at_least && single { i8::MAX as i32 } else { 0 },
            walks: table && at_least && !single,
            mates: c.table_mates && at_least && single,
            pv_cutoffs: c.table_pv_cutoffs,
            guard_paths: table && c.path_scores == PathScores::Tutorial,
            root_move: c.root_hash_move,
            leaves: table && c.table_leaves,
        }
    }
}

/// What the table had to say.
pub(crate) enum Hit {
    /// The score of the node.
    Answer(Score),
    /// A move to try first, or none; and the window, which may be narrower now.
    Move(Move, Window),
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Asks the table. A deep enough entry whose bound settles the window answers; mates may answer at any depth;
    /// scores that depend on the path never do, if the plan guards against them. A table of leaves has its own way.
    #[inline]
    pub fn probe<N: NodeType>(&mut self, ply: usize, depth: i32, window: Window) -> Hit {
        let Some(table) = self.table else { return Hit::Move(Move::NONE, window) };
        if N::ROOT && !self.plan.table.root_move {
            return Hit::Move(Move::NONE, window);
        }
        self.observer.count(Event::TableProbe);
        let Some(entry) = table.probe(self.game.key()) else { return Hit::Move(Move::NONE, window) };
        self.observer.count(Event::TableHit);
        let may_answer = !N::ROOT && (!N::PV || self.plan.table.pv_cutoffs);
        if self.leaves.is_some() {
            if entry.last_player == self.game.side() {
                return Hit::Move(Move::NONE, window);
            }
            return if may_answer { self.ask_leafwalk(entry, ply, depth, window) } else { Hit::Move(entry.mv, window) };
        } else if may_answer {
            let score = from_table(entry.score as Score, ply);
            let deeper_by = entry.depth as i32 - depth;
            let deep_enough = (0..=self.plan.table.slack).contains(&deeper_by)
                || self.plan.table.mates && is_proved_mate(score, entry.bound);
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
        self.plan.table.guard_paths && (is_repetition(score) || score.abs() == self.plan.draw_score.abs())
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
