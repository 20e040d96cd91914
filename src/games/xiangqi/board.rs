//! The pieces on the board: placing, moving, and the safety of the king.

use super::attacks::*;
use super::bitboard::*;
use super::keys::{self, Keys};
use super::moves::{from_of, to_of};
use crate::game::{Move, Side};

/// A piece as `2 * kind + side`, or [`EMPTY`]; kinds as in [`super::attacks`].
pub type Piece = u8;

/// No piece.
pub const EMPTY: Piece = 14;

/// Kind of a piece.
#[inline(always)]
pub const fn kind_of(piece: Piece) -> usize {
    (piece >> 1) as usize
}

/// Side of a piece, 0 red and 1 black.
#[inline(always)]
pub const fn side_of(piece: Piece) -> usize {
    (piece & 1) as usize
}

/// The pieces, the side to move and the key; no history.
#[derive(Clone)]
pub struct Board {
    squares: [Piece; 90],
    kinds: [Bitboard; 8],
    sides: [Bitboard; 2],
    lines: Lines,
    kings: [u8; 2],
    side: Side,
    key: u64,
    keys: &'static Keys,
}

/// How the king of the side to move stands: everything that decides legality, found once per position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guard {
    /// Pieces that give check; the opposing king on an open file counts as one.
    pub checkers: Bitboard,
    /// Own pieces that must not go anywhere they like, see [`Board::pin_mask`].
    pub pinned: Bitboard,
    /// Empty squares between the king and a cannon with nothing in between: whoever enters them is its screen.
    pub hollow: Bitboard,
}

impl Board {
    /// A board without pieces, red to move.
    pub fn empty() -> Board {
        Board {
            squares: [EMPTY; 90],
            kinds: [0; 8],
            sides: [0; 2],
            lines: Lines::default(),
            kings: [0; 2],
            side: Side::First,
            key: 0,
            keys: &keys::DEFAULT,
        }
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, square: u8, piece: Piece) {
        debug_assert_eq!(self.squares[square as usize], EMPTY);
        self.squares[square as usize] = piece;
        self.kinds[kind_of(piece)] |= bit(square);
        self.sides[side_of(piece)] |= bit(square);
        self.lines.flip(square);
        self.key ^= self.keys.pieces[piece as usize][square as usize];
        if kind_of(piece) == KING {
            self.kings[side_of(piece)] = square;
        }
    }

    /// Says whose turn it is.
    pub fn set_side(&mut self, side: Side) {
        if side != self.side {
            self.pass();
        }
    }

    /// Gives the turn to the other side.
    #[inline(always)]
    pub fn pass(&mut self) {
        self.side = !self.side;
        self.key ^= self.keys.side;
    }

    /// Moves a piece and gives the turn over; answers what was captured.
    #[inline(always)]
    pub fn apply(&mut self, mv: Move) -> Piece {
        let (from, to) = (from_of(mv), to_of(mv));
        let piece = self.squares[from as usize];
        let captured = std::mem::replace(&mut self.squares[to as usize], piece);
        self.squares[from as usize] = EMPTY;
        self.shift(piece, from, to);
        self.lines.flip(from);
        let pieces = &self.keys.pieces;
        self.key ^= pieces[piece as usize][from as usize] ^ pieces[piece as usize][to as usize];
        if captured == EMPTY {
            self.lines.flip(to);
        } else {
            self.kinds[kind_of(captured) & 7] ^= bit(to);
            self.sides[side_of(captured)] ^= bit(to);
            self.key ^= self.keys.pieces[captured as usize][to as usize];
        }
        self.pass();
        captured
    }

    /// Takes a move back. The key is the caller's to restore: it has it on its stack.
    #[inline(always)]
    pub fn revert(&mut self, mv: Move, captured: Piece, key: u64) {
        let (from, to) = (from_of(mv), to_of(mv));
        let piece = std::mem::replace(&mut self.squares[to as usize], captured);
        self.squares[from as usize] = piece;
        self.shift(piece, to, from);
        self.lines.flip(from);
        if captured == EMPTY {
            self.lines.flip(to);
        } else {
            self.kinds[kind_of(captured) & 7] ^= bit(to);
            self.sides[side_of(captured)] ^= bit(to);
        }
        self.side = !self.side;
        self.key = key;
    }

