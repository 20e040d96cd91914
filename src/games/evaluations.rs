//! The enums that every game has: of its evaluators, and of the games that a search plays with them.

/// Makes from a game's list of evaluators, of which the first is the default:
///
/// * `AnyEvaluator`, an evaluator chosen at run time, and the macro `with_evaluator!`, which matches on it;
/// * `AnyGame`, the game with one of the evaluators, and the macro `with_any!`, which matches on it.
///
/// `by hand` names the evaluator whose values were set by hand. The file that calls the macro declares `Played<E>`, a
/// game with an evaluator `E`, and `played(position, evaluator)`, which makes one. `with_played!` evaluates an expression
/// with the [`Tactics`](crate::game::Tactics) inside a reference to a `Played<E>`. The arguments begin with a literal
/// dollar sign for the inner macros, and the game's folder.
macro_rules! evaluations {
    (($d:tt) $folder:ident: $($Type:ident),+; by hand $ByHand:ident) => {
        /// An evaluator.
        #[derive(Clone, Debug)]
        pub enum AnyEvaluator { $(#[doc = concat!("See [`", stringify!($Type), "`].")] $Type(Arc<$Type>),)+ }

        /// A game that a search can play.
        #[derive(Clone)]
        pub enum AnyGame { $(#[doc = concat!("With [`", stringify!($Type), "`].")] $Type(Played<$Type>),)+ }

        /// Evaluates an expression with the evaluator inside a reference to an [`AnyEvaluator`].
        macro_rules! with_evaluator {
            ($d any:expr, $d evaluator:ident => $d body:expr) => {
                match $d any { $(AnyEvaluator::$Type($d evaluator) => $d body,)+ }
            };
        }

        /// Evaluates an expression with the game inside a reference to an [`AnyGame`].
        macro_rules! with_any {
            ($d any:expr, $d game:ident => $d body:expr) => {
                match $d any { $($crate::games::$folder::AnyGame::$Type(played) => {
                    $crate::games::$folder::with_played!(played, $d game => $d body)
                })+ }
            };
        }

        impl AnyEvaluator {
            /// Names and descriptions of the evaluations; the first is the default.
            pub const LIST: &'static [(&'static str, &'static str)] =
                &[$((<$Type as Named>::NAME, <$Type as Named>::SENTENCE)),+];

            /// The evaluator with a name and boyi's own weights; `None` if the game has no such evaluation.
            pub fn named(name: &str) -> Option<AnyEvaluator> {
                let name = match name {
                    $crate::evaluator::DEFAULT => AnyEvaluator::LIST[0].0,
                    $crate::evaluator::BY_HAND => <$ByHand as Named>::NAME,
                    name => name,
                };
                $(if name == <$Type as Named>::NAME {
                    return Some(AnyEvaluator::$Type(<$Type as Named>::own()));
                })+
                None
            }

            /// Name and checksum of the weights, such as `patterns-0123abcd`: tables filled with other values are
            /// refused by it.
            pub fn fingerprint(&self) -> String {
                fn of<E: Named>(evaluator: &E) -> String {
                    format!("{}-{:08x}", E::NAME, evaluator.weights())
                }
                with_evaluator!(self, evaluator => of(&**evaluator))
            }

            /// Name of the evaluation.
            pub fn name(&self) -> &'static str {
                fn of<E: Named>(_: &E) -> &'static str {
                    E::NAME
                }
                with_evaluator!(self, evaluator => of(&**evaluator))
            }

            /// Static evaluation of a position for the side to move; an error where [`AnyGame::new`] fails.
            pub fn value(&self, position: &Position) -> $crate::error::Result<i32> {
                Ok(with_any!(&AnyGame::new(position, self)?, game => $crate::game::Tactics::evaluate(game)))
            }
        }

        impl AnyGame {
            /// The position, with its history, as a game for searches; an error if the game has no search on its board.
            pub fn new(position: &Position, evaluator: &AnyEvaluator) -> $crate::error::Result<AnyGame> {
                Ok(match evaluator {
                    $(AnyEvaluator::$Type(evaluator) => AnyGame::$Type(played(position, evaluator.clone())?),)+
                })
            }
        }
    };
}
pub(super) use evaluations;

#[cfg(test)]
pub(super) mod laws {
    use rand::RngExt;
    use rand::rngs::Xoshiro256PlusPlus;

    use crate::game::{MoveClass, MoveList, Tactics};

    /// Plays a random game of up to 60 plies with null moves in it, and takes it back. What its evaluator says must always
    /// be what it says of the game that `anew` makes of the board alone.
    pub fn an_evaluator_follows_moves<G: Tactics>(game: &G, anew: impl Fn(&G) -> G, rng: &mut Xoshiro256PlusPlus) {
        let said = |game: &G| (game.evaluate(), game.strength());
        let (mut game, mut before) = (game.clone(), Vec::new());
        for ply in 0..60 {
            let mut moves = MoveList::new();
            game.generate(MoveClass::Candidates, &mut moves);
            if moves.is_empty() {
                break;
            }
            before.push(said(&game));
            if ply % 7 != 6 || !game.play_null() {
                game.play(moves.iter().nth(rng.random_range(0..moves.len())).expect("a move"));
            }
            assert_eq!(said(&game), said(&anew(&game)), "after {ply} plies");
        }
        while let Some(before) = before.pop() {
            game.undo();
            assert_eq!(said(&game), before);
        }
    }
}
