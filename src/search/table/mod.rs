//! The transposition table: lock-free, shared, and open to inspection.
//!
//! Each entry is two words, the packed data and `key ^ data` (Hyatt and Mann
//! 2002): an entry torn by two threads writing at once fails the check and reads
//! as a miss. The key of every entry can be had back, which makes snapshots
//! possible.
//!
//! What an entry overwrites is the affair of its [`Scheme`], what the table holds
//! that of its [`Layout`]; any goes with any.

mod entry;
mod file;
mod leaf;
mod pool;
mod scheme;
mod slot;
mod walk;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use bytemuck::{Pod, Zeroable};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

pub use entry::Entry;
pub use leaf::{LeafRow, Leaves};
use pool::on_all_cores;
pub use scheme::Scheme;
pub use slot::SLOT_BYTES as ENTRY_BYTES;
use slot::{Slot, clear_all, empty_slots, place};
pub use walk::{Advice, Walk};

use crate::error::{Error, Result};
use crate::game::{Game, Move};
use crate::score::Score;
use crate::search::config::{Config, Layout};
use crate::window::Bound;

/// One slot in so many of a leafwalk table is an entry, the others are leaves.
const LEAFWALK_SHARE: usize = 2;
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
    /// Side that has moved last, as a number; only in the layout leafwalk.
    pub last_player: u8,
    /// Nothing.
    pub padding: [u8; 6],
}

/// Key and entry of a slot.
#[inline(always)]
fn read(slot: &Slot) -> (u64, Entry) {
    let (key, data) = slot.read();
    (key, Entry::unpack(data))
}

/// A transposition table of fixed size.
#[derive(Debug)]
pub struct Table {
    slots: Vec<Slot>,
    scheme: Scheme,
    layout: Layout,
    leaves: Option<Leaves>,
    age: AtomicU8,
    owner: Mutex<Option<String>>,
}

impl Table {
    /// A table of at most `mb` MiB, at least one bucket, that holds single bounds.
    pub fn new(mb: f64, scheme: Scheme) -> Result<Table> {
        Table::with_layout(mb, scheme, Layout::Single)
    }

    /// The table that a configuration names, of `mb` MiB; none if it wants none.
    pub fn of(config: &Config, mb: f64) -> Result<Option<Table>> {
        Scheme::of(config.table).map(|scheme| Table::with_layout(mb, scheme, config.table_layout)).transpose()
    }

    /// A table of any layout. Half the memory of a leafwalk table goes to its leaves: there are more of them than of
    /// entries, but a lost entry ends more walks than a lost leaf.
    pub fn with_layout(mb: f64, scheme: Scheme, layout: Layout) -> Result<Table> {
        if !(mb > 0.0 && mb <= MOST_MB) {
            return Err(Error::Value(format!("table size mb = {mb}: expected more than 0 and at most {MOST_MB} MiB")));
        }
        let slots = (mb * (1 << 20) as f64) as usize / ENTRY_BYTES;
        match layout {
            Layout::Single => Table::with_slots(slots, scheme, layout, 0),
            Layout::LeafWalk => {
                let entries = slots / LEAFWALK_SHARE;
                Table::with_slots(entries, scheme, layout, slots - entries)
            }
        }
    }

    fn with_slots(slots: usize, scheme: Scheme, layout: Layout, leaves: usize) -> Result<Table> {
        let number = (slots / scheme.ways()).max(1) * scheme.ways();
        let leaves = (layout == Layout::LeafWalk).then(|| Leaves::new(leaves)).transpose()?;
        let (slots, age) = (empty_slots(number)?, AtomicU8::new(0));
        Ok(Table { slots, scheme, layout, leaves, age, owner: Mutex::new(None) })
    }

    /// The replacement scheme.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// What it holds.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Its leaf table, in the layout leafwalk.
    #[inline(always)]
    pub fn leaves(&self) -> Option<&Leaves> {
        self.leaves.as_ref()
    }

    /// Number of entries it can hold.
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// Memory of entries and leaves.
    pub fn bytes(&self) -> usize {
        (self.capacity() + self.leaves().map_or(0, Leaves::capacity)) * ENTRY_BYTES
    }

    /// First slot of the bucket of a key.
    #[inline(always)]
    fn bucket(&self, key: u64) -> usize {
        let ways = self.scheme.ways();
        place(key, self.slots.len() / ways) * ways
    }

