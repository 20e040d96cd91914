//! The transposition table: lock-free, shared, and open to inspection.
//!
//! Each entry is two words, the packed data and `key ^ data` (Hyatt and Mann
//! 2002): an entry torn by two threads writing at once fails the check and reads
//! as a miss. The key of every entry can be had back, which makes snapshots
//! possible.

mod entry;
mod file;
mod pool;
mod scheme;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use bytemuck::{Pod, Zeroable};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

pub use entry::Entry;
use pool::on_all_cores;
pub use scheme::Scheme;

use crate::error::{Error, Result};
use crate::game::{Game, Move};

/// Bytes of one entry.
pub const ENTRY_BYTES: usize = 16;
/// Largest table, in MiB.
pub const MOST_MB: f64 = 65_536.0;

/// An entry as people read it, one row of a snapshot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Row {
    /// Key of the position.
    pub key: u64,
    /// Code of the move, 0 for none.
    pub mv: u16,
    /// Score, distances counted from the entry's position.
    pub score: i16,
    /// Static evaluation or [`Entry::NO_EVAL`].
    pub eval: i16,
    /// Depth.
    pub depth: i8,
    /// [`crate::window::Bound`] as a number.
    pub bound: u8,
    /// Age.
    pub age: u8,
    /// Nothing.
    pub padding: [u8; 7],
}

#[derive(Debug, Default)]
struct Slot {
    data: AtomicU64,
    check: AtomicU64,
}

impl Slot {
    #[inline(always)]
    fn read(&self) -> (u64, Entry) {
        let data = self.data.load(Relaxed);
        (self.check.load(Relaxed) ^ data, Entry::unpack(data))
    }

    #[inline(always)]
    fn write(&self, key: u64, entry: Entry) {
        let data = entry.pack();
        self.data.store(data, Relaxed);
        self.check.store(key ^ data, Relaxed);
    }
}

/// A transposition table of fixed size.
#[derive(Debug)]
pub struct Table {
    slots: Vec<Slot>,
    scheme: Scheme,
    age: AtomicU8,
    owner: Mutex<Option<String>>,
}

impl Table {
    /// A table of at most `mb` MiB, at least one bucket.
    pub fn new(mb: f64, scheme: Scheme) -> Result<Table> {
        if !(mb > 0.0 && mb <= MOST_MB) {
            return Err(Error::Value(format!("table size mb = {mb}: expected more than 0 and at most {MOST_MB} MiB")));
        }
        let slots = (mb * (1 << 20) as f64) as usize / ENTRY_BYTES;
        Table::with_slots(slots, scheme)
    }

    fn with_slots(slots: usize, scheme: Scheme) -> Result<Table> {
        let number = (slots / scheme.ways()).max(1) * scheme.ways();
        let mut slots: Vec<Slot> = Vec::new();
        if slots.try_reserve_exact(number).is_err() {
            let mb = (number * ENTRY_BYTES) >> 20;
            return Err(Error::Value(format!("table size mb = {mb}: expected a size that the memory has room for")));
        }
        on_all_cores(|| slots.par_extend((0..number).into_par_iter().map(|_| Slot::default())));
        Ok(Table { slots, scheme, age: AtomicU8::new(0), owner: Mutex::new(None) })
    }

    /// The replacement scheme.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Number of entries it can hold.
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// First slot of the bucket of a key: the high bits decide, so that any size will do (Lemire 2019).
    #[inline(always)]
    fn bucket(&self, key: u64) -> usize {
        let ways = self.scheme.ways();
        ((key as u128 * (self.slots.len() / ways) as u128) >> 64) as usize * ways
    }

