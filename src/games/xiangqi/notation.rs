//! Reading and writing of moves as text: coordinates, WXF and Chinese notation.
//!
//! WXF and Chinese notation encode one scheme in different characters: the piece, by its file or by its place among
//! pieces of its kind, then direction and distance, all from the mover's view. Reading turns the text into a
//! [`Pattern`] and finds the legal moves that match it. So a move that is read is always legal, and a text may leave
//! something out if exactly one move matches.

use super::attacks::*;
use super::bitboard::{Squares, file_of, rank_of};
use super::board::{Board, kind_of, side_of};
use super::fen::player_name;
use super::moves::{encode, from_of, move_name, parse_coordinates, parse_square, square_name, to_of};
use super::position::Position;
use crate::error::{Error, Result};
use crate::game::{Move, Side};

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

// ---- writing -------------------------------------------------------------

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
const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

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

/// The traditional form of a character.
fn traditional(simplified: char) -> char {
    let other = [('帅', '帥'), ('将', '將'), ('马', '馬'), ('车', '車'), ('进', '進'), ('后', '後')];
    other.iter().find(|pair| pair.0 == simplified).map_or(simplified, |pair| pair.1)
}

// ---- reading -------------------------------------------------------------

/// The meaning of one character of WXF or Chinese notation.
#[derive(Clone, Copy)]
enum Sign {
    Kind(usize),
    Digit(u8),
    At(Place),
    Way(Way),
}

/// A character that selects one of several pieces of a kind: front, middle or rear.
#[derive(Clone, Copy)]
enum Place {
    Front,
    Middle,
    Rear,
    Nth(u8),
}

/// The contents of a text in WXF or Chinese notation.
struct Pattern {
    kind: usize,
    place: Option<Place>,
    file: Option<u8>,
    travel: (Way, u8),
}

/// The result of parsing a text before legal moves are matched.
enum Reading {
    Squares(Move),
    Pattern(Pattern),
}

/// Characters of WXF, after [`fold`], and of Chinese notation, in both scripts and for both sides, because game files
/// mix them.
const SIGNS: [([&str; 2], Sign); 13] = [
    (["K", "将帅將帥王"], Sign::Kind(KING)),
    (["A", "士仕"], Sign::Kind(ADVISOR)),
    (["EB", "象相"], Sign::Kind(ELEPHANT)),
    (["HN", "马馬傌"], Sign::Kind(HORSE)),
    (["R", "车車俥"], Sign::Kind(CHARIOT)),
    (["C", "炮砲包"], Sign::Kind(CANNON)),
    (["P", "兵卒"], Sign::Kind(PAWN)),
    (["=.", "平"], Sign::Way(Way::Across)),
    (["+", "进進"], Sign::Way(Way::Ahead)),
    (["-", "退"], Sign::Way(Way::Back)),
    (["", "前"], Sign::At(Place::Front)),
    (["", "中"], Sign::At(Place::Middle)),
    (["", "后後"], Sign::At(Place::Rear)),
];

/// Reads a legal move. Without a notation, all but [`Notation::Uci10`] are tried.
pub fn parse(position: &Position, text: &str, notation: Option<Notation>) -> Result<Move> {
    let folded = fold(text);
    let tried = match &notation {
        Some(notation) => std::slice::from_ref(notation),
        None => &[Notation::Uci, Notation::Iccs, Notation::Wxf, Notation::Chinese],
    };
    match tried.iter().find_map(|&notation| read(&folded, notation)) {
        Some(Reading::Squares(mv)) if position.is_legal(mv) => Ok(mv),
        Some(Reading::Squares(mv)) => Err(refuse(position, text, mv)),
        Some(Reading::Pattern(pattern)) => find(position, text, &pattern),
        None => {
            let sample = |n: &Notation| format!("{} ({})", NOTATIONS[*n as usize].2, n.name());
            let samples: Vec<String> = tried.iter().map(sample).collect();
            let hint = match read(&folded, Notation::Uci10) {
                Some(_) => "; ranks 1-10 are read when the notation \"uci10\" is named",
                None => "",
            };
            Err(Error::move_text(text, format!("expected a move such as {}{hint}", samples.join(", "))))
        }
    }
}

/// Normalizes a text: removes spaces, converts to upper case, and replaces full-width ASCII and Unicode dashes by
/// ASCII.
fn fold(text: &str) -> String {
    let plain = |c: char| match c {
        '！'..='～' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        _ => c,
    };
    text.chars().filter(|c| !c.is_whitespace()).map(|c| plain(c).to_ascii_uppercase()).collect()
}

fn read(text: &str, notation: Notation) -> Option<Reading> {
    match notation {
        Notation::Uci | Notation::Iccs => parse_coordinates(text).map(Reading::Squares),
        Notation::Uci10 => parse_from_one(text).map(Reading::Squares),
        Notation::Wxf => {
            let mut signs = signs(text, 0)?;
            // Only the sign before the last number is a direction; a sign next to the piece means front or rear.
            let head = signs.len().saturating_sub(2);
            for sign in &mut signs[..head] {
                match sign {
                    Sign::Way(Way::Ahead) => *sign = Sign::At(Place::Front),
                    Sign::Way(Way::Back) => *sign = Sign::At(Place::Rear),
                    _ => {}
                }
            }
            pattern(&signs).map(Reading::Pattern)
        }
        Notation::Chinese | Notation::ChineseTraditional => pattern(&signs(text, 1)?).map(Reading::Pattern),
    }
}

