//! The leaf walk: how an entry deeper than asked is used in the layout leafwalk (gomoku AI tutorial, chapter 6).
//!
//! Where every move adds a stone, scores of different depths cannot be compared: their leaves hold different numbers of
//! stones. An entry of exactly the depth asked is used as it is. From a deeper one, stored best moves are followed for
//! the number of plies asked, and the result is the static score of the position reached, from the leaf table. This
//! saves separate entries for each depth, at the cost of walking. The result is approximate: the best line of a deep
//! search need not be the best line of a shallow one.
//!
//! ```text
//! asked for 2 plies:  entry of depth 5, exact --move--> entry --move--> leaf: its static score
//! ```
//!
//! The tutorial's program has bugs that are not reproduced here: where a link is missing it goes on with a stale key,
//! it compares scores that it has not set, takes minus infinity for a missing leaf, walks a ply where none was asked,
//! and on a cutoff returns the deep score after all. Here a missing link or leaf is a miss, and a deep score is never
//! used.

use std::cmp::Ordering;

use super::{Entry, Table};
use crate::game::{Game, Move};
use crate::score::{Score, from_table};
use crate::window::{Bound, Window};

/// Result of a walk along stored moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// The walk ended at a leaf: its static score, from the view of the side to move where the walk began.
    Leaf(Score),
    /// The walk came to a position without an entry, or whose move is missing or illegal.
    BrokenLink,
    /// The walk went all plies, but the leaf table has no leaf for the position reached.
    MissingLeaf,
}

/// How a node may use an entry in the layout leafwalk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advice {
    /// The entry is of no use at the depth asked.
    Nothing,
    /// The entry's score ends the node.
    Cutoff(Score),
    /// The entry's bound narrows the node's window to this one.
    Narrowed(Window),
    /// A walk was made from the entry; if it ended at a leaf, that is the node's score.
    Walked(Walk),
}

impl Table {
    /// Follows stored best moves for exactly `plies` plies and reads the leaf there; `visit` is called with each move.
    /// The game is left unchanged.
    pub fn walk<G: Game>(&self, game: &mut G, plies: usize, mut visit: impl FnMut(Move)) -> Walk {
        let (side, mut played) = (game.side(), 0);
        let end = loop {
            if played == plies {
                let leaf = self.leaves().and_then(|leaves| leaves.get(game.key(), side));
                break leaf.map_or(Walk::MissingLeaf, Walk::Leaf);
            }
            let Some(mv) = self.best_move(game) else { break Walk::BrokenLink };
            visit(mv);
            game.play(mv);
            played += 1;
        };
        (0..played).for_each(|_| game.undo());
        end
    }

    /// How a node may use the entry of its position. The node is `ply` plies from the root, asks for `depth` plies, and
    /// has this window.
    pub fn advise<G: Game>(&self, entry: &Entry, game: &mut G, ply: usize, depth: i32, window: Window) -> Advice {
        match (entry.depth as i32).cmp(&depth) {
            Ordering::Equal => {
                let score = from_table(entry.score as Score, ply);
                if window.is_settled_by(entry.bound, score) {
                    Advice::Cutoff(score)
                } else {
                    Advice::Narrowed(window.narrowed(entry.bound, score))
                }
            }
            Ordering::Greater if entry.bound == Bound::Exact => {
                Advice::Walked(self.walk(game, depth.max(0) as usize, |_| ()))
            }
            _ => Advice::Nothing,
        }
    }
}
