//! Static move ordering: quiet moves are ordered by a score that the game gives them, added to their history value.

use crate::game::{Move, Tactics};

heuristic! {
    static_order, group "ordering",
    fields {
        static_order: i32 = 0, [0, 256], Exact Everyday, needs QuietScores,
            "Weight of a quiet move's static score in the order, added to its history: the point score in gomoku.", "Song Zixing's report";
    }
    copies { weight = static_order }
}

impl Plan {
    /// What the game's static score adds to the ordering score of a quiet move. When off this is 0 and the game is not
    /// asked.
    #[inline(always)]
    pub fn worth<G: Tactics>(&self, game: &G, mv: Move) -> i32 {
        if self.weight > 0 { self.weight * game.static_score(mv) } else { 0 }
    }
}
