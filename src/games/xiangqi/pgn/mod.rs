//! Game records as PGN text: tags, moves in any notation, comments, variations and results.
//!
//! The text of real files differs from the standard (Edwards 1994) in many ways, so reading is tolerant: blank lines
//! anywhere, several tags on a line, quotation marks inside values, full-width digits and dots, numbers that touch their
//! moves or are missing, Chinese moves with or without blanks, results in words, and advertisements behind a game. What
//! cannot be read is an error with its line; nothing is left out silently.

mod moves;
mod split;

use super::notation::Notation;
use super::position::Position;
use crate::error::Error;
use crate::game::Move;
pub use moves::{move_text, parse};
pub use split::{Part, Parts, games};

/// A game as read.
#[derive(Debug)]
pub struct Record {
    /// Names and values of the tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The moves; node `n + 1` is the position after move `n`, and node 0 is the start position.
    pub moves: Vec<Step>,
    /// Comments by node, in their order.
    pub comments: Vec<Comment>,
    /// Numeric annotation glyphs by node.
    pub glyphs: Vec<(u32, u16)>,
    /// The result behind the moves: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<&'static str>,
    /// The notation of the first move.
    pub notation: Option<Notation>,
    /// Text behind the game that does not belong to it.
    pub trailer: String,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// The node where it was played.
    pub parent: u32,
}

/// A comment on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The node after the move.
    pub node: u32,
    /// Whether the comment stands before the move, at the beginning of a variation.
    pub before: bool,
    /// The text, without blanks at its ends.
    pub text: String,
}

/// Why a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line, counted from the first line of the game as 0.
    pub line: usize,
    /// What is wrong and what was expected.
    pub reason: String,
}

impl Failure {
    fn new(line: usize, reason: impl Into<String>) -> Failure {
        Failure { line, reason: reason.into() }
    }
}

