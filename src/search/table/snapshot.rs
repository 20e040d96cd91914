//! Snapshots of a table: rows of its entries, which may be taken while a search goes on.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use bytemuck::{Pod, Zeroable};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use super::pool::on_all_cores;
use super::{Bounds, Entry, Shape, Table};
use crate::search::config::Layout;

/// Row of a snapshot: one entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Row {
    /// Key of the position.
    pub key: u64,
    /// Code of the move, 0 for none.
    pub mv: u16,
    /// Score, with mates counted from the entry's position; in the layout two-bound the lower bound.
    pub score: i16,
    /// Static evaluation or [`Entry::NO_EVAL`]; in the layout two-bound the upper bound of the score.
    pub eval: i16,
    /// Depth of the score, in plies; in the layout two-bound that of the lower bound, -1 if there is none.
    pub depth: i8,
    /// [`crate::window::Bound`] as a number; in the layout two-bound 2 for a lower bound plus 1 for an upper one.
    pub bound: u8,
    /// Number of the search that stored the entry, modulo 64, or modulo 16 in the layout two-bound.
    pub age: u8,
    /// In the layout leafwalk the side that moved last, 0 for the first; in two-bound the depth of the upper bound, -1
    /// if there is none.
    pub more: i8,
    /// In the layout two-bound the depth of the move, -1 if it is not known; 0 in the others.
    pub move_depth: i8,
    /// Zero.
    pub padding: u8,
    /// In the layout two-bound the static evaluation or [`Entry::NO_EVAL`]; 0 in the others.
    pub static_eval: i16,
    /// Zeros that fill the row to 24 bytes.
    pub end: [u8; 2],
}

impl Row {
    /// The row of an entry's words.
    fn of(layout: Layout, key: u64, words: [u64; 2]) -> Row {
        match layout {
            Layout::TwoBound => {
                let e = Bounds::unpack(words);
                let bound = 2 * (e.lower_depth >= 0) as u8 + (e.upper_depth >= 0) as u8;
                let (mv, score, eval, depth) = (e.mv.0, e.lower, e.upper, e.lower_depth);
                let (more, move_depth, static_eval) = (e.upper_depth, e.move_depth, e.eval);
                let age = e.age;
                Row { key, mv, score, eval, depth, bound, age, more, move_depth, static_eval, ..Row::default() }
            }
            Layout::Single | Layout::LeafWalk => {
                let e = Entry::unpack(words[0]);
                let (mv, score, eval, depth, bound) = (e.mv.0, e.score, e.eval, e.depth, e.bound as u8);
                Row { key, mv, score, eval, depth, bound, age: e.age, more: e.last_player as i8, ..Row::default() }
            }
        }
    }
}

impl Shape {
    /// The row of the entry with this index, whose first slot is `at` for `slot`, which reads key and data of a slot;
    /// `None` for an empty place, and for one whose key belongs elsewhere.
    pub fn row(&self, index: usize, at: usize, slot: impl Fn(usize) -> (u64, u64)) -> Option<Row> {
        let (key, words) = self.words(at, slot);
        let fits = words[0] != 0 && self.bucket(key).any(|place| place == index * self.stride);
        fits.then(|| Row::of(self.layout, key, words))
    }
}

impl Table {
    fn row(&self, index: usize) -> Option<Row> {
        self.shape.row(index, index * self.shape.stride, self.slot())
    }

    /// Snapshot of all entries in slot order. A slot whose key does not belong to its bucket was torn by two threads
    /// writing at once, and is left out.
    pub fn rows(&self) -> Vec<Row> {
        /// Number of slots that a thread reads at a time.
        const PART: usize = 1 << 14;
        let of_part = |part: usize| (part * PART..((part + 1) * PART).min(self.capacity())).filter_map(|i| self.row(i));
        let parts = self.capacity().div_ceil(PART);
        on_all_cores(|| {
            // Rows are counted first, so that all cores can write their parts at the right place at once.
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
                // A search going on meanwhile has torn a slot after it was counted, so that a row stayed empty.
                rows.retain(|row| row.bound != 0 || row.mv != 0);
            }
            rows
        })
    }

    /// At most `most` entries from a slot on, in slot order, and the slot behind them; no entries at the end.
    pub fn rows_from(&self, slot: usize, most: usize) -> (Vec<Row>, usize) {
        let (mut rows, mut next) = (Vec::with_capacity(most.min(self.capacity())), slot);
        while next < self.capacity() && rows.len() < most {
            rows.extend(self.row(next));
            next += 1;
        }
        (rows, next)
    }

    /// Random sample of at most `n` entries from all over the table. Every slot is visited at most once, in an order
    /// given by `seed`.
    pub fn sample(&self, n: usize, seed: u64) -> Vec<Row> {
        self.sample_until(n, seed, &AtomicBool::new(false))
    }

    /// [`Table::sample`] that another thread can end early by setting `stop`: a large table that is nearly empty takes
    /// seconds to visit.
    pub fn sample_until(&self, n: usize, seed: u64, stop: &AtomicBool) -> Vec<Row> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let slots = self.capacity();
        let start = rng.random_range(0..slots);
        // A stride without a common factor with the number of slots visits every slot once.
        let mut stride = rng.random_range(0..slots) | 1;
        while gcd(stride, slots) != 1 {
            stride += 2;
        }
        let order = (0..slots).map(|i| ((start as u128 + i as u128 * stride as u128) % slots as u128) as usize);
        order.take_while(|_| !stop.load(Relaxed)).filter_map(|index| self.row(index)).take(n).collect()
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
