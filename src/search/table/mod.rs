//! The transposition table: lock-free, shared, and open to inspection.
//!
//! Each entry is two words, the packed data and `key ^ data` (Hyatt and Mann
//! 2002): an entry torn by two threads writing at once fails the check and reads
//! as a miss. The key of every entry can be had back, which makes snapshots
//! possible.
//!
//! What an entry overwrites is the affair of its [`Scheme`], what the table holds
//! that of its [`Layout`]; any goes with any.

mod bounds;
mod entry;
mod file;
mod leaf;
mod pool;
mod scheme;
mod slot;
mod snapshot;
mod walk;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

pub use bounds::Bounds;
pub use entry::Entry;
pub use leaf::{LeafRow, Leaves};
use pool::on_all_cores;
pub use scheme::Scheme;
pub use slot::SLOT_BYTES as ENTRY_BYTES;
use slot::{Slot, clear_all, empty_slots, place};
pub use snapshot::Row;
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

/// What one reading of a slot has found, in whichever form it is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Found<'t> {
    table: &'t Table,
    data: u64,
}

impl Found<'_> {
    /// The entry; in the layout two-bound the deeper bound alone.
    #[inline(always)]
    pub fn entry(&self) -> Entry {
        self.table.decode(self.data)
    }

    /// Both bounds in the layout two-bound, none in the others.
    #[inline]
    pub fn bounds(&self) -> Option<Bounds> {
        (self.table.layout == Layout::TwoBound).then(|| Bounds::unpack(self.data))
    }
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
        Table::with_layout_until(mb, scheme, layout, &AtomicBool::new(false))
    }

    /// [`Table::with_layout`] that another thread can stop by setting the flag: the system takes more than a second to
    /// give two GiB. Fails then.
    pub fn with_layout_until(mb: f64, scheme: Scheme, layout: Layout, stop: &AtomicBool) -> Result<Table> {
        if !(mb > 0.0 && mb <= MOST_MB) {
            return Err(Error::Value(format!("table size mb = {mb}: expected more than 0 and at most {MOST_MB} MiB")));
        }
        let slots = (mb * (1 << 20) as f64) as usize / ENTRY_BYTES;
        match layout {
            Layout::Single | Layout::TwoBound => Table::with_slots(slots, scheme, layout, 0, stop),
            Layout::LeafWalk => {
                let entries = slots / LEAFWALK_SHARE;
                Table::with_slots(entries, scheme, layout, slots - entries, stop)
            }
        }
    }

    fn with_slots(slots: usize, scheme: Scheme, layout: Layout, leaves: usize, stop: &AtomicBool) -> Result<Table> {
        let number = (slots / scheme.ways()).max(1) * scheme.ways();
        let leaves = (layout == Layout::LeafWalk).then(|| Leaves::new(leaves, stop)).transpose()?;
        let (slots, age) = (empty_slots(number, stop)?, AtomicU8::new(0));
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

    /// Key and entry of a slot; of an entry with two bounds the deepest that it says.
    #[inline(always)]
    fn read(&self, slot: &Slot) -> (u64, Entry) {
        let (key, data) = slot.read();
        (key, self.decode(data))
    }

    #[inline(always)]
    fn decode(&self, data: u64) -> Entry {
        match self.layout {
            Layout::TwoBound => Bounds::unpack(data).deepest(self.age.load(Relaxed)),
            Layout::Single | Layout::LeafWalk => Entry::unpack(data),
        }
    }

    /// The slot of a position, if it is known, and its data.
    #[inline(always)]
    fn find(&self, key: u64) -> Option<(&Slot, u64)> {
        let first = self.bucket(key);
        let bucket = &self.slots[first..first + self.scheme.ways()];
        let slots = bucket.iter().map(|slot| (slot, slot.read()));
        slots.filter(|(_, (k, data))| *k == key && *data != 0).map(|(slot, (_, data))| (slot, data)).next()
    }

    /// What is known of a position, read once: another thread may change the slot, but not what was found.
    #[inline(always)]
    pub fn look_up(&self, key: u64) -> Option<Found<'_>> {
        self.find(key).map(|(_, data)| Found { table: self, data })
    }

    /// What is known of a position; in the layout two-bound the deepest of it.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.look_up(key).map(|found| found.entry())
    }

    /// All that is known of a position in the layout two-bound.
    #[inline]
    pub fn bounds(&self, key: u64) -> Option<Bounds> {
        self.look_up(key).and_then(|found| found.bounds())
    }

    /// The slot that the scheme gives to a new entry, and the old entry of the same position if it lies there.
    #[inline(always)]
    fn slot_for(&self, key: u64, entry: &Entry) -> Option<(&Slot, Option<Entry>)> {
        let first = self.bucket(key);
        let mut held = [None; 4];
        let ways = self.scheme.ways();
        for (held, slot) in held.iter_mut().zip(&self.slots[first..first + ways]) {
            let (k, old) = self.read(slot);
            *held = old.is_filled().then_some((old, k == key));
        }
        let slot = self.scheme.slot(&held[..ways], entry)?;
        Some((&self.slots[first + slot], held[slot].filter(|(_, same)| *same).map(|(old, _)| old)))
    }

    /// Stores what is known of a position where the scheme allows it; answers whether it did. A new entry without
    /// a move keeps the move of the old entry of the same position that it replaces. In the layout two-bound the other
    /// bound stays beside the new one.
    #[inline(always)]
    pub fn store(&self, key: u64, mut entry: Entry) -> bool {
        entry.age = self.age.load(Relaxed);
        if self.layout == Layout::TwoBound {
            return self.store_bound(key, entry);
        }
        let Some((slot, same)) = self.slot_for(key, &entry) else { return false };
        if let (false, Some(old)) = (entry.mv.is_some(), same) {
            entry.mv = old.mv;
        }
        slot.write(key, entry.pack());
        true
    }

    #[inline(never)]
    fn store_bound(&self, key: u64, entry: Entry) -> bool {
        let (slot, old) = match self.find(key) {
            Some((slot, data)) => {
                (slot, Bounds { age: Bounds::unknown(Move::NONE, entry.age).age, ..Bounds::unpack(data) })
            }
            None => match self.slot_for(key, &entry) {
                Some((slot, _)) => (slot, Bounds::unknown(Move::NONE, entry.age)),
                None => return false,
            },
        };
        let Some(new) = old.with(entry.score as Score, entry.bound, entry.depth as i32, entry.mv) else { return false };
        slot.write(key, new.pack());
        true
    }

    /// Changes the entry that a new one of this key would meet, whatever position it is of; for the defects of a
    /// published program.
    pub fn change(&self, key: u64, new: &Entry, change: impl FnOnce(&mut Entry)) {
        let Some((slot, _)) = self.slot_for(key, new).filter(|_| self.layout == Layout::Single) else { return };
        let (key, mut entry) = self.read(slot);
        if entry.is_filled() {
            change(&mut entry);
            slot.write(key, entry.pack());
        }
    }

    /// Makes the table remember the move of an entry that says no more: what is known of the position besides stays.
    pub fn store_move(&self, key: u64, entry: Entry) {
        match self.find(key) {
            Some((slot, data)) => slot.write(key, data & !0xffff | entry.mv.0 as u64),
            None => drop(self.store(key, entry)),
        }
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
        let shallow = |slot: &&Slot| (self.read(slot).1.depth as i32) < min_depth;
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
        on_all_cores(|| self.slots[..slots].par_iter().filter(|slot| slot.is_filled()).count())
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

    /// An estimate of [`Table::fill`] from the first slots, cheap enough to be had after every iteration.
    pub fn estimated_fill(&self) -> f64 {
        let sample = self.slots.len().min(1000);
        self.slots[..sample].iter().filter(|slot| slot.is_filled()).count() as f64 / sample as f64
    }

    /// What is known of a position, as far as the entry agrees about who has moved last: a key collision may not.
    fn known<G: Game>(&self, game: &G) -> Option<Entry> {
        self.probe(game.key()).filter(|entry| self.layout != Layout::LeafWalk || entry.last_player == !game.side())
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
