//! Terms of attacked pieces.

use super::terms::{Counts, Scene, Term};
use crate::game::Side;
use crate::games::xiangqi::attacks::*;
use crate::games::xiangqi::bitboard::{Bitboard, Squares, count};
use crate::games::xiangqi::board::Board;

/// Counts the side's terms.
#[inline]
pub fn count_terms(scene: &Scene, us: Side, counts: &mut Counts) {
    let (board, enemy) = (scene.board, scene.sight(!us));
    let chariots = board.pieces(us, CHARIOT);
    let officers = chariots | board.pieces(us, HORSE) | board.pieces(us, CANNON);
    let attacked = officers & enemy.all();
    if attacked != 0 {
        let hanging = count(attacked & !scene.sight(us).all() & !guarded(board, us));
        counts.add(if board.side() == us { Term::HangingToMove } else { Term::Hanging }, hanging);
        counts.add(Term::ChariotAttacked, count(chariots & (enemy.horses | enemy.cannons | enemy.pawns)));
    }
    let minors = board.pieces(!us, HORSE) | board.pieces(!us, CANNON);
    counts.add(Term::PawnAttacks, count(minors & scene.sight(us).pawns));
}

/// Squares protected by a side's king, advisors and elephants.
fn guarded(board: &Board, side: Side) -> Bitboard {
    let king = KING_STEPS[board.king(side) as usize];
    let advisors = Squares(board.pieces(side, ADVISOR)).fold(0, |all, at| all | ADVISOR_STEPS[at as usize]);
    let occupied = board.occupied();
    let elephants = Squares(board.pieces(side, ELEPHANT)).fold(0, |all, at| all | elephant(at, occupied));
    king | advisors | elephants
}
