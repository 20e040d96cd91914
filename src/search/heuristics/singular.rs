//! Singular extension (Anantharaman, Campbell and Hsu 1988): a move that is much better than all others is searched
//! deeper.
//!
//! Whether the hash move is such a move is found out by a search of its node without it, to half the depth and with a
//! null window below the entry's score. If all other moves fail low, the hash move is singular. If another move even
//! reaches beta, two moves are likely to cut off, and the node is cut off at once (multi-cut). If neither is so though
//! the entry's score reaches beta, the hash move is searched less deep.

use crate::game::{Move, Tactics};
use crate::score::{EVAL_LIMIT, Score, is_decisive};
use crate::search::heuristics::hash_move;
use crate::search::heuristics::table::Hint;
use crate::search::node::{Excluding, Expected, NodeType};
use crate::search::observe::{Event, Observer};
use crate::search::picker::Stage;
use crate::search::plan::{NEVER, from, or_never};
use crate::search::stop::Searched;
use crate::search::table::Entry;
use crate::search::worker::Worker;
use crate::window::{Bound, Window};

heuristic! {
    singular, group "extensions",
    fields {
        singular_extension: bool = false, Approximate Everyday,
            "Extends the hash move by a ply where a search to half the depth shows that all other moves are worse by a margin.", "Anantharaman, Campbell and Hsu 1988; of the hash move: common practice since Stockfish";
        singular_min_depth: i32 = 6, [2, 64], Parameter,
            "Least remaining depth, in plies, at which the hash move may be singular.", "common practice since Stockfish: 6 to 8";
        singular_table_depth: i32 = 3, [0, 64], Parameter,
            "How much shallower than its node, in plies, the table entry of a singular move may be.", "common practice since Stockfish: 3";
        singular_margin: i32 = 150, [0, 4000], Parameter,
            "How far below the entry's score all other moves must be, in hundredths of an evaluation unit per ply of depth.", "";
        singular_double: i32 = 0, [0, 4000], Parameter,
            "At nodes with a null window, extends a singular move by two plies if the other moves are worse by more than `singular_margin` and this together, in evaluation units; 0 never does.", "common practice since Stockfish 2021";
        singular_double_most: i32 = 6, [1, 64], Parameter,
            "Largest number of extensions by two plies in a line.", "common practice since Stockfish 2021";
        singular_cutoff: bool = false, Approximate,
            "Multi-cut: cuts off a node with a null window where a move besides the hash move reaches beta in the search for a singular move.", "Björnsson and Marsland 1999; in this form common practice since Stockfish 2019";
        singular_negative: i32 = 0, [0, 3], Approximate,
            "Plies by which the hash move is searched less deep where it is not singular and the entry's score reaches beta.", "common practice since Stockfish 2021";
    }
    frame Singular,
    plan |c| {
        /// Least remaining depth, in plies, at which the hash move may be singular; never reached when off.
        min_depth: i32 = from(c.singular_extension && hash_move::is_on(c), c.singular_min_depth);
        /// How far below the beta of the singular search its score must be for an extension by two plies, in evaluation
        /// units; never reached when off.
        double: Score = or_never(c.singular_double);
        /// Largest number of extensions by two plies in a line.
        double_most: usize = c.singular_double_most as usize;
    }
    copies {
        table_depth = singular_table_depth, margin = singular_margin, cuts = singular_cutoff,
        negative = singular_negative,
    }
    events {
        SingularSearch = "singular_searches", "A node was searched without its hash move.";
        SingularExtension = "singular_extensions", "A singular move was extended by a ply.";
        SingularDouble = "singular_doubles", "A singular move was extended by two plies.";
        SingularNegative = "singular_negatives", "A hash move that is not singular was searched less deep.";
        Multicut = "multicuts", ends Multicut = "multicut", "A node was cut off because a move besides the hash move reached beta.";
    }
    without_effect |c| {
        singular_extension if c.table == TableUse::Off, "there is no table, and so no hash move";
        singular_extension if !c.hash_move, "hash moves are not tried";
        singular_cutoff if !c.singular_extension, "no node is searched without its hash move";
        singular_negative if !c.singular_extension, "no node is searched without its hash move";
    }
}

/// Result of the singular search for the node of a ply.
#[derive(Clone, Copy, Debug, Default)]
pub struct Singular {
    /// The hash move that the search left out; [`Move::NONE`] if there was no such search.
    mv: Move,
    /// Plies by which the hash move is extended; may be negative.
    plies: i32,
}

