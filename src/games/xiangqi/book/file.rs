//! The file format of books: a header line with format version, number of entries and checksum, then one line per entry
//! with key, move, weight and games. Equal books give files that are equal byte by byte.

use std::fmt::Write as _;
use std::path::Path;

use super::{Book, Row};
use crate::error::{Error, Result, shown};
use crate::files;
use crate::game::Move;
use crate::games::xiangqi::moves::{move_name, parse_coordinates};

/// First word of the header; the number is the version of the format.
const MAGIC: &str = "boyi-book-1";

impl Book {
    /// The book in the text format of files.
    pub fn text(&self) -> String {
        let mut body = String::with_capacity(32 * self.rows.len());
        for row in self.rows.iter() {
            let name = move_name(Move(row.mv));
            writeln!(body, "{:016x} {name} {} {}", row.key, row.weight, row.games).expect("a String takes all");
        }
        format!("{MAGIC} {} {:016x}\n{body}", self.rows.len(), checksum(body.as_bytes()))
    }

    /// Writes the book to a file atomically: on an error an existing file is unchanged.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        files::replace(path, self.text().as_bytes())
    }

    /// Reads a book from a file. An error for anything but a complete book as [`Book::save`] writes it.
    pub fn load(path: &Path) -> Result<Book> {
        let fail = |reason: String| Error::BookFile { path: path.display().to_string(), reason };
        Book::parse(&files::read(path, "a saved opening book", fail)?).map_err(fail)
    }

    /// Reads a book from a file's contents; the error says what is wrong.
    pub fn parse(bytes: &[u8]) -> std::result::Result<Book, String> {
        let foreign = || format!("expected a book saved by boyi, which begins with {MAGIC:?}");
        if !bytes.starts_with(b"boyi-book-") {
            return Err(foreign());
        }
        let text = std::str::from_utf8(bytes).map_err(|e| format!("byte {} is no text", e.valid_up_to() + 1))?;
        // Some tools convert line ends when they copy text files.
        let text = text.replace("\r\n", "\n");
        let (header, body) = text.split_once('\n').ok_or("its first line is cut short")?;
        let mut words = header.split(' ');
        match words.next() {
            Some(MAGIC) => {}
            other => return Err(format!("it is of the format {:?}, expected {MAGIC:?}", shown(other.unwrap_or("")))),
        }
        let number = words.next().and_then(|word| word.parse::<usize>().ok());
        let number = number.ok_or("its first line does not say how many entries it has")?;
        let held = body.matches('\n').count();
        if held != number || !(body.is_empty() || body.ends_with('\n')) {
            return Err(format!("it has {held} entries, expected {number}"));
        }
        let mut rows: Vec<Row> = Vec::with_capacity(number);
        for (line, number) in body.lines().zip(2..) {
            let expected = "expected a key, a move, a weight and a number of games";
            let row = read_row(line).ok_or_else(|| format!("line {number} is {:?}, {expected}", shown(line)))?;
            if rows.last().is_some_and(|last| last.order() >= row.order()) {
                return Err(format!("line {number} is out of order"));
            }
            rows.push(row);
        }
        let book = Book { rows: rows.into() };
        if book.text() == text { Ok(book) } else { Err("its entries are not what they were when it was saved".into()) }
    }
}

fn read_row(line: &str) -> Option<Row> {
    let mut words = line.split(' ');
    let key = u64::from_str_radix(words.next()?, 16).ok()?;
    let mv = parse_coordinates(words.next()?)?;
    let mut number = || words.next()?.parse().ok().filter(|&n: &u32| n > 0);
    let row = Row::new(key, mv, number()?, number()?);
    words.next().is_none().then_some(row)
}

/// FNV-1a checksum of 64 bits (Fowler, Noll and Vo, 1991), sufficient to detect damage.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ byte as u64).wrapping_mul(0x0100_0000_01b3))
}
