//! Kill search (算杀): wins by moves that leave the opponent no choice, proved move by move.
//!
//! The attacker plays forcing moves only, the defender every reply that can hold. Two forces, the same for all games:
//!
//! * *checks*: moves that must be answered at once. In gomoku these are fours (VCF, victory by continuous fours).
//! * *threats*: moves after which the attacker would win by checks if the defender passed; checks among them. In
//!   gomoku these are fours and threes (VCT, victory by continuous threats).
//!
//! `checks` solves the first by depth-first search, `threats` the second by proof numbers on top of it (the idea of
//! lambda search, Thomsen 2000: what a threat is, the weaker force decides). `proof` writes down what was found, and
//! judges it by the rules once more. A win is never claimed without such a proof, unless the defender follows a rule of
//! thumb.

mod checks;
mod memo;
mod proof;
mod threats;

use std::sync::Arc;

use super::stop::{Searched, Stop};
pub use crate::game::Force;
use crate::game::{Forcing, Move, MoveClass, MoveList};
use checks::Known;
use memo::Memo;
pub use proof::Proof;
use threats::Numbers;

/// What a kill search is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// What the attacker may play.
    pub force: Force,
    /// What the defender may play: a rule of thumb, by its place in [`Forcing::DEFENCE_RULES`], or, for none, every
    /// reply that can hold.
    pub rule: Option<usize>,
    /// Most moves of the attacker, the move that ends the game not counted where it only reaps what the one before
    /// has won.
    pub moves: u32,
}

impl Question {
    /// No limit of moves: more than any board has points.
    pub const NO_LIMIT: u32 = 1000;
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The side to move wins by force.
    Win,
    /// It does not, within the moves and by the force asked; it may still win otherwise.
    None,
    /// A limit stopped the search, or the rules of repetition came between.
    Unknown,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
pub struct Answer {
    /// What came of it.
    pub status: Status,
    /// How the win is forced.
    pub proof: Option<Arc<Proof>>,
    /// Positions looked at.
    pub nodes: u64,
}

/// A kill search with what it remembers from one question to the next. Everything it remembers is true of positions,
/// whatever the question, as long as they are of one game and one rule.
pub struct Solver {
    /// With the attacker to move, under checks.
    memo: Memo<Known>,
    /// With either side to move, under threats.
    table: Memo<Numbers>,
    /// The checks of the last win found, in order.
    line: Vec<Move>,
    list: MoveList,
}

impl Solver {
    /// One that remembers up to `2^bits` positions.
    pub fn new(bits: u32) -> Solver {
        Solver { memo: Memo::new(bits), table: Memo::new(bits), line: Vec::new(), list: MoveList::default() }
    }

    /// Nothing remembered again.
    pub fn clear(&mut self) {
        self.memo.clear();
        self.table.clear();
    }

    /// Whether the side to move wins as asked; [`Err`] when `stop` ended the search before that was known.
    pub fn wins<G: Forcing>(&mut self, game: &mut G, question: &Question, stop: &mut Stop) -> Searched<bool> {
        // A question that was stopped may have left moves.
        self.list.reset();
        match question.force {
            Force::Checks => self.wins_by_checks(game, question.moves, stop),
            Force::Threats | Force::AnyThreat => self.wins_by_threats(game, question, stop),
        }
    }

    /// Plies to the end of the win just found, where that is known: it is for checks.
    pub fn plies(&self, question: &Question) -> Option<usize> {
        let after_last = if self.line.is_empty() { 1 } else { 2 };
        (question.force == Force::Checks).then_some(self.line.len() + after_last)
    }

    /// The answer to a question, with its proof. The game is left as it was.
    pub fn solve<G: Forcing>(&mut self, game: &G, question: &Question, stop: &mut Stop) -> Answer {
        let mut moves = MoveList::default();
        game.generate(MoveClass::All, &mut moves);
        if moves.is_empty() {
            return Answer { status: Status::None, proof: None, nodes: 0 };
        }
        // An interrupted search leaves its game somewhere in the tree.
        let found = self.wins(&mut game.clone(), question, stop);
        let proved = match found {
            Ok(true) => self.prove(&mut game.clone(), question, stop),
            _ => None,
        };
        let status = match (found, &proved) {
            (Ok(false), _) => Status::None,
            (Ok(true), Some(_)) => Status::Win,
            // A win against fewer replies than there are needs no proof.
            (Ok(true), None) if question.rule.is_some() => Status::Win,
            _ => Status::Unknown,
        };
        Answer { status, proof: proved, nodes: stop.nodes() }
    }
}
