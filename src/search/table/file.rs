//! Tables in files. A file holds a header line of text, then the words of all slots, little-endian (the entries, then
//! the leaves in the layout leafwalk), then the CRC-32 of all that, little-endian.

use std::fs::File;
use std::io::{BufReader, BufWriter, Error as IoError, ErrorKind, Read, Take, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crc32fast::Hasher;

use super::shape::{Shape, stride_of};
use super::slot::{SLOT_BYTES, Slot};
use super::{Bounds, Entry, Leaves, MOST_MB, Scheme, Table};
use crate::error::{Error, Result, shown};
use crate::files;
use crate::score::MATE;
use crate::search::config::Layout;

/// First word of the header line; the number is the version of the format.
const MAGIC: &str = "boyi-table-5";
/// Beginning of the first word in all versions of the format.
const FAMILY: &str = "boyi-table-";
/// Largest length of a header line, in bytes.
const MOST_HEADER: usize = 512;
/// Length of the checksum at the end, in bytes.
const SUM_BYTES: u64 = 4;
/// Number of slots between two reports to a [`Progress`].
const PART: usize = 1 << 16;

/// A file with the checksum of all bytes written to it or read from it so far.
pub(super) struct Summed<F> {
    pub file: F,
    sum: Hasher,
}

impl<F> Summed<F> {
    fn new(file: F) -> Summed<F> {
        Summed { file, sum: Hasher::new() }
    }
}

impl<F: Write> Write for Summed<F> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

impl<F: Read> Read for Summed<F> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let read = self.file.read(bytes)?;
        self.sum.update(&bytes[..read]);
        Ok(read)
    }
}

impl Table {
    /// All slots in file order: entries, then leaves.
    fn all_slots(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter().chain(self.leaves().into_iter().flat_map(|leaves| leaves.slots.iter()))
    }

    /// Whether an entry's words hold a score beyond mate, which no search stores.
    fn is_impossible(&self, words: [u64; 2]) -> bool {
        let scores = match self.shape.layout {
            Layout::TwoBound => [Bounds::unpack(words).lower, Bounds::unpack(words).upper],
            Layout::Single | Layout::LeafWalk => [Entry::unpack(words[0]).score; 2],
        };
        scores.into_iter().any(|score| i32::from(score).abs() > MATE)
    }

    /// Writes the table to a file; an existing file is replaced when all is written.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        self.save_with_progress(path, &Progress { stop: &AtomicBool::new(false), done: &AtomicU64::new(0) })
    }

    /// [`Table::save`] that another thread can watch and stop; an existing file is then unchanged.
    pub fn save_with_progress(&self, path: &Path, progress: &Progress) -> std::io::Result<()> {
        files::replace_with(path, |file| self.write(file, progress))
    }

    fn write(&self, file: &mut File, progress: &Progress) -> std::io::Result<()> {
        let mut file = BufWriter::with_capacity(1 << 20, Summed::new(file));
        let (scheme, layout, age) = (self.shape.scheme.name(), self.shape.layout.name(), self.age.load(Relaxed));
        let (leaves, owner) = (self.leaves().map_or(0, Leaves::capacity), self.owner().unwrap_or_default());
        writeln!(file, "{MAGIC} {scheme} {layout} {} {leaves} {age} {owner}", self.capacity())?;
        for (index, slot) in self.all_slots().enumerate() {
            progress.at(index)?;
            file.write_all(&slot.bytes())?;
        }
        let Summed { file, sum } = file.into_inner().map_err(|e| e.into_error())?;
        file.write_all(&sum.finalize().to_le_bytes())
    }

    /// Reads a table from a file. Fails if the file is not a saved table, is shorter or longer than its header says, or
    /// was changed in any byte.
    pub fn load(path: &Path) -> Result<Table> {
        Table::load_with_progress(path, &Progress { stop: &AtomicBool::new(false), done: &AtomicU64::new(0) })
    }

    /// [`Table::load`] that another thread can watch and stop; it then fails.
    pub fn load_with_progress(path: &Path, progress: &Progress) -> Result<Table> {
        let (mut file, header) = open(path)?;
        let mb = ((header.shape.slots() + header.leaves) * SLOT_BYTES) as f64 / (1 << 20) as f64;
        if mb > MOST_MB {
            return Err(failure(path, format!("it holds {mb:.0} MiB, expected at most {MOST_MB}")));
        }
        let table = Table::with_shape(header.shape, header.leaves)?;
        for (index, slot) in table.all_slots().enumerate() {
            let mut words = [0; SLOT_BYTES];
            progress.at(index).and_then(|()| file.read_exact(&mut words)).map_err(|error| failure(path, error))?;
            slot.set_bytes(words);
        }
        check_sum(path, file)?;
        let entries = (0..table.capacity()).map(|index| table.words(index * table.shape.stride).1);
        if let Some(index) = entries.into_iter().position(|words| table.is_impossible(words)) {
            return Err(failure(path, format!("entry {index} holds what no search stores")));
        }
        if table.leaves().is_some_and(Leaves::any_impossible) {
            return Err(failure(path, "its leaves hold what no search stores"));
        }
        table.age.store(header.age % Entry::AGES, Relaxed);
        if !header.owner.is_empty() {
            table.set_owner(&header.owner)?;
        }
        Ok(table)
    }
}

