//! Writing of moves.

use super::*;
use crate::games::xiangqi::bitboard::{file_of, rank_of};
use crate::games::xiangqi::moves::move_name;
use crate::games::xiangqi::position::Position;

/// Writes a legal move in a notation.
pub fn format(position: &Position, mv: Move, notation: Notation) -> String {
    debug_assert!(position.is_legal(mv), "only legal moves are written");
    let board = position.board();
    match notation {
        Notation::Uci => move_name(mv),
        Notation::Uci10 => {
            let square = |s: u8| format!("{}{}", (b'a' + file_of(s)) as char, rank_of(s) + 1);
            square(from_of(mv)) + &square(to_of(mv))
        }
        Notation::Iccs => {
            let name = move_name(mv).to_ascii_uppercase();
            format!("{}-{}", &name[..2], &name[2..])
        }
        Notation::Wxf => wxf(board, mv),
        Notation::Chinese => chinese(board, mv),
        Notation::ChineseTraditional => chinese(board, mv).chars().map(traditional).collect(),
    }
}

/// Whether the file does not identify the piece, so that its place must be written. Not needed for advisors and
/// elephants, because two of them on one file never move in one direction.
fn needs_place(kind: usize, standing: &Standing) -> bool {
    standing.of > 1 && kind != ADVISOR && kind != ELEPHANT
}

fn wxf(board: &Board, mv: Move) -> String {
    let from = from_of(mv);
    let (kind, standing) = (kind_of(board.piece(from)), standing(board, from));
    let (letter, (file, _)) = (['K', 'A', 'E', 'H', 'R', 'C', 'P'][kind], seen(owner(board, from), from));
    let head = if !needs_place(kind, &standing) {
        format!("{letter}{file}")
    } else if standing.of > 2 || standing.serial.is_some() {
        format!("{}{file}", standing.nth)
    } else {
        format!("{letter}{}", if standing.nth == 1 { '+' } else { '-' })
    };
    let (way, number) = travel(board, mv);
    format!("{head}{}{number}", ['=', '+', '-'][way as usize])
}

/// Chinese characters of the pieces, by side and kind.
const PIECES: [[char; 7]; 2] = [['帅', '仕', '相', '马', '车', '炮', '兵'], ['将', '士', '象', '马', '车', '炮', '卒']];

fn chinese(board: &Board, mv: Move) -> String {
    let from = from_of(mv);
    let (kind, side, standing) = (kind_of(board.piece(from)), owner(board, from), standing(board, from));
    let numeral = |n: u8| match side {
        Side::First => NUMERALS[n as usize - 1],
        Side::Second => (b'0' + n) as char,
    };
    let piece = PIECES[side.index()][kind];
    let head = if needs_place(kind, &standing) {
        let place = match (standing.serial, standing.nth, standing.of) {
            (Some(serial), ..) => numeral(serial),
            (None, 1, _) => '前',
            (None, 2, 2) | (None, 3, 3) => '后',
            (None, 2, 3) => '中',
            (None, nth, _) => numeral(nth),
        };
        [place, piece]
    } else {
        [piece, numeral(seen(side, from).0)]
    };
    let (way, number) = travel(board, mv);
    head.into_iter().chain([['平', '进', '退'][way as usize], numeral(number)]).collect()
}

fn traditional(simplified: char) -> char {
    let other = [('帅', '帥'), ('将', '將'), ('马', '馬'), ('车', '車'), ('进', '進'), ('后', '後')];
    other.iter().find(|pair| pair.0 == simplified).map_or(simplified, |pair| pair.1)
}
