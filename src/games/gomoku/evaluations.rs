//! The evaluations of gomoku, and the games that a search plays with them; the rule selects the window radius.

use std::sync::Arc;

use super::board::Rule;
use super::eval::{GomokuEvaluator, Network, Patterns};
use super::game::Gomoku;
use super::pattern::{EXACT_RADIUS, FREE_RADIUS};
use super::position::Position;
use super::reach::Reach;
use super::shapes::Shapes;
use crate::error::Result;
use crate::evaluator::Named;
use crate::games::evaluations::evaluations;

/// An evaluator that works for every rule.
pub trait AnyRule: GomokuEvaluator<FREE_RADIUS> + GomokuEvaluator<EXACT_RADIUS> {}

impl<E: GomokuEvaluator<FREE_RADIUS> + GomokuEvaluator<EXACT_RADIUS>> AnyRule for E {}

/// A game, by window radius. The macro [`with_gomoku`] matches on it.
pub enum AnyGomoku<E: AnyRule = Patterns> {
    /// Freestyle.
    Free(Gomoku<FREE_RADIUS, E>),
    /// Standard and renju, where overlines matter.
    Exact(Gomoku<EXACT_RADIUS, E>),
}

// Not derived: `derive` would require `E: Clone`, but the evaluator is shared.
impl<E: AnyRule> Clone for AnyGomoku<E> {
    fn clone(&self) -> Self {
        match self {
            AnyGomoku::Free(game) => AnyGomoku::Free(game.clone()),
            AnyGomoku::Exact(game) => AnyGomoku::Exact(game.clone()),
        }
    }
}

impl AnyGomoku {
    /// The game of a position, with the default evaluation. An error for `k` above 5, which patterns do not support.
    pub fn new(position: &Position, reach: Reach) -> Result<AnyGomoku> {
        AnyGomoku::with(position, reach, Arc::new(Patterns))
    }
}

impl<E: AnyRule> AnyGomoku<E> {
    /// The game of a position. An error for `k` above 5, which patterns do not support.
    pub fn with(position: &Position, reach: Reach, evaluator: Arc<E>) -> Result<AnyGomoku<E>> {
        Ok(match position.rule() {
            Rule::Freestyle => AnyGomoku::Free(Gomoku::with(Shapes::of(position, reach)?, evaluator)),
            Rule::Standard | Rule::Renju => AnyGomoku::Exact(Gomoku::with(Shapes::of(position, reach)?, evaluator)),
        })
    }
}

/// Evaluates an expression with the game inside an [`AnyGomoku`] (or a reference to one).
#[macro_export]
macro_rules! with_gomoku {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::games::gomoku::AnyGomoku::Free($game) => $body,
            $crate::games::gomoku::AnyGomoku::Exact($game) => $body,
        }
    };
}

pub use with_gomoku;
pub(crate) use with_gomoku as with_played;

type Played<E> = AnyGomoku<E>;

fn played<E: AnyRule>(position: &Position, evaluator: Arc<E>) -> Result<Played<E>> {
    AnyGomoku::with(position, Reach::Near, evaluator)
}

evaluations! { ($) gomoku: Network, Patterns; by hand Patterns }
#[allow(clippy::single_component_path_imports, reason = "a macro made by a macro has no path of its own")]
#[cfg(feature = "python")]
pub(crate) use with_any;

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::games::evaluations::laws::an_evaluator_follows_moves;
    use crate::games::gomoku::Geometry;

    /// A new game with the same board.
    fn anew<const RADIUS: usize, E: GomokuEvaluator<RADIUS>>(game: &Gomoku<RADIUS, E>) -> Gomoku<RADIUS, E> {
        let shapes = Shapes::new(game.board(), game.reach()).expect("a board");
        Gomoku::with(shapes, game.evaluator().clone())
    }

    #[test]
    fn every_evaluator_follows_moves_as_if_it_were_computed_anew() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
        for (name, _) in AnyEvaluator::LIST {
            let evaluator = AnyEvaluator::named(name).expect("listed");
            assert_eq!(evaluator.name(), *name);
            for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
                let position = Position::new(Geometry::square(15).expect("a size"), rule).expect("a board");
                let game = AnyGame::new(&position, &evaluator).expect("a game");
                (0..8).for_each(|_| with_any!(&game, game => an_evaluator_follows_moves(game, anew, &mut rng)));
            }
        }
    }
}
