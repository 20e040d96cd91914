//! Repetition and the limit of plies without a capture, as the search judges them: draws, and in xiangqi wins by
//! perpetual check or chase.

use crate::game::{Tactics, Verdict, VerdictRules};
use crate::score::{Score, verdict_score};
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    repetition, group "rules",
    choices {
        /// Which earlier occurrences of a position the search counts as repetitions.
        RepetitionScope {
            /// All occurrences since the game began.
            Game = "game",
            /// `repetition` occurrences at the root or below it; a position that was played before the root must have
            /// occurred as often as the rules of the game ask.
            Tree = "tree",
        }
    }
    fields {
        repetition: i32 = 0, [0, 3], Rule Everyday, needs Repetition,
            "Number of earlier occurrences at which a repeated position is judged inside the search; 0 judges none.", "XiangQi Wizard: 1";
        repetition_scope: RepetitionScope = RepetitionScope::Game, Rule, needs Repetition,
            "Which earlier occurrences of a position `repetition` counts.", "game: XiangQi Wizard, Fruit 2.1; tree: common practice since Stockfish";
        move_limit: bool = false, Rule, needs MoveLimit,
            "Draws at the rules' limit of plies without a capture.", "the rules of the game";
        draw_score: i32 = 0, [-1000, 1000], Rule Everyday,
            "Contempt: what a draw costs the side to move at the root, in evaluation units.", "XiangQi Wizard: 20";
    }
    plan |c| {
        /// Number of earlier occurrences at which a position is judged as a repetition; 0 judges none.
        recur: u32 = c.repetition as u32;
        /// Whether `recur` applies only to occurrences at or below the root, and the rules of the game to earlier ones.
        in_tree: bool = c.repetition_scope == RepetitionScope::Tree;
    }
    copies { move_limit = move_limit, draw_score = draw_score }
    events {
        Repetition = "repetitions", ends Repetition = "repetition", "A repetition was judged.";
        MoveLimitDraw = "move_limit_draws", ends MoveLimit = "move_limit", "The limit of plies without a capture was reached.";
    }
    without_effect |c| {
        repetition_scope if c.repetition == 0, "no repetition is judged";
    }
}

impl Plan {
    /// Rules of repetition and move limits for a search whose root position comes after `root` moves of the game.
    pub fn verdict_rules(&self, root: usize) -> VerdictRules {
        let since = if self.in_tree { root } else { 0 };
        VerdictRules { recur: self.recur, since, move_limit: self.move_limit }
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Score of a position that the rules have decided by repetition, by the limit of plies or by a won game; `None`
    /// where they have not. Checkmate and stalemate are found later, when no legal move is left.
    #[inline(always)]
    pub fn judge(&mut self, ply: usize) -> Option<Score> {
        let verdict = self.game.verdict(self.verdict_rules)?;
        match verdict {
            Verdict::Drawn => self.observer.count(Event::MoveLimitDraw),
            Verdict::DrawnByRepetition | Verdict::WonByRepetition | Verdict::LostByRepetition => {
                self.observer.count(Event::Repetition);
            }
            Verdict::Won | Verdict::Lost => {}
        }
        Some(self.verdict_score(verdict, ply))
    }

    /// Score of a verdict of the rules, reached `ply` plies from the root.
    #[inline(always)]
    pub fn verdict_score(&self, verdict: Verdict, ply: usize) -> Score {
        verdict_score(verdict, ply, self.plan.repetition.draw_score)
    }
}
