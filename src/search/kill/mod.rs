//! Kill search (算杀): proves forced wins, in which every move of the attacker is forcing.
//!
//! The attacker plays forcing moves only, the defender every reply that can stop the threat. There are two classes of
//! forcing moves, defined alike for all games:
//!
//! * *checks*: moves that must be parried at once. In gomoku these are fours (VCF, victory by continuous fours).
//! * *threats*: moves after which the attacker would win by checks if the defender passed; checks are threats too. In
//!   gomoku these are fours and threes (VCT, victory by continuous threats).
//!
//! `checks` finds wins by checks with a depth-first search; `threats` finds wins by threats with proof-number search,
//! which calls `checks` to recognise threats (the idea of lambda search, Thomsen 2000). `proof` writes a found win as a
//! tree and judges its lines by all rules, repetition included. No win is claimed without such a proof, unless the
//! defender is limited to a rule of thumb.

mod checks;
mod memo;
mod proof;
mod threats;

use std::sync::Arc;

use super::stop::{Searched, Stop};
pub use crate::game::Force;
use crate::game::{Forcing, Move, MoveClass, MoveList};
use checks::{CheckRecord, Left};
use memo::Memo;
pub use proof::Proof;
use threats::Numbers;

/// What a kill search is to find out: whether the side to move wins by force, under these restrictions.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Class of moves that the attacker may play.
    pub force: Force,
    /// Rule of thumb that limits the defender's replies, as an index into [`Forcing::DEFENCE_RULES`]; `None` allows
    /// every reply that can stop the threat.
    pub rule: Option<usize>,
    /// Number of the attacker's first moves that may be any check in a search by checks; behind them only checks that
    /// prepare further ones are tried.
    pub plain: u32,
    /// Largest number of the attacker's moves. The last move of a win, which the move before it has made unstoppable,
    /// is not counted.
    pub moves: u32,
    /// Whether a search by threats is guided by estimates, see `threats`: it finds the same wins with fewer positions. The
    /// switches of the search do without, so that presets with a limit of positions are what they were when the claims
    /// about them were measured.
    pub estimates: bool,
}

impl Question {
    /// Number of moves that stands for no limit: more than any board has points.
    pub const NO_LIMIT: u32 = 1000;
}

/// Outcome of a kill search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The side to move wins by force.
    Win,
    /// The side to move has no win within the question's moves and force; it may still win otherwise.
    None,
    /// Not decided: a limit stopped the search, or a line of the proof runs into a repetition.
    Unknown,
}

/// Result of a kill search for a [`Question`].
#[derive(Clone, Debug)]
pub struct KillResult {
    /// Outcome of the search.
    pub status: Status,
    /// Proof of the win, if there is one.
    pub proof: Option<Arc<Proof>>,
    /// Number of positions visited.
    pub nodes: u64,
}

/// Kill search with a memory that later questions reuse. What it remembers holds for any question, as long as the
/// positions are of one game and one set of rules.
pub struct Solver {
    /// Results of the search by checks, for positions with the attacker to move.
    memo: Memo<CheckRecord>,
    /// Proof numbers of the search by threats, for positions with either side to move.
    table: Memo<Numbers>,
    /// The checks of the last win found, in order.
    line: Vec<Move>,
    /// The first move of the last win by threats found, unless it wins by checks.
    winning: Move,
    list: MoveList,
}

impl Solver {
    /// A solver that remembers up to `2^bits` positions of each search.
    pub fn new(bits: u32) -> Solver {
        Solver {
            memo: Memo::new(bits),
            table: Memo::new(bits),
            line: Vec::new(),
            winning: Move::NONE,
            list: MoveList::default(),
        }
    }

    /// Forgets everything remembered.
    pub fn clear(&mut self) {
        self.memo.clear();
        self.table.clear();
    }

    /// Whether the side to move wins under the restrictions of `question`; [`Err`] if `stop` ended the search before
    /// that was known.
    pub fn wins<G: Forcing>(&mut self, game: &mut G, question: &Question, stop: &mut Stop) -> Searched<bool> {
        // An earlier search that was stopped may have left moves in the list.
        self.list.reset();
        match question.force {
            Force::Checks => self.wins_by_checks(game, Left { moves: question.moves, plain: question.plain }, stop),
            Force::Threats | Force::AnyThreat => self.wins_by_threats(game, question, stop),
        }
    }

    /// Length in plies of the win just found; known for wins by checks only.
    pub fn plies(&self, question: &Question) -> Option<usize> {
        let after_last = if self.line.is_empty() { 1 } else { 2 };
        (question.force == Force::Checks).then_some(self.line.len() + after_last)
    }

    /// Searches for a win, with a proof if there is one. The game is left unchanged.
    pub fn solve<G: Forcing>(&mut self, game: &G, question: &Question, stop: &mut Stop) -> KillResult {
        let mut moves = MoveList::default();
        game.generate(MoveClass::Candidates, &mut moves);
        if moves.is_empty() {
            return KillResult { status: Status::None, proof: None, nodes: 0 };
        }
        // The search plays on clones: one that is stopped leaves its game somewhere in the tree.
        let found = self.wins(&mut game.clone(), question, stop);
        let proved = match found {
            Ok(true) => self.prove(&mut game.clone(), question, stop),
            _ => None,
        };
        let status = match (found, &proved) {
            (Ok(false), _) => Status::None,
            (Ok(true), Some(_)) => Status::Win,
            // Against a rule of thumb, not all replies are tried and no proof is possible.
            (Ok(true), None) if question.rule.is_some() => Status::Win,
            _ => Status::Unknown,
        };
        KillResult { status, proof: proved, nodes: stop.nodes() }
    }
}
