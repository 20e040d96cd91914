//! Terms of the lines through the enemy king: cannons that aim at it with no piece or two pieces between.

use super::terms::{Counts, Scene, Term};
use crate::game::Side;
use crate::games::xiangqi::attacks::{BETWEEN, CANNON, CROSS};
use crate::games::xiangqi::bitboard::{Squares, count};

/// Counts the side's terms.
#[inline]
pub fn count_terms(scene: &Scene, us: Side, counts: &mut Counts) {
    let (board, king) = (scene.board, scene.board.king(!us) as usize);
    for square in Squares(board.pieces(us, CANNON) & CROSS[king]) {
        match count(BETWEEN[king][square as usize] & board.occupied()) {
            0 => counts.add(Term::HollowCannon, 1),
            2 => counts.add(Term::CannonTwoScreens, 1),
            _ => {}
        }
    }
}
