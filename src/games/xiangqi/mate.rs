//! Exact detection of a mate in one, cheap enough for the leaves of a search.
//!
//! fenon's series on xiangqi engines ("中国象棋软件引擎审局揭秘", 2013) proposes a list of mate patterns at depth 1. This
//! module uses no patterns. A move that leaves the opponent without a reply either gives check, and few moves do; or it
//! stalemates, which wins as well. A stalemating move must capture or block every piece that could still move, and
//! [`Board::stifling`] gives the squares that it would have to enter: usually none.

use super::attacks::*;
use super::bitboard::*;
use super::board::{Board, Guard, kind_of};
use super::movegen::Sink;
use super::moves::encode;
use crate::game::Side;

/// A move sink that stops at the first move which leaves the opponent without a reply.
struct Mates<'a> {
    board: &'a Board,
    found: bool,
}

impl Sink for Mates<'_> {
    fn add(&mut self, from: u8, targets: Bitboard) {
        self.found = self.found || Squares(targets).any(|to| !self.board.has_reply(from, to));
    }
}

impl Board {
    /// Whether the side to move has a legal move after which the opponent has none, in check or not. The opponent must
    /// not be in check now; `guard` is [`Board::guard`].
    pub fn has_mate_in_one(&self, guard: &Guard) -> bool {
        // Legality is tested last, because few moves leave no reply.
        let mates = |from, to| !self.has_reply(from, to) && self.is_legal(guard, encode(from, to));
        if self.any_check(mates) {
            return true;
        }
        let stifling = self.stifling();
        let mut mates = Mates { board: self, found: false };
        if stifling != 0 {
            self.generate(guard, stifling, &mut mates);
        }
        mates.found
    }

    /// Whether the opponent has a legal reply to a move.
    fn has_reply(&self, from: u8, to: u8) -> bool {
        if self.leaves_flight(from, to) {
            return true;
        }
        let mut after = self.clone();
        after.apply(encode(from, to));
        after.has_move_of_others()
    }

    /// Whether the opponent's king has a legal move after a move.
    #[inline]
    fn leaves_flight(&self, from: u8, to: u8) -> bool {
        let (them, king) = (!self.side(), self.king(!self.side()));
        let flights = KING_STEPS[king as usize] & !(self.of_side(them) & !bit(to));
        Squares(flights).any(|flight| !self.attacks_after(from, to, flight))
    }

    /// Whether the side to move has a legal move of a piece other than its king.
    fn has_move_of_others(&self) -> bool {
        let (own, king) = (self.of_side(self.side()), self.king(self.side()));
        let any_safe = |from, targets| Squares(targets).any(|to| self.is_safe(from, to));
        let (help, movers) = self.ways_to_help(self.guard().checkers);
        let allowed = |from| if movers & bit(from) == 0 { help } else { BOARD };
        Squares(own ^ bit(king)).any(|from| any_safe(from, self.targets(from) & allowed(from)))
    }

    /// Squares that a stalemating move without check must enter: the move must enter one of them to leave the opponent
    /// without legal moves.
    ///
    /// Only pieces off the king's lines and horse legs are considered, because they are never pinned, and neither are
    /// their moves to squares off these lines. Such a move stays legal unless the piece is captured or blocked.
    fn stifling(&self) -> Bitboard {
        let (them, king) = (!self.side(), self.king(!self.side()));
        let (here, cross) = (bit(king), CROSS[king as usize]);
        // The king stays in its palace, so its neighbours never wrap around the edge of a rank.
        let legs = here << 8 | here << 10 | here >> 8 | here >> 10;
        let free = self.of_side(them) & !(cross | legs | here);
        let open = BOARD & !self.of_side(them) & !cross;
        // Usually two pawns can step forward, and one move cannot stop both.
        let pawns = self.pieces(them, PAWN) & free;
        let ahead = if them == Side::First { pawns << 9 } else { pawns >> 9 };
        if count(ahead & open) > 1 {
            return 0;
        }
        let mut squares = BOARD;
        for from in Squares(free) {
            squares &= self.stops(from, open);
            if squares == 0 {
                break;
            }
        }
        squares
    }

    /// Squares where a piece of the other side stops all moves of the piece on `from` to `open` squares (of chariots
    /// and cannons, only moves by one step). All squares if the piece has no such move.
    fn stops(&self, from: u8, open: Bitboard) -> Bitboard {
        let (piece, occupied) = (self.piece(from), self.occupied());
        let each = |targets: Bitboard, stop: &dyn Fn(u8) -> u8| {
            Squares(targets & open).fold(BOARD, |stops, to| stops & (bit(from) | bit(stop(to))))
        };
        match kind_of(piece) {
            HORSE => each(horse(from, occupied), &|to| leg(from, to)),
            ELEPHANT => each(elephant(from, occupied), &|to| (from + to) / 2),
            // A cannon moves to empty squares and cannot capture a piece that stands next to it.
            CANNON => each(neighbours(from) & !occupied, &|to| to),
            CHARIOT => each(neighbours(from), &|_| from),
            _ => each(self.targets(from), &|_| from),
        }
    }
}

/// Squares next to a square on its rank and file.
fn neighbours(square: u8) -> Bitboard {
    // Every square is beyond the river for one side, whose pawns step sideways there; both sides' pawns step forward.
    PAWN_STEPS[0][square as usize] | PAWN_STEPS[1][square as usize]
}
