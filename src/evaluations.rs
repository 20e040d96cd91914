//! Names of the evaluations of all games, for the configuration of a search, which knows no game.

use std::sync::LazyLock;

use crate::evaluator::{BY_HAND, DEFAULT, Named};
use crate::games::GameKind;

/// Name of an evaluation of any game, or one of [`EvaluationName::EVERYWHERE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EvaluationName(&'static str);

static ALL: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut all: Vec<&str> = EvaluationName::EVERYWHERE.map(EvaluationName::text).into();
    for name in GameKind::ALL.into_iter().flat_map(GameKind::evaluations) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
});

impl EvaluationName {
    /// The name `"default"`: the first evaluation in each game's list.
    pub const DEFAULT: EvaluationName = EvaluationName(DEFAULT);

    /// The name `"by-hand"`: in each game the evaluation whose values were set by hand.
    pub const BY_HAND: EvaluationName = EvaluationName(BY_HAND);

    /// Names that stand for an evaluation in every game.
    pub const EVERYWHERE: [EvaluationName; 2] = [EvaluationName::DEFAULT, EvaluationName::BY_HAND];

    /// All names, each once: those of [`EvaluationName::EVERYWHERE`], then those of the games in their order.
    pub fn all() -> &'static [&'static str] {
        &ALL
    }

    /// The name of an evaluator.
    pub const fn of<E: Named>() -> EvaluationName {
        EvaluationName(E::NAME)
    }

    /// The name given as text, if some game has an evaluation with it.
    pub fn from_name(text: &str) -> Option<EvaluationName> {
        ALL.iter().find(|&&name| name == text).copied().map(EvaluationName)
    }

    /// The name as text.
    pub const fn text(self) -> &'static str {
        self.0
    }
}
