//! Errors in user input. Every message names the offending text and what was expected.

use thiserror::Error;

/// Any error of this crate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// A position text that cannot be read, or describes an impossible position.
    #[error("bad position {text:?}: {reason}")]
    Position {
        /// The text as given.
        text: String,
        /// What is wrong and what was expected.
        reason: String,
    },
    /// A move text that cannot be read.
    #[error("unreadable move {text:?}: {reason}")]
    MoveText {
        /// The text as given.
        text: String,
        /// What was expected.
        reason: String,
    },
    /// A move that the rules do not allow here.
    #[error("illegal move {text:?}: {reason}")]
    IllegalMove {
        /// The move as given.
        text: String,
        /// Why not.
        reason: String,
    },
    /// A value, size, depth or option name out of what is allowed.
    #[error("{0}")]
    Value(String),
    /// A value of a type that an option does not take.
    #[error("{0}")]
    Type(String),
    /// A table file that cannot be read, is damaged or has another format.
    #[error("bad table file {path:?}: {reason}")]
    TableFile {
        /// The file.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// A book file that cannot be read, is damaged or has another format.
    #[error("bad book file {path:?}: {reason}")]
    BookFile {
        /// The file.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// A network file that cannot be read, is damaged or has another format.
    #[error("bad network file {path:?}: {reason}")]
    NetworkFile {
        /// The file.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// A file of evaluation weights that cannot be read or has another format.
    #[error("bad evaluation file {path:?}: {reason}")]
    EvaluationFile {
        /// The file.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// A file that is not there.
    #[error("no file {path:?}: expected {expected}")]
    MissingFile {
        /// The file.
        path: String,
        /// What the file was expected to hold, such as "a saved table".
        expected: String,
    },
    /// An evaluation that the position's game does not have.
    #[error("{0}")]
    Evaluation(String),
    /// A table that was filled with another kind of position or evaluation, or has another layout.
    #[error("table does not fit: {0}")]
    TableMismatch(String),
}

/// Longest part of an offending text that a message quotes, in characters.
const MOST_SHOWN: usize = 100;

/// A text for quoting in a message, cut off if it is long.
pub fn shown(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

impl Error {
    /// An unreadable or impossible position.
    pub fn position(text: &str, reason: impl Into<String>) -> Error {
        Error::Position { text: shown(text), reason: reason.into() }
    }

    /// An unreadable move.
    pub fn move_text(text: &str, reason: impl Into<String>) -> Error {
        Error::MoveText { text: shown(text), reason: reason.into() }
    }

    /// An illegal move.
    pub fn illegal(text: &str, reason: impl Into<String>) -> Error {
        Error::IllegalMove { text: shown(text), reason: reason.into() }
    }

    /// An unknown name; `what` is the kind of thing named, such as "game". The message lists the known names.
    pub fn unknown(what: &str, name: &str, known: &[&str]) -> Error {
        Error::Value(format!("{what} {name:?}: expected one of {known:?}{}", hint(name, known.iter().copied())))
    }
}

/// Result with the error of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// End of a message about an unknown name: `; did you mean "…"?` if a known name is close enough, else empty.
pub fn hint<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map_or(String::new(), |meant| format!("; did you mean {meant:?}?"))
}

/// The candidate that differs least from a misspelt name, if it is close enough to be meant.
fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let scored = candidates.into_iter().map(|c| (distance(name, c), c));
    let (distance, best) = scored.min_by_key(|&(d, _)| d)?;
    (distance <= 2.max(name.chars().count() / 3)).then_some(best)
}

/// Levenshtein distance: insertions, deletions and substitutions between two texts.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let replaced = corner + (x != y) as usize;
            corner = row[j + 1];
            row[j + 1] = replaced.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_quoted_in_part() {
        let long = "馬".repeat(1000);
        assert_eq!(shown(&long).chars().count(), MOST_SHOWN + 1);
        assert_eq!(shown("h2e2"), "h2e2");
    }

    #[test]
    fn nearest_finds_what_was_meant() {
        let names = ["null_move", "killers", "history"];
        assert_eq!(nearest("nulmove", names), Some("null_move"));
        assert_eq!(nearest("killer", names), Some("killers"));
        assert_eq!(nearest("xyzzy", names), None);
        assert_eq!(hint("killer", names), "; did you mean \"killers\"?");
        assert_eq!(hint("xyzzy", names), "");
    }
}