/// Reads a move with ranks 1-10, such as `h3h10`.
fn parse_from_one(text: &str) -> Option<Move> {
    let square = |text: &str| {
        let (file, rank) = text.split_at_checked(1)?;
        let rank = match rank.as_bytes() {
            [digit @ b'1'..=b'9'] => digit - b'1',
            b"10" => 9,
            _ => return None,
        };
        parse_square(&format!("{file}{rank}"))
    };
    let second = text.rfind(|c: char| c.is_ascii_alphabetic())?;
    let (from, to) = (square(&text[..second])?, square(&text[second..])?);
    (from != to).then(|| encode(from, to))
}

/// The signs of a text by one column of [`SIGNS`]; digits and Chinese numerals are read in both.
fn signs(text: &str, column: usize) -> Option<Vec<Sign>> {
    let named = |c: char| SIGNS.iter().find(|(texts, _)| texts[column].contains(c)).map(|&(_, sign)| sign);
    let numeral = |c: char| NUMERALS.iter().position(|&n| n == c).map(|i| i as u8 + 1);
    let digit = |c: char| c.to_digit(10).map(|d| d as u8).filter(|&d| d > 0).or_else(|| numeral(c)).map(Sign::Digit);
    text.chars().map(|c| named(c).or_else(|| digit(c))).collect()
}

/// Parses signs into a pattern: piece and file, piece and place in either order, or place and file of a pawn; then
/// direction and number.
fn pattern(signs: &[Sign]) -> Option<Pattern> {
    let (head, &[Sign::Way(way), Sign::Digit(number)]) = signs.split_last_chunk()? else {
        return None;
    };
    let (kind, place, file) = match *head {
        [Sign::Kind(kind), Sign::Digit(file)] => (kind, None, Some(file)),
        [Sign::Kind(kind), Sign::At(place)] | [Sign::At(place), Sign::Kind(kind)] => (kind, Some(place), None),
        [Sign::At(place), Sign::Kind(kind), Sign::Digit(file)] => (kind, Some(place), Some(file)),
        [Sign::At(place), Sign::Digit(file)] => (PAWN, Some(place), Some(file)),
        [Sign::Digit(nth), Sign::Kind(PAWN)] => (PAWN, Some(Place::Nth(nth)), None),
        [Sign::Digit(nth), Sign::Digit(file)] => (PAWN, Some(Place::Nth(nth)), Some(file)),
        _ => return None,
    };
    Some(Pattern { kind, place, file, travel: (way, number) })
}

/// Whether the piece on a square matches the pattern.
fn means(pattern: &Pattern, board: &Board, square: u8) -> bool {
    let (file, _) = seen(owner(board, square), square);
    if kind_of(board.piece(square)) != pattern.kind || pattern.file.is_some_and(|f| f != file) {
        return false;
    }
    let standing = standing(board, square);
    match pattern.place {
        None => true,
        Some(Place::Front) => standing.of > 1 && standing.nth == 1,
        Some(Place::Middle) => standing.of > 2 && 2 * standing.nth == standing.of + 1,
        Some(Place::Rear) => standing.of > 1 && standing.nth == standing.of,
        Some(Place::Nth(n)) if pattern.file.is_some() => n == standing.nth,
        Some(Place::Nth(n)) => standing.of > 1 && n == standing.serial.unwrap_or(standing.nth),
    }
}

/// The only legal move that matches a pattern; an error if there is none or several.
fn find(position: &Position, text: &str, pattern: &Pattern) -> Result<Move> {
    let board = position.board();
    let fits = |mv: &Move| travel(board, *mv) == pattern.travel && means(pattern, board, from_of(*mv));
    let fitting: Vec<Move> = position.legal_moves().into_iter().filter(fits).collect();
    if let [mv] = fitting[..] {
        return Ok(mv);
    }
    if !fitting.is_empty() {
        let names: Vec<String> = fitting.into_iter().map(move_name).collect();
        let reason = format!("it fits {}, expected a text that fits one move", names.join(" and "));
        return Err(Error::move_text(text, format!("{reason}, in {}", position.fen())));
    }
    let meant = || Squares(board.of_side(position.side())).filter(|&s| means(pattern, board, s));
    let mut natural = meant().flat_map(|from| Squares(board.targets(from)).map(move |to| encode(from, to)));
    if let Some(mv) = natural.find(fits) {
        return Err(refuse(position, text, mv));
    }
    let reason = match meant().next() {
        Some(square) => format!("the piece on {} cannot go there", square_name(square)),
        None => format!("{} has no such piece there", player_name(position.side())),
    };
    Err(Error::illegal(text, format!("{reason}, in {}", position.fen())))
}

/// The error for an illegal move, quoting the text given.
fn refuse(position: &Position, text: &str, mv: Move) -> Error {
    match position.refusal(mv) {
        Error::IllegalMove { reason, .. } => Error::illegal(text, reason),
        other => other,
    }
}
