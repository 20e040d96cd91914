//! Aspiration windows (Slate and Atkin 1977): an iteration is first searched with a narrow window around the score of
//! the iteration before.
//!
//! Where the search fails, the window is opened and the root searched again. Toga II opens it for the first move alone: a
//! later move that reaches beta then ends the iteration, and the iteration's score is a lower bound.

use crate::game::Tactics;
use crate::score::{MATE, Score};
use crate::search::node::{Expected, Pv, Root};
use crate::search::observe::{Event, Observer};
use crate::search::plan::from;
use crate::search::stop::Searched;
use crate::search::worker::Worker;
use crate::window::{Bound, Window};

heuristic! {
    aspiration, group "iteration",
    fields {
        aspiration: i32 = 0, [0, 2000], Exact Everyday,
            "Half width of the window around the last iteration's score, doubled on each failure; 0 searches the full window.", "Slate and Atkin 1977";
        aspiration_min_depth: i32 = 4, [1, 64], Parameter,
            "Depth, in plies, of the first iteration with an aspiration window.", "";
        aspiration_first_move: bool = false, Approximate Historical,
            "Opens the aspiration window for the first root move only, fully on the side where it fails; a later move that reaches beta ends the iteration with a lower bound.", "Toga II 1.2.1a";
    }
    plan |c| {
        /// Depth, in plies, of the first iteration with an aspiration window.
        min_depth: i32 = from(c.aspiration > 0, c.aspiration_min_depth);
        /// Whether the window is opened for the first root move only.
        first_move: bool = c.aspiration > 0 && c.aspiration_first_move;
    }
    copies { width = aspiration }
    events {
        AspirationLow = "aspiration_low", "An iteration failed low in its aspiration window.";
        AspirationHigh = "aspiration_high", "An iteration failed high in its aspiration window.";
    }
    without_effect |c| {
        aspiration if !c.iterative, "there is no earlier iteration";
        aspiration_first_move if c.aspiration == 0 || !c.iterative, "there is no aspiration window";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Searches one iteration and returns its score. With aspiration the window begins around `last`, the score of the
    /// iteration before, and is widened on the side where the search fails low or high; `alone` says that one line is
    /// searched, not several.
    pub fn aspire(&mut self, depth: i32, last: Option<Score>, alone: bool) -> Searched<Score> {
        let plan = &self.plan.aspiration;
        let (mut window, mut width) = (Window::FULL, plan.width);
        if let (true, Some(last)) = (depth >= plan.min_depth, last) {
            window = Window { alpha: (last - width).max(-MATE), beta: (last + width).min(MATE) };
        }
        let once = plan.first_move && alone;
        self.root.opens = once;
        loop {
            self.root.begin(window);
            let score = self.node::<Root>(0, depth, window, Expected::Pv, false)?;
            self.sort_root_moves();
            width = width.saturating_mul(2).min(MATE);
            // Where the first move has opened the window, a failure is that of a later move, which ends the iteration.
            match self.failure(score, self.root.window) {
                _ if once => return Ok(score),
                Bound::Upper => window.alpha = (score - width).max(-MATE),
                Bound::Lower => window.beta = (score + width).min(MATE),
                _ => return Ok(score),
            }
        }
    }

    /// Whether a score found with a window is an upper or a lower bound only, because it lies beyond a side of the window
    /// that is not open; otherwise exact. Counts failures.
    fn failure(&mut self, score: Score, window: Window) -> Bound {
        // With root_margin, moves up to the margin below the best score need exact scores, so the window must hold them.
        if window.alpha > -MATE && score - self.plan.root_margin.margin <= window.alpha {
            self.observer.count(Event::AspirationLow);
            Bound::Upper
        } else if window.beta < MATE && score >= window.beta {
            self.observer.count(Event::AspirationHigh);
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// Score of the first root move, just played, searched to `depth` plies. Where it lies beyond the window of the root,
    /// that side of the window is opened.
    pub fn first_root_score(&mut self, depth: i32) -> Searched<Score> {
        loop {
            let window = self.root.window;
            let score = -self.node::<Pv>(1, depth, window.flip(), Expected::Pv, true)?;
            match self.failure(score, window) {
                Bound::Upper => self.root.window.alpha = -MATE,
                Bound::Lower => self.root.window.beta = MATE,
                _ => return Ok(score),
            }
        }
    }
}
