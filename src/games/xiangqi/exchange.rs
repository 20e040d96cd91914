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

/// Kinds of pieces in the order in which they are tried, the least valuable first. The king comes last: once it has
/// captured legally, nobody can capture it.
const ORDER: [usize; 7] = [PAWN, ADVISOR, ELEPHANT, HORSE, CANNON, CHARIOT, KING];

/// A moment of an exchange on one square.
#[derive(Clone, Copy)]
struct Exchange<'b> {
    board: &'b Board,
    square: u8,
    /// Side to capture.
    side: Side,
    /// Value of the piece on the square.
    prize: i32,
    /// Squares that are occupied now; the square of the exchange always is.
    occupied: Bitboard,
    /// Squares whose pieces of the board have left or were captured; the square of the exchange always is among them.
    gone: Bitboard,
}

impl Board {
    /// Static exchange evaluation of a legal move of the side to move, in evaluation units: the value of the piece that
    /// it captures, if any, less what the opponent wins on the square by the best captures of both sides. See
    /// [`WORTH`].
    pub fn see(&self, mv: Move) -> i32 {
        let (won, exchange) = self.exchange(mv);
        won - exchange.best(0, i32::MAX)
    }

    /// Whether the static exchange evaluation of a legal move is at least `least`. Faster than [`Board::see`].
    #[inline]
    pub fn see_at_least(&self, mv: Move, least: i32) -> bool {
        let (won, exchange) = self.exchange(mv);
        // The opponent's best is between 0 and the value of the piece that moved.
        won - exchange.prize >= least || won >= least && exchange.best(won - least, won - least + 1) <= won - least
    }

    /// The value of the piece that a move captures, and the exchange that follows, with the opponent to capture.
    fn exchange(&self, mv: Move) -> (i32, Exchange<'_>) {
        let (from, square) = (from_of(mv), to_of(mv));
        let worth = |piece| if piece == EMPTY { 0 } else { WORTH[kind_of(piece)] };
        let exchange = Exchange {
            board: self,
            square,
            side: !self.side(),
            prize: worth(self.piece(from)),
            occupied: self.occupied_after(from, square),
            gone: bit(from) | bit(square),
        };
        (worth(self.piece(square)), exchange)
    }
}

impl Exchange<'_> {
    /// What the side to capture wins if both sides choose best, at least 0; exact if it lies between `alpha` and `beta`,
    /// otherwise a bound.
    fn best(&self, alpha: i32, beta: i32) -> i32 {
        if self.prize <= alpha {
            return self.prize;
        }
        let (mut best, beta) = (0, beta.min(self.prize));
        for kind in ORDER {
            for from in Squares(self.capturers(kind)) {
                let Some(next) = self.after(from, kind) else { continue };
                let alpha = alpha.max(best);
                best = best.max(self.prize - next.best(self.prize - beta, self.prize - alpha));
                if best >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// Pieces of a kind, of the side to capture, that reach the square, whether or not their capture is legal.
    fn capturers(&self, kind: usize) -> Bitboard {
        let (square, side) = (self.square as usize, self.side.index());
        let pieces = self.board.pieces(self.side, kind) & !self.gone;
        let with_screens = |number| {
            let along = Squares(pieces & CROSS[square]);
            let reaches = |from: &u8| count(BETWEEN[square][*from as usize] & self.occupied) == number;
            along.filter(reaches).fold(0, |all, from| all | bit(from))
        };
        match kind {
            KING => pieces & KING_STEPS[square],
            ADVISOR => pieces & ADVISOR_STEPS[square],
            ELEPHANT => pieces & elephant(self.square, self.occupied),
            HORSE => {
                let free = |from: &u8| self.occupied & bit(leg(*from, self.square)) == 0;
                Squares(pieces & horse_ring(self.square)).filter(free).fold(0, |all, from| all | bit(from))
            }
            CHARIOT => with_screens(0),
            CANNON => with_screens(1),
            _ => pieces & PAWN_TO[side][square],
        }
    }

    /// The exchange after a capture by the piece on `from`; `None` if the capture is illegal.
    fn after(&self, from: u8, kind: usize) -> Option<Self> {
        let (occupied, gone) = (self.occupied & !bit(from), self.gone | bit(from));
        let king = if kind == KING { self.square } else { self.board.king(self.side) };
        let legal = !self.board.attacks(!self.side, king, occupied, gone);
        legal.then_some(Exchange { side: !self.side, prize: WORTH[kind], occupied, gone, ..*self })
    }
}
