//! Generation of legal moves, without making them on the board.
//!
//! If the king is not in check, masks decide legality: a piece may move to any
//! square it attacks, except into the line of a hollow cannon, and a pinned piece
//! only within its pin mask. If the king is in check, the few candidates are
//! tested one by one. Counting and listing share one generator over a [`Sink`].

use super::attacks::*;
use super::bitboard::*;
use super::board::{Board, Guard};
use super::moves::encode;
use crate::game::{Move, MoveList};

/// Receiver of generated moves: a list, a counter or a test.
pub trait Sink {
    /// Takes the legal targets of the piece on a square.
    fn add(&mut self, from: u8, targets: Bitboard);
}

/// Counts moves.
#[derive(Default)]
pub struct Counter(pub usize);

impl Sink for Counter {
    #[inline(always)]
    fn add(&mut self, _: u8, targets: Bitboard) {
        self.0 += count(targets) as usize;
    }
}

impl Sink for MoveList {
    #[inline(always)]
    fn add(&mut self, from: u8, targets: Bitboard) {
        for to in Squares(targets) {
            self.push(encode(from, to));
        }
    }
}

impl Sink for Vec<Move> {
    #[inline(always)]
    fn add(&mut self, from: u8, targets: Bitboard) {
        self.extend(Squares(targets).map(|to| encode(from, to)));
    }
}

impl Board {
    /// Passes every legal move of the side to move to one of the `wanted` squares to the sink.
    #[inline(always)]
    pub fn generate(&self, guard: &Guard, wanted: Bitboard, sink: &mut impl Sink) {
        let us = self.side();
        let wanted = wanted & !self.of_side(us);
        if guard.checkers != 0 {
            return self.generate_evasions(guard, wanted, sink);
        }
        self.king_moves(wanted, sink);
        let wanted = wanted & !guard.hollow;
        let free = self.of_side(us) & !guard.pinned;
        self.pieces_moves(free, |_| wanted, sink);
        if guard.pinned != 0 {
            self.pieces_moves(guard.pinned, |from| wanted & self.pin_mask(from), sink);
        }
    }

    #[inline(always)]
    fn king_moves(&self, wanted: Bitboard, sink: &mut impl Sink) {
        let king = self.king(self.side());
        let occupied = self.occupied() ^ bit(king);
        let mut safe = 0;
        for to in Squares(KING_STEPS[king as usize] & wanted) {
            if !self.is_attacked(to, occupied, bit(to)) {
                safe |= bit(to);
            }
        }
        sink.add(king, safe);
    }

    /// Generates moves of the pieces in `movers`, except the king, to the squares that `allowed` returns for each.
    #[inline(always)]
    fn pieces_moves(&self, movers: Bitboard, allowed: impl Fn(u8) -> Bitboard, sink: &mut impl Sink) {
        let us = self.side();
        let occupied = self.occupied();
        for from in Squares(self.pieces(us, CHARIOT) & movers) {
            sink.add(from, self.lines_from(from).0 & allowed(from));
        }
        for from in Squares(self.pieces(us, CANNON) & movers) {
            let (slide, jump) = self.lines_from(from);
            sink.add(from, (slide & !occupied | jump) & allowed(from));
        }
        for from in Squares(self.pieces(us, HORSE) & movers) {
            sink.add(from, horse(from, occupied) & allowed(from));
        }
        for from in Squares(self.pieces(us, PAWN) & movers) {
            sink.add(from, PAWN_STEPS[us.index()][from as usize] & allowed(from));
        }
        for from in Squares(self.pieces(us, ELEPHANT) & movers) {
            sink.add(from, elephant(from, occupied) & allowed(from));
        }
        for from in Squares(self.pieces(us, ADVISOR) & movers) {
            sink.add(from, ADVISOR_STEPS[from as usize] & allowed(from));
        }
    }

    /// Generates check evasions. Against a single checker, a piece that is neither pinned nor the checker's screen may
    /// capture the checker or block its line, except in a hollow cannon's line. The moves of all other pieces are
    /// tested one by one.
    #[inline(never)]
    fn generate_evasions(&self, guard: &Guard, wanted: Bitboard, sink: &mut impl Sink) {
        self.king_moves(wanted, sink);
        let us = self.side();
        let king = self.king(us);
        let (help, movers) = self.ways_to_help(guard.checkers);
        let bound = if count(guard.checkers) == 1 { guard.pinned | movers } else { BOARD };
        // A piece that captures a cannon's screen becomes the screen itself.
        let sure = (help & !self.occupied() | guard.checkers) & !guard.hollow & wanted;
        for from in Squares(self.of_side(us) & !bit(king)) {
            if bound & bit(from) == 0 {
                sink.add(from, self.targets(from) & sure);
                continue;
            }
            let mut targets = self.targets(from) & wanted;
            if movers & bit(from) == 0 {
                targets &= help;
            }
            let mut safe = 0;
            for to in Squares(targets) {
                if self.is_safe(from, to) {
                    safe |= bit(to);
                }
            }
            sink.add(from, safe);
        }
    }

    /// Squares to which a move may end a single check, and one's own pieces that may end it by leaving their square.
    pub(super) fn ways_to_help(&self, checkers: Bitboard) -> (Bitboard, Bitboard) {
        if count(checkers) != 1 {
            return (BOARD, 0);
        }
        let king = self.king(self.side());
        let checker = checkers.trailing_zeros() as u8;
        let between = BETWEEN[king as usize][checker as usize];
        // A cannon's check also ends if its screen leaves, a horse's if a piece enters its leg.
        let screen = between & self.occupied();
        let block = if horse_ring(king) & checkers != 0 { bit(leg(checker, king)) } else { between };
        (block | checkers, screen)
    }
}