    /// What is known of a position.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let first = self.bucket(key);
        let bucket = &self.slots[first..first + self.scheme.ways()];
        let entries = bucket.iter().map(Slot::read);
        entries.filter(|(k, entry)| *k == key && entry.is_filled()).map(|(_, entry)| entry).next()
    }

    /// Stores what is known of a position where the scheme allows it; answers whether it did. A new entry without
    /// a move keeps the move of the old entry of the same position that it replaces.
    #[inline(always)]
    pub fn store(&self, key: u64, mut entry: Entry) -> bool {
        entry.age = self.age.load(Relaxed);
        let first = self.bucket(key);
        let mut held = [None; 4];
        let ways = self.scheme.ways();
        for (held, slot) in held.iter_mut().zip(&self.slots[first..first + ways]) {
            let (k, old) = slot.read();
            *held = old.is_filled().then_some((old, k == key));
        }
        let Some(slot) = self.scheme.slot(&held[..ways], &entry) else { return false };
        if let (false, Some((old, true))) = (entry.mv.is_some(), held[slot]) {
            entry.mv = old.mv;
        }
        self.slots[first + slot].write(key, entry);
        true
    }

    /// Begins a new search: entries stored from now on are younger.
    pub fn advance_age(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % Entry::AGES, Relaxed);
    }

    /// Forgets everything, the owner included.
    pub fn clear(&self) {
        on_all_cores(|| {
            self.slots.par_iter().for_each(|slot| {
                slot.data.store(0, Relaxed);
                slot.check.store(0, Relaxed);
            });
        });
        self.age.store(0, Relaxed);
        *self.owner.lock().unwrap_or_else(|e| e.into_inner()) = None;
    }

    /// Makes sure that the table is used for one kind of position only. `fingerprint` names game, rules and key set;
    /// the first user of an empty table becomes its owner.
    pub fn claim(&self, fingerprint: &str) -> Result<()> {
        let mut owner = self.owner.lock().unwrap_or_else(|e| e.into_inner());
        match owner.as_deref() {
            Some(known) if known != fingerprint => Err(Error::TableMismatch(format!(
                "it was filled for {known:?}, not for {fingerprint:?}; clear() it first"
            ))),
            Some(_) => Ok(()),
            None => {
                *owner = Some(fingerprint.into());
                Ok(())
            }
        }
    }

    /// What the table was filled for.
    pub fn owner(&self) -> Option<String> {
        self.owner.lock().unwrap_or_else(|e| e.into_inner()).clone()
    }

    /// Filled slots among the first `slots`, which are as good a sample as any.
    fn filled_among(&self, slots: usize) -> usize {
        on_all_cores(|| self.slots[..slots].par_iter().filter(|slot| slot.read().1.is_filled()).count())
    }

    /// Number of entries held.
    pub fn len(&self) -> usize {
        self.filled_among(self.slots.len())
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Share of the slots that hold an entry.
    pub fn fill(&self) -> f64 {
        self.len() as f64 / self.capacity() as f64
    }

    fn row(&self, index: usize) -> Option<Row> {
        let (key, e) = self.slots[index].read();
        let fits = e.is_filled() && self.bucket(key) == index / self.scheme.ways() * self.scheme.ways();
        let row = Row {
            key,
            mv: e.mv.0,
            score: e.score,
            eval: e.eval,
            depth: e.depth,
            bound: e.bound as u8,
            age: e.age,
            padding: [0; 7],
        };
        fits.then_some(row)
    }

    /// A snapshot: filled slots in slot order. A slot whose key does not belong there was torn, and is left out.
    pub fn rows(&self) -> Vec<Row> {
        /// Slots that one thread takes at a time.
        const PART: usize = 1 << 14;
        let of_part = |part: usize| (part * PART..((part + 1) * PART).min(self.capacity())).filter_map(|i| self.row(i));
        let parts = self.capacity().div_ceil(PART);
        on_all_cores(|| {
            // Counted first, so that every part can be written where it belongs, by all cores into fresh memory.
            let counts: Vec<usize> = (0..parts).into_par_iter().map(|part| of_part(part).count()).collect();
            let mut rows: Vec<Row> = bytemuck::zeroed_vec(counts.iter().sum());
            let mut rest = &mut rows[..];
            let mut places = Vec::with_capacity(parts);
            for &count in &counts {
                let (place, after) = std::mem::take(&mut rest).split_at_mut(count);
                places.push(place);
                rest = after;
            }
            let write = |(part, place): (usize, &mut [Row])| {
                let written = place.iter_mut().zip(of_part(part)).map(|(to, row)| *to = row).count();
                written == place.len()
            };
            let complete = places.into_par_iter().enumerate().map(write).reduce(|| true, |all, part| all & part);
            if !complete {
                // A search that goes on meanwhile has torn a slot between count and writing, and left a gap.
                rows.retain(|row| row.bound != 0 || row.mv != 0);
            }
            rows
        })
    }

    /// At most `n` rows from all over the table: slots are visited once each, in an order that `seed` decides.
    pub fn sample(&self, n: usize, seed: u64) -> Vec<Row> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let slots = self.capacity();
        let start = rng.random_range(0..slots);
        // A stride that has no factor in common with the size visits every slot.
        let mut stride = rng.random_range(0..slots) | 1;
        while gcd(stride, slots) != 1 {
            stride += 2;
        }
        let order = (0..slots).map(|i| ((start as u128 + i as u128 * stride as u128) % slots as u128) as usize);
        order.filter_map(|index| self.row(index)).take(n).collect()
    }

    /// The move that the entry of a position holds, if it is legal.
    fn best_move<G: Game>(&self, game: &G) -> Option<Move> {
        self.probe(game.key()).map(|entry| entry.mv).filter(|&mv| mv.is_some() && game.is_legal(mv))
    }

    /// Follows best moves from a position until one is missing, illegal, or leads back; at most `length` of them.
    pub fn principal_variation<G: Game>(&self, game: &G, length: usize) -> Vec<Move> {
        let mut game = game.clone();
        let (mut line, mut seen) = (Vec::new(), vec![game.key()]);
        while line.len() < length {
            let Some(mv) = self.best_move(&game) else { break };
            line.push(mv);
            game.play(mv);
            if seen.contains(&game.key()) {
                break;
            }
            seen.push(game.key());
        }
        line
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