    #[inline(always)]
    fn shift(&mut self, piece: Piece, from: u8, to: u8) {
        let both = bit(from) | bit(to);
        self.kinds[kind_of(piece) & 7] ^= both;
        self.sides[side_of(piece)] ^= both;
        if kind_of(piece) == KING {
            self.kings[side_of(piece)] = to;
        }
    }

    /// Side to move.
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Key of the pieces and the side to move.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The piece on a square, or [`EMPTY`].
    #[inline(always)]
    pub fn piece(&self, square: u8) -> Piece {
        self.squares[square as usize]
    }

    /// Squares of one kind of piece of one side.
    #[inline(always)]
    pub fn pieces(&self, side: Side, kind: usize) -> Bitboard {
        self.sides[side.index()] & self.kinds[kind]
    }

    /// Squares of one side's pieces.
    #[inline(always)]
    pub fn of_side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// All occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// Where a side's king stands.
    #[inline(always)]
    pub fn king(&self, side: Side) -> u8 {
        self.kings[side.index()]
    }

    /// Squares a chariot reaches, the first occupied one included, and squares a cannon captures on.
    #[inline(always)]
    pub fn lines_from(&self, square: u8) -> (Bitboard, Bitboard) {
        let (reach, behind) = self.lines.from(square);
        (reach, behind & self.occupied())
    }

    /// See [`Lines::from`].
    #[inline(always)]
    pub(super) fn sight_from(&self, square: u8) -> (Bitboard, Bitboard) {
        self.lines.from(square)
    }

    /// Pieces of `by` that act along lines and stand on the rank or file of a square.
    #[inline(always)]
    fn aligned(&self, square: u8, by: Side) -> Bitboard {
        let sliders = self.kinds[CHARIOT] | self.kinds[CANNON] | self.kinds[KING];
        self.sides[by.index()] & sliders & CROSS[square as usize]
    }

    /// What threatens the king of the side to move, and what keeps it from harm.
    #[inline(always)]
    pub fn guard(&self) -> Guard {
        let (us, them) = (self.side, !self.side);
        let king = self.king(us);
        let (own, occupied) = (self.of_side(us), self.occupied());
        let mut guard = Guard::default();
        for slider in Squares(self.aligned(king, them)) {
            let between = BETWEEN[king as usize][slider as usize];
            let screens = between & occupied;
            let is_cannon = self.kinds[CANNON] & bit(slider) != 0;
            match (count(screens), is_cannon) {
                (0, true) => guard.hollow |= between,
                (0, false) | (1, true) => guard.checkers |= bit(slider),
                (1, false) | (2, true) => guard.pinned |= screens & own,
                _ => {}
            }
        }
        for rider in Squares(horse_ring(king) & self.pieces(them, HORSE)) {
            let leg = bit(leg(rider, king));
            if occupied & leg == 0 {
                guard.checkers |= bit(rider);
            } else {
                guard.pinned |= leg & own;
            }
        }
        guard.checkers |= PAWN_TO[them.index()][king as usize] & self.pieces(them, PAWN);
        guard
    }

    /// Where a pinned piece may go without exposing its king, when the king is not in check now.
    pub fn pin_mask(&self, square: u8) -> Bitboard {
        let (us, them) = (self.side, !self.side);
        let king = self.king(us);
        let occupied = self.occupied();
        let mut mask = BOARD;
        for slider in Squares(self.aligned(king, them)) {
            let between = BETWEEN[king as usize][slider as usize];
            let screens = between & occupied;
            let pinned_by = if self.kinds[CANNON] & bit(slider) != 0 { 2 } else { 1 };
            if screens & bit(square) != 0 && count(screens) == pinned_by {
                // The number of screens must stay: not the other screen's square either.
                mask &= between & !(screens ^ bit(square)) | bit(slider);
            }
        }
        for rider in Squares(horse_ring(king) & self.pieces(them, HORSE)) {
            if leg(rider, king) == square {
                mask &= bit(rider);
            }
        }
        mask
    }

    /// Whether a king of the side to move would be attacked on `king`, with `occupied` occupied and without
    /// the opposing pieces in `gone`.
    #[inline]
    pub fn is_attacked(&self, king: u8, occupied: Bitboard, gone: Bitboard) -> bool {
        self.attacks(!self.side, king, occupied, gone)
    }

