//! The Python function `read_pgn`: games of a piece of a PGN file.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::games::xiangqi::notation::Notation;
use crate::games::xiangqi::pgn::{Failure, Record, games, parse};

/// A game for Python: tags, moves, parents of the moves or None for one line without variations, comments, glyphs, result,
/// notation of the moves and what follows the game.
type Read<'py> = (
    Vec<(String, String)>,
    Bound<'py, PyBytes>,
    Option<Bound<'py, PyBytes>>,
    Vec<(u32, bool, String)>,
    Vec<(u32, u16)>,
    Option<&'static str>,
    Option<&'static str>,
    String,
);

/// The games of a text in PGN, for `boyi.records`: a list, the characters read and the lines read.
///
/// Of each game the list has its first line, counted from 0, and either the line and the reason why it cannot be read, or
/// a tuple: `tags` (pairs of name and value), `moves` (bytes of uint16 codes), `parents` (bytes of uint32: the node where
/// each move was played; node n + 1 is the position after move n, node 0 the start; None where each move follows the one
/// before), `comments` (node, whether it stands before the node's move, text), `glyphs` (node and number), `result` (None
/// if there is none), `notation` of the first move (None if there is none) and `trailer`. Without `last` a game counts only if another one begins behind it.
#[pyfunction]
#[pyo3(signature = (text, last))]
#[expect(clippy::type_complexity, reason = "a tuple that one Python function unpacks")]
pub fn read_pgn<'py>(
    py: Python<'py>,
    text: &str,
    last: bool,
) -> PyResult<(Vec<(usize, Option<(usize, String)>, Option<Read<'py>>)>, usize, usize)> {
    let (found, at, lines) = py.detach(|| read_games(text, last));
    let rows = found.into_iter().map(|(line, game)| match game {
        Ok(record) => (line, None, Some(read(py, record))),
        Err(failure) => (line, Some((line + failure.line, failure.reason)), None),
    });
    Ok((rows.collect(), text[..at].chars().count(), lines))
}

/// Games with their first lines, and the bytes and lines read.
type Games = (Vec<(usize, Result<Record, Failure>)>, usize, usize);

fn read_games(text: &str, last: bool) -> Games {
    let (mut found, mut at, mut line) = (Vec::new(), 0, 0);
    let lines = |part: &str| part.bytes().filter(|&byte| byte == b'\n').count();
    for part in games(text, last) {
        let game = &text[part.start..part.end];
        line += lines(&text[at..part.start]);
        found.push((line, parse(game)));
        line += lines(game);
        at = part.end;
    }
    (found, at, line)
}

fn read(py: Python<'_>, record: Record) -> Read<'_> {
    let codes: Vec<u8> = record.moves.iter().flat_map(|step| step.mv.0.to_le_bytes()).collect();
    let is_line = record.moves.iter().enumerate().all(|(number, step)| step.parent as usize == number);
    let parents = || record.moves.iter().flat_map(|step| step.parent.to_le_bytes()).collect::<Vec<u8>>();
    (
        record.tags,
        PyBytes::new(py, &codes),
        (!is_line).then(|| PyBytes::new(py, &parents())),
        record.comments.into_iter().map(|comment| (comment.node, comment.before, comment.text)).collect(),
        record.glyphs,
        record.result,
        record.notation.map(Notation::name),
        record.trailer,
    )
}
