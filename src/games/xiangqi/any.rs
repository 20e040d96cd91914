//! Enums of xiangqi's games and evaluators, for code that selects them at run time.

use std::sync::Arc;

use super::board::Board;
use super::eval::*;
use super::game::Xiangqi;
use super::position::Position;
use crate::error::Result;
use crate::evaluator::{EvaluationName, Evaluator, Named, xiangqi_evaluations};

/// Makes the enums from the list of evaluations. `$d` is a literal dollar sign for the inner macro.
macro_rules! any {
    (($d:tt) $($Type:ident = $name:literal, $sentence:literal;)+) => {
        /// An evaluator.
        #[derive(Clone, Debug)]
        pub enum AnyEvaluator { $(#[doc = $sentence] $Type(Arc<$Type>),)+ }

        /// A game that a search can play.
        #[derive(Clone)]
        pub enum AnyGame { $(#[doc = $sentence] $Type(Xiangqi<$Type>),)+ }

        impl AnyEvaluator {
            /// Names and descriptions of the evaluations; the first is the default.
            pub const LIST: &'static [(&'static str, &'static str)] = &[$(($name, $sentence)),+];

            /// The evaluator with a name and boyi's own weights; `None` if xiangqi has no such evaluation.
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
                match self { $(AnyEvaluator::$Type(evaluator) => Evaluator::weights(&**evaluator),)+ }
            }

            /// Static evaluation of a board for the side to move.
            pub fn value(&self, board: &Board) -> i32 {
                match self {
                    $(AnyEvaluator::$Type(evaluator) => evaluator.value(&evaluator.refresh(board), board, board.side()),)+
                }
            }

            /// The value of a board as a sum of terms; `None` if the evaluation is no such sum.
            pub fn detail(&self, board: &Board) -> Detail {
                match self { $(AnyEvaluator::$Type(evaluator) => evaluator.detail(board),)+ }
            }
        }

        impl AnyGame {
            /// The position, with its history, as a game.
            pub fn new(position: &Position, evaluator: &AnyEvaluator) -> Result<AnyGame> {
                Ok(match evaluator {
                    $(AnyEvaluator::$Type(evaluator) => AnyGame::$Type(position.game_with(evaluator.clone())),)+
                })
            }
        }

        /// Evaluates an expression with the game inside a reference to an [`AnyGame`].
        #[cfg(any(feature = "python", test))]
        macro_rules! with_any {
            ($d any:expr, $d game:ident => $d body:expr) => {
                match $d any { $($crate::games::xiangqi::AnyGame::$Type($d game) => $d body,)+ }
            };
        }
    };
}
xiangqi_evaluations!(any! ($));
#[cfg(feature = "python")]
#[allow(clippy::single_component_path_imports, reason = "a macro made by a macro has no path of its own")]
pub(crate) use with_any;

/// Evaluates an expression with a game of the default evaluation, for callers that use no evaluations.
#[cfg(feature = "python")]
macro_rules! with_plain {
    ($any:expr, $game:ident => $body:expr) => {{
        let $game = $any;
        $body
    }};
}
#[cfg(feature = "python")]
pub(crate) use with_plain;

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::game::{Forcing, Game, MoveClass, MoveList, Tactics};

    /// What an evaluator says of a position.
    fn said<E: XiangqiEvaluator>(game: &Xiangqi<E>) -> (i32, i32) {
        (game.evaluate(), game.strength())
    }

    /// What a new game with the same board says.
    fn anew<E: XiangqiEvaluator>(game: &Xiangqi<E>) -> (i32, i32) {
        said(&Xiangqi::new(game.board().clone(), 0, game.evaluator().clone()))
    }

    /// A random game with null moves in it, and back again.
    fn walk<E: XiangqiEvaluator>(game: &Xiangqi<E>, rng: &mut Xoshiro256PlusPlus) {
        let (mut game, mut before) = (game.clone(), Vec::new());
        for ply in 0..80 {
            let mut moves = MoveList::new();
            game.generate(MoveClass::All, &mut moves);
            if moves.is_empty() {
                break;
            }
            before.push(said(&game));
            if ply % 7 != 6 || !game.play_null() {
                game.play(moves.iter().nth(rng.random_range(0..moves.len())).expect("a move"));
            }
            assert_eq!(said(&game), anew(&game), "after {ply} plies");
        }
        while let Some(before) = before.pop() {
            game.undo();
            assert_eq!(said(&game), before);
        }
    }

    #[test]
    fn every_evaluator_follows_moves_as_if_it_were_computed_anew() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        for (name, _) in AnyEvaluator::LIST {
            let evaluator = AnyEvaluator::named(name).expect("listed");
            let game = AnyGame::new(&Position::start(), &evaluator).expect("a game");
            (0..20).for_each(|_| with_any!(&game, game => walk(game, &mut rng)));
        }
    }

    #[test]
    fn material_is_worth_the_same_everywhere() {
        let material = AnyEvaluator::named("material").expect("listed");
        let value = |fen| material.value(Position::from_fen(fen).expect("a position").board());
        let tempo = PieceSquare::default().tempo() as i32;
        assert_eq!(material.value(Position::start().board()), tempo);
        let chariot = PieceSquare::default().worth(4);
        // A chariot more, for each side, in a corner and in the middle.
        for fen in ["3k5/9/9/9/9/9/9/9/9/R4K3 w", "3k5/9/9/9/5R3/9/9/9/9/5K3 w", "3k4r/9/9/9/9/9/9/9/9/4K4 b"] {
            assert_eq!(value(fen), tempo + chariot);
        }
        assert_eq!(value("3k5/9/9/9/9/9/9/9/9/R4K3 b"), tempo - chariot);
        // Turned by 180 degrees, a position is the same for the other side.
        let (one, turned) = ("r3kab2/4a4/9/2h6/9/9/9/C8/9/3K5 w", "5k3/9/8c/9/9/9/6H2/9/4A4/2BAK3R b");
        assert_eq!(value(one), value(turned));
    }

    #[test]
    fn evaluators_have_names_and_weights_of_their_own() {
        let names = || AnyEvaluator::LIST.iter().map(|&(name, _)| name);
        let all: Vec<AnyEvaluator> = names().map(|name| AnyEvaluator::named(name).expect("listed")).collect();
        assert!(all.iter().map(AnyEvaluator::name).eq(names()));
        assert_eq!(AnyEvaluator::named("default").expect("listed").name(), AnyEvaluator::LIST[0].0);
        assert!(AnyEvaluator::named("patterns").is_none());
        let changed = AnyEvaluator::PieceSquare(Arc::new(PieceSquare::new(&PieceSquare::default().piece_square(), 4)));
        assert_ne!(changed.weights(), all[0].weights());
        assert_eq!(AnyEvaluator::named("default").map(|own| own.weights()), Some(all[0].weights()));
    }
}
