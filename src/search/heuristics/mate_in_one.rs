//! Mate in one: at the horizon the game is asked, without a search, whether the side to move mates at once.

use crate::game::Tactics;
use crate::score::{Score, mated_at};
use crate::search::observe::{Event, Observer};
use crate::search::stop::Searched;
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    mate_in_one, group "forced wins",
    fields {
        mate_in_one: bool = false, Approximate,
            "Detects at the horizon, without a search, that the side to move has a mate in one, where its evaluation is below beta.", "an analysis of Fruit 2.1 for xiangqi";
    }
    copies { on = mate_in_one }
    events {
        MateInOne = "mates_in_one", ends MateInOne = "mate_in_one", "A mate in one was detected at the horizon.";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether the game is asked for a mate in one at the horizon.
    #[inline(always)]
    pub fn sees_mates_in_one(&self) -> bool {
        self.plan.mate_in_one.on
    }

    /// Score of a mate in one that the side to move has at the horizon; `None` where it has none.
    #[inline(always)]
    pub fn mate_in_one(&mut self, ply: usize, window: Window) -> Searched<Option<Score>> {
        if !self.sees_mates_in_one() || !self.game.has_mate_in_one() || self.judge(ply).is_some() {
            return Ok(None);
        }
        self.enter(Event::Node, ply, 0, window)?;
        self.observer.count(Event::MateInOne);
        let score = Some(-mated_at(ply + 1));
        self.observer.leave(score);
        Ok(score)
    }
}
