//! The transposition table: lock-free, shared by threads, and open to inspection.
//!
//! Each slot is two words, the packed data and `key ^ data` (Hyatt and Mann 2002): a slot torn by two threads writing at
//! once fails the check and reads as a miss. The key of every slot can be recovered, which makes snapshots possible. An
//! entry takes one slot, or two slots in the layout two-bound.
//!
//! The [`Scheme`] decides which entry a new one overwrites, the [`Layout`] what an entry holds; every scheme works with
//! every layout.

mod bounds;
mod entry;
mod explore;
mod file;
mod found;
mod leaf;
mod mapped;
mod memory;
mod pool;
mod scheme;
mod shape;
mod slot;
mod snapshot;
mod stored;
mod walk;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

pub use bounds::Bounds;
pub use entry::Entry;
pub use explore::Reached;
pub use file::Progress;
pub use found::Found;
pub use leaf::{LeafRow, Leaves};
use memory::check_room;
use pool::on_all_cores;
pub use scheme::Scheme;
use shape::Shape;
pub use slot::SLOT_BYTES;
use slot::{Slot, Slots};
pub use snapshot::Row;
pub use stored::{Stored, StoredEntry};
pub use walk::{Advice, Walk};

use crate::error::{Error, Result};
use crate::game::{Game, Move};
use crate::score::Score;
use crate::search::config::{Config, Layout};
use crate::window::Bound;

/// In the layout leafwalk one slot in 2 is an entry, the other a leaf.
const LEAFWALK_SHARE: usize = 2;
/// Largest table, in MiB.
pub const MOST_MB: f64 = 65_536.0;

/// A transposition table of fixed size.
#[derive(Debug)]
pub struct Table {
    /// The slots of all entries, those of an entry and those of a bucket side by side.
    slots: Slots,
    shape: Shape,
    leaves: Option<Leaves>,
    age: AtomicU8,
    owner: Mutex<Option<String>>,
}

impl Table {
    /// A table of the layout single with at most `mb` MiB, at least one bucket. Fails if `mb` is not more than 0 and at
    /// most [`MOST_MB`], or if memory is short.
    pub fn new(mb: f64, scheme: Scheme) -> Result<Table> {
        Table::with_layout(mb, scheme, Layout::Single)
    }

    /// A table of `mb` MiB with the scheme and layout of a configuration; `None` if its `table` is off.
    pub fn of(config: &Config, mb: f64) -> Result<Option<Table>> {
        Scheme::of(config.table).map(|scheme| Table::with_layout(mb, scheme, config.table_layout)).transpose()
    }

    /// A table of any layout with at most `mb` MiB. Half the memory of a leafwalk table is for leaves: there are more
    /// leaves than entries, but a lost entry breaks more walks than a lost leaf.
    pub fn with_layout(mb: f64, scheme: Scheme, layout: Layout) -> Result<Table> {
        if !(mb > 0.0 && mb <= MOST_MB) {
            return Err(Error::Value(format!("table size mb = {mb}: expected more than 0 and at most {MOST_MB} MiB")));
        }
        let slots = (mb * (1 << 20) as f64) as usize / SLOT_BYTES;
        match layout {
            Layout::Single | Layout::TwoBound => Table::with_shape(Shape::new(slots, scheme, layout), 0),
            Layout::LeafWalk => {
                let entries = slots / LEAFWALK_SHARE;
                Table::with_shape(Shape::new(entries, scheme, layout), slots - entries)
            }
        }
    }

    fn with_shape(shape: Shape, leaves: usize) -> Result<Table> {
        check_room((shape.slots() + leaves) as u64 * SLOT_BYTES as u64)?;
        let leaves = (shape.layout == Layout::LeafWalk).then(|| Leaves::new(leaves)).transpose()?;
        let (slots, age) = (Slots::empty(shape.slots())?, AtomicU8::new(0));
        Ok(Table { slots, shape, leaves, age, owner: Mutex::new(None) })
    }

    /// The replacement scheme.
    pub fn scheme(&self) -> Scheme {
        self.shape.scheme
    }

    /// What an entry of the table holds.
    pub fn layout(&self) -> Layout {
        self.shape.layout
    }

    /// The leaf table in the layout leafwalk; `None` in the others.
    #[inline(always)]
    pub fn leaves(&self) -> Option<&Leaves> {
        self.leaves.as_ref()
    }

    /// Number of entries that the table can hold, without leaves.
    pub fn capacity(&self) -> usize {
        self.shape.capacity()
    }

    /// Memory of entries and leaves, in bytes.
    pub fn bytes(&self) -> usize {
        (self.slots.len() + self.leaves().map_or(0, Leaves::capacity)) * SLOT_BYTES
    }

    /// Key and data of a slot.
    #[inline(always)]
    fn slot(&self) -> impl Fn(usize) -> (u64, u64) {
        |at| self.slots[at].read()
    }

