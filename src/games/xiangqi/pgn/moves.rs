//! The text of one game: its tags and its moves.

use super::split::tag_name;
use super::{Comment, Failure, Record, Step, start_of};
use crate::error::{Error, shown};
use crate::game::Move;
use crate::games::xiangqi::board::Board;
use crate::games::xiangqi::notation;
use crate::games::xiangqi::position::Position;

/// Results as they are written, in several ways.
const RESULTS: [(&str, &[&str]); 4] = [
    ("1-0", &["1-0", "红胜", "红方胜", "紅勝", "紅方勝"]),
    ("0-1", &["0-1", "黑胜", "黑方胜", "黑勝", "黑方勝"]),
    ("1/2-1/2", &["1/2-1/2", "1/2", "½-½", "0.5-0.5", "和棋", "和局", "和"]),
    ("*", &["*"]),
];

/// Characters that end a word of the moves.
const ENDS: [char; 12] = ['{', '}', '(', ')', '（', '）', ';', '$', '!', '?', '！', '？'];

/// Characters of the longest Chinese move before its last one, such as `前兵三平四`.
const MOST_LETTERS: usize = 5;

/// A place on the tree of moves.
#[derive(Clone)]
struct At {
    board: Board,
    node: u32,
    /// Board and node before the last move; none before the first one.
    before: Option<(Board, u32)>,
    /// The comment that stands before the next move.
    comment: Option<String>,
}

struct Reader<'t> {
    text: &'t str,
    /// Bytes read.
    at: usize,
    /// Where the word ends that was looked at last: moves without blanks between them are one word of many moves.
    word_end: usize,
    record: Record,
    here: At,
    /// The lines that variations leave.
    outer: Vec<At>,
}

/// Reads the text of a game.
pub fn parse(text: &str) -> Result<Record, Failure> {
    if let Some(at) = text.find('\0') {
        return Err(Failure::new(line_of(text, at), "bytes that are no text in this encoding"));
    }
    let (tags, at) = tags(text)?;
    let start = start_of(&tags).map_err(|error| Failure::new(line_of(text, fen_at(text)), error.to_string()))?;
    let here = At { board: start.board().clone(), node: 0, before: None, comment: None };
    let record = Record {
        tags,
        moves: Vec::with_capacity(96),
        comments: Vec::new(),
        glyphs: Vec::new(),
        result: None,
        notation: None,
        trailer: String::new(),
    };
    let mut reader = Reader { text, at, word_end: at, record, here, outer: Vec::new() };
    reader.read()?;
    Ok(reader.record)
}

/// The number of the line of a byte.
fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count()
}

/// Where the tag `FEN` stands.
fn fen_at(text: &str) -> usize {
    text.find("[FEN").or_else(|| text.find("[Fen")).unwrap_or(0)
}

pub(super) type Tags = Vec<(String, String)>;

/// The tags, and the bytes that they take.
pub(super) fn tags(text: &str) -> Result<(Tags, usize), Failure> {
    let (mut tags, mut at, mut end) = (Tags::with_capacity(12), 0, 0);
    loop {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        if end <= at + blank {
            end = at + blank + rest[blank..].find('\n').unwrap_or(rest.len() - blank);
        }
        let line = &text[at + blank..end];
        let Some(name) = tag_name(line) else { return Ok((tags, at)) };
        let value = line[1 + name.len()..].trim_start();
        let inside = line.len() - value.len();
        let (value, length) = match value.strip_prefix('"') {
            Some(quoted) => quoted_value(quoted).map(|(value, length)| (value, length + 1)),
            None => value.find(']').map(|end| (value[..end].trim().to_string(), end + 1)),
        }
        .ok_or_else(|| {
            let reason = format!("unreadable tag {:?}: expected a tag such as [Event \"…\"]", shown(line));
            Failure::new(line_of(text, at + blank), reason)
        })?;
        tags.push((name.into(), value));
        at += blank + inside + length;
    }
}

