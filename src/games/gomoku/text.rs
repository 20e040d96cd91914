//! Reading and writing of points, move lists and boards as text.

use super::board::{Board, Geometry, MOST_LINES, Point, is_move};
use crate::error::{Error, Result};
use crate::game::{Move, Side};

/// Name of a player, `black` or `white`.
pub fn player_name(side: Side) -> &'static str {
    super::SHEET.players[side.index()]
}

/// Letter of a file, `a` on the left.
fn file_letter(file: usize) -> char {
    (b'a' + file as u8) as char
}

/// Name of a point: file `a` to at most `v` from the left, rank from 1 at the bottom.
pub fn point_name(geometry: Geometry, point: Point) -> String {
    format!("{}{}", file_letter(geometry.file_of(point)), geometry.rank_of(point) + 1)
}

/// Name of a move's point, such as `h8`, independent of the board.
pub fn move_name(mv: Move) -> String {
    match mv.0.checked_sub(1).map(usize::from) {
        Some(code) if is_move(mv) => format!("{}{}", file_letter(code % MOST_LINES), code / MOST_LINES + 1),
        _ => format!("code {}", mv.0),
    }
}

/// The move to a point such as `h8`, on a board of any size.
pub fn named_move(text: &str) -> Option<Move> {
    let largest = Geometry::square(MOST_LINES).ok()?;
    parse_point(largest, text).ok().map(|point| largest.encode(point))
}

/// The point with a name such as `h8`, in either case.
pub fn parse_point(geometry: Geometry, text: &str) -> Result<Point> {
    let (cols, rows) = (geometry.cols(), geometry.rows());
    let fail = |what: &str| {
        let last = file_letter(cols - 1);
        Err(Error::move_text(text, format!("{what}, expected a file a-{last} and a rank 1-{rows}, such as \"a1\"")))
    };
    let mut letters = text.chars();
    let (letter, digits) = (letters.next().unwrap_or(' ').to_ascii_lowercase(), letters.as_str());
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    if !letter.is_ascii_lowercase() || !is_number || (digits.len() > 1 && digits.starts_with('0')) {
        return fail("no point");
    }
    let file = (letter as u8 - b'a') as usize;
    match digits.parse::<usize>() {
        Ok(rank) if (1..=rows).contains(&rank) && file < cols => Ok(geometry.point(file, rank - 1)),
        _ => fail("off the board"),
    }
}

/// Reads the moves of a text such as `h8 i9 j10`, `h8,i9,j10` or `h8i9j10`, without checking that they are legal.
pub fn parse_moves(geometry: Geometry, text: &str) -> Result<Vec<Move>> {
    let mut moves = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
        let mut rest = word;
        while !rest.is_empty() {
            // A point's name ends after its digits.
            let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
            let end = rest[digits..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |length| digits + length);
            moves.push(geometry.encode(parse_point(geometry, &rest[..end])?));
            rest = &rest[end..];
        }
    }
    Ok(moves)
}

/// The contents of a text diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// Number of ranks.
    pub rows: usize,
    /// Number of files.
    pub cols: usize,
    /// The stones, in order of point index.
    pub cells: Vec<Option<Side>>,
    /// Side to move, if the text says so.
    pub turn: Option<Side>,
}

