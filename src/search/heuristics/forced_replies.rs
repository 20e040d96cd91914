//! Forced replies at the horizon: a side in check that has a single reply plays it, and the position behind it is at the
//! horizon too.
//!
//! Where horizon evasions search such a reply one ply deep, each check there begins another ply of full search: in gomoku
//! chains of fours and blocks, which any position has, then make up most of the tree.

use crate::game::{MoveClass, Tactics};
use crate::score::Score;
use crate::search::node::NodeType;
use crate::search::observe::{Event, Observer};
use crate::search::picker::Stage;
use crate::search::stop::Searched;
use crate::search::worker::Worker;
use crate::window::Window;

heuristic! {
    forced_replies, group "quiescence",
    fields {
        forced_replies: bool = false, Approximate,
            "At the horizon, plays the only reply to a check and treats the position after it as the horizon.", "Rapfi";
    }
    copies { on = forced_replies }
    events {
        ForcedReply = "forced_replies", ends ForcedReply = "forced_reply", "A node at the horizon ended with the score behind the only reply to a check.";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Score of a position at the horizon whose side to move has a single reply to a check; `None` for any other
    /// position, or where the heuristic is off.
    #[inline(always)]
    pub fn forced_reply<N: NodeType>(&mut self, ply: usize, window: Window) -> Searched<Option<Score>> {
        let forced = self.plan.forced_replies.on
            && self.game.in_check()
            && !self.is_line_over(ply)
            && self.game.count_moves() == 1;
        if !forced {
            return Ok(None);
        }
        self.enter(Event::Node, ply, 0, window)?;
        let score = self.behind_reply::<N>(ply, window);
        self.observer.leave(score.ok());
        score.map(Some)
    }

    /// Score of the horizon behind the only reply.
    fn behind_reply<N: NodeType>(&mut self, ply: usize, window: Window) -> Searched<Score> {
        if N::PV {
            self.pv.clear(ply);
        }
        if let Some(score) = self.judge(ply).or_else(|| self.known_end(ply)) {
            return Ok(score);
        }
        let outer = self.list.open();
        self.game.generate(MoveClass::Candidates, &mut self.list);
        let mv = self.list.at(0);
        self.list.close(outer);
        self.observer.count(Event::ForcedReply);
        self.observer.tries(mv, Some(Stage::All));
        self.play(ply, mv, self.game.slot(mv));
        let score = -self.horizon::<N>(ply + 1, window.flip())?;
        self.game.undo();
        if N::PV && score > window.alpha {
            self.pv.extend(ply, mv);
        }
        Ok(score)
    }
}
