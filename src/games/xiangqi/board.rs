//! The xiangqi board: pieces, moves, and the safety of the king.

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
    /// By square, with room for every square that a move may name, so that no bounds need a check.
    squares: [Piece; 128],
    kinds: [Bitboard; 8],
    sides: [Bitboard; 2],
    lines: Lines,
    kings: [u8; 2],
    side: Side,
    key: u64,
    keys: &'static Keys,
}

/// Safety of the king of the side to move: checkers, pins and hollow cannons, which decide the legality of moves.
/// Computed once per position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guard {
    /// Pieces that give check; the opposing king on an open file counts as one.
    pub checkers: Bitboard,
    /// Pinned pieces of the side to move, see [`Board::pin_mask`].
    pub pinned: Bitboard,
    /// Empty squares between the king and a hollow cannon, which has nothing between itself and the king: a piece that
    /// enters them becomes its screen.
    pub hollow: Bitboard,
}

impl Board {
    /// A board without pieces, red to move.
    pub fn empty() -> Board {
        Board {
            squares: [EMPTY; 128],
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

    /// Sets the side to move.
    pub fn set_side(&mut self, side: Side) {
        if side != self.side {
            self.pass();
        }
    }

    /// Passes the turn to the other side.
    #[inline(always)]
    pub fn pass(&mut self) {
        self.side = !self.side;
        self.key ^= self.keys.side;
    }

    /// Moves a piece, passes the turn, and returns the captured piece or [`EMPTY`].
    #[inline(always)]
    pub fn apply(&mut self, mv: Move) -> Piece {
        let (from, to) = (from_of(mv), to_of(mv));
        let piece = self.squares[from as usize];
        let captured = std::mem::replace(&mut self.squares[to as usize], piece);
        self.squares[from as usize] = EMPTY;
        self.shift(piece, from, to);
        self.lines.flip(from);
        if captured == EMPTY {
            self.lines.flip(to);
        } else {
            self.kinds[kind_of(captured) & 7] ^= bit(to);
            self.sides[side_of(captured)] ^= bit(to);
        }
        self.side = !self.side;
        self.key ^= self.keys.change(piece, captured, from, to);
        captured
    }

    /// The key after a move.
    #[inline(always)]
    pub fn key_after(&self, mv: Move) -> u64 {
        let (from, to) = (from_of(mv), to_of(mv));
        self.key ^ self.keys.change(self.squares[from as usize], self.squares[to as usize], from, to)
    }

    /// Takes a move back. The caller passes the old key, which it keeps on its stack.
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

    /// Zobrist key of the pieces and the side to move.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Hash of the squares of both sides' pawns.
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        let [red, black] = [Side::First, Side::Second].map(|side| self.pieces(side, PAWN));
        hash_of(red) ^ hash_of(black).rotate_left(32)
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

    /// Squares of one kind of piece of both sides.
    #[inline(always)]
    pub fn of_kind(&self, kind: usize) -> Bitboard {
        self.kinds[kind]
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

    /// Square of a side's king.
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

    /// Squares that a chariot and a cannon reach from a square, see [`Lines::from`].
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

    /// Computes the safety of the king of the side to move.
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

    /// Squares to which a pinned piece may move without exposing its king, if the king is not in check now.
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
                // Capturing the other screen would change the number of screens, so its square is left out too.
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

    /// Whether a king of the side to move on `king` would be attacked if the squares in `occupied` were occupied and
    /// the opponent's pieces in `gone` were captured.
    #[inline]
    pub fn is_attacked(&self, king: u8, occupied: Bitboard, gone: Bitboard) -> bool {
        self.attacks(!self.side, king, occupied, gone)
    }

    /// Whether pieces of `by`, except those in `gone`, attack a king on `king` if the squares in `occupied` are
    /// occupied.
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

    /// All occupied squares after a move.
    #[inline(always)]
    pub(super) fn occupied_after(&self, from: u8, to: u8) -> Bitboard {
        self.occupied() & !bit(from) | bit(to)
    }

    /// Pseudo-legal targets of the piece on `from`: squares it reaches, except those of its own side.
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

    /// Whether a 16-bit code is a legal move here, given the king's safety. Any code is accepted.
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

    /// The board turned by 180 degrees with the colours exchanged, which is the position seen by the other side.
    pub fn rotated(&self) -> Board {
        self.mapped(self.keys, |s| 89 - s, |p| p ^ 1, !self.side)
    }

    /// The board mirrored left to right: file `a` becomes file `i`.
    pub fn mirrored(&self) -> Board {
        self.mapped(self.keys, |s| 9 * rank_of(s) + 8 - file_of(s), |p| p, self.side)
    }

    /// The Zobrist key set in use.
    pub fn keys(&self) -> &'static Keys {
        self.keys
    }

    /// A copy of the board that uses another Zobrist key set.
    pub fn rekeyed(&self, keys: &'static Keys) -> Board {
        if std::ptr::eq(keys, self.keys) { self.clone() } else { self.mapped(keys, |s| s, |p| p, self.side) }
    }

    /// Computes the key in a given Zobrist key set.
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
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.side == other.side && self.squares == other.squares
    }
}

impl Eq for Board {}
