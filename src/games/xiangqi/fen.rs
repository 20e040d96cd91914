//! Reading and writing of FEN, and the conditions for possible positions.

use super::attacks::*;
use super::bitboard::*;
use super::board::{Board, EMPTY, Piece, kind_of, side_of};
use super::moves::square_name;
use super::position::Position;
use crate::error::{Error, Result, shown};
use crate::game::Side;

/// FEN of the start position.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// FEN letters of the kinds of piece, as boyi writes them.
const LETTERS: [char; 7] = ['k', 'a', 'b', 'n', 'r', 'c', 'p'];
/// Names of the kinds of piece, as `boyi.xiangqi.KINDS` has them.
pub const KIND_NAMES: [&str; 7] = ["king", "advisor", "elephant", "horse", "chariot", "cannon", "pawn"];
/// Largest number of pieces of each kind that a side may have.
const MOST: [u32; 7] = [1, 2, 2, 2, 2, 2, 5];
/// Largest clock and move number of a position: far beyond any game, far below overflow.
pub const MOST_PLIES: u32 = 100_000;

/// The piece of a FEN letter: `k a b n r c p`, `e` for an elephant, `h` for a horse; upper case is red.
pub fn piece_of_letter(letter: char) -> Option<Piece> {
    let lower = match letter.to_ascii_lowercase() {
        'e' => 'b',
        'h' => 'n',
        other => other,
    };
    let kind = LETTERS.iter().position(|&l| l == lower)?;
    Some(2 * kind as Piece + letter.is_ascii_lowercase() as Piece)
}

/// The FEN letter of a piece.
pub fn letter_of_piece(piece: Piece) -> char {
    let letter = LETTERS[kind_of(piece)];
    if side_of(piece) == 0 { letter.to_ascii_uppercase() } else { letter }
}

/// Reads a FEN: pieces, side (`w` or `r`, `b`), two unused fields, plies since the last capture, move number.
/// Everything after the pieces may be missing; an empty hand `[]` after them is ignored.
pub fn parse(text: &str) -> Result<Position> {
    let fail = |reason: String| Error::position(text, reason);
    let mut fields = text.split_ascii_whitespace();
    let pieces = fields.next().ok_or_else(|| fail("expected a FEN, found nothing".into()))?;
    let mut board = parse_pieces(pieces.strip_suffix("[]").unwrap_or(pieces)).map_err(fail)?;
    board.set_side(match fields.next().unwrap_or("w") {
        "w" | "r" => Side::First,
        "b" => Side::Second,
        other => return Err(fail(format!("side to move {:?}, expected 'w', 'r' or 'b'", shown(other)))),
    });
    for field in fields.by_ref().take(2) {
        if field != "-" {
            return Err(fail(format!("field {:?}, expected '-' (unused in xiangqi)", shown(field))));
        }
    }
    let mut number = |name: &str, least: u32| match fields.next() {
        None => Ok(least),
        Some(field) => match field.parse::<u32>() {
            Ok(n) if n <= MOST_PLIES && field.bytes().all(|b| b.is_ascii_digit()) => Ok(n.max(least)),
            _ => Err(fail(format!("{name} {:?}, expected a number from {least} to {MOST_PLIES}", shown(field)))),
        },
    };
    let (clock, fullmove) = (number("halfmove clock", 0)?, number("move number", 1)?);
    if let Some(extra) = fields.next() {
        return Err(fail(format!("{:?} after the six fields of a FEN", shown(extra))));
    }
    check(&board).map_err(fail)?;
    Ok(Position::new(board, clock, fullmove))
}

fn parse_pieces(text: &str) -> std::result::Result<Board, String> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 10 {
        return Err(format!("expected 10 ranks, found {}", ranks.len()));
    }
    let mut board = Board::empty();
    for (rank, row) in (0..10).rev().zip(ranks) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty @ 1..=9) = letter.to_digit(10) {
                file += empty;
            } else {
                let piece = piece_of_letter(letter).ok_or_else(|| {
                    format!("{letter:?} in rank {rank}, expected a digit 1-9 or one of kabnrcp, eh for bn")
                })?;
                if file < 9 {
                    place(&mut board, (9 * rank + file) as u8, piece)?;
                }
                file += 1;
            }
            if file > 9 {
                return Err(format!("rank {rank} ({:?}) has more than 9 files", shown(row)));
            }
        }
        if file != 9 {
            return Err(format!("rank {rank} ({:?}) has {file} files, expected 9", shown(row)));
        }
    }
    Ok(board)
}

/// Places a piece. An error if its kind cannot reach the square, or if the side has too many of the kind.
pub fn place(board: &mut Board, square: u8, piece: Piece) -> std::result::Result<(), String> {
    let (kind, side) = (kind_of(piece), side_of(piece));
    let player = if side == 0 { Side::First } else { Side::Second };
    let name = format!("{} {}", player_name(player), KIND_NAMES[kind]);
    if STANDS[side][kind] & bit(square) == 0 {
        return Err(format!("a {name} can never stand on {}", square_name(square)));
    }
    if count(board.pieces(player, kind)) == MOST[kind] {
        return Err(format!("more than {} {name}{}", MOST[kind], if MOST[kind] > 1 { "s" } else { "" }));
    }
    board.put(square, piece);
    Ok(())
}

/// An error for a board without both kings, or where the side not to move is in check. Facing kings are accepted,
/// because published positions have them; the side to move must end them as it would any check.
pub fn check(board: &Board) -> std::result::Result<(), String> {
    for side in [Side::First, Side::Second] {
        if board.pieces(side, KING) == 0 {
            return Err(format!("{} has no king", player_name(side)));
        }
    }
    let mut other = board.clone();
    other.pass();
    if other.guard().checkers & !bit(board.king(board.side())) != 0 {
        return Err(format!("{} is not to move and in check", player_name(other.side())));
    }
    Ok(())
}

/// Name of a player, `red` or `black`.
pub fn player_name(side: Side) -> &'static str {
    super::SHEET.players[side.index()]
}

/// The FEN of a position.
pub fn write(position: &Position) -> String {
    let board = position.board();
    let mut text = String::with_capacity(80);
    for rank in (0..10).rev() {
        let mut empty = 0;
        for square in 9 * rank..9 * rank + 9 {
            match board.piece(square) {
                EMPTY => empty += 1,
                piece => {
                    push_digit(&mut text, &mut empty);
                    text.push(letter_of_piece(piece));
                }
            }
        }
        push_digit(&mut text, &mut empty);
        if rank > 0 {
            text.push('/');
        }
    }
    let side = ['w', 'b'][position.side().index()];
    text + &format!(" {side} - - {} {}", position.clock(), position.fullmove())
}

fn push_digit(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push((b'0' + *empty) as char);
        *empty = 0;
    }
}

/// A text diagram of ten lines with ranks and files, black's side on top.
pub fn diagram(board: &Board) -> String {
    let mut text = String::new();
    for rank in (0..10).rev() {
        text += &format!("{rank} ");
        for square in 9 * rank..9 * rank + 9 {
            let piece = board.piece(square);
            text.push(' ');
            text.push(if piece == EMPTY { '.' } else { letter_of_piece(piece) });
        }
        text.push('\n');
    }
    text + "   a b c d e f g h i\n" + player_name(board.side()) + " to move"
}
