//! Perpetual chase, as the rules of the Asian Xiangqi Federation see it: which pieces one side attacks anew with each of
//! its moves. `docs/rules.md` says it in prose, with the cases that it is measured by.
//!
//! A threat is a legal capture that cannot be recaptured legally; checks to either side before it are disregarded. Not
//! counted are captures by kings and pawns, captures of pawns that have not crossed the river, and exchanges, where the
//! piece attacked could as well capture its attacker of the same kind. Counted even if a recapture is legal: a horse or
//! cannon that attacks a chariot, and an advisor or elephant that attacks a chariot, horse or cannon.
//!
//! A side chases a piece if every move of its threatens the piece by an attacker that could not capture it before the
//! move, or if every move threatens the piece and nothing did before the move. Direct attacks, attacks that a move
//! discovers, and attacks on pieces whose protection it removes are all found by that comparison.
//!
//! A chariot that a horse binds to its square, since its leaving, but by capturing the horse, would expose the king to it,
//! has priority: who chases such a chariot with every move loses even to an opponent who chases too.

use super::attacks::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HOME, HORSE, KING, PAWN, horse_ring, leg};
use super::bitboard::{Bitboard, Squares, bit};
use super::board::{Board, kind_of};
use super::moves::{encode, from_of, to_of};
use crate::game::{Move, Side};

/// A capture that threatens: squares of the attacking piece and of the piece attacked.
type Threat = (u8, u8);

/// Number of senses in which a threat may be new: by an attacker that could not capture the piece before, or to a piece
/// that nothing threatened before.
const SENSES: usize = 2;

impl Board {
    /// Whether a piece of the side to move can capture a piece, where checks to its king by `checkers` are disregarded.
    fn can_capture(&self, from: u8, to: u8, checkers: Bitboard) -> bool {
        let us = self.side();
        let (king, gone) = match from == self.king(us) {
            true => (to, bit(to)),
            false => (self.king(us), bit(to) | checkers),
        };
        self.targets(from) & bit(to) != 0 && !self.attacks(!us, king, self.occupied_after(from, to), gone)
    }

    /// Captures by the pieces of the side to move that can chase. A check to its king is disregarded: what it attacked
    /// before the check it attacks still.
    fn attacks_on_pieces(&self) -> Vec<Move> {
        let (us, them) = (self.side(), !self.side());
        let (checkers, targets) = (self.guard().checkers, self.of_side(them) & !self.pieces(them, KING));
        let mut captures = Vec::new();
        for kind in [ADVISOR, ELEPHANT, HORSE, CHARIOT, CANNON] {
            for from in Squares(self.pieces(us, kind)) {
                let open = Squares(self.targets(from) & targets).filter(|&to| self.can_capture(from, to, checkers));
                captures.extend(open.map(|to| encode(from, to)));
            }
        }
        captures
    }

    /// Whether a capture counts in a chase; `checks` are the pieces that give check to the opponent before it.
    fn is_threat(&self, mv: Move, checks: Bitboard) -> bool {
        let (from, to) = (from_of(mv), to_of(mv));
        let [attacker, attacked] = [from, to].map(|square| kind_of(self.piece(square)));
        let at_home = HOME[1 - self.side().index()] & bit(to) != 0;
        if attacked == PAWN && at_home {
            return false;
        }
        if matches!((attacker, attacked), (HORSE | CANNON, CHARIOT))
            || matches!((attacker, attacked), (ADVISOR | ELEPHANT, CHARIOT | HORSE | CANNON))
        {
            return true;
        }
        let exchange = attacker == attacked && {
            let mut turned = self.clone();
            turned.pass();
            turned.can_capture(to, from, checks)
        };
        let protected = || {
            let mut after = self.clone();
            after.apply(mv);
            Squares(after.of_side(after.side())).any(|protector| after.can_capture(protector, to, checks))
        };
        !exchange && !protected()
    }

    /// What a legal move of the side to move newly threatens on the squares that `is_asked` names, in both senses of new.
    fn new_threats(&self, mv: Move, is_asked: impl Fn(u8) -> bool) -> [Vec<Threat>; SENSES] {
        let mut after = self.clone();
        after.apply(mv);
        let checks = after.guard().checkers;
        after.pass();
        let threats = after.attacks_on_pieces().into_iter().filter(|&mv| is_asked(to_of(mv)));
        let threats = threats.filter(|&mv| after.is_threat(mv, checks)).map(|mv| (from_of(mv), to_of(mv)));
        let threats: Vec<Threat> = threats.collect();
        if threats.is_empty() {
            return Default::default();
        }
        let moved = |square| if square == from_of(mv) { to_of(mv) } else { square };
        let before = self.attacks_on_pieces();
        let attacks: Vec<Threat> = before.iter().map(|&mv| (moved(from_of(mv)), to_of(mv))).collect();
        let was_threatened = |square: u8| before.iter().any(|&mv| to_of(mv) == square && self.is_threat(mv, 0));
        let such = |is_new: &dyn Fn(&Threat) -> bool| threats.iter().copied().filter(is_new).collect();
        [such(&|threat| !attacks.contains(threat)), such(&|&(_, to)| !was_threatened(to))]
    }

