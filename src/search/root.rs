//! The moves of the root: which may be played, in what order they are tried, and which lines were proved.
//!
//! By default the root takes its moves from the picker, as every node does. It keeps a list of its own where moves are
//! sorted by their scores between iterations (`root_sort`), where the user restricts the moves, and where the user asks
//! for several lines (multi-PV).

use super::heuristics::table::Probe;
use super::node::NodeType;
use super::node::Root;
use super::observe::Observer;
use super::stop::Searched;
use super::worker::Worker;
use crate::game::{Move, Tactics};
use crate::score::{MATE, Score};
use crate::window::Window;

/// Restriction of a search to some root moves, or its extension to several lines (multi-PV).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    /// Root moves to choose from; all legal ones if empty.
    pub moves: Vec<Move>,
    /// Number of lines to find, each with another first move, the best first.
    pub lines: usize,
}

impl Focus {
    /// All moves, one line.
    pub const ALL: Focus = Focus { moves: Vec::new(), lines: 1 };
}

impl Default for Focus {
    fn default() -> Focus {
        Focus::ALL
    }
}

/// A line of moves from the root with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Score from the view of the side to move at the root.
    pub score: Score,
    /// The moves from the root on.
    pub pv: Vec<Move>,
}

/// State of the root's moves during a search.
#[derive(Default)]
pub(crate) struct RootMoves {
    /// The list of root moves in the order in which they are tried, each with its last score; empty if no list is kept.
    pub listed: Vec<(Move, Score)>,
    /// Whether the user restricted the root moves.
    restricted: bool,
    /// Window of the current search of the root.
    pub window: Window,
    /// Whether that window is opened for the first move only, see
    /// [`aspiration`](super::heuristics::aspiration).
    pub opens: bool,
    /// Number of moves at the head of the list that begin lines already found (multi-PV).
    pub taken: usize,
    /// Lines whose moves raised alpha in the current search of the root.
    pub raised: Vec<Line>,
    /// The best line proved by an earlier search of the root in this iteration, unless its move was searched again.
    kept: Option<Line>,
    /// Best move of the last iteration, or [`Move::NONE`].
    last_best: Move,
    /// Whether `last_best` was searched in the current search of the root, or is known to be worse than a move that
    /// was.
    compared: bool,
}

impl RootMoves {
    /// Whether a list of root moves is kept.
    pub fn is_listed(&self) -> bool {
        !self.listed.is_empty()
    }

    /// Number of lines to search for: `wanted`, but not more than there are moves; 1 without a list.
    pub fn most_lines(&self, wanted: usize) -> usize {
        if self.is_listed() { wanted.min(self.listed.len()) } else { 1 }
    }

    /// Begins the search for another line (multi-PV), whose first move is none of the `taken` moves found already.
    pub fn begin_line(&mut self, taken: usize) {
        self.taken = taken;
    }

    /// Moves of the list that begin no line found already, in list order.
    pub fn untried(&self) -> impl Iterator<Item = Move> + '_ {
        self.listed[self.taken..].iter().map(|&(mv, _)| mv)
    }

    /// Whether some legal moves are left out, so that the score must not be stored as the position's.
    pub fn is_partial(&self) -> bool {
        self.restricted || self.taken > 0
    }

    /// Begins an iteration, which has proved nothing yet; `last_best` is the best move of the iteration before, or
    /// [`Move::NONE`].
    pub fn begin_iteration(&mut self, last_best: Move) {
        self.raised.clear();
        (self.kept, self.last_best) = (None, last_best);
    }

    /// The best line that the current iteration has proved so far. Its first move was searched to the end, and so was
    /// the best move of the last iteration, which is not better. `None` until a line is known to be as good as that
    /// move.
    pub fn proved(&self) -> Option<&Line> {
        if self.kept.is_none() && !self.compared {
            return None;
        }
        self.kept.iter().chain(&self.raised).reduce(|best, line| if line.score > best.score { line } else { best })
    }

    /// Notes that a root move was searched, with its score or bound.
    fn searched(&mut self, mv: Move, score: Score) {
        let again = self.kept.take_if(|line| line.pv.first() == Some(&mv));
        self.compared |= mv == self.last_best || again.is_some_and(|line| score >= line.score);
    }

    /// Notes the exact score of a root move, by which the list of root moves is sorted.
    pub fn set_score(&mut self, mv: Move, score: Score) {
        if let Some(listed) = self.listed.iter_mut().find(|(listed, _)| *listed == mv) {
            listed.1 = score;
        }
    }

    /// Begins a search of the root with a window: once per iteration, and again when the aspiration window fails.
    pub fn begin(&mut self, window: Window) {
        self.window = window;
        self.kept = self.proved().cloned();
        self.compared = !self.last_best.is_some();
        self.raised.clear();
        self.listed[self.taken..].iter_mut().for_each(|(_, score)| *score = -MATE);
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Makes the list of root moves, in the picker's order, if a list is needed.
    pub fn list_root_moves(&mut self, focus: &Focus) {
        if !self.sorts_root_moves() && focus.lines <= 1 && focus.moves.is_empty() {
            return;
        }
        self.root.restricted = !focus.moves.is_empty();
        let hash = match self.probe::<Root>(0, 0, Window::FULL) {
            Probe::Hint(hint) => hint.mv(),
            Probe::Cutoff(_) => unreachable!("the table does not cut off the root"),
        };
        let outer = self.list.open();
        let mut picker = self.picker(0, hash, self.game.in_check(), false);
        while let Some((mv, _)) = picker.next(self) {
            if focus.moves.is_empty() || focus.moves.contains(&mv) {
                self.root.listed.push((mv, -MATE));
            }
        }
        self.list.close(outer);
        // A game may not generate all legal moves (gomoku leaves out distant points), but the user may ask for any.
        for &mv in &focus.moves {
            if !self.root.listed.iter().any(|(listed, _)| *listed == mv) {
                self.root.listed.push((mv, -MATE));
            }
        }
    }

    /// Score of a root move, just played, that is searched with a window of its own: the first one where it opens the
    /// aspiration window, and all moves of the first iteration where they are sorted by exact scores. `None` for others.
    #[inline(always)]
    pub fn root_score<N: NodeType>(&mut self, depth: i32, depth_left: i32, index: usize) -> Searched<Option<Score>> {
        if !N::ROOT {
            return Ok(None);
        }
        if self.scores_exactly(depth) {
            return self.exact_root_score(depth_left).map(Some);
        }
        if index == 0 && self.root.opens { self.first_root_score(depth_left).map(Some) } else { Ok(None) }
    }

    /// Notes the score of a root move. `best` is the best score before it, `nodes` the node count before its search.
    pub fn note_root_move(&mut self, mv: Move, score: Score, alpha: Score, best: Score, nodes: u64) {
        self.root.searched(mv, score);
        if score <= alpha {
            return;
        }
        if score <= best {
            self.count_margin_move(nodes);
        }
        self.root.set_score(mv, score);
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
        root.begin(Window::FULL);
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
            root.begin(Window::FULL);
            raise(&mut root, 2, 10);
            raise(&mut root, 3, 25);
            root.begin(Window::FULL);
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
