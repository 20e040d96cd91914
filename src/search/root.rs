//! The moves of the root: which may be played, in what order a list of its own has them tried, and which of the good
//! ones is chosen.
//!
//! Without a list, the root takes its moves from the picker as any node does. A list is kept where moves are sorted by
//! what they scored (Fruit 2.1), where only some moves are asked for, and where several best lines are.

use super::heuristics::table::Probe;
use super::node::Root;
use super::observe::Observer;
use super::worker::Worker;
use crate::game::{Move, Tactics};
use crate::score::{MATE, Score};
use crate::window::Window;

/// What is asked about the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    /// The moves to choose from; all legal ones if empty.
    pub moves: Vec<Move>,
    /// How many lines, each with another first move, the best first.
    pub lines: usize,
}

impl Default for Focus {
    fn default() -> Focus {
        Focus { moves: Vec::new(), lines: 1 }
    }
}

/// A line and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Score from the view of the side to move at the root.
    pub score: Score,
    /// The moves from the root on.
    pub pv: Vec<Move>,
}

/// The root's moves as one search sees them.
#[derive(Default)]
pub(crate) struct RootMoves {
    /// The list, in order of trial, with what each move scored when it was last searched; empty if none is kept.
    pub listed: Vec<(Move, Score)>,
    /// Only some moves are asked about.
    restricted: bool,
    /// Moves at the head of the list that are the first of lines found already.
    pub taken: usize,
    /// The moves that raised alpha in the present search of the root.
    pub raised: Vec<Line>,
    /// The best line proved by an earlier search of the present iteration, unless its move was searched again.
    kept: Option<Line>,
    /// Best move of the last iteration, or none.
    last_best: Move,
    /// That move was searched in the present search of the root, or is worse than one that was.
    compared: bool,
}

impl RootMoves {
    /// Whether a list is kept.
    pub fn is_listed(&self) -> bool {
        !self.listed.is_empty()
    }

    /// How many lines there can be of those wanted.
    pub fn most_lines(&self, wanted: usize) -> usize {
        if self.is_listed() { wanted.min(self.listed.len()) } else { 1 }
    }

    /// Begins the search for another line: the best one of all but those already found.
    pub fn begin_line(&mut self, taken: usize) {
        self.taken = taken;
    }

    /// The moves of the list that are left to try, in its order.
    pub fn untried(&self) -> impl Iterator<Item = Move> + '_ {
        self.listed[self.taken..].iter().map(|&(mv, _)| mv)
    }

    /// Whether some legal moves are left out, so that the score is not the position's.
    pub fn is_partial(&self) -> bool {
        self.restricted || self.taken > 0
    }

    /// Begins an iteration, which has proved nothing yet; `last_best` is the best move of the one before, or none.
    pub fn begin_iteration(&mut self, last_best: Move) {
        self.raised.clear();
        (self.kept, self.last_best) = (None, last_best);
    }

    /// The best line that the present iteration has proved: its first move was searched to the end, and so was the best
    /// move of the last iteration, which is no better. None as long as that is not known of any move.
    pub fn proved(&self) -> Option<&Line> {
        if self.kept.is_none() && !self.compared {
            return None;
        }
        self.kept.iter().chain(&self.raised).reduce(|best, line| if line.score > best.score { line } else { best })
    }

    /// Notes that a move was searched, with this score or bound.
    fn searched(&mut self, mv: Move, score: Score) {
        let again = self.kept.take_if(|line| line.pv.first() == Some(&mv));
        self.compared |= mv == self.last_best || again.is_some_and(|line| score >= line.score);
    }

    /// Begins a search of the root's moves.
    pub fn begin(&mut self) {
        self.kept = self.proved().cloned();
        self.compared = !self.last_best.is_some();
        self.raised.clear();
        self.listed[self.taken..].iter_mut().for_each(|(_, score)| *score = -MATE);
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Makes the list, if one is wanted: first in the order of the picker.
    pub fn list_root_moves(&mut self, focus: &Focus) {
        if !self.sorts_root_moves() && focus.lines <= 1 && focus.moves.is_empty() {
            return;
        }
        self.root.restricted = !focus.moves.is_empty();
        let hash = match self.probe::<Root>(0, 0, Window::FULL) {
            Probe::Hint(hint) => hint.mv(),
            Probe::Answer(_) => unreachable!("the table does not answer at the root"),
        };
        let outer = self.list.open();
        let mut picker = self.picker(0, hash, self.game.in_check(), false);
        while let Some((mv, _)) = picker.next(self) {
            if focus.moves.is_empty() || focus.moves.contains(&mv) {
                self.root.listed.push((mv, -MATE));
            }
        }
        self.list.close(outer);
        // A game may not think of every legal move by itself.
        for &mv in &focus.moves {
            if !self.root.listed.iter().any(|(listed, _)| *listed == mv) {
                self.root.listed.push((mv, -MATE));
            }
        }
    }

    /// Notes what a move of the root scored. `best` is the best score before it, `nodes` the count before its search.
    pub fn note_root_move(&mut self, mv: Move, score: Score, alpha: Score, best: Score, nodes: u64) {
        self.root.searched(mv, score);
        if score <= alpha {
            return;
        }
        if score <= best {
            self.count_margin_move(nodes);
        }
        if let Some(listed) = self.root.listed.iter_mut().find(|(listed, _)| *listed == mv) {
            listed.1 = score;
        }
        let pv = std::iter::once(mv).chain(self.pv.line_from(1).iter().copied()).collect();
        self.root.raised.push(Line { score, pv });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(code: u16, score: Score) -> Line {
        Line { score, pv: vec![Move(code)] }
    }

    /// A move is searched and raises alpha.
    fn raise(root: &mut RootMoves, code: u16, score: Score) {
        root.searched(Move(code), score);
        root.raised.push(line(code, score));
    }

    #[test]
    fn a_move_is_proved_where_the_last_best_one_was_searched_too() {
        let mut root = RootMoves::default();
        root.begin_iteration(Move(2));
        root.begin();
        raise(&mut root, 1, 10);
        assert_eq!(root.proved(), None, "the last best move may be better");
        root.searched(Move(2), 4);
        assert_eq!(root.proved(), Some(&line(1, 10)));
        raise(&mut root, 3, 12);
        assert_eq!(root.proved(), Some(&line(3, 12)));
        root.begin_iteration(Move(3));
        assert_eq!(root.proved(), None);
    }

    #[test]
    fn what_is_proved_outlasts_a_search_with_another_window() {
        let begun = || {
            let mut root = RootMoves::default();
            root.begin_iteration(Move(2));
            root.begin();
            raise(&mut root, 2, 10);
            raise(&mut root, 3, 25);
            root.begin();
            root
        };
        let mut root = begun();
        assert_eq!(root.proved(), Some(&line(3, 25)), "it failed high, and the window has opened");
        raise(&mut root, 1, 9);
        assert_eq!(root.proved(), Some(&line(3, 25)), "less than the other is known to be worth");
        raise(&mut root, 3, 31);
        assert_eq!(root.proved(), Some(&line(3, 31)));
        let mut root = begun();
        raise(&mut root, 3, 12);
        assert_eq!(root.proved(), None, "it did not hold: the last best move may be better");
    }
}
