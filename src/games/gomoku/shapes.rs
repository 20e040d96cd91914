//! What stones would make: a board with the patterns of every empty point and their sums kept up to date.
//!
//! A stone changes what its neighbours on four lines could make, and nothing
//! else: at most 32 points (40 where overlines matter). For each of them one
//! look-up finds the new patterns of both colours; what does not change, and
//! that is most of it, costs no more than that.

use std::sync::Arc;

use super::board::{Board, MOST_LINES, Point};
use super::eval::Stone;
use super::layout::Layout;
use super::pattern::{EMPTY_CELL, Threat, WALL_CELL, WORTHS, Windows, Worth};
use super::position::Position;
use crate::error::{Error, Result};
use crate::game::{Side, Verdict};

/// Cells of wall on each side of a line word, as many as the widest window shows.
const PADDING: usize = 5;
/// Lines in a direction: the diagonals of the largest board are the most.
const MOST_DIAGONALS: usize = 2 * MOST_LINES - 1;

/// Which moves a search considers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Every legal move.
    Everywhere,
    /// Points within two of a stone; and when a row of the opponent is about to be completed, only what meets that.
    Near,
}

/// A board on which stones can be put and taken back, and what each stone would make. `RADIUS` is that of the rule's
/// windows.
#[derive(Clone)]
pub struct Shapes<const RADIUS: usize> {
    board: Board,
    reach: Reach,
    /// The game was over when the board was set up, and how, from the view of the side to move.
    over: Option<Verdict>,
    layout: Arc<Layout>,
    windows: &'static Windows,
    worths: &'static [Worth],
    /// Two bits a cell, see [`super::pattern`].
    lines: [[u64; MOST_DIAGONALS]; 4],
    /// One byte a direction: what a black stone would make there, and a white one, four bits each.
    patterns: Vec<u32>,
    sums: Sums,
    /// Points within two of a stone, one word a rank.
    near: [u32; MOST_LINES],
    past: Vec<Past>,
    /// Patterns before the moves that changed them.
    changes: Vec<(Point, u32)>,
}

/// What is summed up over the empty points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// `[side][threat]`: points where a stone of the side makes the threat.
    pub threats: [[u16; Threat::COUNT]; 2],
    /// `[side]`: values of those stones.
    pub values: [i32; 2],
}

#[derive(Clone)]
struct Past {
    /// The point played, or none for a null move.
    point: Option<Point>,
    sums: Sums,
    near: [u32; 5],
    changes: usize,
    /// The move completed a row.
    won: bool,
}

/// Patterns of one colour in 16 bits, four a direction.
#[inline(always)]
fn code(patterns: u32, side: usize) -> usize {
    let own = patterns >> (4 * side) & 0x0f0f_0f0f;
    let pairs = (own | own >> 4) & 0x00ff_00ff;
    ((pairs | pairs >> 8) & 0xffff) as usize
}

impl<const RADIUS: usize> Shapes<RADIUS> {
    /// The shapes of a board. Refuses rows of more than five, which have no patterns.
    pub fn new(board: &Board, reach: Reach) -> Result<Shapes<RADIUS>> {
        let geometry = board.geometry();
        if geometry.k() > 5 {
            return Err(Error::Value(format!("k {}: patterns and search know rows of at most 5", geometry.k())));
        }
        let windows = Windows::of(board.rule(), geometry.k() as u8);
        assert_eq!(windows.radius(), RADIUS, "the radius is the rule's");
        let mut shapes = Shapes {
            board: Board::empty(geometry, board.rule())?,
            reach,
            over: None,
            layout: Arc::new(Layout::new(board)),
            windows,
            worths: &WORTHS,
            lines: [[u64::MAX; MOST_DIAGONALS]; 4],
            patterns: vec![0; geometry.points()],
            sums: Sums::default(),
            near: [0; MOST_LINES],
            past: Vec::with_capacity(256),
            changes: Vec::with_capacity(8192),
        };
        shapes.set_up(board);
        Ok(shapes)
    }

    /// The shapes of a position, whose game may be over.
    pub fn of(position: &Position, reach: Reach) -> Result<Shapes<RADIUS>> {
        let mut shapes = Shapes::new(position.board(), reach)?;
        let won = |winner| if winner == position.side() { Verdict::Won } else { Verdict::Lost };
        shapes.over = position.outcome().map(|outcome| outcome.winner.map_or(Verdict::Drawn, won));
        Ok(shapes)
    }

