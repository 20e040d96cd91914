//! The n-th answer of the table in a search, with the moves that led to it: the one to blame for a result.
//!
//! A search is the same each time, and with the field `table_answers` its table falls silent after so many answers. So
//! the answer that changes a result can be found by bisection, and then be looked at here.

use super::observe::{Answer, Event, Observer};
use super::picker::Stage;
use crate::game::Move;
use crate::score::Score;
use crate::window::Window;

/// An answer and where it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// What the table said.
    pub answer: Answer,
    /// Depth of the iteration.
    pub iteration: i32,
    /// Moves from the root; no move stands for a null move.
    pub path: Vec<Move>,
}

/// Waits for an answer.
#[derive(Clone, Debug)]
pub struct Answers {
    wanted: u64,
    seen: u64,
    iteration: i32,
    /// Of every node that is not left yet, its ply and the move it is searching.
    open: Vec<(usize, Move)>,
    found: Option<Given>,
}

impl Answers {
    /// Waits for the answer of this number, counted from 1.
    pub fn new(wanted: u64) -> Answers {
        Answers { wanted, seen: 0, iteration: 0, open: Vec::new(), found: None }
    }

    /// The answer, if it came.
    pub fn into_found(self) -> Option<Given> {
        self.found
    }

    /// The moves to the node entered last. A node may be searched again inside itself, and no move leads there.
    fn path(&self) -> Vec<Move> {
        let steps = self.open.windows(2).filter(|pair| pair[1].0 > pair[0].0);
        steps.map(|pair| pair[0].1).collect()
    }
}

impl Observer for Answers {
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

    fn answered(&mut self, answer: &Answer) {
        self.seen += 1;
        if self.seen == self.wanted {
            self.found = Some(Given { answer: *answer, iteration: self.iteration, path: self.path() });
        }
    }
}
