//! Check extension (Slate and Atkin 1977): a move that gives check does not reduce the remaining depth.

use crate::game::{Move, Tactics};
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    check_extension, group "extensions",
    fields {
        check_extension: bool = false, Approximate Everyday,
            "Extends moves that give check by a ply.", "Slate and Atkin 1977";
        check_extension_see: bool = false, Parameter, needs Exchanges,
            "Extends no move that gives check and loses material by static exchange evaluation.", "common practice since Stockfish 2011";
    }
    plan |c| {
        /// Plies by which a move that gives check is extended: 1, or 0 when off.
        plies: i32 = c.check_extension as i32;
    }
    copies { sound = check_extension_see }
    events {
        CheckExtension = "check_extensions", "A move that gives check was extended.";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Plies by which the move just played is extended because it gives check; 0 if it gives none.
    #[inline(always)]
    pub fn extend_check(&mut self, mv: Move, gives_check: bool) -> i32 {
        if !gives_check || self.plan.check_extension.plies == 0 || self.plan.check_extension.sound && self.lost(mv) {
            return 0;
        }
        self.observer.count(Event::CheckExtension);
        self.plan.check_extension.plies
    }

    /// Whether the move just played loses material. The exchange is evaluated before a move, so it is taken back first.
    fn lost(&mut self, mv: Move) -> bool {
        self.game.undo();
        let loses = !self.game.see_at_least(mv, 0);
        self.game.play(mv);
        loses
    }
}
