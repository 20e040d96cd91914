//! Terms of material: combinations of pieces that are worth more or less than the values of the pieces add up to.

use super::terms::{Counts, Scene, Term};
use crate::game::Side;
use crate::games::xiangqi::attacks::{CANNON, CHARIOT, HORSE};
use crate::games::xiangqi::bitboard::count;

/// Counts the side's terms.
#[inline]
pub fn count_terms(scene: &Scene, us: Side, counts: &mut Counts) {
    let number = |side, kind| count(scene.board.pieces(side, kind));
    counts.add(Term::HorseAndCannon, number(us, HORSE).min(number(us, CANNON)));
    counts.add(Term::WithoutChariot, (number(us, CHARIOT) == 0 && number(!us, CHARIOT) > 0).into());
}
