//! Xiangqi moves as 16-bit codes and as coordinate text.

use super::bitboard::{file_of, rank_of};
use crate::game::Move;

/// The move between two squares.
#[inline(always)]
pub const fn encode(from: u8, to: u8) -> Move {
    Move((from as u16) << 7 | to as u16)
}

/// Square that a move leaves; 90 or more if the code is no move.
#[inline(always)]
pub const fn from_of(mv: Move) -> u8 {
    if mv.0 < 90 << 7 { (mv.0 >> 7) as u8 } else { 127 }
}

/// Square that a move enters; 90 or more if the code is no move.
#[inline(always)]
pub const fn to_of(mv: Move) -> u8 {
    (mv.0 & 127) as u8
}

/// The move mirrored left to right: file `a` becomes file `i`.
pub const fn mirrored(mv: Move) -> Move {
    const fn mirror(square: u8) -> u8 {
        9 * rank_of(square) + 8 - file_of(square)
    }
    encode(mirror(from_of(mv)), mirror(to_of(mv)))
}

/// Name of a square: file `a`-`i` from red's left, rank 0-9 from red's side.
pub fn square_name(square: u8) -> String {
    format!("{}{}", (b'a' + file_of(square)) as char, rank_of(square))
}

/// The square with a name such as `e0`, in either case.
pub fn parse_square(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [f, r] if (b'a'..=b'i').contains(&f.to_ascii_lowercase()) && r.is_ascii_digit() => {
            Some(9 * (r - b'0') + f.to_ascii_lowercase() - b'a')
        }
        _ => None,
    }
}

/// A move as coordinate text such as `h2e2`.
pub fn move_name(mv: Move) -> String {
    format!("{}{}", square_name(from_of(mv)), square_name(to_of(mv)))
}

/// Reads a move such as `h2e2` or `H2-E2`, without checking that it is legal.
pub fn parse_coordinates(text: &str) -> Option<Move> {
    if !text.is_ascii() {
        return None;
    }
    let (from, to) = match text.len() {
        4 => text.split_at(2),
        5 if text.as_bytes()[2] == b'-' => (&text[..2], &text[3..]),
        _ => return None,
    };
    let mv = encode(parse_square(from)?, parse_square(to)?);
    (from_of(mv) != to_of(mv)).then_some(mv)
}

/// Whether a code is a move between two squares of the board.
pub const fn is_move(mv: Move) -> bool {
    from_of(mv) < 90 && to_of(mv) < 90 && from_of(mv) != to_of(mv)
}
