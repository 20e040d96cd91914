//! The leaf walk: a deep line answers a shallow question.
//!
//! Where every move adds a stone, scores of different depths do not compare: their leaves hold different numbers of
//! stones. An entry of exactly the asked depth answers. Of a deeper one only the line is taken: stored best moves are
//! followed for as many plies as were asked, and the answer is the static score of the position reached, from the
//! leaf table. That saves an entry for every depth and costs the time of walking. It is a bet: the best line of a deep
//! search is not the best line of a shallow one.
//!
//! ```text
//! asked for 2 plies:  entry of depth 5, exact --move--> entry --move--> leaf: its static score
//! ```
//!
//! The source of the idea goes on with a stale key where a link is missing, compares scores that it has not set,
//! uses minus infinity where a leaf is missing, walks a ply where none was asked, and on a cut returns the deep score
//! after all. Here whatever is missing is a miss, and a deep score never answers.

use std::cmp::Ordering;

use super::{Entry, Table};
use crate::game::{Game, Move};
use crate::score::{Score, from_table};
use crate::window::{Bound, Window};

/// How a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// At a leaf: its score, from the view of the side that is to move where the walk began.
    Leaf(Score),
    /// At a position without an entry, or whose move is none or illegal.
    BrokenLink,
    /// After all plies, at a position that the leaf table does not know.
    MissingLeaf,
}

/// What an entry says to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advice {
    /// Nothing about this depth.
    Nothing,
    /// The score of the node.
    Answer(Score),
    /// The scores that are still possible.
    Narrowed(Window),
    /// It was walked from; a leaf is the score of the node.
    Walked(Walk),
}

impl Table {
    /// Follows stored best moves for exactly so many plies and reads the leaf there; `visit` sees each move. The game
    /// is left as it was.
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

    /// What the entry of a position says to a node `ply` plies from the root that asks for `depth` plies and has this
    /// window.
    pub fn advise<G: Game>(&self, entry: &Entry, game: &mut G, ply: usize, depth: i32, window: Window) -> Advice {
        match (entry.depth as i32).cmp(&depth) {
            Ordering::Equal => {
                let score = from_table(entry.score as Score, ply);
                if window.is_answered(entry.bound, score) {
                    Advice::Answer(score)
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
