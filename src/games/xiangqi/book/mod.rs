//! Opening books: which moves were played in a position, and how well they did.
//!
//! A book identifies positions by keys of the default set, whatever set a position uses, and stores moves as they were
//! played. Probing also looks up the mirrored position.

mod file;
mod make;

use std::cmp::Reverse;
use std::sync::{Arc, LazyLock};

use bytemuck::{Pod, Zeroable};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

pub use make::{Ending, Maker};

use super::keys;
use super::moves::mirrored;
use super::position::Position;
use crate::game::Move;

/// An entry of a book: a move in a position, with its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Row {
    /// Key of the position in the default key set.
    pub key: u64,
    /// Code of the move.
    pub mv: u16,
    /// Unused bytes, 0.
    pub padding: u16,
    /// Sum of the points of the move, see [`Ending::points`]; at least 1.
    pub weight: u32,
    /// Number of games in which the move was played.
    pub games: u32,
    /// Unused bytes, 0.
    pub more_padding: u32,
}

impl Row {
    /// A row with these values.
    pub fn new(key: u64, mv: Move, weight: u32, games: u32) -> Row {
        Row { key, mv: mv.0, weight, games, ..Row::zeroed() }
    }

    /// Sort key of rows, unique within a book.
    fn order(&self) -> (u64, u16) {
        (self.key, self.mv)
    }
}

/// An immutable opening book. Clones share the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// All entries, sorted by key and move.
    rows: Arc<[Row]>,
}

/// The book that ships with boyi, made by `boyi book make` from `tests/data/xiangqi_openings.txt`.
static SHIPPED: LazyLock<Book> =
    LazyLock::new(|| Book::parse(include_bytes!("shipped.book")).expect("the book that ships is sound"));

impl Book {
    /// The small book that ships with boyi, made from old manuals and historic games.
    pub fn shipped() -> Book {
        SHIPPED.clone()
    }

    /// All entries, sorted by key and move.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Number of positions; a position and its mirror image count as two.
    pub fn positions(&self) -> usize {
        self.rows.chunk_by(|a, b| a.key == b.key).count()
    }

    fn at(&self, key: u64) -> &[Row] {
        let first = self.rows.partition_point(|row| row.key < key);
        let number = self.rows[first..].partition_point(|row| row.key == key);
        &self.rows[first..first + number]
    }

    /// The moves for a position with their weights, the heaviest first, among equals by code.
    ///
    /// Moves stored for the mirrored position are mirrored and their weights added; in a position that is its own
    /// mirror image, every entry also counts for the mirrored move, so that left and right weigh the same. Illegal
    /// moves, which a collision of keys could produce, are left out.
    pub fn probe(&self, position: &Position) -> Vec<(Move, u64)> {
        let here = self.at(position.default_key()).iter().map(|row| (Move(row.mv), row.weight));
        let mirror = self.at(position.board().mirrored().key_in(&keys::DEFAULT));
        let there = mirror.iter().map(|row| (mirrored(Move(row.mv)), row.weight));
        let mut found: Vec<(Move, u64)> = Vec::new();
        for (mv, weight) in here.chain(there).filter(|&(mv, _)| position.is_legal(mv)) {
            match found.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, sum)) => *sum += weight as u64,
                None => found.push((mv, weight as u64)),
            }
        }
        found.sort_by_key(|&(mv, weight)| (Reverse(weight), mv.0));
        found
    }

    /// The heaviest move for a position, if the book has any.
    pub fn best(&self, position: &Position) -> Option<Move> {
        self.probe(position).first().map(|&(mv, _)| mv)
    }

    /// A random move for a position, with probabilities proportional to the weights. Equal seeds give equal moves;
    /// choices in different positions are independent.
    pub fn choose(&self, position: &Position, seed: u64) -> Option<Move> {
        let moves = self.probe(position);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ position.default_key());
        let total: u64 = moves.iter().map(|&(_, weight)| weight).sum();
        let mut drawn = if total == 0 { return None } else { rng.random_range(0..total) };
        for (mv, weight) in moves {
            if drawn < weight {
                return Some(mv);
            }
            drawn -= weight;
        }
        unreachable!("less than all the weight was drawn")
    }
}
