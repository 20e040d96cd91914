//! The gomoku board: size, points and stones.

use super::keys::{self, Keys};
use crate::error::{Error, Result};
use crate::game::{Move, Side};

/// The rule: which rows win, and which points are forbidden to black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rule {
    /// `k` or more in a row win.
    #[default]
    Freestyle,
    /// Exactly `k` in a row win; more do not.
    Standard,
    /// Black wins with exactly five, and must not make overlines, double fours or double threes. White wins with five
    /// or more and has no forbidden points.
    Renju,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

    /// The rule's name.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
        }
    }

    /// The rule with a name; an error for an unknown name.
    pub fn from_name(name: &str) -> Result<Rule> {
        let found = Rule::ALL.into_iter().find(|rule| rule.name() == name);
        found.ok_or_else(|| Error::unknown("rule", name, &Rule::ALL.map(Rule::name)))
    }
}

/// Index of a point, `rank * cols + file`: from the lower left corner along the lowest rank.
pub type Point = u16;

/// Most rows and columns of a board.
pub const MOST_LINES: usize = 22;
/// Most points of a board.
pub const MOST_POINTS: usize = MOST_LINES * MOST_LINES;
/// Smallest size of a board for five in a row.
pub const LEAST_SIZE: usize = 5;

/// The four directions of a line as (file, rank) steps: along a rank, along a file, and both diagonals.
pub const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Size of a board, and `k`, the length of a winning row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Geometry {
    rows: u8,
    cols: u8,
    k: u8,
}

impl Geometry {
    /// A square board for five in a row, size 5 to 22.
    pub fn square(size: usize) -> Result<Geometry> {
        if !(LEAST_SIZE..=MOST_LINES).contains(&size) {
            return Err(Error::Value(format!("board size {size}, expected {LEAST_SIZE} to {MOST_LINES}")));
        }
        Geometry::new(size, size, 5)
    }

    /// Any board of 1 to 22 rows and columns, where `k` in a row win; 3, 3, 3 is tic-tac-toe.
    pub fn new(rows: usize, cols: usize, k: usize) -> Result<Geometry> {
        for (name, value) in [("rows", rows), ("cols", cols)] {
            if !(1..=MOST_LINES).contains(&value) {
                return Err(Error::Value(format!("{name} {value}, expected 1 to {MOST_LINES}")));
            }
        }
        let longest = rows.max(cols);
        if !(1..=longest).contains(&k) {
            return Err(Error::Value(format!("k {k}, expected 1 to {longest}, the longer side of the board")));
        }
        Ok(Geometry { rows: rows as u8, cols: cols as u8, k: k as u8 })
    }

    /// Number of ranks.
    #[inline(always)]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of files.
    #[inline(always)]
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// Length of a winning row.
    #[inline(always)]
    pub const fn k(self) -> usize {
        self.k as usize
    }

    /// Number of points.
    #[inline(always)]
    pub const fn points(self) -> usize {
        self.rows() * self.cols()
    }

    /// Whether the board has as many rows as columns.
    pub const fn is_square(self) -> bool {
        self.rows == self.cols
    }

    /// The point on a file and a rank, both from 0.
    #[inline(always)]
    pub const fn point(self, file: usize, rank: usize) -> Point {
        (rank * self.cols() + file) as Point
    }

    /// File of a point, 0 on the left.
    #[inline(always)]
    pub const fn file_of(self, point: Point) -> usize {
        point as usize % self.cols()
    }

    /// Rank of a point, 0 at the bottom.
    #[inline(always)]
    pub const fn rank_of(self, point: Point) -> usize {
        point as usize / self.cols()
    }

    /// The move that places a stone on a point. Codes are numbered along the ranks of the largest board, so that a
    /// point with a given name has one code on all boards.
    #[inline(always)]
    pub const fn encode(self, point: Point) -> Move {
        Move((self.rank_of(point) * MOST_LINES + self.file_of(point)) as u16 + 1)
    }

    /// The point of a move; a number outside the board if the code is not a move on this board.
    #[inline(always)]
    pub const fn point_of(self, mv: Move) -> Point {
        let code = mv.0.wrapping_sub(1) as usize;
        let (file, rank) = (code % MOST_LINES, code / MOST_LINES);
        if file < self.cols() && rank < self.rows() { self.point(file, rank) } else { Point::MAX }
    }

    /// The point some steps away in a direction, if it is on the board.
    pub fn step(self, point: Point, (file, rank): (i32, i32), steps: i32) -> Option<Point> {
        let file = self.file_of(point) as i32 + file * steps;
        let rank = self.rank_of(point) as i32 + rank * steps;
        let inside = (0..self.cols as i32).contains(&file) && (0..self.rows as i32).contains(&rank);
        inside.then(|| self.point(file as usize, rank as usize))
    }

    /// The symmetries of the board, for [`Geometry::image`]: 8 of a square, 4 of another rectangle.
    pub const fn symmetries(self) -> std::ops::Range<u8> {
        0..if self.is_square() { 8 } else { 4 }
    }

