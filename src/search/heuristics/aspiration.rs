//! Aspiration windows (Slate and Atkin 1977): an iteration is first searched with a narrow window around the score of
//! the iteration before.

use crate::game::Tactics;
use crate::score::{MATE, Score};
use crate::search::node::{Expected, Root};
use crate::search::observe::{Event, Observer};
use crate::search::plan::from;
use crate::search::stop::Searched;
use crate::search::worker::Worker;
use crate::window::{Bound, Window};

heuristic! {
    aspiration, group "iteration",
    fields {
        aspiration: i32 = 25, neutral 0, [0, 2000], Exact,
            "Half width of the window around the last iteration's score, doubled on each failure; 0 searches the full window.", "Slate and Atkin 1977";
        aspiration_min_depth: i32 = 4, neutral 4, [1, 64], Parameter,
            "Depth, in plies, of the first iteration with an aspiration window.", "";
    }
    plan |c| {
        /// Half width of the first window, in evaluation units.
        width: Score = c.aspiration;
        /// Depth, in plies, of the first iteration with an aspiration window.
        min_depth: i32 = from(c.aspiration > 0, c.aspiration_min_depth);
    }
    events {
        AspirationLow = "aspiration_low", "An iteration failed low in its aspiration window.";
        AspirationHigh = "aspiration_high", "An iteration failed high in its aspiration window.";
    }
    without_effect |c| {
        aspiration if !c.iterative, "there is no earlier iteration";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Searches one iteration and returns its score. With aspiration the window begins around `last`, the score of the
    /// iteration before, and is widened on the side where the search fails low or high.
    pub fn aspire(&mut self, depth: i32, last: Option<Score>) -> Searched<Score> {
        let mut window = Window::FULL;
        let plan = &self.plan.aspiration;
        let mut width = plan.width;
        if let (true, Some(last)) = (depth >= plan.min_depth, last) {
            window = Window { alpha: (last - width).max(-MATE), beta: (last + width).min(MATE) };
        }
        loop {
            self.root.begin();
            let score = self.node::<Root>(0, depth, window, Expected::Pv, false)?;
            self.sort_root_moves();
            width = width.saturating_mul(2).min(MATE);
            // With root_margin, moves up to the margin below the best score need exact scores, so the window must hold
            // them.
            match window.bound(score - self.plan.root_margin.margin) {
                Bound::Upper if window.alpha > -MATE => {
                    self.observer.count(Event::AspirationLow);
                    window.alpha = (score - width).max(-MATE);
                }
                _ if score >= window.beta && window.beta < MATE => {
                    self.observer.count(Event::AspirationHigh);
                    window.beta = (score + width).min(MATE);
                }
                _ => return Ok(score),
            }
        }
    }
}