/// The value of a tag behind its first quotation mark, and its bytes with the closing bracket. The value ends at the first
/// mark that a bracket follows; marks before are part of it.
fn quoted_value(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' if text[at + 1..].starts_with(['"', '\\']) => value.extend(letters.next().map(|(_, letter)| letter)),
            '"' => {
                let rest = text[at + 1..].trim_start();
                if rest.starts_with(']') {
                    return Some((value, text.len() - rest.len() + 1));
                }
                value.push('"');
            }
            _ => value.push(letter),
        }
    }
    None
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn fail(&self, at: usize, reason: impl Into<String>) -> Failure {
        Failure::new(line_of(self.text, at), reason)
    }

    fn read(&mut self) -> Result<(), Failure> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let rest = self.rest();
            let Some(letter) = rest.chars().next() else { break };
            let is_over = self.record.result.is_some() && self.outer.is_empty();
            match letter {
                '{' => self.comment_in_braces()?,
                ';' => {
                    let line = rest.lines().next().unwrap_or_default();
                    self.at += line.len();
                    self.comment(line[1..].trim());
                }
                '%' if self.begins_line() => self.at += rest.lines().next().unwrap_or_default().len(),
                '=' if rest.starts_with("==") && self.begins_line() => self.trailer(),
                _ if is_over => self.trailer(),
                '(' | '（' => self.open(letter)?,
                ')' | '）' => self.close(letter)?,
                '$' | '!' | '?' | '！' | '？' => self.glyph()?,
                '}' => return Err(self.fail(self.at, "a comment ends here that has not begun")),
                _ => self.word()?,
            }
        }
        if let Some(comment) = self.here.comment.take() {
            // A comment on no move, such as the only contents of a game, is one on where it stands.
            self.add_comment(self.here.node, false, comment);
        }
        if self.outer.is_empty() { Ok(()) } else { Err(self.fail(self.text.len() - 1, "a variation has no end")) }
    }

    fn begins_line(&self) -> bool {
        self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n'
    }

    /// Keeps what follows the game.
    fn trailer(&mut self) {
        let text = self.rest().trim_start_matches('=');
        self.record.trailer = text.trim().replace("\r\n", "\n");
        self.at = self.text.len();
    }

    fn comment_in_braces(&mut self) -> Result<(), Failure> {
        let rest = self.rest();
        let Some(end) = rest.find('}') else {
            return Err(self.fail(self.at, format!("the comment {:?} has no end: expected \"}}\"", shown(rest))));
        };
        self.at += end + 1;
        self.comment(rest[1..end].trim());
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n");
        let begins_variation = !self.outer.is_empty() && self.here.before.is_none();
        if !begins_variation {
            return self.add_comment(self.here.node, false, text);
        }
        match &mut self.here.comment {
            Some(comment) => add_line(comment, &text),
            None => self.here.comment = Some(text).filter(|text| !text.is_empty()),
        }
    }

    fn add_comment(&mut self, node: u32, before: bool, text: String) {
        match self.record.comments.last_mut() {
            // Blank lines are part of a comment of several lines.
            Some(last) if (last.node, last.before) == (node, before) => add_line(&mut last.text, &text),
            _ if text.is_empty() => {}
            _ => self.record.comments.push(Comment { node, before, text }),
        }
    }

    fn open(&mut self, bracket: char) -> Result<(), Failure> {
        let Some((board, node)) = self.here.before.clone() else {
            return Err(
                self.fail(self.at, "a variation begins before any move: expected it behind the move it replaces")
            );
        };
        let here = At { board, node, before: None, comment: None };
        self.outer.push(std::mem::replace(&mut self.here, here));
        self.at += bracket.len_utf8();
        Ok(())
    }

    fn close(&mut self, bracket: char) -> Result<(), Failure> {
        let Some(outer) = self.outer.pop() else {
            return Err(self.fail(self.at, "a variation ends here that has not begun"));
        };
        let inner = std::mem::replace(&mut self.here, outer);
        if let Some(comment) = inner.comment {
            // A variation of a comment alone is a comment on the move that it replaces.
            self.add_comment(self.here.node, false, comment);
        }
        self.at += bracket.len_utf8();
        Ok(())
    }

    /// A glyph: `$` and a number, or exclamation and question marks.
    fn glyph(&mut self) -> Result<(), Failure> {
        let rest = self.rest();
        let (number, length) = match rest.strip_prefix('$') {
            Some(digits) => {
                let length = digits.bytes().take_while(u8::is_ascii_digit).count();
                (digits[..length].parse().ok(), 1 + length)
            }
            None => {
                let marks: String = rest.chars().take_while(|c| "!?！？".contains(*c)).collect();
                let plain: String = marks.chars().map(|c| if matches!(c, '!' | '！') { '!' } else { '?' }).collect();
                let known = ["!", "?", "!!", "??", "!?", "?!"].iter().position(|&known| known == plain);
                (known.map(|at| at as u16 + 1), marks.len())
            }
        };
        let Some(number) = number else {
            let found = shown(&rest[..length]);
            return Err(self.fail(
                self.at,
                format!("{found:?} is no annotation: expected \"$\" and a number, or marks such as \"!?\""),
            ));
        };
        self.record.glyphs.push((self.here.node, number));
        self.at += length;
        Ok(())
    }

    /// A word: a result, the number of a move, or moves.
    fn word(&mut self) -> Result<(), Failure> {
        let rest = self.rest();
        if self.word_end <= self.at {
            let end = rest.find(|c: char| c.is_whitespace() || ENDS.contains(&c)).unwrap_or(rest.len());
            self.word_end = self.at + end;
        }
        let end = self.word_end - self.at;
        let word = &rest[..end];
        let meant = |(_, ways): &&(&str, &[&str])| ways.contains(&word);
        if let Some(&(result, _)) = RESULTS.iter().find(meant) {
            self.at += end;
            if self.outer.is_empty() {
                self.record.result = Some(result);
            }
            return Ok(());
        }
        // WXF writes pawns of a crowded file with two digits first, such as "24.5".
        if is_crowded_pawn(word) && self.try_move(word) {
            self.at += end;
            return Ok(());
        }
        let number = number_length(word);
        if number > 0 {
            self.at += number;
            return Ok(());
        }
        if word.starts_with(|c: char| c.is_ascii() || ('！'..='～').contains(&c)) {
            let bare = word.trim_end_matches(['+', '#']);
            if self.try_move(word) || bare != word && self.try_move(bare) {
                self.at += end;
                return Ok(());
            }
            return Err(self.refusal(word));
        }
        self.chinese_move(rest)
    }

    /// A Chinese move: all up to the character behind the direction, blanks left out.
    fn chinese_move(&mut self, rest: &str) -> Result<(), Failure> {
        let (mut text, mut length, mut is_last) = (String::with_capacity(20), 0, false);
        for (at, letter) in rest.char_indices().filter(|(_, letter)| !letter.is_whitespace()) {
            if ENDS.contains(&letter) || length > MOST_LETTERS {
                break;
            }
            text.push(letter);
            length += 1;
            if is_last {
                if !self.try_move(&text) {
                    return Err(self.refusal(&text));
                }
                self.at += at + letter.len_utf8();
                return Ok(());
            }
            is_last = length > 2 && matches!(letter, '平' | '进' | '進' | '退' | '+' | '-' | '=');
        }
        let word = rest.split(|c: char| c.is_whitespace() || ENDS.contains(&c)).next().unwrap_or(rest);
        Err(self.refusal(word))
    }

    /// Plays the move that a text means, if it means one.
    fn try_move(&mut self, text: &str) -> bool {
        let Some(mv) = notation::resolve(&self.here.board, &self.here.board.guard(), text) else { return false };
        if self.record.notation.is_none() {
            self.record.notation = notation::notation_of(text);
        }
        self.play(mv);
        true
    }

    fn play(&mut self, mv: Move) {
        let here = &mut self.here;
        self.record.moves.push(Step { mv, parent: here.node });
        here.before = Some((here.board.clone(), here.node));
        here.board.apply(mv);
        here.node = self.record.moves.len() as u32;
        if let Some(comment) = here.comment.take() {
            self.record.comments.push(Comment { node: here.node, before: true, text: comment });
        }
    }

    /// Why a word is no move.
    #[cold]
    fn refusal(&self, word: &str) -> Failure {
        let position = Position::new(self.here.board.clone(), 0, 1);
        match notation::parse(&position, word, None) {
            Err(error @ (Error::MoveText { .. } | Error::IllegalMove { .. })) => self.fail(self.at, error.to_string()),
            _ => self.fail(self.at, format!("unreadable {:?}: expected a move, a comment or a result", shown(word))),
        }
    }
}

