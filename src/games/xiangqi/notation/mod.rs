//! Reading and writing of moves as text: coordinates, WXF and Chinese notation.
//!
//! WXF and Chinese notation encode one scheme in different characters: the piece, by its file or by its place among
//! pieces of its kind, then direction and distance, all from the mover's view. Reading turns the text into a
//! [`Pattern`] and finds the legal moves that match it. So a move that is read is always legal, and a text may leave
//! something out if exactly one move matches.

mod read;
mod write;

use super::attacks::*;
use super::bitboard::{Squares, file_of, rank_of};
use super::board::{Board, kind_of, side_of};
use super::moves::{from_of, to_of};
use crate::error::{Error, Result};
use crate::game::{Move, Side};
pub use read::{notation_of, parse, resolve};
pub use write::format;

/// A notation for moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// UCI coordinates such as `h2e2`: files a-i, ranks 0-9.
    #[default]
    Uci,
    /// UCI coordinates with ranks 1-10 such as `h3e3`, the dialect of Fairy-Stockfish. Read only if named.
    Uci10,
    /// ICCS coordinates such as `H2-E2`.
    Iccs,
    /// WXF notation such as `C2=5`.
    Wxf,
    /// Chinese notation in simplified characters, such as `炮二平五`.
    Chinese,
    /// Chinese notation in traditional characters, such as `馬二進三`.
    ChineseTraditional,
}

/// The notations in the order of the enum, with their names and an example.
const NOTATIONS: [(Notation, &str, &str); 6] = [
    (Notation::Uci, "uci", "h2e2"),
    (Notation::Uci10, "uci10", "h3e3"),
    (Notation::Iccs, "iccs", "H2-E2"),
    (Notation::Wxf, "wxf", "C2=5"),
    (Notation::Chinese, "chinese", "马二进三"),
    (Notation::ChineseTraditional, "chinese-traditional", "馬二進三"),
];

impl Notation {
    /// All notations.
    pub fn all() -> impl Iterator<Item = Notation> {
        NOTATIONS.into_iter().map(|(notation, ..)| notation)
    }

    /// The notation's name.
    pub fn name(self) -> &'static str {
        NOTATIONS[self as usize].1
    }

    /// The notation with a name; an error for an unknown name.
    pub fn from_name(name: &str) -> Result<Notation> {
        Notation::all().find(|n| n.name() == name).ok_or_else(|| {
            let names: Vec<&str> = Notation::all().map(Notation::name).collect();
            Error::unknown("notation", name, &names)
        })
    }
}

/// Direction of a move from the mover's view.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Across,
    Ahead,
    Back,
}

/// Place of a piece among the side's pieces of its kind.
struct Standing {
    /// Number of the piece among those on its file, counted from the front.
    nth: u8,
    /// Number of pieces of the kind on the file.
    of: u8,
    /// Number among all pieces that share a file, counted from the mover's right and the front, if two files are shared.
    serial: Option<u8>,
}

/// A square from a side's view: its file counted from the right (1-9), and its distance from the far edge.
fn seen(side: Side, square: u8) -> (u8, u8) {
    match side {
        Side::First => (9 - file_of(square), 9 - rank_of(square)),
        Side::Second => (file_of(square) + 1, rank_of(square)),
    }
}

fn owner(board: &Board, square: u8) -> Side {
    [Side::First, Side::Second][side_of(board.piece(square))]
}

/// Direction of a move, and the number written after it: the number of steps for straight moves along a file, the
/// target file otherwise.
fn travel(board: &Board, mv: Move) -> (Way, u8) {
    let side = owner(board, from_of(mv));
    let ((_, from), (file, to)) = (seen(side, from_of(mv)), seen(side, to_of(mv)));
    let oblique = matches!(kind_of(board.piece(from_of(mv))), ADVISOR | ELEPHANT | HORSE);
    let number = if oblique { file } else { from.abs_diff(to) };
    match from.cmp(&to) {
        std::cmp::Ordering::Equal => (Way::Across, file),
        std::cmp::Ordering::Greater => (Way::Ahead, number),
        std::cmp::Ordering::Less => (Way::Back, number),
    }
}

fn standing(board: &Board, square: u8) -> Standing {
    let side = owner(board, square);
    let own = seen(side, square);
    let like = Squares(board.pieces(side, kind_of(board.piece(square))));
    let like: Vec<(u8, u8)> = like.map(|s| seen(side, s)).collect();
    let on_file = |file: u8| like.iter().filter(move |p| p.0 == file);
    let shared: Vec<_> = like.iter().filter(|p| on_file(p.0).count() > 1).collect();
    let two_files = shared.iter().any(|p| p.0 == own.0) && shared.iter().any(|p| p.0 != own.0);
    Standing {
        nth: on_file(own.0).filter(|p| p.1 <= own.1).count() as u8,
        of: on_file(own.0).count() as u8,
        serial: two_files.then(|| shared.iter().filter(|&&&p| p <= own).count() as u8),
    }
}

/// Red's numerals.
const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
