//! Search windows and the bounds that searches inside them return.

use crate::score::{MATE, Score};

/// Kind of a score: exact, or a bound on the true score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Bound {
    /// No score at all.
    #[default]
    None = 0,
    /// The truth is at most the score (failed low).
    Upper = 1,
    /// The truth is at least the score (failed high).
    Lower = 2,
    /// The truth is the score.
    Exact = 3,
}

impl Bound {
    /// The bound encoded in the two bits of a table entry.
    #[inline(always)]
    pub const fn from_bits(bits: u8) -> Bound {
        match bits & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }
}

/// An open interval of scores that matter, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Lower edge: the score that the side to move can already reach elsewhere.
    pub alpha: Score,
    /// Upper edge: the opponent avoids this node if its score is at least this.
    pub beta: Score,
}

impl Default for Window {
    fn default() -> Window {
        Window::FULL
    }
}

impl Window {
    /// The window that contains every score.
    pub const FULL: Window = Window { alpha: -MATE, beta: MATE };

    /// The window from the opponent's view.
    #[inline(always)]
    pub const fn flip(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The null window above alpha, which asks only whether a move beats alpha.
    #[inline(always)]
    pub const fn scout(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// The null window below beta, which asks only whether a move reaches beta.
    #[inline(always)]
    pub const fn at_beta(self) -> Window {
        Window { alpha: self.beta - 1, beta: self.beta }
    }

    /// Whether this is a null window: no score lies inside.
    #[inline(always)]
    pub const fn is_null(self) -> bool {
        self.alpha + 1 >= self.beta
    }

    /// What a fail-soft search in this window has proved by returning `score`.
    #[inline(always)]
    pub const fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// The window narrowed by a bound on the true score. The bound itself stays inside the (open) window, so that a search
    /// whose true score equals the bound still returns an exact score and a best move.
    #[inline(always)]
    pub const fn narrowed(self, bound: Bound, score: Score) -> Window {
        match bound {
            Bound::Lower if score - 1 > self.alpha => Window { alpha: score - 1, ..self },
            Bound::Upper if score + 1 < self.beta => Window { beta: score + 1, ..self },
            _ => self,
        }
    }

    /// Whether a bound tells that the true score lies outside this window, or what it is.
    #[inline(always)]
    pub const fn is_settled_by(self, bound: Bound, score: Score) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
            Bound::None => false,
        }
    }
}