    /// Key and words of the entry whose first slot is `at`.
    #[inline(always)]
    fn words(&self, at: usize) -> (u64, [u64; 2]) {
        self.shape.words(at, self.slot())
    }

    /// Key and entry of the place whose first slot is `at`; in the layout two-bound the deeper bound.
    #[inline(always)]
    fn read(&self, at: usize) -> (u64, Entry) {
        if self.shape.layout == Layout::TwoBound {
            let (key, words) = self.words(at);
            return (key, self.decode(words));
        }
        let (key, data) = self.slots[at].read();
        (key, Entry::unpack(data))
    }

    #[inline(always)]
    fn decode(&self, words: [u64; 2]) -> Entry {
        match self.shape.layout {
            Layout::TwoBound => Bounds::unpack(words).deepest(self.age.load(Relaxed)),
            Layout::Single | Layout::LeafWalk => Entry::unpack(words[0]),
        }
    }

    /// Lets the processor load the bucket of a position that will be looked up soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        self.slots.prefetch(self.shape.first(key));
    }

    /// Entry of a position, copied from its slots once, so that other threads cannot change it afterwards.
    #[inline(always)]
    pub fn look_up(&self, key: u64) -> Option<Found<'_>> {
        let read = |at: usize| (at, self.slots[at].read());
        let known = |&(_, (known, first)): &(usize, (u64, u64))| known == key && first != 0;
        let (at, (_, first)) = self.shape.bucket(key).map(read).find(known)?;
        Some(Found { table: self, at, words: [first, self.shape.second(at, key, self.slot())] })
    }

    /// Entry of a position; in the layout two-bound its deeper bound.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.look_up(key).map(|found| found.entry())
    }

    /// Both bounds of a position in the layout two-bound; `None` in the others.
    #[inline]
    pub fn bounds(&self, key: u64) -> Option<Bounds> {
        self.look_up(key).and_then(|found| found.bounds())
    }

    /// The first slot of the place that the scheme chooses for a new entry, with the old entry there if that is of this
    /// position; `None` if the scheme refuses the new entry.
    #[inline(always)]
    fn slot_for(&self, key: u64, entry: &Entry) -> Option<(usize, Option<Entry>)> {
        let mut held = [None; 4];
        for (held, at) in held.iter_mut().zip(self.shape.bucket(key)) {
            let (known, old) = self.read(at);
            *held = old.is_filled().then_some((old, known == key));
        }
        let way = self.shape.scheme.slot(&held[..self.shape.scheme.ways()], entry)?;
        let at = self.shape.bucket(key).nth(way)?;
        Some((at, held[way].filter(|(_, same)| *same).map(|(old, _)| old)))
    }

    /// Stores an entry of a position if the scheme allows it; returns whether it did. A new entry without a move keeps
    /// the move of the entry that it replaces, if that is of this position. In the layout two-bound the new bound is
    /// added to the old entry of the position.
    #[inline(always)]
    pub fn store(&self, key: u64, mut entry: Entry) -> bool {
        entry.age = self.age.load(Relaxed);
        if self.shape.layout == Layout::TwoBound {
            return self.store_bound(key, entry);
        }
        let Some((at, same)) = self.slot_for(key, &entry) else { return false };
        if let (false, Some(old)) = (entry.mv.is_some(), same) {
            entry.mv = old.mv;
        }
        self.slots[at].write(key, entry.pack());
        true
    }

    #[inline(never)]
    fn store_bound(&self, key: u64, entry: Entry) -> bool {
        let (at, old) = match self.look_up(key) {
            Some(found) => (found.at, Bounds::unpack(found.words)),
            None => match self.slot_for(key, &entry) {
                Some((at, _)) => (at, Bounds::unknown(entry.age)),
                None => return false,
            },
        };
        let Some(new) = old.with(&entry) else { return false };
        self.write_bounds(at, key, new);
        true
    }

    fn write_bounds(&self, at: usize, key: u64, bounds: Bounds) {
        let slots = self.slots[at..].iter();
        slots.zip(bounds.pack()).for_each(|(slot, word)| slot.write(key, word));
    }

    /// Changes the entry that `new` would overwrite, whatever position it is of. Needed to reproduce the bugs of
    /// [`Defect`](crate::search::config::Defect); does nothing in other layouts than single.
    pub fn change(&self, key: u64, new: &Entry, change: impl FnOnce(&mut Entry)) {
        let Some((at, _)) = self.slot_for(key, new).filter(|_| self.shape.layout == Layout::Single) else { return };
        let (key, mut entry) = self.read(at);
        if entry.is_filled() {
            change(&mut entry);
            self.slots[at].write(key, entry.pack());
        }
    }

    /// Stores a move that was not found by a search of its position, such as one of a principal variation, unless the
    /// table has a move that was. `entry` holds the move and nothing else.
    pub fn fill_in(&self, key: u64, mut entry: Entry) {
        entry.age = self.age.load(Relaxed);
        let known = self.look_up(key);
        let place = known.map(|found| found.at).or_else(|| self.slot_for(key, &entry).map(|(at, _)| at));
        let Some(at) = place else { return };
        if self.shape.layout == Layout::TwoBound {
            let bounds = known.map_or(Bounds::unknown(entry.age), |found| Bounds::unpack(found.words));
            return self.write_bounds(at, key, bounds.with_move(entry.mv));
        }
        let old = known.map_or(entry, |found| found.entry());
        if old.bound == Bound::None || !old.mv.is_some() {
            self.slots[at].write(key, Entry { mv: entry.mv, ..old }.pack());
        }
    }

    /// Begins a new search, whose entries are of a new age: replacement schemes prefer them to older ones.
    pub fn advance_age(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % Entry::AGES, Relaxed);
    }

    /// Removes all entries and leaves, and the owner.
    pub fn clear(&self) {
        self.slots.clear();
        self.leaves().inspect(|leaves| leaves.clear());
        self.age.store(0, Relaxed);
        *self.owner.lock().unwrap_or_else(|e| e.into_inner()) = None;
    }

    /// Removes entries of less than `min_depth` plies. Leaves stay, since walks from the remaining entries end in them.
    pub fn clear_below(&self, min_depth: i32) {
        let shallow = |at: &usize| (self.read(*at).1.depth as i32) < min_depth;
        let entries = (0..self.capacity()).into_par_iter().map(|index| index * self.shape.stride).filter(shallow);
        on_all_cores(|| entries.for_each(|at| self.slots[at..at + self.shape.stride].iter().for_each(Slot::clear)));
    }

    /// Makes `fingerprint`, which names game, rules, key set and evaluation, the table's owner if it has none. Fails if
    /// the owner is another one: its entries would be wrong for these positions.
    pub fn set_owner(&self, fingerprint: &str) -> Result<()> {
        let mut owner = self.owner.lock().unwrap_or_else(|e| e.into_inner());
        check_owner(owner.as_deref(), fingerprint)?;
        owner.get_or_insert_with(|| fingerprint.into());
        Ok(())
    }

    /// Fails if the table has an owner other than `fingerprint`, see [`Table::set_owner`].
    pub fn check(&self, fingerprint: &str) -> Result<()> {
        check_owner(self.owner().as_deref(), fingerprint)
    }

    /// Fingerprint of the positions that the table is filled for, see [`Table::set_owner`]; `None` if it has no owner yet.
    pub fn owner(&self) -> Option<String> {
        self.owner.lock().unwrap_or_else(|e| e.into_inner()).clone()
    }

    /// Number of entries in the table; counts all slots.
    pub fn len(&self) -> usize {
        on_all_cores(|| self.slots.par_iter().step_by(self.shape.stride).filter(|slot| slot.is_filled()).count())
    }

    /// Whether the table holds no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Share of the places for entries that are taken, from 0 to 1; counts all.
    pub fn fill(&self) -> f64 {
        self.len() as f64 / self.capacity() as f64
    }

    /// Estimate of [`Table::fill`] from the first 1000 places; keys are spread evenly, so any places are a fair sample.
    pub fn estimated_fill(&self) -> f64 {
        let sample = self.capacity().min(1000);
        let first = self.slots.iter().step_by(self.shape.stride).take(sample);
        first.filter(|slot| slot.is_filled()).count() as f64 / sample as f64
    }

    /// Entry of a game's position; in the layout leafwalk only if it agrees on the side that moved last, which after a
    /// key collision it may not.
    fn known<G: Game>(&self, game: &G) -> Option<Entry> {
        self.probe(game.key())
            .filter(|entry| self.shape.layout != Layout::LeafWalk || entry.last_player == !game.side())
    }

    /// Move stored for a game's position, if there is one and it is legal.
    pub fn best_move<G: Game>(&self, game: &G) -> Option<Move> {
        self.known(game).map(|entry| entry.mv).filter(|&mv| mv.is_some() && game.is_legal(mv))
    }

    /// Exact score of a game's position searched to exactly `depth` plies, and the stored move if it is legal; `None`
    /// if the table has no such entry. Distances to mate count from the position.
    pub fn exact<G: Game>(&self, game: &G, depth: u32) -> Option<(Score, Option<Move>)> {
        let entry = self.known(game).filter(|e| e.bound == Bound::Exact && e.depth as i64 == depth as i64)?;
        Some((entry.score as Score, self.best_move(game)))
    }

    /// Line of stored moves from a game's position, at most `length` moves; it ends where a move is missing or illegal,
    /// or leads to a position of the line again.
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

/// Fails if a table that `owner` has filled cannot take the positions of `fingerprint`.
pub fn check_owner(owner: Option<&str>, fingerprint: &str) -> Result<()> {
    match owner {
        Some(known) if known != fingerprint => {
            Err(Error::TableMismatch(format!("it was filled for {known:?}, not for {fingerprint:?}; clear() it first")))
        }
        _ => Ok(()),
    }
}
