//! Splitting of a PGN file into games: where one ends and the next one begins.

use std::collections::HashSet;

use super::moves::tags;

/// A game's place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Bytes before the game.
    pub start: usize,
    /// Bytes before what follows the game.
    pub end: usize,
}

/// The games of a text, each from its first line that is not blank to the tags of the next one. Unless the text is the
/// `last` one, a game counts only if another one begins behind it.
///
/// Tags within a comment begin no game, unless the comment has no end in the text. Each byte is read once.
pub fn games(text: &str, last: bool) -> Parts<'_> {
    Parts { text, last, at: 0, last_brace: text.rfind('}').unwrap_or(0) }
}

/// The iterator that [`games`] returns.
pub struct Parts<'t> {
    text: &'t str,
    last: bool,
    /// Bytes read.
    at: usize,
    /// The last brace that closes a comment: a comment that opens behind it has no end.
    last_brace: usize,
}

impl Iterator for Parts<'_> {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.len() - rest.trim_start().len();
        if start == self.text.len() {
            return None;
        }
        let end = self.end_of(start).or(self.last.then_some(self.text.len()))?;
        self.at = end;
        Some(Part { start, end })
    }
}

impl Parts<'_> {
    /// The first byte of the game behind the one that begins at `start`.
    fn end_of(&self, start: usize) -> Option<usize> {
        let (mut begun, mut in_comment, mut seen) = (false, false, HashSet::new());
        let mut at = start;
        for line in self.text[start..].split_inclusive('\n') {
            let name = if in_comment { None } else { tag_name(line) };
            match name {
                Some(name) if begun || seen.contains(name) => return Some(at),
                // A line that goes on behind its tags has moves, so that no other tag of the game follows.
                Some(name) if behind_tags(line).trim().is_empty() => _ = seen.insert(name),
                _ => {
                    begun |= !line.trim().is_empty();
                    in_comment = ends_in_comment(line, in_comment);
                    if in_comment && self.last_brace < at + line.len() {
                        if !self.last {
                            return None;
                        }
                        in_comment = false;
                    }
                }
            }
            at += line.len();
        }
        None
    }
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
