//! Where a game ends and the next one begins.

use super::moves::tags;

/// A game's place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Bytes before the game.
    pub start: usize,
    /// Bytes before what follows the game.
    pub end: usize,
}

/// The first game of a text: from its first line that is not blank to the tags of the next game. `None` where there is
/// none, or, unless the text is the `last` one, where its end has not come.
///
/// Tags within a comment begin no game, unless the comment has no end.
pub fn first_game(text: &str, last: bool) -> Option<Part> {
    let start = text.len() - text.trim_start().len();
    if start == text.len() {
        return None;
    }
    let end = match end_of(&text[start..], true) {
        Ok(end) => end,
        Err(_) if !last => return None,
        Err(InComment(false)) => text.len() - start,
        Err(InComment(true)) => end_of(&text[start..], false).unwrap_or(text.len() - start),
    };
    Some(Part { start, end: start + end })
}

/// Whether a text with one game ends within a comment.
struct InComment(bool);

/// The first byte of the second game of a text.
fn end_of(text: &str, knows_comments: bool) -> Result<usize, InComment> {
    let (mut begun, mut in_comment, mut seen) = (false, false, Vec::new());
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let name = if in_comment { None } else { tag_name(line) };
        match name {
            Some(name) if begun || seen.contains(&name) => return Ok(at),
            // A line that goes on behind its tags has moves, so that no other tag of the game follows.
            Some(name) if behind_tags(line).trim().is_empty() => seen.push(name),
            _ => {
                begun |= !line.trim().is_empty();
                in_comment = knows_comments && ends_in_comment(line, in_comment);
            }
        }
        at += line.len();
    }
    Err(InComment(in_comment))
}

/// What stands on a line behind its tags.
fn behind_tags(line: &str) -> &str {
    // The usual line has one tag and nothing else.
    match line.find(']') {
        Some(end) if line[end + 1..].trim().is_empty() => "",
        _ => tags(line).map_or("", |(_, at)| &line[at..]),
    }
}

/// The name of the tag with which a line begins: `[Name "value"]`.
pub fn tag_name(line: &str) -> Option<&str> {
    let inside = line.trim_start().strip_prefix('[')?;
    let length = inside.find(|c: char| c.is_whitespace() || matches!(c, '"' | ']' | '['))?;
    let (name, rest) = inside.split_at(length);
    let named = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '%'));
    (named && !name.starts_with('%') && rest.contains(']')).then_some(name)
}

/// Whether a comment in braces is open behind a line.
fn ends_in_comment(line: &str, mut inside: bool) -> bool {
    for letter in line.bytes() {
        match letter {
            b'{' if !inside => inside = true,
            b'}' => inside = false,
            b';' if !inside => return false,
            _ => {}
        }
    }
    inside
}