/// The start position of a game with these tags: that of its tag `FEN`.
pub fn start_of(tags: &[(String, String)]) -> Result<Position, Error> {
    let fen = tags.iter().find(|(name, value)| name.eq_ignore_ascii_case("FEN") && !value.trim().is_empty());
    fen.map_or_else(|| Ok(Position::start()), |(_, value)| Position::from_fen(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Record, Failure> {
        let part = games(text, true).next().expect("a game");
        parse(&text[part.start..part.end])
    }

    fn names(record: &Record) -> Vec<String> {
        record.moves.iter().map(|step| super::super::moves::move_name(step.mv)).collect()
    }

    #[test]
    fn a_game_of_the_standard() {
        let text = "[Event \"a \\\"b\\\" c\"]\n[Result \"1-0\"]\n\n1. H2-E2 {centre} H9-G7 $1 (1... C2.5 ; rare\n) 2. H0-G2! 1-0\n";
        let record = read(text).expect("a game");
        assert_eq!(record.tags[0], ("Event".into(), "a \"b\" c".into()));
        assert_eq!(names(&record), ["h2e2", "h9g7", "b7e7", "h0g2"]);
        assert_eq!(record.moves.iter().map(|step| step.parent).collect::<Vec<_>>(), [0, 1, 1, 2]);
        let comment = |node, text: &str| Comment { node, before: false, text: text.into() };
        assert_eq!(record.comments, [comment(1, "centre"), comment(3, "rare")]);
        assert_eq!((record.glyphs, record.result), (vec![(2, 1), (4, 1)], Some("1-0")));
        assert_eq!(record.notation, Some(Notation::Iccs));
    }

    #[test]
    fn what_real_files_do() {
        let text = "[Game \"Chinese Chess\"][Red \"\"]\n\n[Event \"x \"y\" z\"]\n  1. 炮八平五 马２进３\n 2.马八进七车１平２ ３．车九 平八\n\
                    红胜\n==========\nvisit us\n[Game \"next\"]\n";
        let part = games(text, true).next().expect("a game");
        assert_eq!(&text[part.end..], "[Game \"next\"]\n");
        let record = parse(&text[part.start..part.end]).expect("a game");
        assert_eq!(record.tags.len(), 3);
        assert_eq!(record.tags[2].1, "x \"y\" z");
        assert_eq!(names(&record), ["b2e2", "b9c7", "b0c2", "a9b9", "a0b0"]);
        assert_eq!((record.result, &record.trailer[..]), (Some("1-0"), "visit us"));
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        for (text, line, expected) in [
            ("1. h2e2\n2. a0a9", 1, "a0a9"),
            ("1. h2e2 {no end\n", 0, "no end"),
            ("1. h2e2\n)", 1, "variation"),
            ("(1. h2e2)", 0, "variation"),
            ("1. h2e2 (1. h2d2", 0, "variation"),
            ("[FEN \"9/9\"]\n1. h2e2", 0, "9/9"),
            ("1. 炮二平", 0, "炮二平"),
            ("1. h2e2 $x", 0, "$"),
            ("1. h2e2 \0", 0, "encoding"),
        ] {
            let failure = read(text).expect_err(text);
            assert_eq!(failure.line, line, "{text}: {}", failure.reason);
            assert!(failure.reason.contains(expected), "{text}: {}", failure.reason);
        }
    }

    #[test]
    fn pieces_of_a_file_wait_for_their_end() {
        let end = |text: &str, last| games(text, last).next().map(|part| part.end);
        let text = "[A \"1\"]\n1. h2e2 {[B \"in a comment\"]\n[B \"2\"]\n} *\n\n[A \"2\"]\n*";
        let mut parts = games(text, false);
        assert_eq!(parts.next().map(|part| &text[part.end..]), Some("[A \"2\"]\n*"));
        assert_eq!(parts.next(), None, "more might follow");
        assert_eq!(games(text, true).count(), 2);
        assert_eq!(end(" \n\n", true), None);
        let alone = "1. h2e2 {x\n[B \"in a comment\"]\n} *";
        assert_eq!(end(alone, true), Some(alone.len()));
        let beside = "[A \"1\"] 1. h2e2 {x\n[C \"1\"]\n} *\n[B \"2\"]\n*";
        assert_eq!(&beside[end(beside, true).expect("a game")..], "[B \"2\"]\n*");
        let broken = "1. h2e2 {no end\n\n[A \"2\"]\n*";
        assert_eq!(&broken[end(broken, true).expect("a game")..], "[A \"2\"]\n*");
        assert_eq!(end(broken, false), None, "the comment may end in what follows");
    }

    /// Looking for the end of each comment anew took hours for a file of this size.
    #[test]
    fn games_with_comments_without_an_end_are_split_in_one_pass() {
        let text = "[A \"1\"]\n1. h2e2 {no end\n\n".repeat(100_000);
        assert_eq!(games(&text, true).count(), 100_000);
        let closed = format!("1. h2e2 {{}} {{no end\n\n{text}");
        assert_eq!(games(&closed, true).count(), 100_001, "only the comment that has no end is not one");
    }

    /// A game with many tags, in lines of their own or in one, took seconds.
    #[test]
    fn many_tags_are_read_in_one_pass() {
        for between in ["\n", " "] {
            let text: String = (0..200_000).map(|n| format!("[T{n} \"\"]{between}")).collect();
            assert_eq!(games(&text, true).count(), 1);
            assert_eq!(read(&text).expect("a game").tags.len(), 200_000);
        }
    }

    /// Looking for the end of the text before each move took minutes.
    #[test]
    fn moves_without_blanks_are_read_in_one_pass() {
        let there_and_back = "炮二平五炮８平５炮五平二炮５平８".repeat(20_000);
        assert_eq!(read(&there_and_back).expect("a game").moves.len(), 80_000);
        assert_eq!(read(&"1.".repeat(1_000_000)).expect("a game").moves.len(), 0);
    }

    /// Comments on one move are one comment.
    #[test]
    fn many_comments_on_a_move_are_joined_in_one_pass() {
        for text in [format!("1. h2e2 {}", "{a}".repeat(300_000)), format!("1. h2e2 ({} h2d2)", "{a}".repeat(300_000))]
        {
            let record = read(&text).expect("a game");
            assert_eq!(record.comments.len(), 1);
            assert_eq!(record.comments[0].text.len(), 2 * 300_000 - 1);
        }
    }
}
