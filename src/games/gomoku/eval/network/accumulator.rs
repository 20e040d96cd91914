//! The accumulator of the network: for each empty point the sum of its windows' vectors, and the sum of all views. A move
//! only records its stone; the sums are updated when a value is asked for, because many positions are never evaluated.

use std::sync::Arc;

use pulp::{Simd, WithSimd};

use super::windows::{self, RADIUS, key};
use super::{CHANNELS, Network, ORDER_PARTS};
use crate::game::Side;
use crate::games::gomoku::board::Point;
use crate::games::gomoku::layout::Layout;
use crate::games::gomoku::pattern::{EMPTY_CELL, WALL_CELL};
use crate::games::gomoku::shapes::{MOST_DIAGONALS, PADDING, Shapes};
use crate::simd::{LANES, Lanes, ONE};

/// What takes back a stone that the sums include: the first index of its points in `changed`, and the pool before it.
#[derive(Clone)]
struct Mark {
    changed: usize,
    pool: [i32; LANES],
}

/// Sums of both players' vectors for each point, with the data that takes stones back.
#[derive(Clone)]
pub(super) struct Accumulator {
    /// The lines of the board, with the stones that the sums include.
    lines: [[u64; MOST_DIAGONALS]; 4],
    layout: Arc<Layout>,
    /// Number of the rule, see [`super::roles`].
    rule: usize,
    /// Sums of the windows' vectors by point, black's before white's; those of occupied points are out of date.
    sums: Vec<Lanes>,
    /// Sum of the views of all empty points.
    pool: [i32; LANES],
    /// The stones that have been placed, the newest last.
    stones: Vec<(Point, Side)>,
    /// Data that takes stones back, for those of `stones` that the sums include; these are the first ones.
    marks: Vec<Mark>,
    /// Points whose sums the stones of `marks` have changed.
    changed: Vec<Point>,
    /// Sums of the points in `changed` before the change. A separate list, so that each sum fills one cache line.
    old: Vec<Lanes>,
}

impl Accumulator {
    /// The accumulator of a board.
    pub fn new<const R: usize>(network: &Network, shapes: &Shapes<R>) -> Accumulator {
        let (lines, layout) = shapes.lines();
        let rule = shapes.board().rule() as usize;
        let (mut sums, mut pool) = (vec![Lanes::ZERO; shapes.board().cells().len()], [0; LANES]);
        for point in shapes.board().empty_points() {
            let sum = &mut sums[point as usize];
            for (direction, (line, place)) in layout.spots[point as usize].into_iter().enumerate() {
                let word = lines[direction][line as usize];
                let row = &network.windows[rule][key(word >> (2 * (place as usize + PADDING - RADIUS)))];
                (0..LANES).for_each(|lane| sum[lane] += row[lane]);
            }
            (0..LANES).for_each(|lane| pool[lane] += i32::from(view(sum[lane])));
        }
        Accumulator {
            lines: *lines,
            layout: layout.clone(),
            rule,
            sums,
            pool,
            stones: Vec::with_capacity(64),
            marks: Vec::with_capacity(64),
            changed: Vec::with_capacity(2048),
            old: Vec::with_capacity(2048),
        }
    }

    /// Records a stone.
    #[inline(always)]
    pub fn push(&mut self, point: Point, side: Side) {
        self.stones.push((point, side));
    }

    /// Forgets the last stone.
    #[inline(always)]
    pub fn pop(&mut self) {
        let (point, _) = self.stones.pop().expect("a stone");
        if self.marks.len() <= self.stones.len() {
            return;
        }
        let mark = self.marks.pop().expect("a computed stone");
        self.pool = mark.pool;
        for (&neighbour, old) in self.changed[mark.changed..].iter().zip(&self.old[mark.changed..]) {
            self.sums[neighbour as usize] = *old;
        }
        self.changed.truncate(mark.changed);
        self.old.truncate(mark.changed);
        for (words, (line, place)) in self.lines.iter_mut().zip(self.layout.spots[point as usize]) {
            words[line as usize] &= !(WALL_CELL << (2 * (place as usize + PADDING)));
        }
    }

    /// Includes all recorded stones in the sums.
    #[inline(always)]
    fn catch_up(&mut self, network: &Network) {
        let windows = &network.windows[self.rule][..];
        for at in self.marks.len()..self.stones.len() {
            let (point, side) = self.stones[at];
            self.place(windows, point, side);
        }
    }

    #[inline(always)]
    fn place(&mut self, windows: &[Lanes], point: Point, side: Side) {
        self.marks.push(Mark { changed: self.changed.len(), pool: self.pool });
        let own = self.sums[point as usize];
        let mut change = Lanes(own.map(|sum| -view(sum)));
        for direction in 0..4 {
            let (line, place) = self.layout.spots[point as usize][direction];
            let (step, place) = (self.layout.steps[direction], place as usize + PADDING);
            let word = &mut self.lines[direction][line as usize];
            let (before, after) = (*word, *word | (side as u64 + 1) << (2 * place));
            *word = after;
            for distance in (-(RADIUS as isize)..=RADIUS as isize).filter(|&distance| distance != 0) {
                let place = place.wrapping_add_signed(distance);
                // Walls are not empty cells, so a neighbour that passes this test is on the board.
                if after >> (2 * place) & 3 != EMPTY_CELL {
                    continue;
                }
                let neighbour = (point as isize + distance * step) as Point;
                let [gone, come] = [before, after].map(|word| &windows[key(word >> (2 * (place - RADIUS)))]);
                let sums = &mut self.sums[neighbour as usize];
                let old = *sums;
                self.changed.push(neighbour);
                self.old.push(old);
                for lane in 0..LANES {
                    let new = old[lane] + come[lane] - gone[lane];
                    sums[lane] = new;
                    change[lane] += view(new) - view(old[lane]);
                }
            }
        }
        (0..LANES).for_each(|lane| self.pool[lane] += i32::from(change[lane]));
    }

    /// Score of a side's move to an empty point, in ordering units.
    #[inline]
    pub fn order(&mut self, network: &Network, point: Point, side: usize) -> i32 {
        if self.marks.len() < self.stones.len() {
            network.processor.run(Update { network, accumulator: self });
        }
        let (sums, weights) = (&self.sums[point as usize], &network.heads[self.rule][side].policy);
        let score: i32 = (0..LANES).map(|lane| i32::from(view(sums[lane])) * i32::from(weights[lane])).sum();
        score / ORDER_PARTS
    }
}

/// A sum, clipped.
#[inline(always)]
fn view(sum: i16) -> i16 {
    sum.clamp(0, ONE)
}

/// The computation of [`Accumulator::catch_up`].
struct Update<'a> {
    network: &'a Network,
    accumulator: &'a mut Accumulator,
}

impl WithSimd for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.accumulator.catch_up(self.network);
    }
}

/// The computation of the newest position's logit for a side (0 black, 1 white).
pub(super) struct Logit<'a> {
    pub network: &'a Network,
    pub accumulator: &'a mut Accumulator,
    pub side: usize,
}

impl WithSimd for Logit<'_> {
    type Output = f32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f32 {
        self.accumulator.catch_up(self.network);
        self.network.heads[self.accumulator.rule][self.side].logit(simd, &self.accumulator.pool)
    }
}

const _: () = assert!(windows::RADIUS <= PADDING && 2 * CHANNELS == LANES);
