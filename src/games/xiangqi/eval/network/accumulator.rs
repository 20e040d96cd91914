//! The accumulators of the hidden units, one for each position of the current line. A move only records what it changes;
//! the sums are computed when a value is asked for, because many positions are never evaluated.

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

/// Accumulators of both sides for each position of a line, the newest last. The first one is always computed.
#[derive(Clone, Debug)]
pub(super) struct Accumulators {
    /// Accumulators of hidden units by `[position][side][block]`; those beyond `computed` are out of date.
    units: Vec<Lanes>,
    /// Values of pieces on squares to red by bucket, in ticks, at each position.
    squares: Vec<[i32; BUCKETS]>,
    /// The changes that have led to the second and later positions.
    changes: Vec<Change>,
    /// Index of the last position whose sums are computed.
    computed: usize,
}

impl Accumulators {
    /// The accumulators of a position with these pieces on squares.
    pub fn new(network: &Network, codes: &[usize]) -> Accumulators {
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
        Accumulators { units, squares: vec![squares], changes: Vec::with_capacity(64), computed: 0 }
    }

    /// Records a move.
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

    /// Computes the accumulators of all positions up to the newest.
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

/// The computation of the newest position's logit for a side (0 red, 1 black), in ticks.
pub(super) struct Logit<'a> {
    pub network: &'a Network,
    pub accumulators: &'a mut Accumulators,
    pub bucket: usize,
    pub side: usize,
}

impl WithSimd for Logit<'_> {
    type Output = i32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> i32 {
        let Logit { network, accumulators, bucket, side } = self;
        accumulators.catch_up(network);
        let (at, blocks) = (accumulators.computed, network.blocks());
        let units = &accumulators.units[at * blocks..][..blocks];
        let hidden = squared_output(units, &network.output[(2 * bucket + side) * blocks..][..blocks]);
        let squares = accumulators.squares[at][bucket];
        hidden / i32::from(ONE) + network.weights.output_bias[bucket] + if side == 0 { squares } else { -squares }
    }
}