/// Progress of writing or reading a table, for another thread that shows it or stops the work.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'w> {
    /// Ends the work, which then fails.
    pub stop: &'w AtomicBool,
    /// Bytes of slots that were written or read.
    pub done: &'w AtomicU64,
}

impl Progress<'_> {
    /// Reports that the slot with this index is next. Fails after a stop.
    pub(super) fn at(&self, index: usize) -> std::io::Result<()> {
        if !index.is_multiple_of(PART) {
            return Ok(());
        }
        self.done.store((index * SLOT_BYTES) as u64, Relaxed);
        let stopped = || IoError::new(ErrorKind::Interrupted, "stopped before the end");
        if self.stop.load(Relaxed) { Err(stopped()) } else { Ok(()) }
    }
}

/// The first line of a file.
pub(super) struct Header {
    pub shape: Shape,
    /// Number of leaves.
    pub leaves: usize,
    pub age: u8,
    pub owner: String,
    /// Bytes of the line, before the first slot.
    pub length: u64,
}

/// A file without its checksum.
type Body = BufReader<Summed<Take<File>>>;

/// Opens a file and reads its header; the file's size is what the header says.
pub(super) fn open(path: &Path) -> Result<(Body, Header)> {
    let file = File::open(path)
        .map_err(|error| files::unreadable(path, "a saved table", &error, |reason| failure(path, reason)))?;
    let size = file.metadata().map_err(|error| failure(path, error))?.len();
    let mut file = BufReader::with_capacity(1 << 20, Summed::new(file.take(size.saturating_sub(SUM_BYTES))));
    let line = read_line(&mut file);
    let line = line.ok_or_else(|| failure(path, "it has no header line, expected a table saved by boyi"))?;
    let header = Header::parse(&line, size).map_err(|reason| failure(path, reason))?;
    Ok((file, header))
}

/// Reads what is left of a file, and fails if its checksum does not fit.
pub(super) fn check_sum(path: &Path, mut file: Body) -> Result<()> {
    std::io::copy(&mut file, &mut std::io::sink()).map_err(|error| failure(path, error))?;
    let Summed { file, sum } = file.into_inner();
    let mut known = [0; SUM_BYTES as usize];
    file.into_inner().read_exact(&mut known).map_err(|error| failure(path, error))?;
    if sum.finalize().to_le_bytes() != known {
        return Err(failure(path, "its checksum does not fit what it holds, so that it was damaged or changed"));
    }
    Ok(())
}

/// The error of a file.
pub(super) fn failure(path: &Path, reason: impl ToString) -> Error {
    Error::TableFile { path: path.display().to_string(), reason: reason.to_string() }
}

impl Header {
    /// Reads the line of a file of this size; the error says what is wrong.
    fn parse(line: &str, size: u64) -> std::result::Result<Header, String> {
        let mut words = line.splitn(7, ' ');
        let mut word = || words.next().ok_or("its header line is incomplete, expected 7 words");
        match word()? {
            MAGIC => {}
            other if other.starts_with(FAMILY) => {
                let other = shown(other);
                return Err(format!("its format is {other:?}, this version of boyi reads {MAGIC:?} only"));
            }
            _ => return Err(format!("expected a table saved by boyi in the format {MAGIC:?}")),
        }
        let wrong = |what: &str, text: &str, expected: &str| {
            format!("the {what} in its header is {:?}, expected {expected}", shown(text))
        };
        let number = |what: &str, text: &str| text.parse().map_err(|_| wrong(what, text, "a whole number"));
        let name = word()?;
        let schemes = || format!("one of {:?}", Scheme::ALL.map(Scheme::name));
        let scheme = Scheme::ALL.into_iter().find(|s| s.name() == name);
        let scheme = scheme.ok_or_else(|| wrong("scheme", name, &schemes()))?;
        let name = word()?;
        let layouts = || format!("one of {:?}", Layout::NAMES);
        let layout = Layout::from_name(name).ok_or_else(|| wrong("layout", name, &layouts()))?;
        let capacity: usize = number("capacity", word()?)?;
        let leaves: usize = number("number of leaves", word()?)?;
        let text = word()?;
        let age: u8 = text.parse().map_err(|_| wrong("age", text, "a whole number from 0 to 255"))?;
        let owner = word()?.to_string();
        let length = line.len() as u64 + 1;
        let entries = (capacity as u64).checked_mul(stride_of(layout) as u64);
        let slots = entries.and_then(|n| n.checked_add(leaves as u64));
        let expected = slots.and_then(|n| n.checked_mul(SLOT_BYTES as u64)?.checked_add(length + SUM_BYTES));
        let possible = capacity > 0 && capacity.is_multiple_of(scheme.ways());
        if expected != Some(size) || !possible || (leaves > 0) != (layout == Layout::LeafWalk) {
            let held = format!("{capacity} entries and {leaves} leaves");
            return Err(format!("it has {size} bytes, which is not what {held} take"));
        }
        let shape = Shape::new(capacity * stride_of(layout), scheme, layout);
        Ok(Header { shape, leaves, age, owner, length })
    }
}

fn read_line(file: &mut impl Read) -> Option<String> {
    let mut line = Vec::new();
    let mut byte = [0];
    while line.len() < MOST_HEADER {
        file.read_exact(&mut byte).ok()?;
        if byte[0] == b'\n' {
            return String::from_utf8(line).ok();
        }
        line.push(byte[0]);
    }
    None
}
