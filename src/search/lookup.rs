//! What a node asks of the table and tells it.

use super::config::{Config, Defect, Layout, PathScores, TableDepth, TableUse};
use super::node::NodeType;
use super::observe::{Answer, Event, Observer};
use super::pvs::Best;
use super::table::{Bounds, Entry, Table};
use super::worker::Worker;
use crate::game::{Judging, Move, Tactics};
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
    /// Stored moves are walked for so many plies before an answer is believed.
    pub chain: i32,
    /// Keys know the path.
    pub path_keys: bool,
    /// Most answers.
    pub answers: u64,
    /// The principal variation is written back.
    pub pv_writeback: bool,
    /// What is done wrong on purpose.
    pub defect: Defect,
    /// The root asks the table for a move.
    pub root_move: bool,
    /// Evaluations at the horizon go through the table.
    pub leaves: bool,
}

impl TablePlan {
    /// From the configuration.
    pub fn new(config: &Config) -> TablePlan {
        let (c, table) = (config, config.table != TableUse::Off);
        let (walked, at_least) = (c.table_layout == Layout::LeafWalk, c.table_depth == TableDepth::AtLeast);
        let path = if table { c.path_scores } else { PathScores::Ignore };
        TablePlan {
            slack: if at_least && !walked { i8::MAX as i32 } else { 0 },
            walks: table && at_least && walked,
            mates: c.table_mates && at_least && !walked,
            pv_cutoffs: c.table_pv_cutoffs,
            guard_paths: matches!(path, PathScores::Tutorial | PathScores::Chain),
            chain: if path == PathScores::Chain { c.path_chain } else { 0 },
            path_keys: path == PathScores::PathKey,
            answers: match c.table_answers {
                0 => u64::MAX,
                most => most.max(0) as u64,
            },
            pv_writeback: table && c.pv_writeback,
            defect: if table && c.table_layout == Layout::Single { c.defect } else { Defect::Off },
            root_move: c.root_hash_move && c.hash_move,
            leaves: table && c.table_leaves,
        }
    }
}

/// A bound, the score as stored, and the depth it was searched to.
type Claim = (Bound, Score, i32);

/// What the table had to say.
pub(crate) enum Hit {
    /// The score of the node.
    Answer(Score),
    /// A move to try first, or none; and the window, which may be narrower now.
    Move(Move, Window),
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Key of the position in the table.
    #[inline(always)]
    pub fn table_key(&self) -> u64 {
        if self.plan.table.path_keys { self.game.key() ^ self.game.path_key() } else { self.game.key() }
    }

    /// Asks the table. A deep enough entry whose bound settles the window answers; mates may answer at any depth;
    /// scores that depend on the path never do, if the plan guards against them. A table of leaves has its own way.
    #[inline]
    pub fn probe<N: NodeType>(&mut self, ply: usize, depth: i32, window: Window) -> Hit {
        let Some(table) = self.table else { return Hit::Move(Move::NONE, window) };
        if N::ROOT && !self.plan.table.root_move {
            return Hit::Move(Move::NONE, window);
        }
        self.observer.count(Event::TableProbe);
        let key = self.table_key();
        let Some(found) = table.look_up(key) else { return Hit::Move(Move::NONE, window) };
        let mut entry = found.entry();
        self.observer.count(Event::TableHit);
        let may_answer = !N::ROOT && (!N::PV || self.plan.table.pv_cutoffs) && self.answers < self.plan.table.answers;
        if self.leaves.is_some() {
            if entry.last_player == self.game.side() {
                return Hit::Move(Move::NONE, window);
            }
            return if may_answer { self.ask_leafwalk(entry, ply, depth, window) } else { Hit::Move(entry.mv, window) };
        }
        if self.plan.table.defect == Defect::ProbeShifts {
            entry = self.shifted(table, key, entry, ply);
        }
        if may_answer {
            let answer = match found.bounds() {
                Some(bounds) => self.answer_of_two(bounds, ply, depth, window),
                None => {
                    let claim = (entry.bound, entry.score as Score, entry.depth as i32);
                    self.answer(ply, depth, window, claim).map(|score| (score, claim))
                }
            };
            if let Some((score, (bound, _, deep))) = answer
                && !(self.plan.table.chain > 0 && self.runs_into_repetition(table, entry.mv))
            {
                self.observer.count(Event::TableCutoff);
                self.note_answer(Answer { key, depth, window, mv: entry.mv, score, bound, deep });
                return Hit::Answer(score);
            }
        }
        Hit::Move(entry.mv, window)
    }

    /// Counts an answer, and shows it.
    #[inline(always)]
    pub fn note_answer(&mut self, answer: Answer) {
        self.answers += 1;
        self.observer.answered(&answer);
    }