    /// What is known of a position.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let first = self.bucket(key);
        let bucket = &self.slots[first..first + self.scheme.ways()];
        let entries = bucket.iter().map(read);
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
            let (k, old) = read(slot);
            *held = old.is_filled().then_some((old, k == key));
        }
        let Some(slot) = self.scheme.slot(&held[..ways], &entry) else { return false };
        if let (false, Some((old, true))) = (entry.mv.is_some(), held[slot]) {
            entry.mv = old.mv;
        }
        self.slots[first + slot].write(key, entry.pack());
        true
    }

    /// Begins a new search: entries stored from now on are younger.
    pub fn advance_age(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % Entry::AGES, Relaxed);
    }

    /// Forgets everything, the owner included.
    pub fn clear(&self) {
        clear_all(&self.slots);
        self.leaves().inspect(|leaves| leaves.clear());
        self.age.store(0, Relaxed);
        *self.owner.lock().unwrap_or_else(|e| e.into_inner()) = None;
    }

    /// Forgets the entries that are less deep than this. Leaves stay, since walks from what is left end in them.
    pub fn clear_below(&self, min_depth: i32) {
        let shallow = |slot: &&Slot| (read(slot).1.depth as i32) < min_depth;
        on_all_cores(|| self.slots.par_iter().filter(shallow).for_each(Slot::clear));
    }

    /// Makes sure that the table is used for one kind of position only. `fingerprint` names game, rules and key set;
    /// the first user of an empty table becomes its owner.
    pub fn claim(&self, fingerprint: &str) -> Result<()> {
        let mut owner = self.owner.lock().unwrap_or_else(|e| e.into_inner());
        check_owner(owner.as_deref(), fingerprint)?;
        owner.get_or_insert_with(|| fingerprint.into());
        Ok(())
    }

    /// Refuses a kind of position that the table was not filled for; an empty one is for all.
    pub fn check(&self, fingerprint: &str) -> Result<()> {
        check_owner(self.owner().as_deref(), fingerprint)
    }

    /// What the table was filled for.
    pub fn owner(&self) -> Option<String> {
        self.owner.lock().unwrap_or_else(|e| e.into_inner()).clone()
    }

    /// Filled slots among the first `slots`, which are as good a sample as any.
    fn filled_among(&self, slots: usize) -> usize {
        on_all_cores(|| self.slots[..slots].par_iter().filter(|slot| read(slot).1.is_filled()).count())
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
        let (key, e) = read(&self.slots[index]);
        let fits = e.is_filled() && self.bucket(key) == index / self.scheme.ways() * self.scheme.ways();
        let row = Row {
            key,
            mv: e.mv.0,
            score: e.score,
            eval: e.eval,
            depth: e.depth,
            bound: e.bound as u8,
            age: e.age,
            last_player: e.last_player as u8,
            padding: [0; 6],
        };
        fits.then_some(row)
    }

    /// An estimate of [`Table::fill`] from the first slots, cheap enough to be had after every iteration.
    pub fn estimated_fill(&self) -> f64 {
        let sample = self.slots.len().min(1000);
        self.slots[..sample].iter().filter(|slot| read(slot).1.is_filled()).count() as f64 / sample as f64
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

    /// What is known of a position, as far as the entry agrees about who has moved last: a key collision may not.
    fn known<G: Game>(&self, game: &G) -> Option<Entry> {
        self.probe(game.key()).filter(|entry| self.layout == Layout::Single || entry.last_player == !game.side())
    }

    /// The move that the entry of a position holds, if it is legal.
    pub fn best_move<G: Game>(&self, game: &G) -> Option<Move> {
        self.known(game).map(|entry| entry.mv).filter(|&mv| mv.is_some() && game.is_legal(mv))
    }

    /// The score of a position searched to exactly this depth, if it is exact, and the best move if that is legal.
    /// Distances to mate count from the position.
    pub fn exact<G: Game>(&self, game: &G, depth: u32) -> Option<(Score, Option<Move>)> {
        let entry = self.known(game).filter(|e| e.bound == Bound::Exact && e.depth as i64 == depth as i64)?;
        Some((entry.score as Score, self.best_move(game)))
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

fn check_owner(owner: Option<&str>, fingerprint: &str) -> Result<()> {
    match owner {
        Some(known) if known != fingerprint => {
            Err(Error::TableMismatch(format!("it was filled for {known:?}, not for {fingerprint:?}; clear() it first")))
        }
        _ => Ok(()),
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
