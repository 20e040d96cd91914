//! Root move ordering: how the list of the root's moves is sorted between iterations.

use crate::game::Tactics;
use crate::score::Score;
use crate::search::node::{Expected, Pv};
use crate::search::observe::Observer;
use crate::search::root::RootMoves;
use crate::search::stop::Searched;
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    root_sort, group "iteration",
    choices {
        /// How the root's moves are sorted between iterations.
        RootSort {
            /// No list is kept: the root is ordered anew in each iteration, like any other node.
            Off = "off",
            /// The best move is put first; the others keep their order.
            Best = "best",
            /// All moves are sorted by their scores.
            All = "all",
        }
    }
    fields {
        root_sort: RootSort = RootSort::Off, Exact Historical,
            "Keeps the list of root moves, in the order of the first iteration, and sorts it after each iteration.", "Fruit 2.1: all";
        root_exact: bool = false, Exact Historical,
            "Iteration 1 finds the exact score of every root move, with a full window each.", "Fruit 2.1";
    }
    copies { exact = root_exact, how = root_sort }
}

impl RootMoves {
    /// Sorts the moves left to try by their scores, or puts only the best one first. Moves that did not raise alpha
    /// have only upper bounds, which cannot be compared: they keep their order behind the others.
    pub fn sort(&mut self, how: RootSort) {
        let left = &mut self.listed[self.taken..];
        match how {
            RootSort::Best => {
                // Among equal scores the first move wins; where no move raised alpha, the order so stays as it is.
                let best = (0..left.len()).rev().max_by_key(|&at| left[at].1);
                best.into_iter().for_each(|best| left[..=best].rotate_right(1));
            }
            RootSort::Off | RootSort::All => left.sort_by_key(|&(_, score)| -score),
        }
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether the root keeps a list of its moves.
    pub fn sorts_root_moves(&self) -> bool {
        self.plan.root_sort.how != RootSort::Off
    }

    /// Whether root moves of this depth are searched with a full window.
    #[inline(always)]
    pub fn scores_exactly(&self, depth: i32) -> bool {
        depth == 1 && self.plan.root_sort.exact
    }

    /// Exact score of the root move just played, searched to `depth` plies and noted for sorting the list.
    pub fn exact_root_score(&mut self, depth: i32) -> Searched<Score> {
        let score = -self.node::<Pv>(1, depth, Window::FULL, Expected::Pv, true)?;
        self.root.set_score(self.stack[0].mv, score);
        Ok(score)
    }

    /// Sorts the list of the root's moves after a search of the root, whether it finished the iteration or failed low
    /// or high.
    pub fn sort_root_moves(&mut self) {
        self.root.sort(self.plan.root_sort.how);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Move;
    use crate::score::MATE;

    #[test]
    fn moves_that_raised_alpha_come_first_and_the_others_keep_their_order() {
        let listed = [(1, -MATE), (2, 5), (3, -MATE), (4, 9)].map(|(code, score)| (Move(code), score)).to_vec();
        let mut root = RootMoves::default();
        root.listed = listed;
        root.sort(RootSort::All);
        let order = |root: &RootMoves| root.listed.iter().map(|(mv, _)| mv.0).collect::<Vec<_>>();
        assert_eq!(order(&root), [4, 2, 1, 3]);
        root.begin_line(1);
        root.begin(Window::FULL);
        root.listed[3].1 = 7;
        root.sort(RootSort::All);
        assert_eq!(order(&root), [4, 3, 2, 1], "the line found already stays");
    }

    #[test]
    fn the_best_move_alone_may_come_first() {
        let listed = [(1, -MATE), (2, 5), (3, 9), (4, 9)].map(|(code, score)| (Move(code), score)).to_vec();
        let mut root = RootMoves::default();
        root.listed = listed;
        root.sort(RootSort::Best);
        let order = |root: &RootMoves| root.listed.iter().map(|(mv, _)| mv.0).collect::<Vec<_>>();
        assert_eq!(order(&root), [3, 1, 2, 4]);
        root.begin(Window::FULL);
        root.sort(RootSort::Best);
        assert_eq!(order(&root), [3, 1, 2, 4], "nothing raised alpha");
        RootMoves::default().sort(RootSort::Best);
    }
}
