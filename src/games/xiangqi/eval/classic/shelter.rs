//! Terms of the king's shelter, the advisors and elephants: what their loss means against the enemy's pieces, and their
//! use as screens for the side's own cannons.

use super::terms::{Counts, Scene, Term};
use crate::game::Side;
use crate::games::xiangqi::attacks::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HOME, HORSE, PAWN};
use crate::games::xiangqi::bitboard::count;
use crate::games::xiangqi::board::Board;

/// Advisors and elephants that a side has lost, 0 to 4.
#[inline(always)]
pub fn missing(board: &Board, side: Side) -> u32 {
    4_u32.saturating_sub(count(board.pieces(side, ADVISOR) | board.pieces(side, ELEPHANT)))
}

/// Counts the side's terms.
#[inline]
pub fn count_terms(scene: &Scene, us: Side, counts: &mut Counts) {
    let board = scene.board;
    let (advisors, elephants) = (count(board.pieces(us, ADVISOR)), count(board.pieces(us, ELEPHANT)));
    let enemies = |kind| count(board.pieces(!us, kind));
    counts.add(Term::AdvisorsAndChariots, 2_u32.saturating_sub(advisors) * enemies(CHARIOT));
    counts.add(Term::AdvisorsAndHorses, 2_u32.saturating_sub(advisors) * enemies(HORSE));
    let crossed = board.pieces(us, PAWN) & HOME[1 - us.index()];
    counts.add(Term::PawnsAndShelter, count(crossed) * missing(board, !us));
    counts.add(Term::CannonsAndScreens, count(board.pieces(us, CANNON)) * (advisors + elephants));
}
