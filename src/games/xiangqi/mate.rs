//! Whether the side to move can mate at once: exact, and cheap enough to be asked at the horizon of a search.
//!
//! fenon's series on xiangqi engines ("中国象棋软件引擎审局揭秘", 2013) wants mates in one known at depth 1, as a list of
//! patterns. Here no pattern is listed. A move that leaves no reply may give check, and few moves do: the squares from
//! which pieces aim at the king tell them. Or it gives none, which wins as well; then it must take or hem in all that
//! the opponent could have moved, and [`Board::stifling`] tells where it would have to go: mostly nowhere.

use super::attacks::*;
use super::bitboard::*;
use super::board::{Board, Guard, kind_of};
use super::movegen::Sink;
use super::moves::encode;
use crate::game::Side;

/// Looks among the moves it is given for one that leaves no reply.
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
        // The few moves that mate are tested for being legal, not all that are tried.
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

    /// Whether the side to move has a legal move other than its king's; ends at the first.
    fn has_move_of_others(&self) -> bool {
        let (own, king) = (self.of_side(self.side()), self.king(self.side()));
        let any_safe = |from, targets| Squares(targets).any(|to| self.is_safe(from, to));
        let (help, movers) = self.ways_to_help(self.guard().checkers);
        let allowed = |from| if movers & bit(from) == 0 { help } else { BOARD };
        Squares(own ^ bit(king)).any(|from| any_safe(from, self.targets(from) & allowed(from)))
    }

    /// Squares of which a move must enter one if it leaves the opponent without any move and gives no check.
    ///
    /// Only pieces away from the king's lines and its horses' legs are looked at: nothing can pin them, nor their moves
    /// to squares off these lines. So each such move remains unless we take the piece or stand in its way.
    fn stifling(&self) -> Bitboard {
        let (them, king) = (!self.side(), self.king(!self.side()));
        let (here, cross) = (bit(king), CROSS[king as usize]);
        // The king stays in its palace, so that its neighbours never run over the edge of a rank.
        let legs = here << 8 | here << 10 | here >> 8 | here >> 10;
        let free = self.of_side(them) & !(cross | legs | here);
        let open = BOARD & !self.of_side(them) & !cross;
        // Mostly two pawns can step forward, and nothing stops both.
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

    /// Squares on each of which an opposing piece stops all moves of the piece on `from` to `open` squares; of a chariot
    /// and a cannon, moves by one step. All squares if it has no such move.
    fn stops(&self, from: u8, open: Bitboard) -> Bitboard {
        let (piece, occupied) = (self.piece(from), self.occupied());
        let each = |targets: Bitboard, stop: &dyn Fn(u8) -> u8| {
            Squares(targets & open).fold(BOARD, |stops, to| stops & (bit(from) | bit(stop(to))))
        };
        match kind_of(piece) {
            HORSE => each(horse(from, occupied), &|to| leg(from, to)),
            ELEPHANT => each(elephant(from, occupied), &|to| (from + to) / 2),
            // A cannon goes to empty squares only, and takes nothing that comes there.
            CANNON => each(neighbours(from) & !occupied, &|to| to),
            CHARIOT => each(neighbours(from), &|_| from),
            _ => each(self.targets(from), &|_| from),
        }
    }
}

/// Squares a step along rank and file away.
fn neighbours(square: u8) -> Bitboard {
    // Beyond the river, where one of the two sides always is, its pawns step sideways.
    PAWN_STEPS[0][square as usize] | PAWN_STEPS[1][square as usize]
}
