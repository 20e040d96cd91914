//! A game with somebody's own code in it: another evaluation, another order of moves, or both.
//!
//! Everything else is the game's own. Games without a guide do not pay for it: what the search asks of a guide
//! is known at compile time to be absent there.

use std::cell::Cell;

use crate::game::{Defence, Game, Judging, Move, MoveClass, MoveList, Need, Ranked, Side, Tactics, Verdict};

/// A static evaluation from the side to move's view.
pub type Evaluate<'g, G> = dyn Fn(&G) -> i32 + Sync + 'g;
/// Scores the moves of a position, two at least; the highest is tried first.
pub type Rank<'g, G> = dyn Fn(&G, &mut [Ranked]) + Sync + 'g;

/// A game whose evaluation and order of moves may come from elsewhere. A guide that fails must set the flag that stops
/// the search before it answers: what it answers then is never used.
pub struct Guided<'g, G> {
    game: G,
    evaluate: Option<&'g Evaluate<'g, G>>,
    rank: Option<&'g Rank<'g, G>>,
    /// The last evaluation and its position's key: at the horizon the search asks for it more than once.
    last: Cell<Option<(u64, i32)>>,
}

impl<'g, G> Guided<'g, G> {
    /// A game with a guide for what is given.
    pub fn new(game: G, evaluate: Option<&'g Evaluate<'g, G>>, rank: Option<&'g Rank<'g, G>>) -> Guided<'g, G> {
        Guided { game, evaluate, rank, last: Cell::new(None) }
    }
}

// Not derived: that would ask for the same of the functions' types.
impl<G: Clone> Clone for Guided<'_, G> {
    fn clone(&self) -> Self {
        Guided { game: self.game.clone(), last: self.last.clone(), ..*self }
    }
}

impl<G: Tactics> Game for Guided<'_, G> {
    const MOVE_SLOTS: usize = G::MOVE_SLOTS;
    const REPEATS: bool = G::REPEATS;

    fn side(&self) -> Side {
        self.game.side()
    }

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn play(&mut self, mv: Move) {
        self.game.play(mv)
    }

    fn path_key(&self) -> u64 {
        self.game.path_key()
    }

    fn undo(&mut self) {
        self.game.undo()
    }

    fn played(&self) -> usize {
        self.game.played()
    }

    fn verdict(&self, judging: Judging) -> Option<Verdict> {
        self.game.verdict(judging)
    }

    fn stuck(&self) -> Verdict {
        self.game.stuck()
    }

    fn generate(&self, class: MoveClass, out: &mut MoveList) {
        self.game.generate(class, out)
    }

    fn count_moves(&self) -> usize {
        self.game.count_moves()
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.game.is_legal(mv)
    }

    fn is_generated(&self, mv: Move) -> bool {
        self.game.is_generated(mv)
    }

    fn slot(&self, mv: Move) -> usize {
        self.game.slot(mv)
    }
}

impl<G: Tactics> Tactics for Guided<'_, G> {
    const LACKS: &'static [(Need, &'static str)] = G::LACKS;
    const GUIDED: bool = true;
    const DEFENCE_RULES: bool = G::DEFENCE_RULES;

    fn evaluate(&self) -> i32 {
        let Some(evaluate) = self.evaluate else { return self.game.evaluate() };
        let key = self.game.key();
        match self.last.get() {
            Some((known, value)) if known == key => value,
            _ => {
                let value = evaluate(&self.game);
                self.last.set(Some((key, value)));
                value
            }
        }
    }

    fn has_order(&self) -> bool {
        self.rank.is_some()
    }

    fn rank(&self, moves: &mut [Ranked]) {
        if let Some(rank) = self.rank.filter(|_| moves.len() > 1) {
            rank(&self.game, moves);
        }
    }

    fn strength(&self) -> i32 {
        self.game.strength()
    }

    fn officers(&self) -> i32 {
        self.game.officers()
    }

    fn has_mate_in_one(&self) -> bool {
        self.game.has_mate_in_one()
    }

    fn in_check(&self) -> bool {
        self.game.in_check()
    }

    fn is_noisy(&self, mv: Move) -> bool {
        self.game.is_noisy(mv)
    }

    fn mvv_lva(&self, mv: Move) -> i32 {
        self.game.mvv_lva(mv)
    }

    fn static_score(&self, mv: Move) -> i32 {
        self.game.static_score(mv)
    }

    fn wins_at_home(&self, mv: Move) -> bool {
        self.game.wins_at_home(mv)
    }

    fn play_null(&mut self) -> bool {
        self.game.play_null()
    }

    fn known_end(&self) -> Option<i32> {
        self.game.known_end()
    }

    fn winning_move(&self) -> Option<Move> {
        self.game.winning_move()
    }

    fn may_check(&self) -> bool {
        self.game.may_check()
    }

    fn checks(&mut self, out: &mut MoveList) {
        self.game.checks(out)
    }

    fn threats(&mut self, any: bool, out: &mut MoveList) {
        self.game.threats(any, out)
    }

    fn is_threatened(&self) -> bool {
        self.game.is_threatened()
    }

    fn answers(&self, out: &mut MoveList) {
        self.game.answers(out)
    }

    fn evasions(&self, out: &mut MoveList) {
        self.game.evasions(out)
    }

    fn defences(&mut self, line: &[Move], out: &mut MoveList) {
        self.game.defences(line, out)
    }

    fn replies(&self, rule: Defence, out: &mut MoveList) {
        self.game.replies(rule, out)
    }
}
