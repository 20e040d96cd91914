//! Tables on disk: a line of text that says what it is, then the words of all slots, little-endian.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use super::{ENTRY_BYTES, MOST_MB, Scheme, Table};
use crate::error::{Error, Result};
use crate::score::MATE;

/// First word of the header line; the number is the version of the format.
const MAGIC: &str = "boyi-table-1";
/// No header line is longer.
const MOST_HEADER: usize = 512;

impl Table {
    /// Writes the table to a file.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
        let (scheme, age) = (self.scheme.name(), self.age.load(Relaxed));
        let owner = self.owner().unwrap_or_default();
        writeln!(file, "{MAGIC} {scheme} {} {age} {owner}", self.capacity())?;
        for slot in &self.slots {
            file.write_all(&slot.data.load(Relaxed).to_le_bytes())?;
            file.write_all(&slot.check.load(Relaxed).to_le_bytes())?;
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
        let mut words = header.splitn(5, ' ');
        let mut word = || words.next().ok_or_else(|| fail("its header is cut short"));
        if word()? != MAGIC {
            return Err(fail(&format!("expected a table saved by boyi in the format {MAGIC:?}")));
        }
        let name = word()?;
        let scheme = Scheme::ALL.into_iter().find(|s| s.name() == name).ok_or_else(|| fail("its scheme is unknown"))?;
        let capacity: usize = word()?.parse().map_err(|_| fail("its capacity is not a number"))?;
        let age: u8 = word()?.parse().map_err(|_| fail("its age is not a number"))?;
        let owner = word()?;
        let entries = (capacity as u64).checked_mul(ENTRY_BYTES as u64);
        let expected = entries.and_then(|n| n.checked_add(header.len() as u64 + 1));
        if expected != Some(size) || capacity == 0 || !capacity.is_multiple_of(scheme.ways()) {
            return Err(fail(&format!("it has {size} bytes, which is not what {capacity} entries take")));
        }
        if capacity as f64 * ENTRY_BYTES as f64 > MOST_MB * (1 << 20) as f64 {
            return Err(fail("it is larger than any table of boyi"));
        }
        let table = Table::with_slots(capacity, scheme)?;
        for (index, slot) in table.slots.iter().enumerate() {
            let mut words = [0; ENTRY_BYTES];
            file.read_exact(&mut words).map_err(|e| fail(&e.to_string()))?;
            let (data, check) = words.split_at(8);
            slot.data.store(u64::from_le_bytes(data.try_into().expect("eight bytes")), Relaxed);
            slot.check.store(u64::from_le_bytes(check.try_into().expect("eight bytes")), Relaxed);
            if i32::from(slot.read().1.score).abs() > MATE {
                return Err(fail(&format!("entry {index} holds what no search stores")));
            }
        }
        table.age.store(age % super::Entry::AGES, Relaxed);
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
