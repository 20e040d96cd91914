//! The principal variation, collected in a triangular array while the search returns.

use crate::game::Move;
use crate::score::MAX_PLY;

const WIDTH: usize = MAX_PLY + 1;

/// Triangular array: for each ply, the principal variation from that ply on.
#[derive(Clone, Debug)]
pub struct PvTable {
    moves: Vec<Move>,
    lengths: [usize; WIDTH + 1],
}

impl PvTable {
    /// An array whose lines are all empty.
    pub fn new() -> PvTable {
        PvTable { moves: vec![Move::NONE; WIDTH * WIDTH], lengths: [0; WIDTH + 1] }
    }

    /// Empties the line of a ply, when a node is entered there.
    #[inline(always)]
    pub fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// Sets the line of a ply to `mv` followed by the line of the next ply.
    pub fn extend(&mut self, ply: usize, mv: Move) {
        let tail = self.lengths[ply + 1].min(WIDTH - 1);
        let (from, to) = ((ply + 1) * WIDTH, ply * WIDTH);
        if ply + 1 < WIDTH {
            self.moves.copy_within(from..from + tail, to + 1);
        }
        self.moves[to] = mv;
        self.lengths[ply] = tail + 1;
    }

    /// The principal variation from the root.
    pub fn line(&self) -> &[Move] {
        self.line_from(0)
    }

    /// The principal variation from a ply on.
    pub fn line_from(&self, ply: usize) -> &[Move] {
        &self.moves[ply * WIDTH..ply * WIDTH + self.lengths[ply]]
    }
}

impl Default for PvTable {
    fn default() -> PvTable {
        PvTable::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_grow_from_the_leaf_to_the_root() {
        let mut pv = PvTable::new();
        for ply in (0..3).rev() {
            pv.clear(ply + 1 + (ply < 2) as usize);
            pv.lengths[ply + 1] = 2 - ply;
            pv.extend(ply, Move(ply as u16 + 1));
        }
        assert_eq!(pv.line(), [Move(1), Move(2), Move(3)]);
        pv.clear(0);
        assert!(pv.line().is_empty());
    }
}