/// Reads a diagram with one line per rank, highest rank first: `.` empty, `X`, `*` or `b` black, `O` or `w` white, in
/// either case, with or without spaces between.
///
/// Additions of [`diagram`] are accepted: rank numbers before the lines, a line of file letters above or below, and
/// `black to move` at the end. What [`line`] writes is read too.
pub fn parse_diagram(text: &str) -> Result<Diagram> {
    // The line of a board with one rank has no slash; its points have no blanks between them, those of a diagram may.
    if let Some((ranks, letter @ ("b" | "w"))) = text.trim().rsplit_once(' ')
        && (ranks.contains('/') || !ranks.contains(char::is_whitespace))
    {
        let turn = if letter == "b" { Side::First } else { Side::Second };
        return Ok(Diagram { turn: Some(turn), ..parse_diagram(&ranks.replace('/', "\n"))? });
    }
    let mut lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let turn = lines.last().and_then(|line| {
        [Side::First, Side::Second].into_iter().find(|&side| *line == format!("{} to move", player_name(side)))
    });
    if turn.is_some() {
        lines.pop();
    }
    let is_files = |line: &&&str| line.starts_with(['a', 'A']);
    let above = lines.first().filter(is_files).copied();
    if above.is_some() {
        lines.remove(0);
    }
    let below = lines.last().filter(is_files).copied();
    if below.is_some() {
        lines.pop();
    }
    let rows = lines.len();
    if rows == 0 {
        return Err(Error::position(text, "no rows, expected lines of '.', 'X' and 'O'"));
    }
    let ranks: Vec<Vec<Option<Side>>> =
        lines.iter().zip((1..=rows).rev()).map(|(line, rank)| parse_rank(line, rank)).collect::<Result<_>>()?;
    let cols = ranks[0].len();
    for (line, rank) in lines.iter().zip(&ranks) {
        if rank.len() != cols {
            return Err(Error::position(line, format!("{} points, expected {cols} as in the first line", rank.len())));
        }
    }
    for line in above.into_iter().chain(below) {
        check_files(line, cols)?;
    }
    Ok(Diagram { rows, cols, cells: ranks.into_iter().rev().flatten().collect(), turn })
}

/// Reads the points of a line, after an optional rank number.
fn parse_rank(line: &str, rank: usize) -> Result<Vec<Option<Side>>> {
    let cells = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &line[..line.len() - cells.len()];
    if !number.is_empty() && number != rank.to_string() {
        return Err(Error::position(line, format!("rank {number}, expected {rank}: the highest rank first, no gaps")));
    }
    let letters = cells.chars().filter(|letter| !letter.is_whitespace());
    letters
        .map(|letter| match letter.to_ascii_lowercase() {
            '.' => Ok(None),
            'x' | '*' | 'b' => Ok(Some(Side::First)),
            'o' | 'w' => Ok(Some(Side::Second)),
            _ => Err(Error::position(
                line,
                format!("{letter:?}, expected '.' for empty, 'X', '*' or 'b' for black, 'O' or 'w' for white"),
            )),
        })
        .collect()
}

/// An error if a line of file letters does not name the board's files.
fn check_files(line: &str, cols: usize) -> Result<()> {
    let expected: String = (0..cols.min(MOST_LINES)).map(file_letter).collect();
    let letters: String = line.chars().filter(|letter| !letter.is_whitespace()).collect();
    if letters.to_ascii_lowercase() == expected {
        return Ok(());
    }
    Err(Error::position(line, format!("expected the files {expected:?}, or '.', 'X' and 'O'")))
}

/// Letter of a point in a diagram.
fn cell_letter(cell: Option<Side>) -> char {
    match cell {
        None => '.',
        Some(Side::First) => 'X',
        Some(Side::Second) => 'O',
    }
}

/// The stones as text, one line per rank, highest rank first, which [`parse_diagram`] reads.
pub fn rows(board: &Board) -> String {
    let ranks = board.cells().chunks(board.geometry().cols()).rev();
    ranks.map(|rank| rank.iter().map(|&cell| cell_letter(cell)).collect()).collect::<Vec<String>>().join("\n")
}

/// The position as one line: ranks from the highest down, separated by `/`, then `b` or `w` for the side to move.
pub fn line(board: &Board) -> String {
    format!("{} {}", rows(board).replace('\n', "/"), ["b", "w"][board.side().index()])
}

/// A diagram with ranks, files and the side to move.
pub fn diagram(board: &Board) -> String {
    let geometry = board.geometry();
    let mut text = String::new();
    for (rank, row) in board.cells().chunks(geometry.cols()).enumerate().rev() {
        text += &format!("{:2} ", rank + 1);
        row.iter().for_each(|&cell| text.extend([' ', cell_letter(cell)]));
        text.push('\n');
    }
    text += "   ";
    (0..geometry.cols()).for_each(|file| text.extend([' ', file_letter(file)]));
    text + "\n" + player_name(board.side()) + " to move"
}
