//! Perpetual chase, as the rules of the Asian Xiangqi Federation see it: which pieces one side attacks anew with each of
//! its moves.
//!
//! A move chases a piece if after it, and not before it, the mover could capture that piece with profit: the capture is
//! legal, and no legal recapture answers it. Direct attacks, attacks that the move discovers, and attacks on pieces whose
//! protector it pins are all found by that comparison. Not counted are captures by kings and pawns, captures of pawns
//! that have not crossed the river, and exchanges, where the piece attacked could as well capture its attacker of the same
//! kind. Counted even if a recapture is legal: a horse or cannon that attacks a chariot, and an advisor or elephant that
//! attacks a chariot, horse or cannon.

use super::attacks::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HOME, HORSE, KING, PAWN};
use super::bitboard::bit;
use super::board::{Board, kind_of};
use super::moves::{encode, from_of, to_of};
use crate::game::{Move, Side};

/// A capture that threatens: squares of the attacking piece and of the piece attacked.
type Threat = (u8, u8);

impl Board {
    /// Captures that the side to move threatens to win by, as a chase counts them. The opponent is not in check.
    fn threats(&self) -> Vec<Threat> {
        let (mut captures, guard) = (Vec::new(), self.guard());
        self.generate(&guard, self.of_side(!self.side()), &mut captures);
        captures.into_iter().filter(|&mv| self.is_threat(mv)).map(|mv: Move| (from_of(mv), to_of(mv))).collect()
    }

    /// Whether a legal capture counts in a chase.
    fn is_threat(&self, mv: Move) -> bool {
        let (from, to) = (from_of(mv), to_of(mv));
        let [attacker, attacked] = [from, to].map(|square| kind_of(self.piece(square)));
        let at_home = HOME[1 - self.side().index()] & bit(to) != 0;
        if matches!(attacker, KING | PAWN) || attacked == PAWN && at_home {
            return false;
        }
        if matches!((attacker, attacked), (HORSE | CANNON, CHARIOT))
            || matches!((attacker, attacked), (ADVISOR | ELEPHANT, CHARIOT | HORSE | CANNON))
        {
            return true;
        }
        let back = encode(to, from);
        let exchange = attacker == attacked && {
            let mut turned = self.clone();
            turned.pass();
            turned.is_legal(&turned.guard(), back)
        };
        !exchange && !self.is_protected(mv)
    }

    /// Whether a legal recapture answers a legal capture.
    fn is_protected(&self, mv: Move) -> bool {
        let mut after = self.clone();
        after.apply(mv);
        let mut recaptures: Vec<Move> = Vec::new();
        after.generate(&after.guard(), bit(to_of(mv)), &mut recaptures);
        !recaptures.is_empty()
    }

    /// Threats that a legal move of the side to move adds to those that it had before.
    fn new_threats(&self, mv: Move) -> Vec<Threat> {
        let before: Vec<Threat> = self
            .threats()
            .into_iter()
            .map(|(from, to)| (if from == from_of(mv) { to_of(mv) } else { from }, to))
            .collect();
        let mut after = self.clone();
        after.apply(mv);
        after.pass();
        after.threats().into_iter().filter(|threat| !before.contains(threat)).collect()
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
}

/// The piece of the other side that a side has chased with every move of a cycle; `None` if there is none. A move that
/// gives check chases nothing. Moves are in order, and none captures.
pub fn chase(cycle: &[Lap], side: Side) -> Option<Chase> {
    // Where the piece that stands on a square now stood when the cycle began; meaningless where none stands.
    let mut origin: [u8; 90] = std::array::from_fn(|square| square as u8);
    let mut common: Option<Vec<u8>> = None;
    let mut attackers = Vec::new();
    for lap in cycle {
        let ours = lap.board.side() == side;
        let threats = if ours && !lap.check { lap.board.new_threats(lap.mv) } else { Vec::new() };
        origin[to_of(lap.mv) as usize] = std::mem::replace(&mut origin[from_of(lap.mv) as usize], GONE);
        if ours {
            let found: Vec<u8> = threats.iter().map(|(_, to)| origin[*to as usize]).collect();
            common = Some(match common {
                None => found,
                Some(common) => common.into_iter().filter(|piece| found.contains(piece)).collect(),
            });
            attackers = threats.iter().map(|&(from, to)| (from, origin[to as usize])).collect();
        }
    }
    let piece = *common?.first()?;
    let attacked = (0..90).find(|&square| origin[square as usize] == piece)?;
    let attackers = attackers.into_iter().filter(|(_, to)| *to == piece).map(|(from, _)| from).collect();
    Some(Chase { attacked, attackers })
}