    /// The image of a point under a symmetry. Bit 4 of `symmetry` swaps files and ranks; then bit 1 mirrors left to
    /// right and bit 2 top to bottom. 0 is the identity.
    pub const fn image(self, point: Point, symmetry: u8) -> Point {
        let (mut file, mut rank) = (self.file_of(point), self.rank_of(point));
        if symmetry & 4 != 0 {
            (file, rank) = (rank, file);
        }
        if symmetry & 1 != 0 {
            file = self.cols() - 1 - file;
        }
        if symmetry & 2 != 0 {
            rank = self.rows() - 1 - rank;
        }
        self.point(file, rank)
    }

    /// An error if a rule is not defined for this size or row length.
    pub fn check_rule(self, rule: Rule) -> Result<()> {
        if rule == Rule::Renju && (self.k != 5 || self.rows < 5 || self.cols < 5) {
            let Geometry { rows, cols, k } = self;
            return Err(Error::Value(format!(
                "renju on {rows} rows and {cols} cols with k {k}, expected k 5 and at least 5 rows and cols"
            )));
        }
        Ok(())
    }
}

/// Whether a code is a move on the largest board.
pub const fn is_move(mv: Move) -> bool {
    0 < mv.0 && mv.0 <= MOST_POINTS as u16
}

/// The stones, the side to move and the key; no history. Black is [`Side::First`].
#[derive(Clone)]
pub struct Board {
    cells: Vec<Option<Side>>,
    geometry: Geometry,
    rule: Rule,
    side: Side,
    stones: [u16; 2],
    key: u64,
    keys: &'static Keys,
}

impl Board {
    /// A board without stones, black to move.
    pub fn empty(geometry: Geometry, rule: Rule) -> Result<Board> {
        geometry.check_rule(rule)?;
        let cells = vec![None; geometry.points()];
        Ok(Board { cells, geometry, rule, side: Side::First, stones: [0; 2], key: 0, keys: &keys::DEFAULT })
    }

    /// Size of the board and length of a winning row.
    #[inline(always)]
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The rule.
    #[inline(always)]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Side to move.
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Zobrist key of stones and side to move; size and rule are not part of it.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The stone on a point.
    #[inline(always)]
    pub fn at(&self, point: Point) -> Option<Side> {
        self.cells[point as usize]
    }

    /// The contents of all points, in order of index.
    pub fn cells(&self) -> &[Option<Side>] {
        &self.cells
    }

    /// Number of stones of a side.
    pub fn stones(&self, side: Side) -> usize {
        self.stones[side.index()] as usize
    }

    /// Whether no point is empty.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        (self.stones[0] + self.stones[1]) as usize == self.cells.len()
    }

    /// The empty points, in order of index.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        let points = self.cells.iter().enumerate();
        points.filter(|(_, cell)| cell.is_none()).map(|(point, _)| point as Point)
    }

    /// Places a stone of either side on an empty point, whoever is to move, for setting up and trying.
    #[inline(always)]
    pub fn place(&mut self, point: Point, side: Side) {
        debug_assert!(self.at(point).is_none());
        self.cells[point as usize] = Some(side);
        self.stones[side.index()] += 1;
        self.key ^= self.keys.stones[side.index()][point as usize];
    }

    /// Removes the stone from a point.
    #[inline(always)]
    pub fn remove(&mut self, point: Point) {
        if let Some(side) = self.cells[point as usize].take() {
            self.stones[side.index()] -= 1;
            self.key ^= self.keys.stones[side.index()][point as usize];
        }
    }

    /// The key after a stone of the side to move on an empty point.
    #[inline(always)]
    pub fn key_after(&self, point: Point) -> u64 {
        self.key ^ self.keys.stones[self.side.index()][point as usize] ^ self.keys.side
    }

    /// The image of the board under a symmetry, see [`Geometry::image`].
    pub fn image(&self, symmetry: u8) -> Board {
        let mut image =
            Board { cells: vec![None; self.cells.len()], stones: [0; 2], key: 0, side: Side::First, ..*self };
        image.set_side(self.side);
        for (point, cell) in self.cells.iter().enumerate() {
            if let Some(stone) = cell {
                image.place(self.geometry.image(point as Point, symmetry), *stone);
            }
        }
        image
    }

    /// Passes the turn to the other side.
    #[inline(always)]
    pub fn pass(&mut self) {
        self.side = !self.side;
        self.key ^= self.keys.side;
    }

    /// Sets the side to move.
    pub fn set_side(&mut self, side: Side) {
        if side != self.side {
            self.pass();
        }
    }

    /// Places a stone of the side to move on an empty point and passes the turn.
    #[inline(always)]
    pub fn play(&mut self, point: Point) {
        self.place(point, self.side);
        self.pass();
    }

    /// Takes back the last [`Board::play`], which must have been on this point.
    #[inline(always)]
    pub fn undo(&mut self, point: Point) {
        self.pass();
        debug_assert_eq!(self.at(point), Some(self.side));
        self.remove(point);
    }
}

impl PartialEq for Board {
    /// Whether size, rule, stones and side to move are equal.
    fn eq(&self, other: &Board) -> bool {
        (self.geometry, self.rule, self.side) == (other.geometry, other.rule, other.side) && self.cells == other.cells
    }
}

impl Eq for Board {}
