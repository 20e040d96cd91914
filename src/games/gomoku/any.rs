//! Enums of gomoku's games and evaluators, for code that selects them at run time. The rule selects the window radius.

use std::sync::Arc;

use super::board::Rule;
use super::eval::{BY_HAND, GomokuEvaluator, Network, Patterns};
use super::game::Gomoku;
use super::pattern::{EXACT_RADIUS, FREE_RADIUS};
use super::position::Position;
use super::reach::Reach;
use super::shapes::Shapes;
use crate::error::Result;
use crate::evaluator::{EvaluationName, Evaluator, Named, gomoku_evaluations};

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

/// Makes the enums from the list of evaluations. `$d` is a literal dollar sign for the inner macro.
macro_rules! any {
    (($d:tt) $($Type:ident = $name:literal, $sentence:literal;)+) => {
        /// An evaluator.
        #[derive(Clone, Debug)]
        pub enum AnyEvaluator { $(#[doc = $sentence] $Type(Arc<$Type>),)+ }

        /// A game that a search can play.
        #[derive(Clone)]
        pub enum AnyGame { $(#[doc = $sentence] $Type(AnyGomoku<$Type>),)+ }

        impl AnyEvaluator {
            /// Names and descriptions of the evaluations; the first is the default.
            pub const LIST: &'static [(&'static str, &'static str)] = &[$(($name, $sentence)),+];

            /// The evaluator with a name and boyi's own weights; `None` if gomoku has no such evaluation.
            pub fn named(name: &str) -> Option<AnyEvaluator> {
                match EvaluationName::meant(name, AnyEvaluator::LIST, BY_HAND) {
                    $($name => Some(AnyEvaluator::$Type(<$Type as Named>::own())),)+
                    _ => None,
                }
            }

            /// Name of the evaluation.
            pub fn name(&self) -> &'static str {
                match self { $(AnyEvaluator::$Type(_) => $name,)+ }
            }

            /// Checksum of the weights.
            pub fn weights(&self) -> u32 {
                match self { $(AnyEvaluator::$Type(evaluator) => {
                    Evaluator::<Shapes<FREE_RADIUS>>::weights(&**evaluator)
                })+ }
            }
        }

        impl AnyGame {
            /// The position as a game in which points near stones are considered. An error for `k` above 5, which
            /// patterns do not support.
            pub fn new(position: &Position, evaluator: &AnyEvaluator) -> Result<AnyGame> {
                AnyGame::reaching(position, Reach::Near, evaluator)
            }

            /// The position as a game in which the points of a reach are considered. An error for `k` above 5, which
            /// patterns do not support.
            pub fn reaching(position: &Position, reach: Reach, evaluator: &AnyEvaluator) -> Result<AnyGame> {
                Ok(match evaluator {
                    $(AnyEvaluator::$Type(evaluator) => {
                        AnyGame::$Type(AnyGomoku::with(position, reach, evaluator.clone())?)
                    })+
                })
            }
        }

        /// Evaluates an expression with the game inside a reference to an [`AnyGame`].
        #[cfg(any(feature = "python", test))]
        macro_rules! with_any {
            ($d any:expr, $d game:ident => $d body:expr) => {
                match $d any { $($crate::games::gomoku::AnyGame::$Type(any) => {
                    $crate::games::gomoku::with_gomoku!(any, $d game => $d body)
                })+ }
            };
        }
    };
}
gomoku_evaluations!(any! ($));
#[cfg(feature = "python")]
#[allow(clippy::single_component_path_imports, reason = "a macro made by a macro has no path of its own")]
pub(crate) use with_any;

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::game::{Forcing, Game, MoveClass, MoveList, Tactics};
    use crate::games::gomoku::Geometry;

    /// A random game with null moves in it, and back again.
    fn walk<const RADIUS: usize, E: GomokuEvaluator<RADIUS>>(game: &Gomoku<RADIUS, E>, rng: &mut Xoshiro256PlusPlus) {
        let (mut game, mut before) = (game.clone(), Vec::new());
        for ply in 0..60 {
            let mut moves = MoveList::new();
            game.generate(MoveClass::All, &mut moves);
            if moves.is_empty() {
                break;
            }
            before.push(game.evaluate());
            if ply % 7 != 6 || !game.play_null() {
                game.play(moves.iter().nth(rng.random_range(0..moves.len())).expect("a move"));
            }
            let shapes = Shapes::new(game.board(), game.reach()).expect("a board");
            let anew = Gomoku::with(shapes, game.evaluator().clone());
            assert_eq!(game.evaluate(), anew.evaluate(), "after {ply} plies");
        }
        while let Some(before) = before.pop() {
            game.undo();
            assert_eq!(game.evaluate(), before);
        }
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
                (0..8).for_each(|_| with_any!(&game, game => walk(game, &mut rng)));
            }
        }
    }
}