fn add_line(comment: &mut String, text: &str) {
    comment.push('\n');
    comment.push_str(text);
}

/// A word of a list of moves without the number and its dots before it; none for a number alone and for a result.
pub fn move_text(word: &str) -> Option<&str> {
    if RESULTS.iter().any(|(_, ways)| ways.contains(&word)) {
        return None;
    }
    let number = if is_crowded_pawn(word) { 0 } else { number_length(word) };
    let has_dots = !word[..number].ends_with(|c: char| c.is_numeric());
    Some(if has_dots { &word[number..] } else { word }).filter(|rest| !rest.is_empty())
}

/// Whether a word has the shape of a WXF move of a pawn on a crowded file, such as `24=5`.
fn is_crowded_pawn(word: &str) -> bool {
    matches!(word.as_bytes(), [b'1'..=b'5', b'1'..=b'9', b'.' | b'=' | b'+' | b'-', b'1'..=b'9'])
}

/// The bytes of the number of a move with which a word begins, with the dots behind it; of dots alone, too. 0 where there
/// is none, such as before the move `1兵` of a crowded file.
fn number_length(word: &str) -> usize {
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let is_dot = |c: char| matches!(c, '.' | '．' | '…' | '、' | '。' | '·' | ':' | '：');
    let behind_digits = word.trim_start_matches(is_digit);
    let behind_dots = behind_digits.trim_start_matches(is_dot);
    let is_number = behind_dots.is_empty() || behind_dots.len() < behind_digits.len();
    if is_number { word.len() - behind_dots.len() } else { 0 }
}