impl Plan {
    /// Score that a move besides the hash move must reach in a node of this depth, if the entry's score is `score`.
    fn beta(&self, score: Score, depth: i32) -> Score {
        (score - self.margin * depth / 100).max(1 - EVAL_LIMIT)
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Finds out whether the hash move of a node is singular, for [`Self::singular_plies`]. Returns a score where a second
    /// move cuts the node off.
    #[inline(always)]
    pub fn try_singular<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        expected: Expected,
        hint: &Hint,
    ) -> Searched<Option<Score>> {
        if self.plan.singular.min_depth == NEVER || N::EXCLUDES {
            return Ok(None);
        }
        self.stack[ply].singular = Singular::default();
        match hint.entry.filter(|entry| !N::ROOT && self.may_be_singular(ply, depth, entry)) {
            Some(entry) => self.search_without::<N>(ply, depth, window, expected, &entry),
            None => Ok(None),
        }
    }

    /// Whether the move of a table entry is worth a search of its node without it: the entry is deep enough, and its
    /// score is exact or a lower bound, no win or loss, and does not depend on the path.
    fn may_be_singular(&self, ply: usize, depth: i32, entry: &Entry) -> bool {
        let (plan, score) = (&self.plan.singular, entry.score as Score);
        depth >= plan.min_depth
            && entry.depth as i32 >= depth - plan.table_depth
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !is_decisive(score)
            && !self.depends_on_path(score)
            // Extensions lead at most to twice the iteration's depth.
            && ply < 2 * self.stop.depth() as usize
            && entry.mv.is_some()
            && self.game.is_generated(entry.mv)
    }

    #[inline(never)]
    fn search_without<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        expected: Expected,
        entry: &Entry,
    ) -> Searched<Option<Score>> {
        let plan = &self.plan.singular;
        let beta = plan.beta(entry.score as Score, depth);
        self.stack[ply].singular.mv = entry.mv;
        self.observer.count(Event::SingularSearch);
        let around = Window { alpha: beta - 1, beta };
        let score = self.node::<Excluding>(ply, ((depth - 1) / 2).max(1), around, expected, false)?;
        let plies = if score < beta {
            let double = !N::PV && beta - score > plan.double && self.doubles(ply) < plan.double_most;
            1 + double as i32
        } else if plan.cuts && !N::PV && score >= window.beta && !is_decisive(score) {
            self.observer.count(Event::Multicut);
            return Ok(Some(score));
        } else if entry.score as Score >= window.beta {
            -plan.negative
        } else {
            0
        };
        self.stack[ply].singular.plies = plies;
        Ok(None)
    }

    /// Number of moves of the current line above a ply that are extended by two plies.
    fn doubles(&self, ply: usize) -> usize {
        let is_double = |at: &usize| {
            let frame = &self.stack[*at];
            frame.singular.plies > 1 && frame.singular.mv == frame.mv
        };
        (0..ply).filter(is_double).count()
    }

    /// Whether `mv` is the hash move that a singular search leaves out.
    #[inline(always)]
    pub fn is_excluded<N: NodeType>(&self, ply: usize, mv: Move) -> bool {
        N::EXCLUDES && self.stack[ply].singular.mv == mv
    }

    /// Plies by which a move offered by `stage` is extended because it is singular; negative where it is not but was
    /// expected to be. Counts the extension, so it is called once for each move.
    #[inline(always)]
    pub fn singular_plies<N: NodeType>(&mut self, ply: usize, mv: Move, stage: Stage) -> i32 {
        if stage != Stage::Hash || N::EXCLUDES {
            return 0;
        }
        let Singular { mv: singular, plies } = self.stack[ply].singular;
        if singular != mv || plies == 0 {
            return 0;
        }
        self.observer.count(match plies {
            1 => Event::SingularExtension,
            2 => Event::SingularDouble,
            _ => Event::SingularNegative,
        });
        plies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::{Config, TableUse};

    #[test]
    fn the_margin_grows_with_depth() {
        let plan = Plan::new(&Config { singular_margin: 50, ..Config::neutral() });
        assert_eq!([6, 10].map(|depth| plan.beta(100, depth)), [97, 95]);
        assert_eq!(plan.beta(1 - EVAL_LIMIT, 10), 1 - EVAL_LIMIT);
    }

    #[test]
    fn off_is_a_depth_never_reached() {
        assert_eq!(Plan::new(&Config::neutral()).min_depth, NEVER);
        let config = Config { singular_extension: true, table: TableUse::Always, ..Config::neutral() };
        assert_eq!(Plan::new(&config).min_depth, NEVER);
    }
}
