//! Reading of moves.

use std::sync::LazyLock;

use super::*;
use crate::error::{Error, Result};
use crate::games::xiangqi::board::Guard;
use crate::games::xiangqi::fen::player_name;
use crate::games::xiangqi::moves::{encode, move_name, parse_coordinates, parse_square, square_name};
use crate::games::xiangqi::position::Position;

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

/// The notations that are tried where none is named.
const TRIED: [Notation; 4] = [Notation::Uci, Notation::Iccs, Notation::Wxf, Notation::Chinese];

/// Reads a legal move. Without a notation, all but [`Notation::Uci10`] are tried.
pub fn parse(position: &Position, text: &str, notation: Option<Notation>) -> Result<Move> {
    let folded = fold(text);
    let tried = match &notation {
        Some(notation) => std::slice::from_ref(notation),
        None => &TRIED,
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

/// The notation in which a move is written that can be read without naming one.
pub fn notation_of(text: &str) -> Option<Notation> {
    let notation = TRIED.into_iter().find(|&notation| read(&fold(text), notation).is_some())?;
    let is_upper = text.contains(|c: char| c.is_ascii_uppercase() || c == '-');
    Some(match notation {
        Notation::Uci | Notation::Iccs if is_upper => Notation::Iccs,
        Notation::Chinese if text.contains(['帥', '將', '馬', '車', '進', '後']) => Notation::ChineseTraditional,
        other => other,
    })
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
    let meanings = &MEANINGS[column];
    let meant = |c| meanings.binary_search_by_key(&c, |&(letter, _)| letter).ok().map(|at| meanings[at].1);
    let mut found = Vec::with_capacity(5);
    for letter in text.chars() {
        found.push(meant(letter)?);
    }
    Some(found)
}

/// The characters of each column of [`SIGNS`], of digits and of numerals, in order, with their meanings.
static MEANINGS: LazyLock<[Vec<(char, Sign)>; 2]> = LazyLock::new(|| {
    [0, 1].map(|column| {
        let named = SIGNS.iter().flat_map(|&(texts, sign)| texts[column].chars().map(move |letter| (letter, sign)));
        let digits = ('1'..='9').zip(1..).chain(NUMERALS.into_iter().zip(1..));
        let mut all: Vec<_> = named.chain(digits.map(|(letter, digit)| (letter, Sign::Digit(digit)))).collect();
        all.sort_by_key(|&(letter, _)| letter);
        all
    })
});

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
    let Some(place) = pattern.place else { return true };
    let standing = standing(board, square);
    match place {
        Place::Front => standing.of > 1 && standing.nth == 1,
        Place::Middle => standing.of > 2 && 2 * standing.nth == standing.of + 1,
        Place::Rear => standing.of > 1 && standing.nth == standing.of,
        Place::Nth(n) if pattern.file.is_some() => n == standing.nth,
        Place::Nth(n) => standing.of > 1 && n == standing.serial.unwrap_or(standing.nth),
    }
}

/// The only legal move that matches a pattern; an error if there is none or several.
fn find(position: &Position, text: &str, pattern: &Pattern) -> Result<Move> {
    let board = position.board();
    let fitting: Vec<Move> = matching(board, pattern).filter(|&mv| position.is_legal(mv)).collect();
    if let [mv] = fitting[..] {
        return Ok(mv);
    }
    if !fitting.is_empty() {
        let names: Vec<String> = fitting.into_iter().map(move_name).collect();
        let reason = format!("it fits {}, expected a text that fits one move", names.join(" and "));
        return Err(Error::move_text(text, format!("{reason}, in {}", position.fen())));
    }
    if let Some(mv) = matching(board, pattern).next() {
        return Err(refuse(position, text, mv));
    }
    let reason = match meant(board, pattern).next() {
        Some(square) => format!("the piece on {} cannot go there", square_name(square)),
        None => format!("{} has no such piece there", player_name(position.side())),
    };
    Err(Error::illegal(text, format!("{reason}, in {}", position.fen())))
}

/// The pieces of the side to move that match a pattern.
fn meant<'a>(board: &'a Board, pattern: &'a Pattern) -> impl Iterator<Item = u8> + 'a {
    Squares(board.pieces(board.side(), pattern.kind)).filter(|&square| means(pattern, board, square))
}

/// The moves that match a pattern, as the pieces go; the king may be in check after them.
fn matching<'a>(board: &'a Board, pattern: &'a Pattern) -> impl Iterator<Item = Move> + 'a {
    meant(board, pattern)
        .flat_map(|from| Squares(board.targets(from)).map(move |to| encode(from, to)))
        .filter(|&mv| travel(board, mv) == pattern.travel)
}

/// The legal move that a text means by [`parse`] without a notation, without a reason where there is none: for the many
/// moves of game records.
pub fn resolve(board: &Board, guard: &Guard, text: &str) -> Option<Move> {
    let legal = |mv: &Move| board.is_legal(guard, *mv);
    let folded = fold(text);
    match TRIED.iter().find_map(|&notation| read(&folded, notation))? {
        Reading::Squares(mv) => Some(mv).filter(legal),
        Reading::Pattern(pattern) => {
            let mut fitting = matching(board, &pattern).filter(legal);
            let mv = fitting.next()?;
            fitting.next().is_none().then_some(mv)
        }
    }
}

/// The error for an illegal move, quoting the text given.
fn refuse(position: &Position, text: &str, mv: Move) -> Error {
    match position.refusal(mv) {
        Error::IllegalMove { reason, .. } => Error::illegal(text, reason),
        other => other,
    }
}
