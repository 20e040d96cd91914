//! Wins by continuous threats, found by depth-first proof-number search (df-pn, Nagai 2002).
//!
//! A position's proof number is the least number of unsolved positions that must be won to prove the win; its disproof
//! number is the least number that must be refuted to disprove it. The search always follows the smallest number, so
//! that it finds narrow wins first: those whose lines allow few replies.

use super::checks::Left;
use super::{Force, Question, Solver};
use crate::game::{Forcing, Move};
use crate::search::stop::{Searched, Stop};

/// Proof and disproof number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    proof: u32,
    disproof: u32,
}

const INFINITE: u32 = 1 << 30;
const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
const DISPROVED: Numbers = Numbers { proof: INFINITE, disproof: 0 };
const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

impl Numbers {
    /// Numbers read from the table; an unknown position counts as proof and disproof number 1.
    fn or_unknown(self) -> Numbers {
        if self == Numbers::default() { UNKNOWN } else { self }
    }

    /// The numbers from the other side's view: proof and disproof change places.
    fn flip(self) -> Numbers {
        Numbers { proof: self.disproof, disproof: self.proof }
    }

    fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    fn within(self, limits: Numbers) -> bool {
        self.proof < limits.proof && self.disproof < limits.disproof
    }
}

/// Table key of a question about a position. It includes the moves left, the force and the rule, since the answer
/// depends on them.
fn place(key: u64, moves: u32, question: &Question) -> u64 {
    let counted = if moves < Question::NO_LIMIT / 2 { moves as u64 } else { 0 };
    let rules = question.rule.map_or(0, |rule| rule as u64 + 1) + 4 * question.force as u64;
    key ^ (counted * 16 + rules).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A move and the numbers of the position after it.
#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    numbers: Numbers,
}

impl Solver {
    pub(super) fn wins_by_threats<G: Forcing>(
        &mut self,
        game: &mut G,
        question: &Question,
        stop: &mut Stop,
    ) -> Searched<bool> {
        const { assert!(G::DEFENCE_RULES.len() < 4, "`place` has room for three rules") };
        let limits = Numbers { proof: INFINITE, disproof: INFINITE };
        let numbers = self.widen(game, true, question.moves, limits, question, stop)?;
        Ok(numbers.proof == 0)
    }

    /// Whether the table holds a proof that the position is won.
    pub(super) fn is_proved<G: Forcing>(&self, game: &G, moves: u32, question: &Question) -> bool {
        self.table.get(place(game.key(), moves, question)).or_unknown().proof == 0
    }

    /// Searches a position until its numbers reach `limits`, and returns the numbers; both are from the attacker's
    /// view.
    fn widen<G: Forcing>(
        &mut self,
        game: &mut G,
        attacking: bool,
        moves: u32,
        limits: Numbers,
        question: &Question,
        stop: &mut Stop,
    ) -> Searched<Numbers> {
        stop.count_node()?;
        let at = place(game.key(), moves, question);
        let outer = self.list.open();
        let early = if attacking {
            self.attacks(game, moves, question, stop)?
        } else {
            self.replies(game, moves, question, stop)?
        };
        let numbers = match early {
            Some(numbers) => numbers,
            None => {
                let left = moves - attacking as u32;
                let mut children = self.children(game, left, question);
                self.descend(game, attacking, left, limits, &mut children, question, stop)?
            }
        };
        self.list.close(outer);
        self.table.put(at, numbers);
        Ok(numbers)
    }

    fn children<G: Forcing>(&self, game: &G, left: u32, question: &Question) -> Vec<Child> {
        let known = |mv| self.table.get(place(game.key_after(mv), left, question)).or_unknown();
        self.list.iter().map(|mv| Child { mv, numbers: known(mv) }).collect()
    }

    /// Searches the children, each time the most promising one, until the limits are reached; returns the parent's
    /// numbers.
    #[allow(clippy::too_many_arguments)]
    fn descend<G: Forcing>(
        &mut self,
        game: &mut G,
        attacking: bool,
        left: u32,
        limits: Numbers,
        children: &mut [Child],
        question: &Question,
        stop: &mut Stop,
    ) -> Searched<Numbers> {
        // From the view of the side to move, one child that succeeds is enough, and all must fail to refute it.
        let own = |numbers: Numbers| if attacking { numbers } else { numbers.flip() };
        let limits = own(limits);
        loop {
            let (mut best, mut least, mut second, mut sum) = (0, INFINITE, INFINITE, 0u32);
            let mut chosen = UNKNOWN;
            for (index, child) in children.iter().enumerate() {
                let numbers = own(child.numbers);
                sum = (sum + numbers.disproof).min(INFINITE);
                if numbers.proof < least {
                    (best, second, least, chosen) = (index, least, numbers.proof, numbers);
                } else {
                    second = second.min(numbers.proof);
                }
                if least == 0 {
                    break;
                }
            }
            let here = if least == 0 { PROVED } else { Numbers { proof: least, disproof: sum } };
            if here.is_settled() || !here.within(limits) {
                return Ok(own(here));
            }
            // The limit lies a little beyond the second best child; otherwise two equally promising children would take
            // turns at every step, and each switch costs a descent from here.
            let deeper = Numbers {
                proof: limits.proof.min(second.saturating_add(1 + second / 4)),
                disproof: (limits.disproof - sum + chosen.disproof).min(INFINITE),
            };
            game.play(children[best].mv);
            children[best].numbers = self.widen(game, !attacking, left, own(deeper), question, stop)?;
            game.undo();
        }
    }

    /// Generates the attacker's moves into the list; returns numbers instead if the position is decided without them.
    fn attacks<G: Forcing>(
        &mut self,
        game: &mut G,
        moves: u32,
        question: &Question,
        stop: &mut Stop,
    ) -> Searched<Option<Numbers>> {
        match game.known_end() {
            Some(1) => return Ok(Some(PROVED)),
            Some(end) if end <= 0 => return Ok(Some(DISPROVED)),
            _ => {}
        }
        if self.wins_by_checks(game, Left::any(moves), stop)? {
            return Ok(Some(PROVED));
        }
        if moves == 0 {
            return Ok(Some(DISPROVED));
        }
        game.threats(question.force == Force::AnyThreat, &mut self.list);
        Ok(self.list.is_empty().then_some(DISPROVED))
    }

    /// Generates the defender's replies into the list; returns numbers instead if the position is decided without them.
    pub(super) fn replies<G: Forcing>(
        &mut self,
        game: &mut G,
        moves: u32,
        question: &Question,
        stop: &mut Stop,
    ) -> Searched<Option<Numbers>> {
        if let Some(end) = game.known_end() {
            let settled = if end <= 0 { Some(PROVED) } else { (end == 1).then_some(DISPROVED) };
            if settled.is_some() {
                return Ok(settled);
            }
        }
        if let Some(rule) = question.rule {
            // A rule of thumb is not asked whether the last move threatens anything: where it names no reply, there is
            // no threat, and the attack has failed.
            game.replies(rule, &mut self.list);
            return Ok(self.list.is_empty().then_some(DISPROVED));
        }
        if game.in_check() {
            game.evasions(&mut self.list);
            return Ok(self.list.is_empty().then_some(PROVED));
        }
        if !game.play_null() {
            return Ok(Some(DISPROVED));
        }
        let threatens = self.wins_by_checks(game, Left::any(moves), stop)?;
        game.undo();
        if !threatens {
            return Ok(Some(DISPROVED));
        }
        game.defences(&self.line, &mut self.list);
        Ok(self.list.is_empty().then_some(PROVED))
    }
}
