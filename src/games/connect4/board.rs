//! The board as two bitboards. A column takes seven bits, the lowest cell first; the seventh stays empty, so that lines do
//! not run from one column into the next (the layout of John Tromp's Fhourstones benchmark).

use crate::game::{Move, Side};

/// Number of columns.
pub const COLS: usize = 7;
/// Number of cells of a column.
pub const ROWS: usize = 6;
/// Number of bits that a column takes.
const HEIGHT: usize = ROWS + 1;
/// The lowest cells of all columns.
const BOTTOM: u64 = {
    let (mut bits, mut col) = (0, 0);
    while col < COLS {
        bits |= 1 << (col * HEIGHT);
        col += 1;
    }
    bits
};
const CELLS: u64 = BOTTOM * ((1 << ROWS) - 1);
/// Distances in bits between neighbours of a line: up a column, along a row, and along both diagonals.
const STEPS: [usize; 4] = [1, HEIGHT, HEIGHT - 1, HEIGHT + 1];

/// Whether a code is a move: 1 to 7 for the columns from the left.
pub fn is_move(mv: Move) -> bool {
    (1..=COLS as u16).contains(&mv.0)
}

/// The bit of a cell, both counted from 0: columns from the left, rows from the bottom.
pub const fn cell(col: usize, row: usize) -> u64 {
    1 << (col * HEIGHT + row)
}

/// Stones and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Board {
    stones: [u64; 2],
    side: Side,
}

impl Board {
    /// The board with these stones, each a union of [`cell`]s.
    pub const fn new(stones: [u64; 2], side: Side) -> Board {
        Board { stones, side }
    }

    /// Side to move.
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Cells of a side's stones.
    #[inline(always)]
    pub fn stones(&self, side: Side) -> u64 {
        self.stones[side.index()]
    }

    /// Cells with a stone.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The side that has a stone on a cell.
    pub fn at(&self, cell: u64) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|&side| self.stones(side) & cell != 0)
    }

    /// The cells on which the next stone of each column falls; none for full columns.
    #[inline(always)]
    pub fn open(&self) -> u64 {
        (self.occupied() + BOTTOM) & CELLS
    }

    /// The cell on which a stone in a column falls; 0 if the column is full.
    #[inline(always)]
    pub fn landing(&self, mv: Move) -> u64 {
        self.open() & (((1 << ROWS) - 1) << ((mv.0 as usize - 1) * HEIGHT))
    }

    /// The move whose stone falls on a cell.
    #[inline(always)]
    pub fn column(cell: u64) -> Move {
        Move((cell.trailing_zeros() as usize / HEIGHT) as u16 + 1)
    }

    /// Puts a stone of the side to move on a cell and passes the turn.
    #[inline(always)]
    pub fn put(&mut self, cell: u64) {
        self.stones[self.side.index()] |= cell;
        self.pass();
    }

    /// Passes the turn.
    #[inline(always)]
    pub fn pass(&mut self) {
        self.side = !self.side;
    }

    /// Whether a side has four in a row.
    #[inline(always)]
    pub fn has_four(&self, side: Side) -> bool {
        let stones = self.stones(side);
        STEPS.into_iter().any(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    /// The empty cells on which a stone would give a side four in a row, whether it can fall there yet or not.
    #[inline(always)]
    pub fn fours(&self, side: Side) -> u64 {
        let stones = self.stones(side);
        let mut found = 0;
        for step in STEPS {
            let (up, down) = (stones >> step, stones << step);
            // The empty cell is the first, second, third or last of its line.
            found |= up & stones >> (2 * step) & (down | stones >> (3 * step));
            found |= down & stones << (2 * step) & (up | stones << (3 * step));
        }
        found & CELLS & !self.occupied()
    }

    /// Whether no cell is empty.
    pub fn is_full(&self) -> bool {
        self.occupied() == CELLS
    }

    /// Key of stones and side to move. Different positions have different keys.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        // Each column as its stones from below, 1 for red and 0 for yellow, and a 1 above them.
        let code = self.stones[0] | (self.occupied() + BOTTOM) | (self.side.index() as u64) << 63;
        // The finisher of splitmix64, which maps no two numbers to one (Steele, Lea and Flood 2014).
        let code = (code ^ code >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let code = (code ^ code >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        code ^ code >> 31
    }

    /// The board mirrored left to right.
    pub fn mirrored(&self) -> Board {
        let column = (1 << HEIGHT) - 1;
        let turned =
            |stones: u64| (0..COLS).map(|col| (stones >> (col * HEIGHT) & column) << ((COLS - 1 - col) * HEIGHT)).sum();
        Board { stones: self.stones.map(turned), ..*self }
    }
}

/// All lines of four cells: 69.
pub fn lines() -> Vec<u64> {
    let mut lines = Vec::new();
    for step in STEPS {
        for first in 0..COLS * HEIGHT - 3 * step {
            let line = (0..4).map(|n| 1 << (first + n * step)).sum::<u64>();
            if line & !CELLS == 0 {
                lines.push(line);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_69_lines_and_each_is_a_win() {
        assert_eq!(lines().len(), 69);
        for line in lines() {
            assert!(Board::new([line, 0], Side::Second).has_four(Side::First));
            for missing in (0..64).map(|bit| 1 << bit).filter(|bit| bit & line != 0) {
                let board = Board::new([line & !missing, 0], Side::First);
                assert!(!board.has_four(Side::First) && board.fours(Side::First) & missing != 0);
            }
        }
        // Three stones in the top row of one column and the bottom of the next are no line.
        let torn = cell(0, 3) | cell(0, 4) | cell(0, 5) | cell(1, 0);
        assert!(!Board::new([torn, 0], Side::First).has_four(Side::First));
    }

    #[test]
    fn keys_are_those_of_every_version() {
        // Tables in files are read by later versions, so keys must stay what they are.
        let mut board = Board::default();
        let empty = board.key();
        board.put(cell(3, 0));
        assert_eq!([empty, board.key()], [13_954_068_270_989_870_675, 2_607_104_527_740_266_718]);
    }
}
