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
        let mut after = self.clone();
        after.apply(encode(from, to));
        after.has_move()
    }

    /// Whether the side to move has a legal move; ends at the first.
    fn has_move(&self) -> bool {
        let king = self.king(self.side());
        let any_safe = |from, targets| Squares(targets).any(|to| self.is_safe(from, to));
        if any_safe(king, self.targets(king)) {
            return true;
        }
        let (help, movers) = self.ways_to_help(self.guard().checkers);
        let mut others = Squares(self.of_side(self.side()) ^ bit(king));
        others.any(|from| any_safe(from, self.targets(from) & if movers & bit(from) == 0 { help } else { BOARD }))
    }

    /// Whether some move that gives check passes a test. A few moves that give none are tried too, and some that leave
    /// the own king in check.
    #[inline(always)]
    fn any_check(&self, test: impl Fn(u8, u8) -> bool) -> bool {
        let (us, king) = (self.side(), self.king(!self.side()));
        let occupied = self.occupied();
        let any = |from, targets| Squares(targets & !self.of_side(us)).any(|to| test(from, to));
        let reach = self.lines_from(king).0;
        let cross = CROSS[king as usize];
        let aims = |horse: &u8| occupied & bit(leg(*horse, king)) == 0;
        let pawn_squares = PAWN_TO[us.index()][king as usize];

        let direct = Squares(self.pieces(us, CHARIOT)).any(|from| any(from, self.lines_from(from).0 & reach))
            || Squares(self.pieces(us, CANNON)).any(|from| {
                let (slide, jump) = self.lines_from(from);
                let screens = |to: &u8| count(BETWEEN[king as usize][*to as usize] & occupied & !bit(from));
                let targets = (slide & !occupied | jump & !self.of_side(us)) & cross;
                Squares(targets).filter(|to| screens(to) == 1).any(|to| test(from, to))
            })
            || Squares(self.pieces(us, HORSE)).any(|from| {
                let targets = horse(from, occupied) & horse_ring(king) & !self.of_side(us);
                Squares(targets).filter(aims).any(|to| test(from, to))
            })
            || Squares(pawn_squares & !self.of_side(us))
                .any(|to| Squares(PAWN_TO[us.index()][to as usize] & self.pieces(us, PAWN)).any(|from| test(from, to)));
        if direct {
            return true;
        }
        let (veils, hollow) = self.veils();
        Squares(veils).any(|from| any(from, self.targets(from)))
            || hollow != 0 && Squares(self.of_side(us)).any(|from| any(from, self.targets(from) & hollow))
    }

    /// Own pieces that may discover check by leaving, and squares where any own piece becomes a cannon's screen.
    #[inline(always)]
    fn veils(&self) -> (Bitboard, Bitboard) {
        let (us, king) = (self.side(), self.king(!self.side()));
        let (own, occupied) = (self.of_side(us), self.occupied());
        let (mut veils, mut hollow) = (0, 0);
        // Kings cannot discover each other: that move is illegal.
        for slider in Squares(self.aligned(king, us) & !bit(self.king(us))) {
            let between = BETWEEN[king as usize][slider as usize];
            let screens = between & occupied;
            match (count(screens), kind_of(self.piece(slider))) {
                (0, CANNON) => hollow |= between,
                (1, CHARIOT) | (2, CANNON) => veils |= screens & own,
                _ => {}
            }
        }
        for rider in Squares(horse_ring(king) & self.pieces(us, HORSE)) {
            veils |= bit(leg(rider, king)) & own;
        }
        (veils, hollow)
    }

    /// Squares of which a move must enter one if it leaves the opponent without any move and gives no check.
    ///
    /// Only pieces away from the king's lines and its horses' legs are looked at: nothing can pin them, nor their moves
    /// to squares off these lines. So each such move remains unless we take the piece or stand in its way.
    fn stifling(&self) -> Bitboard {
        let (them, king) = (!self.side(), self.king(!self.side()));
        let here = bit(king);
        // The king stays in its palace, so that its neighbours never run over the edge of a rank.
        let legs = here << 8 | here << 10 | here >> 8 | here >> 10;
        let mut squares = BOARD;
        for from in Squares(self.of_side(them) & !(CROSS[king as usize] | legs | here)) {
            squares &= self.stops(from, !self.of_side(them) & !CROSS[king as usize]);
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