    /// The score that a bound (its kind, score as stored, depth) gives a node, if it settles the window there.
    #[inline(always)]
    fn answer(&self, ply: usize, depth: i32, window: Window, claim: Claim) -> Option<Score> {
        let score = from_table(claim.1, ply);
        let deep_enough = self.is_deep_enough(score, depth, claim);
        let answers = deep_enough && window.is_answered(claim.0, score) && !self.depends_on_path(score);
        answers.then_some(score)
    }

    /// Whether a bound, whose score is this here, is believed at a depth.
    #[inline(always)]
    fn is_deep_enough(&self, score: Score, depth: i32, (bound, _, deep): Claim) -> bool {
        (0..=self.plan.table.slack).contains(&(deep - depth))
            || self.plan.table.mates && is_proved_mate(score, bound)
            || self.plan.table.defect != Defect::Off && self.is_believed_by_mistake(score)
    }

    /// The score that two bounds give a node: either may settle the window, each at its own depth, and so do both where
    /// they meet.
    #[inline(never)]
    fn answer_of_two(&self, bounds: Bounds, ply: usize, depth: i32, window: Window) -> Option<(Score, Claim)> {
        let [lower, upper] = bounds.claims();
        let one = [lower, upper].into_iter().filter(|claim| claim.2 >= 0);
        let both = || {
            let (score, claim) = (from_table(lower.1, ply), (Bound::Exact, lower.1, lower.2.min(upper.2)));
            let deep = self.is_deep_enough(score, depth, lower) && self.is_deep_enough(score, depth, upper);
            (lower.1 == upper.1 && deep && !self.depends_on_path(score)).then_some((score, claim))
        };
        one.filter_map(|claim| Some((self.answer(ply, depth, window, claim)?, claim))).next().or_else(both)
    }

    /// Whether a score may hold on the present path only.
    #[inline(always)]
    pub fn depends_on_path(&self, score: Score) -> bool {
        let defect = self.plan.table.defect;
        self.plan.table.guard_paths
            && (is_repetition(score) && defect != Defect::Repetitions
                || score.abs() == self.plan.draw_score.abs() && defect != Defect::NoDrawGuard)
    }

    /// Whether the stored line that begins with this move comes to a position of the present path again.
    #[cold]
    fn runs_into_repetition(&mut self, table: &Table, first: Move) -> bool {
        let judging = Judging { recur: 1, move_limit: false, ..self.judging };
        let (mut mv, mut played, mut repeats) = (first, 0, false);
        while mv.is_some() && played < self.plan.table.chain && !repeats && self.game.is_legal(mv) {
            self.game.play(mv);
            played += 1;
            repeats = self.game.verdict(judging).is_some();
            mv = table.best_move(&self.game).unwrap_or_default();
        }
        (0..played).for_each(|_| self.game.undo());
        if repeats {
            self.observer.count(Event::ChainRefused);
        }
        repeats
    }

    /// Tells the table what the node has found.
    #[inline]
    pub fn store(&mut self, ply: usize, depth: i32, window: Window, eval: Score, best: Best) {
        let Some(table) = self.table else { return };
        let bound = window.bound(best.score);
        let mut entry = Entry::new(best.mv, to_table(best.score, ply), Some(eval), depth, bound);
        let key = self.table_key();
        if self.depends_on_path(best.score) && !best.mv.is_some() {
            if self.plan.table.defect == Defect::RefusedStore {
                table.change(key, &entry, |old| (old.depth, old.bound) = (entry.depth, entry.bound));
            }
            return;
        }
        if self.leaves.is_some() {
            entry.last_player = !self.game.side();
        }
        if table.store(key, entry) {
            self.observer.count(Event::TableStore);
        }
    }

    /// Writes the moves of the principal variation into the table, so that the next iteration begins with them even
    /// where other entries have taken their places.
    pub fn write_back(&mut self, line: &[Move]) {
        let Some(table) = self.table.filter(|_| self.plan.table.pv_writeback) else { return };
        for &mv in line {
            let entry = Entry { last_player: !self.game.side(), ..Entry::new(mv, 0, None, 0, Bound::None) };
            table.store_move(self.table_key(), entry);
            self.observer.count(Event::PvWriteback);
            self.game.play(mv);
        }
        line.iter().for_each(|_| self.game.undo());
    }

    /// [`Defect::ProbeShifts`]: the adjusted score stays in the table.
    #[cold]
    fn shifted(&self, table: &Table, key: u64, entry: Entry, ply: usize) -> Entry {
        let score = from_table(entry.score as Score, ply) as i16;
        table.change(key, &entry, |old| old.score = score);
        entry
    }

    /// [`Defect::Repetitions`] and [`Defect::AnyMate`].
    #[cold]
    fn is_believed_by_mistake(&self, score: Score) -> bool {
        match self.plan.table.defect {
            Defect::Repetitions => is_repetition(score),
            Defect::AnyMate => is_mate(score),
            _ => false,
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
