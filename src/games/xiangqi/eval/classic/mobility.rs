//! Terms of mobility, and the attacks of a side, which other terms read.

use super::terms::{Counts, Term};
use crate::game::Side;
use crate::games::xiangqi::attacks::{CANNON, CHARIOT, HOME, HORSE, PAWN, horse};
use crate::games::xiangqi::bitboard::{BOARD, Bitboard, Squares, count};
use crate::games::xiangqi::board::Board;

const FILE_A: Bitboard = {
    let (mut file, mut rank) = (0, 0);
    while rank < 10 {
        file |= 1 << (9 * rank);
        rank += 1;
    }
    file
};

/// Squares attacked by the pieces of a side, own pieces included, by kind of attacker.
#[derive(Clone, Copy, Default, Debug)]
pub struct Sight {
    /// Squares that chariots reach.
    pub chariots: Bitboard,
    /// Squares that horses reach.
    pub horses: Bitboard,
    /// Squares behind one piece, on which cannons capture.
    pub cannons: Bitboard,
    /// Squares a pawn's step away.
    pub pawns: Bitboard,
}

impl Sight {
    /// Squares attacked by chariots, horses, cannons or pawns.
    #[inline(always)]
    pub fn all(&self) -> Bitboard {
        self.chariots | self.horses | self.cannons | self.pawns
    }
}

/// Squares a step away from any pawn of a set.
#[inline(always)]
fn pawn_steps(pawns: Bitboard, side: Side) -> Bitboard {
    let ahead = if side == Side::First { pawns << 9 } else { pawns >> 9 };
    let crossed = pawns & HOME[1 - side.index()];
    (ahead | (crossed << 1) & !FILE_A | (crossed & !FILE_A) >> 1) & BOARD
}

/// Computes a side's attacks and counts its terms of mobility.
#[inline]
pub fn look(board: &Board, side: Side, counts: &mut Counts) -> Sight {
    let (own, occupied, pawns) = (board.of_side(side), board.occupied(), board.pieces(side, PAWN));
    let mut sight = Sight { pawns: pawn_steps(pawns, side), ..Sight::default() };
    for square in Squares(board.pieces(side, CHARIOT)) {
        let reach = board.sight_from(square).0;
        counts.add(Term::ChariotMobility, count(reach & !own));
        sight.chariots |= reach;
    }
    for square in Squares(board.pieces(side, HORSE)) {
        let reach = horse(square, occupied);
        counts.add(Term::HorseMobility, count(reach & !own));
        sight.horses |= reach;
    }
    for square in Squares(board.pieces(side, CANNON)) {
        let (slide, behind) = board.sight_from(square);
        counts.add(Term::CannonMobility, count(slide & !occupied));
        sight.cannons |= behind;
    }
    counts.add(Term::CannonTargets, count(sight.cannons & board.of_side(!side)));
    sight
}
