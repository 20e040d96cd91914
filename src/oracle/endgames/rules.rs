//! Moves of endgame positions, forwards and backwards.

use super::class::{Class, MOST, NOBODY, Place};
use super::forts::{Forts, turned};
use crate::games::xiangqi::attacks::{
    BETWEEN, CANNON, CHARIOT, CROSS, HORSE, Lines, PAWN_STEPS, PAWN_TO, horse, horse_ring, leg,
};
use crate::games::xiangqi::bitboard::{Bitboard, Squares, bit, count};

/// A move's effect on the class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// The move captures nothing.
    Nothing,
    /// An advisor or elephant of the other side is captured.
    Guard,
    /// The attacker with an index is captured.
    Attacker(usize),
}

/// The rules for one class of endgames.
pub struct Rules {
    forts: &'static Forts,
    kinds: [usize; MOST],
}

impl Rules {
    /// The rules for a class.
    pub fn new(class: &Class) -> Rules {
        let mut kinds = [0; MOST];
        class.attackers().enumerate().for_each(|(n, kind)| kinds[n] = kind);
        Rules { forts: Forts::get(), kinds }
    }

    fn attackers(&self, place: &Place) -> impl Iterator<Item = (usize, usize, u8)> + use<> {
        let (kinds, squares) = (self.kinds, place.attackers);
        (0..MOST).filter(move |&n| squares[n] != NOBODY).map(move |n| (n, kinds[n], squares[n]))
    }

    #[inline(always)]
    fn occupied(&self, place: &Place) -> Bitboard {
        self.forts.occupied(place.own, false) | self.forts.occupied(place.other, true) | place.squares()
    }

    /// Whether the pieces of a position do not overlap, the kings do not face each other, and the side that is not to move
    /// is not in check.
    pub fn is_possible(&self, place: &Place) -> bool {
        let forts = self.forts.occupied(place.own, false) | self.forts.occupied(place.other, true);
        if forts & place.squares() != 0 {
            return false;
        }
        self.is_safe(place)
    }

    /// Whether the kings do not face each other, and the side that is not to move is not in check.
    #[inline]
    fn is_safe(&self, place: &Place) -> bool {
        let occupied = self.occupied(place);
        let (own, other) = (self.forts.fort(place.own).king, turned(self.forts.fort(place.other).king));
        let facing = CROSS[own as usize] & bit(other) != 0 && BETWEEN[own as usize][other as usize] & occupied == 0;
        !(facing || place.attacking && self.attackers(place).any(|(_, kind, at)| hits(kind, at, other, occupied)))
    }

    /// Whether the advisor or elephant of the defenders on a square (as red) attacks an attacker.
    fn attacks(&self, place: &Place, guard: u8, attacker: u8) -> bool {
        let occupied = self.occupied(place);
        self.forts.fort(place.other).steps.iter().any(|step| {
            step.from == guard
                && turned(step.to) == attacker
                && (step.eye == 0 || occupied & bit(turned(step.eye.trailing_zeros() as u8)) == 0)
        })
    }

    /// Whether a move of the defenders without capture makes an advisor or elephant attack an attacker that it did not attack
    /// before.
    pub fn is_chase(&self, before: &Place, after: &Place) -> bool {
        let fort = self.forts.fort(after.other);
        let step = self.forts.fort(before.other).steps.iter().find(|step| step.fort == after.other);
        let step = step.expect("a move of the defenders");
        Squares(fort.advisors | fort.elephants).any(|guard| {
            let came_from = if guard == step.to { step.from } else { guard };
            Squares(after.squares())
                .any(|attacker| self.attacks(after, guard, attacker) && !self.attacks(before, came_from, attacker))
        })
    }