    /// Whether pieces of `by`, those in `gone` excepted, attack a king on `king`, with `occupied` occupied.
    #[inline(always)]
    pub(super) fn attacks(&self, by: Side, king: u8, occupied: Bitboard, gone: Bitboard) -> bool {
        for slider in Squares(self.aligned(king, by) & !gone) {
            let screens = count(BETWEEN[king as usize][slider as usize] & occupied);
            if screens == (self.kinds[CANNON] & bit(slider) != 0) as u32 {
                return true;
            }
        }
        for rider in Squares(horse_ring(king) & self.pieces(by, HORSE) & !gone) {
            if occupied & bit(leg(rider, king)) == 0 {
                return true;
            }
        }
        PAWN_TO[by.index()][king as usize] & self.pieces(by, PAWN) & !gone != 0
    }

    /// Whether a pseudo-legal move leaves the mover's king safe.
    #[inline]
    pub fn is_safe(&self, from: u8, to: u8) -> bool {
        let us = self.side;
        let king = if from == self.king(us) { to } else { self.king(us) };
        !self.is_attacked(king, self.occupied_after(from, to), bit(to))
    }

    /// All occupied squares once a piece has moved.
    #[inline(always)]
    pub(super) fn occupied_after(&self, from: u8, to: u8) -> Bitboard {
        self.occupied() & !bit(from) | bit(to)
    }

    /// Squares a piece of the side to move on `from` goes to by its nature, own pieces excluded.
    #[inline]
    pub fn targets(&self, from: u8) -> Bitboard {
        let piece = self.piece(from);
        let occupied = self.occupied();
        let reach = match kind_of(piece) {
            KING => KING_STEPS[from as usize],
            ADVISOR => ADVISOR_STEPS[from as usize],
            ELEPHANT => elephant(from, occupied),
            HORSE => horse(from, occupied),
            CHARIOT => self.lines.from(from).0,
            CANNON => {
                let (slide, jump) = self.lines_from(from);
                slide & !occupied | jump
            }
            _ => PAWN_STEPS[side_of(piece)][from as usize],
        };
        reach & !self.sides[side_of(piece)]
    }

    /// Whether any 16-bit code is a legal move here, given the king's safety.
    #[inline]
    pub fn is_legal(&self, guard: &Guard, mv: Move) -> bool {
        let (from, to) = (from_of(mv), to_of(mv));
        if from >= 90 || to >= 90 || self.of_side(self.side) & bit(from) == 0 || self.targets(from) & bit(to) == 0 {
            return false;
        }
        if guard.checkers != 0 || from == self.king(self.side) {
            return self.is_safe(from, to);
        }
        let pinned = guard.pinned & bit(from) != 0;
        guard.hollow & bit(to) == 0 && (!pinned || self.pin_mask(from) & bit(to) != 0)
    }

    /// The board turned round with the colours exchanged: the same position for the other side.
    pub fn rotated(&self) -> Board {
        self.mapped(self.keys, |s| 89 - s, |p| p ^ 1, !self.side)
    }

    /// The board seen in a mirror: file `a` becomes file `i`.
    pub fn mirrored(&self) -> Board {
        self.mapped(self.keys, |s| 9 * rank_of(s) + 8 - file_of(s), |p| p, self.side)
    }

    /// The set that the key is made of.
    pub fn keys(&self) -> &'static Keys {
        self.keys
    }

    /// The same board with its key made of another set.
    pub fn rekeyed(&self, keys: &'static Keys) -> Board {
        if std::ptr::eq(keys, self.keys) { self.clone() } else { self.mapped(keys, |s| s, |p| p, self.side) }
    }

    /// The key made of another set.
    pub fn key_in(&self, keys: &'static Keys) -> u64 {
        if std::ptr::eq(keys, self.keys) { self.key } else { self.rekeyed(keys).key }
    }

    fn mapped(
        &self,
        keys: &'static Keys,
        square: impl Fn(u8) -> u8,
        piece: impl Fn(Piece) -> Piece,
        side: Side,
    ) -> Board {
        let mut board = Board { keys, ..Board::empty() };
        for s in Squares(self.occupied()) {
            board.put(square(s), piece(self.piece(s)));
        }
        board.set_side(side);
        board
    }

    /// The key computed anew, for tests of the incremental one.
    pub fn recomputed_key(&self) -> u64 {
        self.mapped(self.keys, |s| s, |p| p, self.side).key
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.side == other.side && self.squares == other.squares
    }
}

impl Eq for Board {}
