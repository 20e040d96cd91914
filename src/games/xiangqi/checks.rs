//! Generation of moves that give check, by working backwards from the opponent's king.

use std::cell::RefCell;

use super::attacks::*;
use super::bitboard::*;
use super::board::{Board, Guard, kind_of};
use super::moves::encode;
use crate::game::MoveList;

impl Board {
    /// Appends the legal moves that give check.
    pub fn checks(&self, guard: &Guard, out: &mut MoveList) {
        let first = out.len();
        // A move that gives check in two ways is generated twice.
        let is_new = |out: &MoveList, mv| (first..out.len()).all(|index| out.at(index) != mv);
        let out = RefCell::new(out);
        self.any_check(|from, to| {
            let (mv, mut out) = (encode(from, to), out.borrow_mut());
            if is_new(&out, mv) && self.gives_check(from, to) && self.is_legal(guard, mv) {
                out.push(mv);
            }
            false
        });
    }

    /// Whether a legal move gives check, directly or by discovery.
    #[inline]
    pub fn gives_check(&self, from: u8, to: u8) -> bool {
        self.attacks_after(from, to, self.king(!self.side()))
    }

    /// Whether the side to move attacks the opponent's king on the square `king` after a move.
    #[inline(always)]
    pub(super) fn attacks_after(&self, from: u8, to: u8, king: u8) -> bool {
        let occupied = self.occupied_after(from, to) & !bit(self.king(!self.side()));
        let between = || count(BETWEEN[king as usize][to as usize] & occupied);
        let aligned = CROSS[king as usize] & bit(to) != 0;
        let by_mover = match kind_of(self.piece(from)) {
            CHARIOT | KING => aligned && between() == 0,
            CANNON => aligned && between() == 1,
            HORSE => horse_ring(king) & bit(to) != 0 && occupied & bit(leg(to, king)) == 0,
            PAWN => PAWN_TO[self.side().index()][king as usize] & bit(to) != 0,
            _ => false,
        };
        // A piece that the king captures on its new square no longer attacks it.
        by_mover || self.attacks(self.side(), king, occupied, bit(from) | bit(king))
    }

    /// Whether some pseudo-legal move that gives check passes a test. Some moves that give no check, or leave one's own
    /// king in check, are tested too.
    #[inline(always)]
    pub(super) fn any_check(&self, test: impl Fn(u8, u8) -> bool) -> bool {
        let (us, king) = (self.side(), self.king(!self.side()));
        let (own, occupied) = (self.of_side(us), self.occupied());
        let any = |from, targets| Squares(targets & !own).any(|to| test(from, to));
        let (reach, behind) = self.sight_from(king);
        // A cheap test first: squares that are on no common line cannot be reached.
        let crosses = |from: u8, squares: Bitboard| CROSS[from as usize] & squares != 0;
        let chariot = |from| crosses(from, reach) && any(from, self.lines_from(from).0 & reach);
        let cannon = |from| {
            // A cannon that already stands on a line with the king may jump over the piece that becomes its screen.
            let aims = if reach & bit(from) == 0 { behind } else { CROSS[king as usize] };
            if !crosses(from, aims) {
                return false;
            }
            let (slide, jump) = self.lines_from(from);
            let screens = |to: u8| count(BETWEEN[king as usize][to as usize] & occupied & !bit(from));
            let targets = Squares((slide & !occupied | jump & !own) & aims);
            targets.filter(|&to| screens(to) == 1).any(|to| test(from, to))
        };
        let horse = |from| {
            let ring = Squares(horse(from, occupied) & horse_ring(king) & !own);
            ring.filter(|&to| occupied & bit(leg(to, king)) == 0).any(|to| test(from, to))
        };
        let pawn = |from| any(from, PAWN_STEPS[us.index()][from as usize] & PAWN_TO[us.index()][king as usize]);
        let pawns_beyond = self.pieces(us, PAWN) & HOME[1 - us.index()];
        if Squares(self.pieces(us, CHARIOT)).any(chariot)
            || Squares(self.pieces(us, CANNON)).any(cannon)
            || Squares(self.pieces(us, HORSE)).any(horse)
            || Squares(pawns_beyond).any(pawn)
        {
            return true;
        }
        let (veils, hollow) = self.veils(reach, behind);
        Squares(veils).any(|from| any(from, self.targets(from)))
            || hollow != 0 && Squares(own).any(|from| any(from, self.targets(from) & hollow))
    }

    /// Pieces of the side to move that may give discovered check by leaving their square, and squares where any of its
    /// pieces becomes a cannon's screen; given the attacks along lines from the opponent's king.
    #[inline(always)]
    fn veils(&self, reach: Bitboard, behind: Bitboard) -> (Bitboard, Bitboard) {
        let (us, king) = (self.side(), self.king(!self.side()));
        let (own, occupied) = (self.of_side(us), self.occupied());
        let between = |slider: u8| BETWEEN[king as usize][slider as usize];
        let (mut veils, mut hollow) = (0, 0);
        // Kings give no discovered check, because facing kings make a move illegal.
        for chariot in Squares(self.pieces(us, CHARIOT) & behind) {
            veils |= between(chariot) & own;
        }
        for cannon in Squares(self.pieces(us, CANNON) & CROSS[king as usize]) {
            let screens = between(cannon) & occupied;
            if reach & bit(cannon) != 0 {
                hollow |= between(cannon);
            } else if count(screens) == 2 {
                veils |= screens & own;
            }
        }
        for rider in Squares(horse_ring(king) & self.pieces(us, HORSE)) {
            veils |= bit(leg(rider, king)) & own;
        }
        (veils, hollow)
    }
}