    /// Chariots of a side that a horse binds to their squares.
    fn bound_chariots(&self, side: Side) -> Bitboard {
        let king = self.king(side);
        let legs = Squares(horse_ring(king) & self.pieces(!side, HORSE)).map(|rider| bit(leg(rider, king)));
        legs.fold(0, |all, leg| all | leg) & self.pieces(side, CHARIOT)
    }
}

/// No square: where the piece on a square that a move has left came from.
const GONE: u8 = u8::MAX;

/// A move of a cycle, the board before it, and whether it gave check.
#[derive(Clone)]
pub struct Lap {
    /// The board before the move.
    pub board: Board,
    /// The move.
    pub mv: Move,
    /// Whether it gave check.
    pub check: bool,
}

/// A piece that was chased, and the pieces that attacked it at last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chase {
    /// Square of the piece at the end of the cycle.
    pub attacked: u8,
    /// Squares of the pieces that attacked it after the last move of the side that chased.
    pub attackers: Vec<u8>,
    /// Whether it is a chariot that a horse bound to its square all the time.
    pub bound: bool,
}

/// The pieces found with every move so far; none before the first.
#[derive(Default)]
struct Common(Option<Vec<u8>>);

impl Common {
    fn keep(&mut self, found: &[u8]) {
        match &mut self.0 {
            None => self.0 = Some(found.to_vec()),
            Some(pieces) => pieces.retain(|piece| found.contains(piece)),
        }
    }

    fn has(&self, piece: u8) -> bool {
        self.0.as_ref().is_none_or(|pieces| pieces.contains(&piece))
    }

    fn pieces(&self) -> &[u8] {
        self.0.as_deref().unwrap_or_default()
    }
}

/// The piece of the other side that a side has chased with every move of a cycle, a bound chariot before others; `None`
/// if there is none. Moves are in order, and none captures.
pub fn chase(cycle: &[Lap], side: Side) -> Option<Chase> {
    // Where the piece that stands on a square now stood when the cycle began; meaningless where none stands.
    let mut origin: [u8; 90] = std::array::from_fn(|square| square as u8);
    let (mut common, mut bound): ([Common; SENSES], Common) = Default::default();
    let mut attacks: [Vec<Threat>; SENSES] = Default::default();
    for lap in cycle {
        let ours = lap.board.side() == side;
        let may_be_chased = |square: u8| common.iter().any(|common| common.has(origin[square as usize]));
        let threats = if ours { lap.board.new_threats(lap.mv, may_be_chased) } else { Default::default() };
        origin[to_of(lap.mv) as usize] = std::mem::replace(&mut origin[from_of(lap.mv) as usize], GONE);
        if !ours {
            continue;
        }
        attacks = threats.map(|new| new.into_iter().map(|(from, to)| (from, origin[to as usize])).collect());
        for (common, attacks) in common.iter_mut().zip(&attacks) {
            common.keep(&attacks.iter().map(|&(_, piece)| piece).collect::<Vec<u8>>());
        }
        if common.iter().all(|common| common.pieces().is_empty()) {
            return None;
        }
        let mut after = lap.board.clone();
        after.apply(lap.mv);
        bound.keep(&Squares(after.bound_chariots(!side)).map(|square| origin[square as usize]).collect::<Vec<u8>>());
    }
    let chased = common
        .iter()
        .zip(&attacks)
        .flat_map(|(common, attacks)| common.pieces().iter().map(move |&piece| (piece, attacks)));
    let is_bound = |piece: u8| bound.has(piece);
    let (piece, attacks) = chased.min_by_key(|&(piece, _)| !is_bound(piece))?;
    let attacked = (0..90).find(|&square| origin[square as usize] == piece)?;
    let attackers = attacks.iter().filter(|(_, to)| *to == piece).map(|&(from, _)| from).collect();
    Some(Chase { attacked, attackers, bound: is_bound(piece) })
}
