//! The evaluation "piece-square": a value for every kind of piece on every square.

use std::sync::Arc;

use super::{Detail, Moved, OWN, XiangqiEvaluator};
use crate::evaluator::{Evaluator, Named};
use crate::game::Side;
use crate::games::xiangqi::attacks::STANDS;
use crate::games::xiangqi::bitboard::{Squares, bit};
use crate::games::xiangqi::board::{Board, EMPTY, Piece, kind_of, side_of};
use crate::games::xiangqi::moves::{from_of, to_of};

/// Piece-square values and a bonus for the side to move, in units where a chariot is about 200.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceSquare {
    /// Values to the owner by `[2 * kind + side][square]`, with squares of the actual board, not turned for black.
    values: [[i16; 90]; 14],
    tempo: i16,
}

/// The terms of the pieces of one kind and side, from their owner's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Part {
    /// Number of pieces.
    pub count: u32,
    /// Sum of their [`PieceSquare::worth`], which does not depend on squares.
    pub material: i32,
    /// What their squares add to `material`.
    pub position: i32,
}

/// Largest absolute value of a piece-square value or tempo. The search clamps sums below the scores of won games.
pub const VALUE_LIMIT: i16 = 9000;

impl PieceSquare {
    /// An evaluation from values by `[kind][rank][file]`, with the kinds king, advisor, elephant, horse, chariot,
    /// cannon, pawn. Rank 0 is the owner's back rank and file 0 the owner's left: for black the board is turned by 180
    /// degrees.
    pub fn new(piece_square: &[[[i16; 9]; 10]; 7], tempo: i16) -> PieceSquare {
        let mut values = [[0; 90]; 14];
        for (piece, squares) in values.iter_mut().enumerate() {
            let (kind, side) = (kind_of(piece as Piece), side_of(piece as Piece));
            for (square, value) in squares.iter_mut().enumerate() {
                let own = if side == 0 { square } else { 89 - square };
                *value = piece_square[kind][own / 9][own % 9];
            }
        }
        PieceSquare { values, tempo }
    }

    /// The values in the format of [`PieceSquare::new`].
    pub fn piece_square(&self) -> [[[i16; 9]; 10]; 7] {
        let mut tables = [[[0; 9]; 10]; 7];
        for (kind, table) in tables.iter_mut().enumerate() {
            for (square, value) in table.as_flattened_mut().iter_mut().enumerate() {
                *value = self.values[2 * kind][square];
            }
        }
        tables
    }

    /// Bonus for the side to move.
    pub fn tempo(&self) -> i16 {
        self.tempo
    }

    /// Value of a piece on a square to its owner.
    #[inline(always)]
    pub fn value_on(&self, piece: Piece, square: u8) -> i32 {
        self.values[piece as usize][square as usize] as i32
    }

    /// Material value of a kind of piece: its mean value over the squares that it can reach in a game, rounded.
    pub fn worth(&self, kind: usize) -> i32 {
        let squares = || (0..90).filter(|&square| STANDS[0][kind] & bit(square) != 0);
        let sum: i32 = squares().map(|square| self.value_on(2 * kind as Piece, square)).sum();
        (sum as f64 / squares().count() as f64).round() as i32
    }

    /// Sum of the piece-square values of a side's pieces.
    pub fn sum(&self, board: &Board, side: Side) -> i32 {
        Squares(board.of_side(side)).map(|square| self.value_on(board.piece(square), square)).sum()
    }
}

/// The evaluator's state is the sum of each side's values.
impl Evaluator<Board> for PieceSquare {
    type State = [i32; 2];
    type Undo = [i32; 2];

    fn refresh(&self, board: &Board) -> [i32; 2] {
        [Side::First, Side::Second].map(|side| self.sum(board, side))
    }

    #[inline(always)]
    fn update(&self, sums: &mut [i32; 2], _: &Board, moved: Moved) -> [i32; 2] {
        let (before, us, to) = (*sums, side_of(moved.piece), to_of(moved.mv));
        sums[us] += self.value_on(moved.piece, to) - self.value_on(moved.piece, from_of(moved.mv));
        if moved.captured != EMPTY {
            sums[1 - us] -= self.value_on(moved.captured, to);
        }
        before
    }

    #[inline(always)]
    fn undo(&self, sums: &mut [i32; 2], before: [i32; 2]) {
        *sums = before;
    }

