//! Reading and writing of moves and boards as text.

use super::board::{Board, COLS, ROWS, cell, is_move};
use crate::error::{Error, Result};
use crate::game::{Move, Side};
use crate::games::GameKind;

/// Letters of the sides' stones.
const STONES: [char; 2] = ['X', 'O'];
/// Letters of the side to move at the end of a line: red and yellow.
const TURNS: [&str; 2] = ["r", "y"];

/// Name of a move's column, `a` on the left to `g`.
pub fn move_name(mv: Move) -> String {
    if is_move(mv) { char::from(b'a' - 1 + mv.0 as u8).to_string() } else { format!("code {}", mv.0) }
}

/// The move into a column with a name such as `d`, in either case.
pub fn named_move(text: &str) -> Option<Move> {
    let &[letter] = text.as_bytes() else { return None };
    let mv = Move(u16::from(letter.to_ascii_lowercase()).checked_sub(u16::from(b'a') - 1)?);
    is_move(mv).then_some(mv)
}

/// The move into a column with a name such as `d`, or with a number from 1 to 7 as lists of solvers have it.
pub fn parse_move(text: &str) -> Result<Move> {
    let numbered = text.parse().ok().map(Move).filter(|&mv| text.len() == 1 && is_move(mv));
    let expected = "no column, expected a letter from \"a\" to \"g\" or a number from 1 to 7";
    named_move(text).or(numbered).ok_or_else(|| Error::move_text(text, expected))
}

/// Reads moves such as `d d e`, `dde` or `445`, without checking that they are legal.
pub fn parse_moves(text: &str) -> Result<Vec<Move>> {
    let columns = text.chars().filter(|letter| !letter.is_whitespace() && *letter != ',');
    columns.map(|letter| parse_move(letter.encode_utf8(&mut [0; 4]))).collect()
}

/// The rows of a board from the highest down.
fn rows(board: &Board) -> impl Iterator<Item = String> + '_ {
    let letter = |at| board.at(at).map_or('.', |side| STONES[side.index()]);
    (0..ROWS).rev().map(move |row| (0..COLS).map(|col| letter(cell(col, row))).collect())
}

/// The position as one line: rows from the highest down, separated by `/`, then `r` or `y` for the side to move.
pub fn line(board: &Board) -> String {
    format!("{} {}", rows(board).collect::<Vec<_>>().join("/"), TURNS[board.side().index()])
}

/// A diagram with the columns' letters and the side to move.
pub fn diagram(board: &Board) -> String {
    let spaced = |row: String| row.chars().map(String::from).collect::<Vec<_>>().join(" ") + "\n";
    let rows: String = rows(board).map(spaced).collect();
    format!("{rows}a b c d e f g\n{} to move", GameKind::Connect4.player_name(board.side()))
}

/// Reads six rows of seven cells, the highest first, on lines or separated by `/`: `.` empty, `X` red, `O` yellow, in
/// either case, with or without blanks. What [`line`] and [`diagram`] add is read too. An error for stones that hang in the
/// air, for numbers of stones that no game has, and for a side to move that has won.
pub fn parse(text: &str) -> Result<Board> {
    let fail = |reason: String| Err(Error::position(text, reason));
    let text = text.trim();
    let (cells, turn) = match text.rsplit_once(char::is_whitespace) {
        Some((cells, letter)) if TURNS.contains(&letter) => (cells.to_string(), Some(letter == TURNS[1])),
        _ => match text.strip_suffix(" to move").and_then(|rest| rest.rsplit_once(char::is_whitespace)) {
            Some((cells, name)) if super::SHEET.players.contains(&name) => {
                (cells.to_string(), Some(name == super::SHEET.players[1]))
            }
            _ => (text.to_string(), None),
        },
    };
    let bare = |row: &str| row.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    let rows = cells.split(['/', '\n']).map(bare).filter(|row| !row.is_empty() && row != "abcdefg");
    let rows: Vec<String> = rows.collect();
    if rows.len() != ROWS || rows.iter().any(|row| row.chars().count() != COLS) {
        return fail(format!("expected {ROWS} rows of {COLS} cells, '.', 'X' and 'O'"));
    }
    let mut stones = [0; 2];
    for (row, letters) in rows.iter().rev().enumerate() {
        for (col, letter) in letters.chars().enumerate() {
            match STONES.iter().position(|&stone| stone == letter.to_ascii_uppercase()) {
                Some(side) => stones[side] |= cell(col, row),
                None if letter == '.' => {}
                None => return fail(format!("{letter:?}, expected '.' for empty, 'X' for red, 'O' for yellow")),
            }
            let hangs = row > 0 && letter != '.' && (stones[0] | stones[1]) & cell(col, row - 1) == 0;
            if hangs {
                return fail(format!("a stone in column {:?} has none below it", move_name(Move(col as u16 + 1))));
            }
        }
    }
    let [red, yellow] = stones.map(u64::count_ones);
    let side = match red.checked_sub(yellow) {
        Some(0) => Side::First,
        Some(1) => Side::Second,
        _ => {
            return fail(format!(
                "{red} stones of red and {yellow} of yellow, expected as many of both or one more of red"
            ));
        }
    };
    if turn.is_some_and(|second| second != (side == Side::Second)) {
        return fail(format!(
            "{} is to move with {red} stones of red and {yellow} of yellow",
            GameKind::Connect4.player_name(side)
        ));
    }
    let board = Board::new(stones, side);
    if board.has_four(side) {
        return fail(format!("{} is to move and has four in a row already", GameKind::Connect4.player_name(side)));
    }
    Ok(board)
}