    fn set_up(&mut self, board: &Board) {
        for (point, &cell) in board.cells().iter().enumerate() {
            for (lines, (line, place)) in self.lines.iter_mut().zip(self.layout.spots[point]) {
                let state = cell.map_or(EMPTY_CELL, |side| side as u64 + 1);
                let shift = 2 * (place as usize + PADDING);
                lines[line as usize] = lines[line as usize] & !(WALL_CELL << shift) | state << shift;
            }
            if let Some(side) = cell {
                self.board.place(point as Point, side);
                self.spread(point as Point);
            }
        }
        self.board.set_side(board.side());
        for point in board.empty_points() {
            self.patterns[point as usize] = self.patterns_at(point);
            self.count_point::<1>(point);
        }
    }

    /// Patterns of a point from its windows.
    fn patterns_at(&self, point: Point) -> u32 {
        let spots = self.layout.spots[point as usize].into_iter().enumerate();
        spots.fold(0, |patterns, (direction, (line, place))| {
            let word = self.lines[direction][line as usize];
            patterns | (self.look_up(word, place as usize) as u32) << (8 * direction)
        })
    }

    #[inline(always)]
    fn look_up(&self, word: u64, place: usize) -> u8 {
        self.windows.look_up::<RADIUS>(word >> (2 * (place + PADDING - RADIUS)))
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What is summed up over the empty points.
    pub fn sums(&self) -> &Sums {
        &self.sums
    }

    /// The patterns of each point, see [`made`](super::pattern::made): one byte a direction, what a black stone would
    /// make there in its low four bits, a white one in the high four. Those of points with a stone mean nothing.
    #[inline(always)]
    pub fn patterns(&self) -> &[u32] {
        &self.patterns
    }

    /// The pattern that a stone of a side on an empty point would make in each direction.
    pub fn patterns_of(&self, point: Point, side: Side) -> [u8; 4] {
        let code = code(self.patterns[point as usize], side.index());
        [0, 4, 8, 12].map(|shift| (code >> shift) as u8 & 15)
    }

    /// What a stone of a side on an empty point would be worth.
    #[inline(always)]
    pub fn worth(&self, point: Point, side: Side) -> Worth {
        self.worths[code(self.patterns[point as usize], side.index())]
    }

    /// Calls `visit` for each empty neighbour of an empty point on its lines, with what the point would be worth to a
    /// side if a stone of `other` stood on the neighbour.
    pub(super) fn for_each_hindrance(
        &self,
        point: Point,
        other: Side,
        mut visit: impl FnMut(Point, &dyn Fn(Side) -> Worth),
    ) {
        let patterns = self.patterns[point as usize];
        for direction in 0..4 {
            let (line, place) = self.layout.spots[point as usize][direction];
            let (word, place) = (self.lines[direction][line as usize], place as usize);
            for distance in (-(RADIUS as isize)..=RADIUS as isize).filter(|&distance| distance != 0) {
                let shift = 2 * (place + PADDING).wrapping_add_signed(distance);
                if word >> shift & 3 != EMPTY_CELL {
                    continue;
                }
                let found = self.look_up(word | (other as u64 + 1) << shift, place) as u32;
                let patterns = patterns & !(0xff << (8 * direction)) | found << (8 * direction);
                let neighbour = point as isize + distance * self.layout.steps[direction];
                visit(neighbour as Point, &|side| self.worths[code(patterns, side.index())]);
            }
        }
    }

    /// How the game had ended when it was set up.
    pub fn over(&self) -> Option<Verdict> {
        self.over
    }

    /// Whether the last move completed a row.
    #[inline(always)]
    pub fn is_won(&self) -> bool {
        self.past.last().is_some_and(|past| past.won)
    }

    /// Adds (or takes off, with -1) what both colours could make on an empty point.
    #[inline(always)]
    fn count_point<const SIGN: i32>(&mut self, point: Point) {
        for side in 0..2 {
            let worth = self.worths[code(self.patterns[point as usize], side)];
            let count = &mut self.sums.threats[side][worth.threat as usize];
            *count = count.wrapping_add_signed(SIGN as i16);
            self.sums.values[side] += SIGN * worth.value as i32;
        }
    }

    /// Marks the neighbourhood of a stone; answers the words that it changes, as they were.
    #[inline(always)]
    fn spread(&mut self, point: Point) -> [u32; 5] {
        let geometry = self.board.geometry();
        let (file, rank) = (geometry.file_of(point), geometry.rank_of(point));
        let files = (0b11111u32 << file) >> 2 & ((1 << geometry.cols()) - 1);
        let mut before = [0; 5];
        for (offset, before) in before.iter_mut().enumerate() {
            if let Some(near) = (rank + offset).checked_sub(2).and_then(|row| self.near.get_mut(row)) {
                *before = std::mem::replace(near, *near | files);
            }
        }
        before
    }

    fn unspread(&mut self, point: Point, before: [u32; 5]) {
        let rank = self.board.geometry().rank_of(point);
        for (offset, before) in before.into_iter().enumerate() {
            if let Some(near) = (rank + offset).checked_sub(2).and_then(|row| self.near.get_mut(row)) {
                *near = before;
            }
        }
    }

    /// Puts the stone into its four lines and finds the neighbours' patterns anew.
    #[inline(always)]
    fn update_lines(&mut self, point: Point, stone: u64) {
        for direction in 0..4 {
            let (line, place) = self.layout.spots[point as usize][direction];
            let place = place as usize;
            let word = self.lines[direction][line as usize] | stone << (2 * (place + PADDING));
            self.lines[direction][line as usize] = word;
            for distance in 1..=RADIUS {
                for (place, neighbour) in [
                    (place + PADDING - distance, point as isize - distance as isize * self.layout.steps[direction]),
                    (place + PADDING + distance, point as isize + distance as isize * self.layout.steps[direction]),
                ] {
                    // A wall is no empty cell: a neighbour that passes is on the board.
                    if word >> (2 * place) & 3 == EMPTY_CELL {
                        self.refresh(neighbour as Point, direction, self.look_up(word, place - PADDING));
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn refresh(&mut self, point: Point, direction: usize, found: u8) {
        let old = self.patterns[point as usize];
        let new = old & !(0xff << (8 * direction)) | (found as u32) << (8 * direction);
        if new != old {
            self.changes.push((point, old));
            self.count_point::<-1>(point);
            self.patterns[point as usize] = new;
            self.count_point::<1>(point);
        }
    }

    fn clear_lines(&mut self, point: Point) {
        for (lines, (line, place)) in self.lines.iter_mut().zip(self.layout.spots[point as usize]) {
            lines[line as usize] &= !(WALL_CELL << (2 * (place as usize + PADDING)));
        }
    }

    /// Calls `visit` for every point that the reach allows, in order of index.
    pub fn for_each_point(&self, mut visit: impl FnMut(Point)) {
        if self.reach == Reach::Everywhere {
            return self.board.empty_points().for_each(visit);
        }
        let geometry = self.board.geometry();
        if self.near == [0; MOST_LINES] {
            return visit(self.middle());
        }
        for (rank, &near) in self.near[..geometry.rows()].iter().enumerate() {
            let mut files = near;
            while files != 0 {
                let point = geometry.point(files.trailing_zeros() as usize, rank);
                files &= files - 1;
                if self.board.at(point).is_none() {
                    visit(point);
                }
            }
        }
    }

    /// Whether the reach allows an empty point: [`Shapes::for_each_point`] visits it.
    #[inline]
    pub fn is_in_reach(&self, point: Point) -> bool {
        if self.reach == Reach::Everywhere {
            return true;
        }
        if self.near == [0; MOST_LINES] {
            return point == self.middle();
        }
        let geometry = self.board.geometry();
        self.near[geometry.rank_of(point)] >> geometry.file_of(point) & 1 != 0
    }

    /// Where the first stone goes on an empty board.
    fn middle(&self) -> Point {
        let geometry = self.board.geometry();
        geometry.point(geometry.cols() / 2, geometry.rows() / 2)
    }

    /// Which moves a search considers.
    #[inline(always)]
    pub fn reach(&self) -> Reach {
        self.reach
    }

    /// Moves and passes made since the board was set up.
    pub fn moves_made(&self) -> usize {
        self.past.len()
    }

    /// Puts a stone of the side to move on an empty point.
    #[inline]
    pub fn put(&mut self, point: Point) {
        let side = self.board.side();
        let won = self.worth(point, side).threat == Threat::Five;
        let (sums, changes) = (self.sums, self.changes.len());
        self.count_point::<-1>(point);
        self.board.play(point);
        self.update_lines(point, side as u64 + 1);
        let near = self.spread(point);
        self.past.push(Past { point: Some(point), sums, near, changes, won });
    }

    /// Gives the turn over without a stone.
    pub fn pass(&mut self) {
        let changes = self.changes.len();
        self.past.push(Past { point: None, sums: self.sums, near: [0; 5], changes, won: false });
        self.board.pass();
    }

    /// The last stone as an evaluator is told of it; it must not be a pass.
    #[inline(always)]
    pub fn last_stone(&self) -> Stone<'_> {
        let past = self.past.last().expect("a stone");
        let point = past.point.expect("a stone");
        Stone { point, side: !self.board.side(), changes: &self.changes[past.changes..] }
    }

    /// Takes back the last stone or pass; answers whether it was a stone.
    #[inline]
    pub fn take_back(&mut self) -> bool {
        let past = self.past.pop().expect("a move to take back");
        let Some(point) = past.point else {
            self.board.pass();
            return false;
        };
        self.board.undo(point);
        self.clear_lines(point);
        self.unspread(point, past.near);
        // The latest change of a point first, so that the oldest value stays.
        for (point, patterns) in self.changes.drain(past.changes..).rev() {
            self.patterns[point as usize] = patterns;
        }
        self.sums = past.sums;
        true
    }
}