    #[inline(always)]
    fn value(&self, sums: &[i32; 2], _: &Board, side: Side) -> i32 {
        sums[side.index()] - sums[1 - side.index()] + self.tempo as i32
    }
}

impl Named for PieceSquare {
    const NAME: &'static str = "piece-square";
    const SENTENCE: &'static str = "A value for every kind of piece on every square.";

    fn own() -> Arc<PieceSquare> {
        OWN.clone()
    }

    fn weights(&self) -> u32 {
        let values = self.values.as_flattened().iter().chain([&self.tempo]);
        crc32fast::hash(&values.flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())
    }
}

impl XiangqiEvaluator for PieceSquare {
    #[inline(always)]
    fn strength(&self, sums: &[i32; 2], _: &Board, side: Side) -> i32 {
        sums[side.index()]
    }

    fn detail(&self, board: &Board) -> Detail {
        let mut parts = [[Part::default(); 7]; 2];
        for square in 0..90 {
            let piece = board.piece(square);
            if piece != EMPTY {
                let (worth, part) = (self.worth(kind_of(piece)), &mut parts[side_of(piece)][kind_of(piece)]);
                part.count += 1;
                part.material += worth;
                part.position += self.value_on(piece, square) - worth;
            }
        }
        Detail::of_pieces(parts, self.tempo.into())
    }
}

impl Default for PieceSquare {
    fn default() -> PieceSquare {
        let mut tables = [[[0; 9]; 10]; 7];
        for (table, half) in tables.iter_mut().zip(&LEFT_HALVES) {
            for (row, left) in table.iter_mut().zip(half) {
                for (file, value) in row.iter_mut().enumerate() {
                    *value = left[file.min(8 - file)];
                }
            }
        }
        PieceSquare::new(&tables, 3)
    }
}

/// Files a-e of boyi's own tables, from the back rank up; files f-i mirror d-a. The values are set by hand from the
/// mobility of the pieces: a horse by the squares it reaches, a chariot by open files and the opponent's ranks, a
/// cannon by the centre file and the back ranks, a pawn by its distance from the palace.
#[rustfmt::skip]
const LEFT_HALVES: [[[i16; 5]; 10]; 7] = [
    // king: at home on the back rank
    [[0, 0, 0, 8, 12], [0, 0, 0, 2, 3], [0, 0, 0, 1, 1], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5]],
    // advisor: best in the centre of the palace
    [[0, 0, 0, 20, 0], [0, 0, 0, 0, 24], [0, 0, 0, 19, 0], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5]],
    // elephant: best linked in the centre
    [[0, 0, 20, 0, 0], [0; 5], [17, 0, 0, 0, 25], [0; 5], [0, 0, 19, 0, 0], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5]],
    // horse
    [[80, 82, 86, 84, 78], [82, 86, 91, 90, 72], [86, 91, 96, 94, 92], [88, 92, 97, 97, 98], [89, 98, 100, 103, 104],
     [90, 99, 103, 106, 107], [92, 102, 107, 110, 111], [92, 108, 109, 112, 112], [88, 98, 114, 104, 96], [86, 88, 92, 96, 88]],
    // chariot
    [[190, 198, 196, 204, 200], [194, 200, 198, 206, 202], [193, 201, 198, 205, 202], [197, 203, 202, 207, 204], [201, 206, 206, 209, 208],
     [203, 208, 208, 211, 211], [204, 208, 208, 212, 214], [204, 208, 207, 213, 215], [206, 212, 210, 217, 219], [204, 208, 207, 212, 214]],
    // cannon
    [[94, 94, 96, 98, 98], [94, 96, 97, 98, 98], [95, 96, 99, 98, 102], [95, 95, 97, 96, 100], [95, 95, 97, 97, 102],
     [95, 96, 97, 97, 103], [96, 98, 98, 98, 104], [98, 98, 97, 94, 95], [99, 99, 97, 92, 90], [101, 101, 97, 92, 91]],
    // pawn: little before the river, most beside the palace, little again on the last rank
    [[0; 5], [0; 5], [0; 5], [8, 0, 10, 0, 14], [10, 0, 14, 0, 16],
     [18, 24, 28, 34, 36], [22, 30, 36, 44, 46], [24, 34, 44, 52, 54], [24, 36, 46, 56, 58], [10, 12, 14, 18, 20]],
];
