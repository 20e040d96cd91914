//! Tables in files. A file holds a header line of text, then the words of all slots, little-endian (the entries, then
//! the leaves in the layout leafwalk), then the CRC-32 of all that, little-endian.

use std::fs::File;
use std::io::{BufReader, BufWriter, Error as IoError, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crc32fast::Hasher;

use super::shape::stride_of;
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
/// Number of slots between two checks of the stop flag.
const PART: usize = 1 << 16;

/// A file with the checksum of all bytes written to it or read from it so far.
struct Summed<F> {
    file: F,
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
        self.slots.iter().chain(self.leaves().into_iter().flat_map(|leaves| &leaves.slots))
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
        self.save_until(path, &AtomicBool::new(false))
    }

    /// [`Table::save`] that another thread can stop by setting `stop`; an existing file is then unchanged.
    pub fn save_until(&self, path: &Path, stop: &AtomicBool) -> std::io::Result<()> {
        files::replace_with(path, |file| self.write(file, stop))
    }

    fn write(&self, file: &mut File, stop: &AtomicBool) -> std::io::Result<()> {
        let mut file = BufWriter::with_capacity(1 << 20, Summed::new(file));
        let (scheme, layout, age) = (self.shape.scheme.name(), self.shape.layout.name(), self.age.load(Relaxed));
        let (leaves, owner) = (self.leaves().map_or(0, Leaves::capacity), self.owner().unwrap_or_default());
        writeln!(file, "{MAGIC} {scheme} {layout} {} {leaves} {age} {owner}", self.capacity())?;
        for (index, slot) in self.all_slots().enumerate() {
            if index % PART == 0 && stop.load(Relaxed) {
                return Err(stopped());
            }
            file.write_all(&slot.bytes())?;
        }
        let Summed { file, sum } = file.into_inner().map_err(|e| e.into_error())?;
        file.write_all(&sum.finalize().to_le_bytes())
    }

    /// Reads a table from a file. Fails if the file is not a saved table, is shorter or longer than its header says, or
    /// was changed in any byte.
    pub fn load(path: &Path) -> Result<Table> {
        Table::load_until(path, &AtomicBool::new(false))
    }

    /// [`Table::load`] that another thread can stop by setting `stop`; it then fails.
    pub fn load_until(path: &Path, stop: &AtomicBool) -> Result<Table> {
        let fail = |reason: &str| Error::TableFile { path: path.display().to_string(), reason: reason.into() };
        let failed = |error: IoError| fail(&error.to_string());
        let file = File::open(path);
        let file = file.map_err(|error| files::unreadable(path, "a saved table", &error, |reason| fail(&reason)))?;
        let size = file.metadata().map_err(failed)?.len();
        let mut file = BufReader::with_capacity(1 << 20, Summed::new(file.take(size.saturating_sub(SUM_BYTES))));
        let header =
            read_header(&mut file).ok_or_else(|| fail("it has no header line, expected a table saved by boyi"))?;
        let mut words = header.splitn(7, ' ');
        let mut word = || words.next().ok_or_else(|| fail("its header line is incomplete, expected 7 words"));
        match word()? {
            MAGIC => {}
            other if other.starts_with(FAMILY) => {
                let other = shown(other);
                return Err(fail(&format!("its format is {other:?}, this version of boyi reads {MAGIC:?} only")));
            }
            _ => return Err(fail(&format!("expected a table saved by boyi in the format {MAGIC:?}"))),
        }
        let wrong = |what: &str, text: &str, expected: &str| {
            fail(&format!("the {what} in its header is {:?}, expected {expected}", shown(text)))
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
        let owner = word()?;
        let slots = (capacity as u64).checked_mul(stride_of(layout) as u64).and_then(|n| n.checked_add(leaves as u64));
        let around = header.len() as u64 + 1 + SUM_BYTES;
        let expected = slots.and_then(|n| n.checked_mul(SLOT_BYTES as u64)?.checked_add(around));
        let possible = capacity > 0 && capacity.is_multiple_of(scheme.ways());
        if expected != Some(size) || !possible || (leaves > 0) != (layout == Layout::LeafWalk) {
            let held = format!("{capacity} entries and {leaves} leaves");
            return Err(fail(&format!("it has {size} bytes, which is not what {held} take")));
        }
        if slots.unwrap_or(u64::MAX) as f64 * SLOT_BYTES as f64 > MOST_MB * (1 << 20) as f64 {
            return Err(fail(&format!(
                "it holds {capacity} entries and {leaves} leaves, expected at most {MOST_MB} MiB"
            )));
        }
        let table = Table::with_slots(capacity * stride_of(layout), scheme, layout, leaves, stop)?;
        for (index, slot) in table.all_slots().enumerate() {
            if index % PART == 0 && stop.load(Relaxed) {
                return Err(failed(stopped()));
            }
            let mut words = [0; SLOT_BYTES];
            file.read_exact(&mut words).map_err(failed)?;
            slot.set_bytes(words);
        }
        let Summed { file, sum } = file.into_inner();
        let mut known = [0; SUM_BYTES as usize];
        file.into_inner().read_exact(&mut known).map_err(failed)?;
        if sum.finalize().to_le_bytes() != known {
            return Err(fail("its checksum does not fit what it holds, so that it was damaged or changed"));
        }
        let entries = (0..capacity).map(|index| table.words(index * table.shape.stride).1);
        if let Some(index) = entries.into_iter().position(|words| table.is_impossible(words)) {
            return Err(fail(&format!("entry {index} holds what no search stores")));
        }
        if table.leaves().is_some_and(Leaves::any_impossible) {
            return Err(fail("its leaves hold what no search stores"));
        }
        table.age.store(age % Entry::AGES, Relaxed);
        if !owner.is_empty() {
            table.claim(owner)?;
        }
        Ok(table)
    }
}

fn stopped() -> IoError {
    IoError::new(ErrorKind::Interrupted, "stopped before the end")
}

fn read_header(file: &mut impl Read) -> Option<String> {
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
