//! A board with the patterns of every empty point and their sums, updated incrementally.
//!
//! A stone changes only the patterns of its neighbours on four lines: at most
//! 32 points (40 where overlines matter). For each of them, one table look-up
//! finds the new patterns of both colours; most patterns do not change and
//! cost nothing more.

use std::sync::Arc;

use super::board::{Board, MOST_LINES, Point};
use super::eval::Stone;
use super::layout::Layout;
use super::pattern::{
    CODES, EMPTY_CELL, SUSPECTS, THREATS, Threat, WALL_CELL, WORTHS, Windows, Worth, decoded, lead, made,
};
use super::position::Position;
use super::reach::Reach;
use crate::error::{Error, Result};
use crate::game::{Side, Verdict};

/// Number of wall cells on each side of a line word: the radius of the widest window.
pub(super) const PADDING: usize = 5;
/// Largest number of lines in a direction: the diagonals of the largest board.
pub(super) const MOST_DIAGONALS: usize = 2 * MOST_LINES - 1;

/// A board on which stones are placed and taken back, with the pattern that a stone on each empty point would make.
/// `RADIUS` is the radius of the rule's line windows.
#[derive(Clone)]
pub struct Shapes<const RADIUS: usize> {
    board: Board,
    pub(super) reach: Reach,
    /// The result from the view of the side to move, if the game was over when the board was set up.
    over: Option<Verdict>,
    layout: Arc<Layout>,
    windows: &'static Windows,
    worths: &'static [Worth],
    threats: &'static [Threat; CODES],
    /// Lines with two bits per cell, see [`super::pattern`].
    lines: [[u64; MOST_DIAGONALS]; 4],
    /// Patterns of each point, one byte per direction: of a black stone in the low four bits, of a white one in the
    /// high.
    patterns: Vec<u32>,
    sums: Sums,
    /// Points at most two steps from a stone, one word per rank.
    pub(super) near: [u32; MOST_LINES],
    past: Vec<Past>,
    /// Old patterns of the points that moves have changed.
    changes: Vec<(Point, u32)>,
}

/// Sums over the empty points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Points where a stone of a side makes a threat, by side.
    pub threats: [Counts; 2],
    /// Sum of the values of black stones on all empty points, minus that of white stones.
    pub lead: i32,
}

/// Numbers of points by the threat that a side makes there, except [`Threat::None`].
///
/// They share a word, so that a stone's many changes of them are additions in a register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts(u64);

impl Counts {
    /// Bits of a number: the largest board has 484 points.
    const BITS: u32 = 10;

    /// What one point adds to the word, by threat; the eighth is never asked for and spares a test of bounds.
    const UNITS: [u64; 8] = {
        let (mut units, mut threat) = ([0; 8], 1);
        while threat < Threat::COUNT {
            units[threat] = 1 << Counts::shift(threat);
            threat += 1;
        }
        units
    };

    const fn shift(threat: usize) -> u32 {
        Counts::BITS * (threat as u32 - 1)
    }

    /// Number of points where a stone makes this threat, which is not [`Threat::None`].
    #[inline(always)]
    pub fn of(self, threat: Threat) -> u16 {
        (self.0 >> Counts::shift(threat as usize) & ((1 << Counts::BITS) - 1)) as u16
    }

    /// Whether a stone makes this threat or a stronger one somewhere.
    #[inline(always)]
    pub fn any_from(self, least: Threat) -> bool {
        self.0 >> Counts::shift(least as usize) != 0
    }

    /// Counts a point that makes one threat more and another one less.
    #[inline(always)]
    fn change(&mut self, less: Threat, more: Threat) {
        self.0 = self.0.wrapping_add(Counts::UNITS[more as usize & 7]).wrapping_sub(Counts::UNITS[less as usize & 7]);
    }
}

#[derive(Clone)]
struct Past {
    /// The point played, or none for a null move.
    point: Option<Point>,
    sums: Sums,
    near: [u32; 5],
    changes: usize,
    /// Whether the move completed a row.
    won: bool,
}

/// Patterns of one colour in 16 bits, four bits per direction.
#[inline(always)]
fn code(patterns: u32, side: usize) -> usize {
    let own = patterns >> (4 * side) & 0x0f0f_0f0f;
    let pairs = (own | own >> 4) & 0x00ff_00ff;
    ((pairs | pairs >> 8) & 0xffff) as usize
}

impl<const RADIUS: usize> Shapes<RADIUS> {
    /// The shapes of a board. An error for `k` above 5, which patterns do not support.
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
            worths: &WORTHS[..],
            threats: &THREATS,
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

    /// The shapes of a position; its game may be over.
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

    /// Patterns of a point, looked up from its line windows.
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

    /// The lines, with two bits per cell, see [`super::pattern`], and which points lie on them.
    pub(super) fn lines(&self) -> (&[[u64; MOST_DIAGONALS]; 4], &Arc<Layout>) {
        (&self.lines, &self.layout)
    }

    /// The sums over the empty points.
    pub fn sums(&self) -> &Sums {
        &self.sums
    }

