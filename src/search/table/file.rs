//! Tables on disk: a line of text that says what it is, then the words of all slots, little-endian: the
//! entries, and the leaves if its layout has such.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::slot::Slot;
use super::{Bounds, ENTRY_BYTES, Entry, Leaves, MOST_MB, Scheme, Table};
use crate::error::{Error, Result};
use crate::score::MATE;
use crate::search::config::Layout;

/// First word of the header line; the number is the version of the format.
const MAGIC: &str = "boyi-table-2";
/// No header line is longer.
const MOST_HEADER: usize = 512;

impl Table {
    /// Entries, then leaves.
    fn all_slots(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter().chain(self.leaves().into_iter().flat_map(|leaves| &leaves.slots))
    }

    /// Whether data holds a score that no search stores.
    fn is_impossible(&self, data: u64) -> bool {
        let scores = match self.layout {
            Layout::TwoBound => [Bounds::unpack(data).lower, Bounds::unpack(data).upper],
            Layout::Single | Layout::LeafWalk => [Entry::unpack(data).score; 2],
        };
        scores.into_iter().any(|score| i32::from(score).abs() > MATE)
    }

    /// Writes the table to a file.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
        let (scheme, layout, age) = (self.scheme.name(), self.layout.name(), self.age.load(Relaxed));
        let (leaves, owner) = (self.leaves().map_or(0, Leaves::capacity), self.owner().unwrap_or_default());
        writeln!(file, "{MAGIC} {scheme} {layout} {} {leaves} {age} {owner}", self.capacity())?;
        for slot in self.all_slots() {
            file.write_all(&slot.bytes())?;
        }
        file.into_inner().map_err(|e| e.into_error())?.sync_all()
    }

    /// Reads a table from a file. Refuses a file that is not a saved table, was cut short, or holds more than it says.
    pub fn load(path: &Path) -> Result<Table> {
        let fail = |reason: &str| Error::TableFile { path: path.display().to_string(), reason: reason.into() };
        let file = File::open(path).map_err(|e| fail(&e.to_string()))?;
        let size = file.metadata().map_err(|e| fail(&e.to_string()))?.len();
        let mut file = BufReader::with_capacity(1 << 20, file);
        let header = read_header(&mut file).ok_or_else(|| fail("it does not begin as a table saved by boyi does"))?;
        let mut words = header.splitn(7, ' ');
        let mut word = || words.next().ok_or_else(|| fail("its header is cut short"));
        if word()? != MAGIC {
            return Err(fail(&format!("expected a table saved by boyi in the format {MAGIC:?}")));
        }
        let name = word()?;
        let scheme = Scheme::ALL.into_iter().find(|s| s.name() == name).ok_or_else(|| fail("its scheme is unknown"))?;
        let layout = Layout::from_name(word()?).ok_or_else(|| fail("its layout is unknown"))?;
        let capacity: usize = word()?.parse().map_err(|_| fail("its capacity is not a number"))?;
        let leaves: usize = word()?.parse().map_err(|_| fail("its number of leaves is not a number"))?;
        let age: u8 = word()?.parse().map_err(|_| fail("its age is not a number"))?;
        let owner = word()?;
        let slots = (capacity as u64).checked_add(leaves as u64);
        let expected = slots.and_then(|n| n.checked_mul(ENTRY_BYTES as u64)?.checked_add(header.len() as u64 + 1));
        let possible = capacity > 0 && capacity.is_multiple_of(scheme.ways());
        if expected != Some(size) || !possible || (leaves > 0) != (layout == Layout::LeafWalk) {
            let held = format!("{capacity} entries and {leaves} leaves");
            return Err(fail(&format!("it has {size} bytes, which is not what {held} take")));
        }
        if (capacity + leaves) as f64 * ENTRY_BYTES as f64 > MOST_MB * (1 << 20) as f64 {
            return Err(fail("it is larger than any table of boyi"));
        }
        let table = Table::with_slots(capacity, scheme, layout, leaves, &AtomicBool::new(false))?;
        for slot in table.all_slots() {
            let mut words = [0; ENTRY_BYTES];
            file.read_exact(&mut words).map_err(|e| fail(&e.to_string()))?;
            slot.set_bytes(words);
        }
        if let Some(index) = table.slots.iter().position(|slot| table.is_impossible(slot.read().1)) {
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
