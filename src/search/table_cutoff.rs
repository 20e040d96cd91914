//! An observer that records the n-th cutoff by the transposition table in a search, with the moves that led to it.
//!
//! A search with one thread is reproducible, and the field `table_answers` limits the number of table cutoffs. So the
//! cutoff that changes a result can be found by bisection, and this observer then shows it.

use super::observe::{Event, Observer, TableCutoff};
use super::picker::Stage;
use crate::game::Move;
use crate::score::Score;
use crate::window::Window;

/// A table cutoff and where in the search it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundCutoff {
    /// The node and the table's entry.
    pub cutoff: TableCutoff,
    /// Depth of the iteration, in plies.
    pub iteration: i32,
    /// Moves from the root to the node; [`Move::NONE`] stands for a null move.
    pub path: Vec<Move>,
}

/// Observer that waits for the table cutoff of a given number.
#[derive(Clone, Debug)]
pub struct CutoffFinder {
    wanted: u64,
    seen: u64,
    iteration: i32,
    /// Ply of every node that is entered and not yet left, and the move that it is searching.
    open: Vec<(usize, Move)>,
    found: Option<FoundCutoff>,
}

impl CutoffFinder {
    /// An observer for the table cutoff number `wanted`, counted from 1.
    pub fn new(wanted: u64) -> CutoffFinder {
        CutoffFinder { wanted, seen: 0, iteration: 0, open: Vec::new(), found: None }
    }

    /// The table cutoff, if the search had so many.
    pub fn into_found(self) -> Option<FoundCutoff> {
        self.found
    }

    /// Moves from the root to the node entered last. A node that searches its own position again, such as a
    /// verification search, is entered twice at one ply: no move lies between.
    fn path(&self) -> Vec<Move> {
        let steps = self.open.windows(2).filter(|pair| pair[1].0 > pair[0].0);
        steps.map(|pair| pair[0].1).collect()
    }
}

impl Observer for CutoffFinder {
    fn enter(&mut self, _kind: Event, ply: usize, depth: i32, _window: Window) {
        if self.open.is_empty() {
            self.iteration = depth;
        }
        self.open.push((ply, Move::NONE));
    }

    fn leave(&mut self, _score: Option<Score>) {
        self.open.pop();
    }

    fn tries(&mut self, mv: Move, _stage: Option<Stage>) {
        if let Some(node) = self.open.last_mut() {
            node.1 = mv;
        }
    }

    fn table_cutoff(&mut self, cutoff: &TableCutoff) {
        self.seen += 1;
        if self.seen == self.wanted {
            self.found = Some(FoundCutoff { cutoff: *cutoff, iteration: self.iteration, path: self.path() });
        }
    }
}
