//! Wins by continuous threats, found by depth-first proof-number search (df-pn, Nagai 2002).
//!
//! A position's proof number is the least number of unsolved positions that must be won to prove the win; its disproof
//! number is the least number that must be refuted to disprove it. The search always follows the smallest number, so
//! that it finds narrow wins first: those whose lines allow few replies.
//!
//! A question may ask for [`Question::estimates`]. Then an attack is disproved as hard as its hardest move, and one more
//! for each other move left (weak proof-number search: Ueda, Hashimoto, Hashimoto and Iida 2008), because the moves of an
//! attack fail for reasons that they share. A threat that is no check begins with the proof number of several replies. And
//! an attacker is looked up for wins by those checks only that prepare further ones: other checks are among its threats.

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
/// Numbers of a position that was not searched after a threat that is no check: an open three leaves three replies or
/// more. Of the proof numbers 2, 3, 4, 5 and 8 this one found wins of 386 positions of games with the least time.
const THREATENED: Numbers = Numbers { proof: 4, disproof: 1 };

impl Numbers {
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

/// What a kill search must find out about a position of its tree.
#[derive(Clone, Copy)]
struct Node<'q> {
    question: &'q Question,
    attacking: bool,
    /// Number of moves that the attacker may still make.
    moves: u32,
}

impl<'q> Node<'q> {
    /// What is asked of the positions after a move.
    fn child(self) -> Node<'q> {
        Node { attacking: !self.attacking, moves: self.moves - self.attacking as u32, ..self }
    }

    /// Table key of the position with this key. It includes whether the side to move attacks, the moves left, the force
    /// and the rule, since the numbers depend on them: one search asks for wins of either side.
    fn place(self, key: u64) -> u64 {
        let counted = if self.moves < Question::NO_LIMIT / 2 { self.moves as u64 } else { 0 };
        let rules = self.question.rule.map_or(0, |rule| rule as u64 + 1) + 4 * self.question.force as u64;
        let asked = counted * 16 + rules + if self.attacking { 0 } else { 1 << 20 };
        key ^ asked.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Numbers from the view of the side to move, or back from it.
    fn own(self, numbers: Numbers) -> Numbers {
        if self.attacking { numbers } else { numbers.flip() }
    }
}

/// A move and the numbers of the position after it.
#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    numbers: Numbers,
}

/// How hard it is that all moves of a node fail, from how hard it is of each.
struct Sum {
    /// Whether moves fail for reasons that they share: then it is as hard as of the hardest, and one more for each other.
    shared: bool,
    number: u32,
    /// Number of moves that have not failed yet.
    open: u32,
}

impl Sum {
    fn new(shared: bool) -> Sum {
        Sum { shared, number: 0, open: 0 }
    }

    fn add(&mut self, number: u32) {
        self.open += (number > 0) as u32;
        self.number = if self.shared { self.number.max(number) } else { self.number.saturating_add(number) };
    }

    fn total(self) -> u32 {
        let others = if self.shared { self.open.saturating_sub(1) } else { 0 };
        self.number.saturating_add(others).min(INFINITE)
    }
}

impl Solver {
    pub(super) fn wins_by_threats<G: Forcing>(
        &mut self,
        game: &mut G,
        question: &Question,
        stop: &mut Stop,
    ) -> Searched<bool> {
        const { assert!(G::DEFENCE_RULES.len() < 4, "`Node::place` has room for three rules") };
        let limits = Numbers { proof: INFINITE, disproof: INFINITE };
        let root = Node { question, attacking: true, moves: question.moves };
        Ok(self.widen(game, root, limits, stop)?.proof == 0)
    }

    /// Searches a position until its numbers reach `limits`, and returns the numbers; both are from the attacker's
    /// view.
    fn widen<G: Forcing>(
        &mut self,
        game: &mut G,
        node: Node<'_>,
        limits: Numbers,
        stop: &mut Stop,
    ) -> Searched<Numbers> {
        stop.count_node()?;
        let at = node.place(game.key());
        let outer = self.list.open();
        let early = if node.attacking {
            self.attacks(game, node.moves, node.question, stop)?
        } else {
            self.replies(game, node.moves, node.question, stop)?
        };
        let numbers = match early {
            Some(numbers) => numbers,
            None => {
                let mut children = self.children(game, node);
                self.descend(game, node, limits, &mut children, stop)?
            }
        };
        self.list.close(outer);
        self.table.put(at, numbers);
        Ok(numbers)
    }

    /// The children by the moves in the list, with the numbers that the table has for them, or first ones.
    fn children<G: Forcing>(&self, game: &mut G, node: Node<'_>) -> Vec<Child> {
        let below = node.child();
        let estimates = node.question.estimates && node.attacking;
        let mut numbers = |mv| match self.table.get(below.place(game.key_after(mv))) {
            known if known != Numbers::default() => known,
            _ if estimates && !game.gives_check(mv) => THREATENED,
            _ => UNKNOWN,
        };
        self.list.iter().map(|mv| Child { mv, numbers: numbers(mv) }).collect()
    }

    /// Searches the children, each time the most promising one, until the limits are reached; returns the parent's
    /// numbers.
    fn descend<G: Forcing>(
        &mut self,
        game: &mut G,
        node: Node<'_>,
        limits: Numbers,
        children: &mut [Child],
        stop: &mut Stop,
    ) -> Searched<Numbers> {
        // From the view of the side to move, one child that succeeds is enough, and all must fail to refute it.
        let limits = node.own(limits);
        loop {
            let shares = node.question.estimates && node.attacking;
            let (mut best, mut least, mut second, mut sum) = (0, INFINITE, INFINITE, Sum::new(shares));
            let mut chosen = UNKNOWN;
            for (index, child) in children.iter().enumerate() {
                let numbers = node.own(child.numbers);
                sum.add(numbers.disproof);
                if numbers.proof < least {
                    (best, second, least, chosen) = (index, least, numbers.proof, numbers);
                } else {
                    second = second.min(numbers.proof);
                }
                if least == 0 {
                    break;
                }
            }
            if node.attacking && least == 0 {
                self.winning = children[best].mv;
            }
            let sum = sum.total();
            let here = if least == 0 { PROVED } else { Numbers { proof: least, disproof: sum } };
            if here.is_settled() || !here.within(limits) {
                return Ok(node.own(here));
            }
            // The limit lies a little beyond the second best child; otherwise two equally promising children would take
            // turns at every step, and each switch costs a descent from here.
            let deeper = Numbers {
                proof: limits.proof.min(second.saturating_add(1 + second / 4)),
                disproof: (limits.disproof - sum + chosen.disproof).min(INFINITE),
            };
            game.play(children[best].mv);
            children[best].numbers = self.widen(game, node.child(), node.own(deeper), stop)?;
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
        if self.wins_by_checks(game, Left::of(question, moves), stop)? {
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
