//! Path-dependent scores (the graph history interaction problem): how the transposition table treats draws and wins by
//! repetition, which hold on one path to a position only.

use crate::game::{Move, Tactics, VerdictRules};
use crate::score::{Score, draw_at, is_repetition};
use crate::search::config::{Config, TableUse};
use crate::search::observe::{Event, Observer};
use crate::search::table::Table;
use crate::search::worker::Worker;

heuristic! {
    path_scores, group "table",
    choices {
        /// How the table treats scores that hold on one path to a position only.
        PathScores {
            /// Stores and returns them as if they did not depend on the path.
            Ignore = "ignore",
            /// Never returns repetition and draw scores, stores them only with a move, and moves evaluations off the
            /// draw score so that it is recognised.
            Tutorial = "tutorial",
            /// `tutorial`; besides, follows the stored moves before a cutoff, and ignores an entry whose line repeats a
            /// position of the current path.
            Chain = "chain",
            /// Includes in the key which positions of the path have occurred twice and how near the limit of moves is,
            /// so that an entry is found only on paths that agree in this.
            PathKey = "path-key",
        }
    }
    fields {
        path_scores: PathScores = PathScores::Ignore, Rule Everyday,
            "What the table does with scores that depend on the path: draws and wins by repetition.", "ElephantEye; XiangQi Wizard";
        path_chain: i32 = 8, [1, 64], Parameter, needs Repetition,
            "Number of stored moves that `path_scores=\"chain\"` follows before a cutoff.", "";
    }
    plan |c| {
        /// Whether path-dependent scores are never used for cutoffs, and stored only with a move.
        guards: bool = matches!(used(c), PathScores::Tutorial | PathScores::Chain);
        /// Largest number of plies for which stored moves are followed before a cutoff is believed; 0 when off.
        chain: i32 = if used(c) == PathScores::Chain { c.path_chain } else { 0 };
        /// Whether table keys include the path.
        keys: bool = used(c) == PathScores::PathKey;
    }
    events {
        ChainRefused = "chain_refused", "A table cutoff was refused because the entry's line returns to a position of the current path.";
    }
    without_effect |c| {
        path_scores if c.table == TableUse::Off, "there is no table";
    }
}

/// The treatment in effect: `Ignore` without a table.
fn used(c: &Config) -> PathScores {
    if c.table == TableUse::Off { PathScores::Ignore } else { c.path_scores }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Key under which the current position is stored in the table.
    #[inline(always)]
    pub fn table_key(&self) -> u64 {
        if self.plan.path_scores.keys { self.game.key() ^ self.game.path_key() } else { self.game.key() }
    }

    /// Whether a score may hold on the current path only: a win by repetition or a draw. Always false where path scores
    /// are not guarded.
    #[inline(always)]
    pub fn depends_on_path(&self, score: Score) -> bool {
        self.plan.path_scores.guards
            && (is_repetition(score) && self.guards_repetitions()
                || score.abs() == self.plan.repetition.draw_score.abs() && self.guards_draws())
    }

    /// The evaluation, lowered by 1 where it equals the draw score and the table recognises draws by their score.
    #[inline(always)]
    pub fn off_draw(&self, ply: usize, eval: Score) -> Score {
        let taken = self.plan.path_scores.guards && eval == draw_at(ply, self.plan.repetition.draw_score);
        eval - taken as Score
    }

    /// Whether stored lines are followed before a cutoff is believed.
    #[inline(always)]
    pub fn checks_lines(&self) -> bool {
        self.plan.path_scores.chain > 0
    }

    /// Whether the stored line that begins with the move `first` repeats a position of the current path.
    #[cold]
    pub fn runs_into_repetition(&mut self, table: &Table, first: Move) -> bool {
        let verdict_rules = VerdictRules { recur: 1, move_limit: false, ..self.verdict_rules };
        let (mut mv, mut played, mut repeats) = (first, 0, false);
        while mv.is_some() && played < self.plan.path_scores.chain && !repeats && self.game.is_legal(mv) {
            self.game.play(mv);
            played += 1;
            repeats = self.game.verdict(verdict_rules).is_some();
            mv = table.best_move(&self.game).unwrap_or_default();
        }
        (0..played).for_each(|_| self.game.undo());
        if repeats {
            self.observer.count(Event::ChainRefused);
        }
        repeats
    }
}
