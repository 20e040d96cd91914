//! Draws and wins by repetition, and the limit of moves, inside the search.

use crate::game::{Judging, Tactics, Verdict};
use crate::score::{Score, price};
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    repetition, group "rules",
    choices {
        /// Which earlier occurrences of a position a search counts.
        RepetitionScope {
            /// All since the game began.
            Game = "game",
            /// Those at the root and below it; of positions before the root, as many as the rules of the game ask.
            Tree = "tree",
        }
    }
    fields {
        repetition: i32 = 1, neutral 0, [0, 3], Rule, needs Repetition,
            "Earlier occurrences at which a repeated position is judged inside the search; 0 judges none.", "XiangQi Wizard: 1";
        repetition_scope: RepetitionScope = RepetitionScope::Tree, neutral RepetitionScope::Game, Rule, needs Repetition,
            "Earlier occurrences that `repetition` counts: with tree only those at the root or below it, while a position that was played before the root must have occurred twice, as the rules ask; with game all of them.", "game: XiangQi Wizard, Fruit 2.1; tree: common practice since Stockfish";
        move_limit: bool = true, neutral false, Rule, needs MoveLimit,
            "Draws at the rules' limit of plies without a capture.", "the rules of the game";
        draw_score: i32 = 0, neutral 0, [-1000, 1000], Rule,
            "What a draw costs the side to move at the root.", "XiangQi Wizard: 20";
    }
    plan |c| {
        /// Earlier occurrences that make a repetition.
        recur: u32 = c.repetition as u32;
        /// Whether occurrences before the root count as in a game, and only those below it by `recur`.
        in_tree: bool = c.repetition_scope == RepetitionScope::Tree;
        /// Whether the limit of moves without progress draws.
        move_limit: bool = c.move_limit;
        /// What a draw costs the side to move at the root.
        draw_score: Score = c.draw_score;
    }
    events {
        Repetition = "repetitions", ends Repetition = "repetition", "A repetition was judged.";
        MoveLimitDraw = "move_limit_draws", ends MoveLimit = "move_limit", "The limit of plies without a capture was reached.";
    }
    without_effect |c| {
        repetition_scope if c.repetition == 0, "no repetition is judged";
    }
}

impl Plan {
    /// What the game judges in a search whose root comes after so many moves.
    pub fn judging(&self, root: usize) -> Judging {
        let since = if self.in_tree { root } else { 0 };
        Judging { recur: self.recur, since, move_limit: self.move_limit }
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Score of a position that the rules have decided, other than by lack of moves.
    #[inline(always)]
    pub fn judge(&mut self, ply: usize) -> Option<Score> {
        let verdict = self.game.verdict(self.judging)?;
        match verdict {
            Verdict::Drawn => self.observer.count(Event::MoveLimitDraw),
            Verdict::DrawnByRepetition | Verdict::WonByRepetition | Verdict::LostByRepetition => {
                self.observer.count(Event::Repetition);
            }
            Verdict::Won | Verdict::Lost => {}
        }
        Some(self.price(verdict, ply))
    }

    /// Score of a verdict at a ply.
    #[inline(always)]
    pub fn price(&self, verdict: Verdict, ply: usize) -> Score {
        price(verdict, ply, self.plan.repetition.draw_score)
    }
}
