//! Exploring a table: which of its positions can be reached from a root, and by which moves.
//!
//! An entry knows the key of its position and one move, so that a position cannot be made from its entry. But every
//! position that a search has stored lies below a position that it has searched. From a root, moves are tried that lead
//! to positions of the table, and from those again: the shortest way through the table to each of its positions.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use bytemuck::{Pod, Zeroable};

use super::Table;
use crate::game::{Game, Move, MoveClass, MoveList};

/// Position of a table that can be reached from a root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Reached {
    /// Key of the position.
    pub key: u64,
    /// Index of the position before it, -1 if that is the root.
    pub before: i32,
    /// Code of the move that leads to it from the position before.
    pub mv: u16,
    /// Number of moves from the root.
    pub plies: u16,
}

impl Table {
    /// The positions of the table that can be reached from a game's position through positions of the table, nearest
    /// first; the root itself is none of them. `None` if another thread sets `stop`.
    pub fn explore<G: Game>(&self, game: &G, stop: &AtomicBool) -> Option<Vec<Reached>> {
        let game = &mut game.clone();
        let (mut reached, mut seen) = (Vec::new(), HashSet::from([game.key()]));
        let mut list = MoveList::new();
        let mut next = -1;
        while next < reached.len() as i32 {
            if stop.load(Relaxed) {
                return None;
            }
            let way = way(&reached, next);
            way.iter().rev().for_each(|&mv| game.play(mv));
            let outer = list.open();
            game.generate(MoveClass::Candidates, &mut list);
            for at in 0..list.open_part().len() {
                let mv = list.open_part()[at].mv();
                game.play(mv);
                if self.known(game).is_some() && seen.insert(game.key()) {
                    let plies = way.len() as u16 + 1;
                    reached.push(Reached { key: game.key(), before: next, mv: mv.0, plies });
                }
                game.undo();
            }
            list.close(outer);
            way.iter().for_each(|_| game.undo());
            next += 1;
        }
        Some(reached)
    }
}

/// Moves from the root to the position of an index, the last one first.
fn way(reached: &[Reached], index: i32) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut at = index;
    while at >= 0 {
        let position = reached[at as usize];
        moves.push(Move(position.mv));
        at = position.before;
    }
    moves
}
