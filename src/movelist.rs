//! Moves as 16-bit codes, and the stack of generated moves that a search uses.
//!
//! The code of a move has a meaning in its game only.

use std::fmt;

/// A move as a 16-bit code whose meaning the game knows; 0 is no move in every game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Move(pub u16);

impl Move {
    /// No move.
    pub const NONE: Move = Move(0);

    /// Whether this is a move, not [`Move::NONE`].
    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }
}

/// A move with its ordering score and its place in generation order, in one
/// integer whose order *is* the order of trial: higher score first, and among
/// equals the one generated first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ranked(i64);

impl Ranked {
    /// The `index`-th generated move, unscored.
    #[inline(always)]
    pub const fn new(mv: Move, index: usize) -> Ranked {
        Ranked(((0xffff - index as i64) << 16) | mv.0 as i64)
    }

    /// The move, at its place in generation order, with this score.
    #[inline(always)]
    pub const fn scored(self, score: i32) -> Ranked {
        Ranked((score as i64) << 32 | (self.0 & 0xffff_ffff))
    }

    /// The move.
    #[inline(always)]
    pub const fn mv(self) -> Move {
        Move(self.0 as u16)
    }

    /// The score.
    #[inline(always)]
    pub const fn score(self) -> i32 {
        (self.0 >> 32) as i32
    }
}

/// A stack of generated moves. A search owns one; each node pushes its moves on
/// top and takes them off again, so that generation never allocates.
#[derive(Clone, Default)]
pub struct MoveList {
    moves: Vec<Ranked>,
    base: usize,
}

impl MoveList {
    /// An empty list with room for a deep search.
    pub fn new() -> MoveList {
        MoveList { moves: Vec::with_capacity(8192), base: 0 }
    }

    /// Opens a node's part of the stack; the result must be passed to [`MoveList::close`].
    #[inline(always)]
    pub fn open(&mut self) -> usize {
        std::mem::replace(&mut self.base, self.moves.len())
    }

    /// Removes a node's moves; `outer` is what [`MoveList::open`] returned.
    #[inline(always)]
    pub fn close(&mut self, outer: usize) {
        self.moves.truncate(self.base);
        self.base = outer;
    }

    /// Removes all moves, including those that a stopped search left behind.
    pub fn reset(&mut self) {
        self.moves.clear();
        self.base = 0;
    }

    /// Appends a move.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        self.push_scored(mv, 0);
    }

    /// Appends a move with an ordering score.
    #[inline(always)]
    pub fn push_scored(&mut self, mv: Move, score: i32) {
        let index = self.moves.len() - self.base;
        self.moves.push(Ranked::new(mv, index).scored(score));
    }

    /// Sorts the current node's moves from index `from` on by score, highest first.
    pub fn sort_from(&mut self, from: usize) {
        self.open_part()[from..].sort_unstable_by(|a, b| b.cmp(a));
    }

    /// Moves a move of the current node, if it is there, to the front; the others keep their order.
    pub fn put_first(&mut self, mv: Move) {
        let moves = self.open_part();
        if let Some(at) = moves.iter().position(|ranked| ranked.mv() == mv) {
            moves[..=at].rotate_right(1);
        }
    }

    /// Removes the current node's moves from index `from` on that fail a test.
    pub fn retain_from(&mut self, from: usize, mut keep: impl FnMut(Move) -> bool) {
        let from = self.base + from;
        let mut kept = from;
        for at in from..self.moves.len() {
            let ranked = self.moves[at];
            if keep(ranked.mv()) {
                self.moves[kept] = ranked;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// The move of the current node at an index.
    #[inline(always)]
    pub fn at(&self, index: usize) -> Move {
        self.moves[self.base + index].mv()
    }

    /// The moves of the current node, with scores.
    #[inline(always)]
    pub fn open_part(&mut self) -> &mut [Ranked] {
        &mut self.moves[self.base..]
    }

    /// The moves of the current node, in generation order unless sorted.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[self.base..].iter().map(|r| r.mv())
    }

    /// Whether a move is among those of the current node.
    #[inline]
    pub fn holds(&self, mv: Move) -> bool {
        self.iter().any(|held| held == mv)
    }

    /// Number of moves of the current node.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.moves.len() - self.base
    }

    /// Whether the current node has no moves.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
