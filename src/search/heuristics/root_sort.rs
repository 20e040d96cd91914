//! The order of the moves of the root from one iteration to the next.

use crate::game::Tactics;
use crate::search::observe::Observer;
use crate::search::root::RootMoves;
use crate::search::worker::Worker;

heuristic! {
    root_sort, group "iteration",
    choices {
        /// How the moves of the root are kept in order from one iteration to the next.
        RootSort {
            /// Not at all: the root is ordered as any other node.
            Off = "off",
            /// The best move comes first, the others stay in their order.
            Best = "best",
            /// By their scores.
            All = "all",
        }
    }
    fields {
        root_sort: RootSort = RootSort::Off, neutral RootSort::Off, Exact,
            "Keeps a list of the root's moves: with all sorted after each iteration by what they scored, with best in the order of the first iteration but for the best move, which comes first. Off: the root is ordered as any other node, anew in each iteration.", "Fruit 2.1: all";
    }
    plan |c| {
        /// How a list of the root's moves is kept in order, if one is kept.
        how: RootSort = c.root_sort;
    }
}

impl RootMoves {
    /// Sorts the moves left to try by their scores, or puts only the best first. Moves that did not raise alpha have
    /// only bounds, which do not compare: they keep their order behind the others.
    pub fn sort(&mut self, how: RootSort) {
        let left = &mut self.listed[self.taken..];
        match how {
            RootSort::Best => {
                // Of equals the first; where no move raised alpha, that is the one that is first already.
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

    /// Sorts the list after an iteration or a part of it.
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
        root.begin();
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
        root.begin();
        root.sort(RootSort::Best);
        assert_eq!(order(&root), [3, 1, 2, 4], "nothing raised alpha");
        RootMoves::default().sort(RootSort::Best);
    }
}
