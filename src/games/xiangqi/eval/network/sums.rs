//! Sums of the hidden units along the moves of a line: each move notes its change, and a value computes what it needs.

use pulp::{Simd, WithSimd};

use super::{BUCKETS, Network, ONE};
use crate::simd::{Lanes, add_rows, squared_output};

/// What a move changes: pieces on squares, as codes of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub added: usize,
    pub removed: usize,
    pub captured: Option<usize>,
}

/// The sums of both sides at each position of a line, the newest last. The first one is always computed.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// Sums of hidden units by `[position][side][block]`; those beyond `computed` are out of date.
    units: Vec<Lanes>,
    /// Values of pieces on squares to red by bucket, in ticks, at each position.
    squares: Vec<[i32; BUCKETS]>,
    /// The changes that have led to the second and later positions.
    changes: Vec<Change>,
    /// Index of the last position whose sums are computed.
    computed: usize,
}

impl Sums {
    /// The sums of a position with these pieces on squares.
    pub fn new(network: &Network, codes: &[usize]) -> Sums {
        let mut squares = [0; BUCKETS];
        for &code in codes {
            (0..BUCKETS).for_each(|bucket| squares[bucket] += network.squares[code][bucket]);
        }
        let mut units = Vec::with_capacity(64 * network.blocks());
        units.extend(&network.bias);
        for &code in codes {
            let before = units.clone();
            add_rows(&mut units, &before, [network.row(code)], []);
        }
        Sums { units, squares: vec![squares], changes: Vec::with_capacity(64), computed: 0 }
    }

    /// Notes a move.
    #[inline(always)]
    pub fn push(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// Forgets the last move.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.changes.pop();
        self.computed = self.computed.min(self.changes.len());
    }

    /// Computes the sums of all positions up to the newest.
    #[inline(always)]
    fn catch_up(&mut self, network: &Network) {
        let blocks = network.blocks();
        let needed = self.changes.len() + 1;
        if self.squares.len() < needed {
            self.squares.resize(needed, [0; BUCKETS]);
            self.units.resize(needed * blocks, Lanes::ZERO);
        }
        for at in self.computed..self.changes.len() {
            let (before, after) = self.units[at * blocks..][..2 * blocks].split_at_mut(blocks);
            let change = self.changes[at];
            let (added, removed) = ([network.row(change.added)], network.row(change.removed));
            match change.captured {
                None => add_rows(after, before, added, [removed]),
                Some(captured) => add_rows(after, before, added, [removed, network.row(captured)]),
            }
            let mut squares = self.squares[at];
            let (added, removed) = (&network.squares[change.added], &network.squares[change.removed]);
            (0..BUCKETS).for_each(|bucket| squares[bucket] += added[bucket] - removed[bucket]);
            if let Some(captured) = change.captured {
                (0..BUCKETS).for_each(|bucket| squares[bucket] -= network.squares[captured][bucket]);
            }
            self.squares[at + 1] = squares;
        }
        self.computed = self.changes.len();
    }
}

/// The question for the value of the newest position, in ticks, to a side (0 red, 1 black).
pub(super) struct Ask<'a> {
    pub network: &'a Network,
    pub sums: &'a mut Sums,
    pub bucket: usize,
    pub side: usize,
}

impl WithSimd for Ask<'_> {
    type Output = i32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> i32 {
        let Ask { network, sums, bucket, side } = self;
        sums.catch_up(network);
        let (at, blocks) = (sums.computed, network.blocks());
        let units = &sums.units[at * blocks..][..blocks];
        let hidden = squared_output(units, &network.output[(2 * bucket + side) * blocks..][..blocks]);
        let squares = sums.squares[at][bucket];
        hidden / i32::from(ONE) + network.weights.output_bias[bucket] + if side == 0 { squares } else { -squares }
    }
}
