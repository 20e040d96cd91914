//! Enums over all games: the only place where the game of a Python object selects a Rust type.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::moves::read_move;
use crate::error::{Error, Result};
use crate::evaluations::EvaluationName;
use crate::evaluator::BY_HAND;
use crate::game::{Move, Side};
use crate::games::{GameKind, for_all_games};

/// Makes the enums and two macros from the list of games. `$d` is a literal dollar sign for the inner macros.
macro_rules! any {
    (($d:tt) $($(#[$doc:meta])* $Game:ident = $folder:ident,)+) => {
        /// A position of some game.
        #[derive(Clone)]
        pub enum AnyPosition { $($(#[$doc])* $Game(crate::games::$folder::Position),)+ }

        /// A game that a search can play.
        #[derive(Clone)]
        pub enum AnyGame { $($(#[$doc])* $Game(Box<crate::games::$folder::AnyGame>),)+ }

        /// An evaluator of some game.
        #[derive(Clone)]
        pub enum AnyEvaluator { $($(#[$doc])* $Game(crate::games::$folder::AnyEvaluator),)+ }

        impl AnyEvaluator {
            /// The evaluator's game.
            pub fn kind(&self) -> GameKind {
                match self { $(AnyEvaluator::$Game(_) => GameKind::$Game,)+ }
            }

            /// Name and checksum of the weights, such as `patterns-0123abcd`: tables filled with other values are
            /// refused by it.
            pub fn fingerprint(&self) -> String {
                match self { $(AnyEvaluator::$Game(evaluator) => evaluator.fingerprint(),)+ }
            }
        }

        /// Evaluates an expression with the position inside a reference to an [`AnyPosition`].
        macro_rules! with_position {
            ($d any:expr, $d position:ident => $d body:expr) => {
                match $d any { $(AnyPosition::$Game($d position) => $d body,)+ }
            };
        }

        /// Evaluates an expression with the game inside a reference to an [`AnyGame`].
        macro_rules! with_game {
            ($d any:expr, $d game:ident => $d body:expr) => {
                match $d any {
                    $($crate::py::any::AnyGame::$Game(any) => {
                        $crate::games::$folder::with_any!(&**any, $d game => $d body)
                    })+
                }
            };
        }

        impl AnyPosition {
            /// The position that a Python object holds, if it is a position.
            fn cast(argument: &Bound<'_, PyAny>) -> Option<AnyPosition> {
                $(if let Ok(position) = argument.cast::<super::$folder::PyPosition>() {
                    return Some(AnyPosition::$Game(position.get().inner.clone()));
                })+
                None
            }

            /// The position's game.
            pub fn kind(&self) -> GameKind {
                match self { $(AnyPosition::$Game(_) => GameKind::$Game,)+ }
            }

            /// The evaluator with this name and boyi's own weights; an error if the position's game does not have it.
            pub fn evaluator(&self, name: &str) -> Result<AnyEvaluator> {
                let found = match self {
                    $(AnyPosition::$Game(_) => crate::games::$folder::AnyEvaluator::named(name).map(AnyEvaluator::$Game),)+
                };
                found.ok_or_else(|| {
                    if EvaluationName::from_name(name).is_none() {
                        return Error::unknown("evaluation", name, &self.kind().evaluations());
                    }
                    let (game, known) = (self.kind().name(), self.kind().evaluations());
                    Error::Evaluation(format!("evaluation {name:?} is none of {game}, expected one of {known:?}"))
                })
            }

            /// Static evaluation for the side to move.
            pub fn value(&self, evaluator: &AnyEvaluator) -> Result<i32> {
                match (self, evaluator) {
                    $((AnyPosition::$Game(position), AnyEvaluator::$Game(evaluator)) => evaluator.value(position),)+
                    #[allow(unreachable_patterns, reason = "reached where there is more than one game")]
                    _ => Err(self.refusal(evaluator)),
                }
            }

            /// The terms of an evaluation, as a dict.
            pub fn detail<'py>(&self, py: Python<'py>, evaluator: &AnyEvaluator) -> PyResult<Bound<'py, PyDict>> {
                match (self, evaluator) {
                    $((AnyPosition::$Game(position), AnyEvaluator::$Game(evaluator)) => {
                        super::$folder::PyPosition::detail(py, position, evaluator)
                    })+
                    #[allow(unreachable_patterns, reason = "reached where there is more than one game")]
                    _ => Err(self.refusal(evaluator).into()),
                }
            }

            /// The position, with its history, as a game for a search that evaluates with `evaluator`.
            pub fn game(&self, evaluator: &AnyEvaluator) -> Result<AnyGame> {
                match (self, evaluator) {
                    $((AnyPosition::$Game(position), AnyEvaluator::$Game(evaluator)) => {
                        let game = crate::games::$folder::AnyGame::new(position, evaluator)?;
                        Ok(AnyGame::$Game(Box::new(game)))
                    })+
                    #[allow(unreachable_patterns, reason = "reached where there is more than one game")]
                    _ => Err(self.refusal(evaluator)),
                }
            }
        }
    };
}
for_all_games!(any! ($));
#[allow(clippy::single_component_path_imports, reason = "a macro made by a macro has no path of its own")]
pub(super) use with_game;

impl AnyPosition {
    /// The position that a Python argument holds; a TypeError if it is none.
    pub fn of(argument: &Bound<'_, PyAny>) -> PyResult<AnyPosition> {
        if let Some(position) = AnyPosition::cast(argument) {
            return Ok(position);
        }
        let classes = GameKind::ALL.map(|kind| format!("a boyi.{}.Position", kind.name())).join(" or ");
        Err(PyTypeError::new_err(format!("expected {classes}, not {}", argument.get_type().name()?)))
    }

    /// Side to move.
    pub fn side(&self) -> Side {
        with_position!(self, position => position.side())
    }

    /// The legal move that an argument, a Move or a text, means.
    pub fn legal_move(&self, argument: &Bound<'_, PyAny>) -> PyResult<Move> {
        with_position!(self, position => {
            let mv = read_move(self.kind(), argument, |text| position.move_of_text(text))?;
            position.check_legal(mv)?;
            Ok(mv)
        })
    }

    /// Zobrist key of pieces and side to move.
    pub fn key(&self) -> u64 {
        with_position!(self, position => position.board().key())
    }

    /// Fingerprint of the kind of position: a table filled for another one cannot serve it. The first word is the game.
    pub fn fingerprint(&self) -> String {
        format!("{} {}", self.kind().name(), with_position!(self, position => position.fingerprint()))
    }

    /// The error for an evaluator of another game.
    fn refusal(&self, evaluator: &AnyEvaluator) -> Error {
        let (of, game) = (evaluator.kind().name(), self.kind().name());
        Error::Evaluation(format!("the evaluation is for {of} only, and the position is one of {game}"))
    }

    /// The position, with its history, as a game with the evaluation by hand, for callers that use no evaluations.
    pub fn plain_game(&self) -> Result<AnyGame> {
        self.game(&self.evaluator(BY_HAND)?)
    }
}
