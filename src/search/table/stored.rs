//! Saved tables that are read from their file entry by entry, without loading the whole table into memory. The operating
//! system caches the parts of the file that are read often.

use std::fs::File;
use std::io::{Read, Result as IoResult, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::file::{self, Progress, check_sum};
use super::shape::Shape;
use super::slot::{SLOT_BYTES, Slot};
use super::{Bounds, Entry, Row, Scheme};
use crate::error::Result;
use crate::search::config::Layout;

/// Number of entries that are read from the file at once.
const PIECE: usize = 1 << 14;

/// A table in a file, of which nothing is held in memory.
#[derive(Debug)]
pub struct Stored {
    path: PathBuf,
    file: Mutex<File>,
    shape: Shape,
    leaves: usize,
    /// Bytes before the first slot.
    begin: u64,
    owner: String,
}

/// An entry of a saved table, by the layout of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StoredEntry {
    /// One score with its bound.
    Single(Entry),
    /// Two bounds.
    Both(Bounds),
}

impl Stored {
    /// Opens a file that [`super::Table::save`] wrote. Fails for any other file, and for one that was cut short; bytes that were changed
    /// are found by [`Stored::check`] only.
    pub fn open(path: &Path) -> Result<Stored> {
        let (file, header) = file::open(path)?;
        let (shape, leaves, owner) = (header.shape, header.leaves, header.owner);
        let file = Mutex::new(file.into_inner().file.into_inner());
        Ok(Stored { path: path.into(), file, shape, leaves, begin: header.length, owner })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The replacement scheme.
    pub fn scheme(&self) -> Scheme {
        self.shape.scheme
    }

    /// What an entry of the table holds.
    pub fn layout(&self) -> Layout {
        self.shape.layout
    }

    /// Number of entries that the table can hold, without leaves.
    pub fn capacity(&self) -> usize {
        self.shape.capacity()
    }

    /// Bytes of entries and leaves.
    pub fn bytes(&self) -> u64 {
        (self.shape.slots() + self.leaves) as u64 * SLOT_BYTES as u64
    }

    /// Fingerprint of the positions that the table is filled for, empty if it has none.
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// Fails if any byte of the file was changed; reads all of it.
    pub fn check(&self, progress: &Progress) -> Result<()> {
        let (mut file, header) = file::open(&self.path)?;
        let mut slot = [0; SLOT_BYTES];
        for index in 0..header.shape.slots() + header.leaves {
            let read = progress.at(index).and_then(|()| file.read_exact(&mut slot));
            read.map_err(|error| file::failure(&self.path, error))?;
        }
        check_sum(&self.path, file)
    }

    /// At most `most` entries from an index on, in order, and the index behind them; no entries at the end.
    pub fn rows_from(&self, index: usize, most: usize) -> IoResult<(Vec<Row>, usize)> {
        let (mut rows, mut next) = (Vec::new(), index);
        while next < self.capacity() && rows.len() < most {
            let number = PIECE.min(self.capacity() - next);
            let slots = self.slots(next * self.shape.stride, number * self.shape.stride)?;
            for at in 0..number {
                if rows.len() == most {
                    return Ok((rows, next + at));
                }
                rows.extend(self.shape.row(next + at, at * self.shape.stride, |at| slots[at].read()));
            }
            next += number;
        }
        Ok((rows, next))
    }

    /// Entry of a position.
    pub fn probe(&self, key: u64) -> IoResult<Option<StoredEntry>> {
        let places: Vec<usize> = self.shape.bucket(key).collect();
        let slots = self.slots(places[0], places.len() * self.shape.stride)?;
        let entries = (0..places.len()).map(|way| self.shape.words(way * self.shape.stride, |at| slots[at].read()));
        let found = entries.into_iter().find(|(known, words)| *known == key && words[0] != 0);
        Ok(found.map(|(_, words)| match self.shape.layout {
            Layout::TwoBound => StoredEntry::Both(Bounds::unpack(words)),
            Layout::Single | Layout::LeafWalk => StoredEntry::Single(Entry::unpack(words[0])),
        }))
    }

    fn slots(&self, at: usize, number: usize) -> IoResult<Vec<Slot>> {
        let mut bytes = vec![0; number * SLOT_BYTES];
        let mut file = self.file.lock().unwrap_or_else(|e| e.into_inner());
        file.seek(SeekFrom::Start(self.begin + (at * SLOT_BYTES) as u64))?;
        file.read_exact(&mut bytes)?;
        let slot = |bytes: &[u8; SLOT_BYTES]| {
            let slot = Slot::default();
            slot.set_bytes(*bytes);
            slot
        };
        Ok(bytes.as_chunks().0.iter().map(slot).collect())
    }
}
