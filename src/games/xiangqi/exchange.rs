//! Static exchange evaluation (SEE): what a move wins or loses in captures on the square that it enters.
//!
//! After the move both sides may capture on that square in turn, the opponent first, and either may stop at any time.
//! The value is the balance of the captured pieces if both sides choose best. It is exact in three respects in which
//! simple implementations are not:
//!
//! * A cannon takes part while exactly one piece stands between it and the square. Each piece that leaves may open or
//!   close the way of cannons, chariots and, by their legs and eyes, of horses and elephants.
//! * A side may capture with any of its pieces, not only with the least valuable one, since another order may keep a
//!   screen in place.
//! * A piece takes part only if its capture is legal at that moment of the exchange: its king must not be attacked
//!   afterwards, and must not face the other king. So pinned pieces do not take part, and neither does any piece whose
//!   side would stay in check.

use super::attacks::*;
use super::bitboard::*;
use super::board::{Board, EMPTY, kind_of};
use super::moves::{from_of, to_of};
use crate::game::{Move, Side};

/// Value of each kind of piece in an exchange, in evaluation units. No king is ever captured.
pub const WORTH: [i32; 7] = [0, 20, 20, 90, 200, 95, 15];

/// A moment of an exchange on one square.
#[derive(Clone, Copy)]
struct Exchange<'b> {
    board: &'b Board,
    square: u8,
    /// Side to capture.
    side: Side,
    /// Value of the piece on the square.
    prize: i32,
    /// Squares of the pieces that have neither left nor been captured, without the square of the exchange.
    others: Bitboard,
}

impl Board {
    /// Static exchange evaluation of a legal move of the side to move, in evaluation units: the value of the piece that
    /// it captures, if any, less what the opponent wins on the square by the best captures of both sides. See
    /// [`WORTH`].
    pub fn see(&self, mv: Move) -> i32 {
        let (won, exchange) = self.exchange(mv);
        // The opponent's best is between 0 and the value of the piece that moved: halve the interval until one is left.
        let (mut least, mut beyond) = (0, exchange.prize + 1);
        while beyond - least > 1 {
            let middle = (least + beyond) / 2;
            if exchange.wins(middle) { least = middle } else { beyond = middle }
        }
        won - least
    }

    /// Whether the static exchange evaluation of a legal move is at least `least`. Faster than [`Board::see`].
    #[inline]
    pub fn see_at_least(&self, mv: Move, least: i32) -> bool {
        let (won, exchange) = self.exchange(mv);
        won >= least && !exchange.wins(won - least + 1)
    }

    /// The value of the piece that a move captures, and the exchange that follows, with the opponent to capture.
    #[inline(always)]
    fn exchange(&self, mv: Move) -> (i32, Exchange<'_>) {
        let (from, square) = (from_of(mv), to_of(mv));
        let worth = |piece| if piece == EMPTY { 0 } else { WORTH[kind_of(piece)] };
        let exchange = Exchange {
            board: self,
            square,
            side: !self.side(),
            prize: worth(self.piece(from)),
            others: self.occupied() & !(bit(from) | bit(square)),
        };
        (worth(self.piece(square)), exchange)
    }
}

impl Exchange<'_> {
    /// Whether the side to capture wins at least `least`, which is more than 0, if both sides choose best.
    #[inline(always)]
    fn wins(&self, least: i32) -> bool {
        // It wins the piece on the square at most.
        self.prize >= least && self.wins_by_some(least)
    }

    /// [`Exchange::wins`] where the piece on the square is worth enough. The least valuable pieces are tried first. The
    /// king comes last: its captures are seldom legal.
    fn wins_by_some(&self, least: i32) -> bool {
        let (square, side, others) = (self.square as usize, self.side.index(), self.others);
        let own = self.board.of_side(self.side) & others;
        let screens = |from: u8| count(BETWEEN[square][from as usize] & others);
        let has_free_leg = |from| others & bit(leg(from, self.square)) == 0;
        self.wins_by::<PAWN>(least, own & PAWN_TO[side][square], |_| true)
            || self.wins_by::<ADVISOR>(least, own & ADVISOR_STEPS[square], |_| true)
            || self.wins_by::<ELEPHANT>(least, own & elephant(self.square, others), |_| true)
            || self.wins_by::<HORSE>(least, own & horse_ring(self.square), has_free_leg)
            || self.wins_by::<CANNON>(least, own & CROSS[square], |from| screens(from) == 1)
            || self.wins_by::<CHARIOT>(least, own & CROSS[square], |from| screens(from) == 0)
            || self.wins_by::<KING>(least, own & KING_STEPS[square], |_| true)
    }

    /// Whether the side to capture wins at least `least` by a capture with a piece of a kind, one of those in `near` that
    /// reaches the square of the exchange.
    #[inline(always)]
    fn wins_by<const KIND: usize>(&self, least: i32, near: Bitboard, reaches: impl Fn(u8) -> bool) -> bool {
        // What the opponent must win in turn to prevent it.
        let least_reply = self.prize - least + 1;
        let wins = |from| self.after::<KIND>(from).is_some_and(|next| !next.wins(least_reply));
        Squares(self.board.of_kind(KIND) & near).any(|from| reaches(from) && wins(from))
    }

    /// The exchange after a capture by the piece on `from`; `None` if the capture is illegal.
    #[inline(always)]
    fn after<const KIND: usize>(&self, from: u8) -> Option<Self> {
        let next = Exchange { side: !self.side, prize: WORTH[KIND], others: self.others & !bit(from), ..*self };
        let king = if KIND == KING { self.square } else { self.board.king(self.side) };
        let occupied = next.others | bit(self.square);
        // No king was attacked when its opponent began to move. That changes only on the lines that it sees.
        let changed = self.board.occupied() & !next.others | bit(self.square);
        let safe = KIND != KING && changed & SIGHT[king as usize] == 0
            || !self.board.attacks(next.side, king, occupied, !next.others);
        safe.then_some(next)
    }
}
