//! Killer moves (Akl and Newborn 1977): what cut off beside a node is likely to cut off at it.

use crate::game::{Move, Tactics};
use crate::score::MAX_PLY;
use crate::search::observe::Observer;
use crate::search::worker::Worker;

heuristic! {
    killers, group "ordering",
    fields {
        killers: i32 = 2, neutral 0, [0, 2], Exact,
            "Moves per ply that cut off beside this node, tried before quiet moves are generated.", "Akl and Newborn 1977";
    }
    plan |c| {
        /// Killers that are offered per ply; 0 when off.
        most: usize = c.killers as usize;
    }
}

/// Two moves per ply, newest first.
#[derive(Clone, Debug)]
pub struct Killers {
    moves: [[Move; 2]; MAX_PLY + 1],
}

impl Killers {
    /// None yet.
    pub fn new() -> Killers {
        Killers { moves: [[Move::NONE; 2]; MAX_PLY + 1] }
    }

    /// The newest `most` killers of a ply, newest first; none in the place of the others.
    #[inline(always)]
    pub fn at(&self, ply: usize, most: usize) -> [Move; 2] {
        let mut moves = self.moves[ply];
        moves[most..].fill(Move::NONE);
        moves
    }

    /// Remembers a move that cut off; the older of the two makes room.
    #[inline(always)]
    pub fn push(&mut self, ply: usize, mv: Move) {
        let [newest, _] = self.moves[ply];
        if newest != mv {
            self.moves[ply] = [mv, newest];
        }
    }
}

impl Default for Killers {
    fn default() -> Killers {
        Killers::new()
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Killers of a ply, newest first; none in the place of those that are not wanted.
    #[inline(always)]
    pub fn killers_at(&self, ply: usize) -> [Move; 2] {
        self.killers.at(ply, self.plan.killers.most)
    }

    /// Remembers a quiet move that cut off as a killer of its ply.
    #[inline(always)]
    pub fn note_killer(&mut self, ply: usize, mv: Move) {
        if self.plan.killers.most > 0 {
            self.killers.push(ply, mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newest_first_without_duplicates() {
        let mut killers = Killers::new();
        for code in [1, 2, 2, 3] {
            killers.push(5, Move(code));
        }
        assert_eq!(killers.at(5, 2), [Move(3), Move(2)]);
        assert_eq!(killers.at(5, 1), [Move(3), Move::NONE], "one is the newest");
        assert_eq!(killers.at(4, 2), [Move::NONE; 2]);
    }
}
