//! Endings: how much of an advantage counts when the side that has it has few attackers left.
//!
//! Advisors and elephants cannot leave their half, so a side without attackers cannot win, and two or three elephants
//! and advisors hold a draw against many small forces.

use super::shelter::missing;
use crate::game::Side;
use crate::games::xiangqi::attacks::{CANNON, CHARIOT, HORSE, PAWN};
use crate::games::xiangqi::bitboard::count;
use crate::games::xiangqi::board::Board;

/// Names and descriptions of the endings, by the attackers (chariots, horses, cannons and pawns) of the side ahead. In
/// those that end in `guarded`, its enemy has at least three of its four advisors and elephants.
pub const ENDINGS: &[(&str, &str)] = &[
    ("nothing", "No attackers."),
    ("pawns", "Pawns only."),
    ("pawns_guarded", "Pawns only, against at least three advisors and elephants."),
    ("minor", "One horse or cannon."),
    ("minor_guarded", "One horse or cannon, against at least three advisors and elephants."),
    ("minor_pawns", "One horse or cannon, with pawns."),
    ("minor_pawns_guarded", "One horse or cannon with pawns, against at least three advisors and elephants."),
    ("minors", "Horses and cannons, at least two, without pawns."),
    ("minors_guarded", "Horses and cannons without pawns, against at least three advisors and elephants."),
    ("chariot", "One chariot."),
    ("chariot_guarded", "One chariot, against at least three advisors and elephants."),
];

/// Index in [`ENDINGS`] for a side that is ahead, or their number in every other position.
#[inline]
pub fn ending(board: &Board, side: Side) -> usize {
    let chariots = board.pieces(side, CHARIOT);
    let minors = count(board.pieces(side, HORSE) | board.pieces(side, CANNON));
    let pawns = board.pieces(side, PAWN) != 0;
    let class = match (count(chariots), minors, pawns) {
        (0, 0, false) => return 0,
        (0, 0, true) => 0,
        (0, 1, false) => 1,
        (0, 1, true) => 2,
        (0, _, false) => 3,
        (1, 0, false) => 4,
        _ => return ENDINGS.len(),
    };
    1 + 2 * class + (missing(board, !side) <= 1) as usize
}