    /// Calls `visit` with each position that a legal move leads to, and with what the move captures, until it says no.
    pub fn moves(&self, place: &Place, mut visit: impl FnMut(Place, Taken) -> bool) {
        let occupied = self.occupied(place);
        let next = Place { attacking: !place.attacking, ..*place };
        // Kinds of attackers go by their places, so these close up only after the king's safety is known.
        let mut offer = |after: Place, taken: Taken| {
            !self.is_safe(&after) || visit(Place { attackers: closed_up(after.attackers), ..after }, taken)
        };
        let (mover, is_other) = if place.attacking { (place.own, false) } else { (place.other, true) };
        let square = |at: u8| if is_other { turned(at) } else { at };
        for step in &self.forts.fort(mover).steps {
            let (to, eye) = (square(step.to), step.eye);
            if eye != 0 && occupied & bit(square(eye.trailing_zeros() as u8)) != 0 {
                continue;
            }
            let mut after = next;
            if is_other {
                after.other = step.fort
            } else {
                after.own = step.fort
            };
            let struck = (0..MOST).find(|&n| place.attackers[n] == to);
            let taken = match struck {
                Some(_) if !is_other => continue,
                Some(n) => {
                    after.attackers[n] = NOBODY;
                    Taken::Attacker(n)
                }
                None => Taken::Nothing,
            };
            if !offer(after, taken) {
                return;
            }
        }
        if !place.attacking {
            return;
        }
        let other = self.forts.fort(place.other);
        for (n, kind, from) in self.attackers(place) {
            let targets = targets(kind, from, occupied);
            for to in Squares(targets & !occupied) {
                let mut after = next;
                after.attackers[n] = to;
                if !offer(after, Taken::Nothing) {
                    return;
                }
            }
            for &(guard, left) in other.captures.iter().filter(|capture| targets & bit(turned(capture.0)) != 0) {
                let mut after = Place { other: left, ..next };
                after.attackers[n] = turned(guard);
                if !offer(after, Taken::Guard) {
                    return;
                }
            }
        }
    }

    /// Calls `visit` with each position from which a move without capture leads to this one, which must be possible. Some
    /// of them may be impossible.
    pub fn origins(&self, place: &Place, mut visit: impl FnMut(Place)) {
        let occupied = self.occupied(place);
        let before = Place { attacking: !place.attacking, ..*place };
        let (mover, is_other) = if before.attacking { (place.own, false) } else { (place.other, true) };
        let square = |at: u8| if is_other { turned(at) } else { at };
        for step in &self.forts.fort(mover).steps {
            // The piece came from where the step leads to.
            let blocked = occupied & bit(square(step.to)) != 0
                || step.eye != 0 && occupied & bit(square(step.eye.trailing_zeros() as u8)) != 0;
            if !blocked {
                let mut origin = before;
                if is_other {
                    origin.other = step.fort
                } else {
                    origin.own = step.fort
                };
                visit(origin);
            }
        }
        if before.attacking {
            for (n, kind, to) in self.attackers(place) {
                for from in Squares(origins(kind, to, occupied) & !occupied) {
                    let mut origin = before;
                    origin.attackers[n] = from;
                    visit(origin);
                }
            }
        }
    }
}

/// Squares of attackers with those of nobody behind the others, which keep their order.
fn closed_up(attackers: [u8; MOST]) -> [u8; MOST] {
    let mut left = attackers.into_iter().filter(|&square| square != NOBODY);
    std::array::from_fn(|_| left.next().unwrap_or(NOBODY))
}

fn lines(occupied: Bitboard) -> Lines {
    let mut lines = Lines::default();
    Squares(occupied).for_each(|square| lines.flip(square));
    lines
}

/// Whether an attacker checks a king of the other side.
#[inline]
fn hits(kind: usize, from: u8, king: u8, occupied: Bitboard) -> bool {
    match kind {
        CHARIOT | CANNON => {
            CROSS[king as usize] & bit(from) != 0
                && count(BETWEEN[king as usize][from as usize] & occupied) == (kind == CANNON) as u32
        }
        HORSE => horse_ring(king) & bit(from) != 0 && occupied & bit(leg(from, king)) == 0,
        _ => PAWN_TO[0][king as usize] & bit(from) != 0,
    }
}

/// Squares that an attacker can move to, and occupied ones that it could capture on.
fn targets(kind: usize, from: u8, occupied: Bitboard) -> Bitboard {
    match kind {
        CHARIOT => lines(occupied).from(from).0,
        CANNON => {
            let (slide, behind) = lines(occupied).from(from);
            slide & !occupied | behind & occupied
        }
        HORSE => horse(from, occupied),
        _ => PAWN_STEPS[0][from as usize],
    }
}

/// Squares from which an attacker can have come by a move without capture, some of which may be occupied.
fn origins(kind: usize, to: u8, occupied: Bitboard) -> Bitboard {
    match kind {
        CHARIOT | CANNON => lines(occupied).from(to).0,
        HORSE => Squares(horse_ring(to))
            .filter(|&from| occupied & bit(leg(from, to)) == 0)
            .fold(0, |all, from| all | bit(from)),
        _ => PAWN_TO[0][to as usize],
    }
}
