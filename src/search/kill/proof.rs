//! Proofs of forced wins, as trees of the attacker's moves and all replies to them.

use std::collections::HashMap;
use std::sync::Arc;

use super::checks::Left;
use super::{Force, Question, Solver};
use crate::game::{Forcing, Move, Verdict, VerdictRules};
use crate::search::stop::Stop;

/// Proof that the side to move wins: its move, and a proof for each reply that could stop the threat. A reply that is
/// not listed loses to that threat; where none is listed, every reply loses or the game is over.
#[derive(Debug)]
pub struct Proof {
    /// The winning move.
    pub mv: Move,
    /// The defender's replies, each with the proof that it loses.
    pub replies: Vec<(Move, Arc<Proof>)>,
    /// Plies to the end of the game along the longest of the lines listed.
    pub plies: u32,
}

impl Proof {
    /// Main line to the end of the game, with the replies that delay it longest.
    pub fn line(&self) -> Vec<Move> {
        let mut line = vec![self.mv];
        let mut replies = &self.replies;
        while let Some((reply, next)) = longest(replies) {
            line.extend([*reply, next.mv]);
            replies = &next.replies;
        }
        line
    }
}

/// The first of the replies that delay the end longest.
fn longest(replies: &[(Move, Arc<Proof>)]) -> Option<&(Move, Arc<Proof>)> {
    replies.iter().rev().max_by_key(|(_, proof)| proof.plies)
}

/// Proofs already written, by position key and number of moves left: a position reached in several ways is proved once.
type Written = HashMap<(u64, u32), Arc<Proof>>;

impl Solver {
    /// Writes the proof of a win that the solver has just found. `None` if `stop` ended it, or if a line of the proof
    /// runs into a repetition: the solver ignores the path, the rules of repetition do not.
    pub(super) fn prove<G: Forcing>(
        &mut self,
        game: &mut G,
        question: &Question,
        stop: &mut Stop,
    ) -> Option<Arc<Proof>> {
        self.attack_proof(game, question, stop, &mut Written::new())
    }

    fn attack_proof<G: Forcing>(
        &mut self,
        game: &mut G,
        question: &Question,
        stop: &mut Stop,
        written: &mut Written,
    ) -> Option<Arc<Proof>> {
        let place = (game.key(), question.moves);
        if let (false, Some(proof)) = (G::REPEATS, written.get(&place)) {
            return Some(proof.clone());
        }
        let mv = self.winning_move(game, question, stop)?;
        game.play(mv);
        let replies = self.replies_proof(game, question, stop, written)?;
        game.undo();
        let plies = 1 + longest(&replies).map_or(0, |(_, proof)| 1 + proof.plies);
        let proof = Arc::new(Proof { mv, replies, plies });
        written.insert(place, proof.clone());
        Some(proof)
    }

    /// First move of a win by checks (the shortest one, in games whose positions repeat), or else of the win by
    /// threats.
    fn winning_move<G: Forcing>(&mut self, game: &mut G, question: &Question, stop: &mut Stop) -> Option<Move> {
        if let Some(mv) = game.winning_move() {
            return Some(mv);
        }
        if self.wins_by_checks(game, Left::of(question, question.moves), stop).ok()? {
            return self.line.first().copied();
        }
        if question.force == Force::Checks || !self.wins_by_threats(game, question, stop).ok()? {
            return None;
        }
        Some(self.winning)
    }

    /// Replies to the move just played, each with the proof that it loses.
    fn replies_proof<G: Forcing>(
        &mut self,
        game: &mut G,
        question: &Question,
        stop: &mut Stop,
        written: &mut Written,
    ) -> Option<Vec<(Move, Arc<Proof>)>> {
        match game.verdict(VerdictRules::OF_A_GAME) {
            Some(Verdict::Lost) => return Some(Vec::new()),
            Some(_) => return None,
            None => {}
        }
        let next = Question { moves: question.moves.saturating_sub(1), ..*question };
        let outer = self.list.open();
        if question.force == Force::Checks || game.in_check() {
            game.evasions(&mut self.list);
        } else {
            self.replies(game, next.moves, &next, stop).ok()?;
        }
        let moves: Vec<Move> = self.list.iter().collect();
        self.list.close(outer);
        let mut replies = Vec::with_capacity(moves.len());
        for mv in moves {
            game.play(mv);
            replies.push((mv, self.attack_proof(game, &next, stop, written)?));
            game.undo();
        }
        Some(replies)
    }
}