    /// The patterns of each point, see [`made`](super::pattern::made): one byte per direction, with the pattern of a
    /// black stone in its low four bits and that of a white stone in the high four. Entries of occupied points are
    /// meaningless.
    #[inline(always)]
    pub fn patterns(&self) -> &[u32] {
        &self.patterns
    }

    /// The pattern that a stone of a side on an empty point would make in each direction.
    pub fn patterns_of(&self, point: Point, side: Side) -> [u8; 4] {
        decoded(code(self.patterns[point as usize], side.index()))
    }

    /// Threat and scores of a stone of a side on an empty point.
    #[inline(always)]
    pub fn worth(&self, point: Point, side: Side) -> Worth {
        self.worths[code(self.patterns[point as usize], side.index())]
    }

    /// The threat that a stone of a side on an empty point makes.
    #[inline(always)]
    pub fn threat(&self, point: Point, side: Side) -> Threat {
        self.threats[code(self.patterns[point as usize], side.index())]
    }

    /// Whether a black stone on an empty point may be a foul of renju, by its patterns.
    #[inline(always)]
    pub(super) fn is_suspect(&self, point: Point) -> bool {
        SUSPECTS[code(self.patterns[point as usize], Side::First.index())]
    }

    /// Calls `visit` for each empty neighbour of an empty point on its lines, with the worth of the point to a side
    /// after a stone of the opponent on the neighbour.
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

    /// The result, if the game was over when the board was set up.
    pub fn over(&self) -> Option<Verdict> {
        self.over
    }

    /// Whether the last move completed a row.
    #[inline(always)]
    pub fn is_won(&self) -> bool {
        self.past.last().is_some_and(|past| past.won)
    }

    /// Adds what both colours make on an empty point to the sums, or with -1 subtracts it.
    #[inline(always)]
    fn count_point<const SIGN: i32>(&mut self, point: Point) {
        let patterns = self.patterns[point as usize];
        for side in 0..2 {
            let threat = self.threats[code(patterns, side)];
            let (less, more) = if SIGN > 0 { (Threat::None, threat) } else { (threat, Threat::None) };
            self.sums.threats[side].change(less, more);
        }
        self.sums.lead += SIGN * patterns.to_le_bytes().into_iter().map(lead).sum::<i32>();
    }

    /// Puts the stone into its four lines and updates the patterns of its neighbours.
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
                    // Walls are not empty cells, so a neighbour that passes this test is on the board.
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
        if new == old {
            return;
        }
        self.changes.push((point, old));
        self.patterns[point as usize] = new;
        let (before, after) = ((old >> (8 * direction)) as u8, found);
        self.sums.lead += lead(after) - lead(before);
        // Adding `CARRY` sets the fourth bit of each colour's pattern that counts in a threat.
        const CARRY: u8 = (8 - made::OPEN_THREE) * 0x11;
        if ((before + CARRY) | (after + CARRY)) & 0x88 == 0 {
            return;
        }
        for side in 0..2 {
            self.sums.threats[side].change(self.threats[code(old, side)], self.threats[code(new, side)]);
        }
    }

    fn clear_lines(&mut self, point: Point) {
        for (lines, (line, place)) in self.lines.iter_mut().zip(self.layout.spots[point as usize]) {
            lines[line as usize] &= !(WALL_CELL << (2 * (place as usize + PADDING)));
        }
    }

    /// Number of moves and passes since the board was set up.
    pub fn moves_made(&self) -> usize {
        self.past.len()
    }

    /// Places a stone of the side to move on an empty point.
    #[inline]
    pub fn put(&mut self, point: Point) {
        let side = self.board.side();
        let won = self.threat(point, side) == Threat::Five;
        let (sums, changes) = (self.sums, self.changes.len());
        self.count_point::<-1>(point);
        self.board.play(point);
        self.update_lines(point, side as u64 + 1);
        let near = self.spread(point);
        self.past.push(Past { point: Some(point), sums, near, changes, won });
    }

    /// Passes the turn without placing a stone.
    pub fn pass(&mut self) {
        let changes = self.changes.len();
        self.past.push(Past { point: None, sums: self.sums, near: [0; 5], changes, won: false });
        self.board.pass();
    }

    /// The last move as a delta for evaluators; it must not be a pass.
    #[inline(always)]
    pub fn last_stone(&self) -> Stone<'_> {
        let past = self.past.last().expect("a stone");
        let point = past.point.expect("a stone");
        Stone { point, side: !self.board.side(), changes: &self.changes[past.changes..] }
    }

    /// The points whose patterns the last stone has changed, none after a pass; some may occur twice.
    #[inline(always)]
    pub(super) fn last_changed(&self) -> impl Iterator<Item = Point> {
        let from = self.past.last().map_or(self.changes.len(), |past| past.changes);
        self.changes[from..].iter().map(|&(point, _)| point)
    }

    /// Takes back the last move or pass and returns whether it was a move.
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
        // In reverse order, so that a point changed twice gets its oldest value.
        for (point, patterns) in self.changes.drain(past.changes..).rev() {
            self.patterns[point as usize] = patterns;
        }
        self.sums = past.sums;
        true
    }
}
