//! Moves, and the stack on which a search keeps those it has generated.
//!
//! A move is a number; what it means is the game's to know.

use std::fmt;

/// A move as a 16-bit code whose meaning the game knows; 0 is no move in every game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Move(pub u16);

impl Move {
    /// No move.
    pub const NONE: Move = Move(0);

    /// Whether this is a move at all.
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

    /// The same move with this score.
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

    /// Starts a node's part of the stack; give the result to [`MoveList::close`] when done.
    #[inline(always)]
    pub fn open(&mut self) -> usize {
        std::mem::replace(&mut self.base, self.moves.len())
    }

    /// Takes a node's moves off again.
    #[inline(always)]
    pub fn close(&mut self, outer: usize) {
        self.moves.truncate(self.base);
        self.base = outer;
    }

    /// Takes all moves off, those of nodes that a stopped search has left too.
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

    /// Puts the moves of the present node from number `from` on in the order of their scores.
    pub fn sort_from(&mut self, from: usize) {
        self.open_part()[from..].sort_unstable_by(|a, b| b.cmp(a));
    }

    /// Puts a move of the present node, if it is there, before all others and leaves those in their order.
    pub fn put_first(&mut self, mv: Move) {
        let moves = self.open_part();
        if let Some(at) = moves.iter().position(|ranked| ranked.mv() == mv) {
            moves[..=at].rotate_right(1);
        }
    }

    /// Keeps the moves of the present node from number `from` on that pass a test.
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

    /// A move of the present node by its number.
    #[inline(always)]
    pub fn at(&self, index: usize) -> Move {
        self.moves[self.base + index].mv()
    }

    /// The moves of the present node.
    #[inline(always)]
    pub fn open_part(&mut self) -> &mut [Ranked] {
        &mut self.moves[self.base..]
    }

    /// The moves of the present node, in generation order unless they were sorted.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[self.base..].iter().map(|r| r.mv())
    }

    /// Whether a move is among those of the present node.
    #[inline]
    pub fn holds(&self, mv: Move) -> bool {
        self.iter().any(|held| held == mv)
    }

    /// Number of moves of the present node.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.moves.len() - self.base
    }

    /// Whether the present node has no moves.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
