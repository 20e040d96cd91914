//! The contract between a game and its evaluators, which give static values to positions.
//!
//! A game holds one evaluator as a type parameter and keeps the evaluator's state beside its board. Piece squares, sums
//! over patterns and networks are evaluators; the search asks [`Tactics::evaluate`](crate::game::Tactics::evaluate) and
//! never knows which one answers.
//!
//! This file has the lists of evaluations of each game. The enums of evaluators in `games`, the values of the field
//! `evaluation` and the descriptions for users are generated from them: a new evaluation is a file in its game's folder
//! `eval` and a line here.

use std::sync::Arc;

use crate::game::{Move, Ranked, Side};

/// What a game shows to its evaluator: the board, and what the game updates for its rules anyway.
pub trait View {
    /// Description of the changes made by a move.
    type Delta<'a>;
}

/// A static evaluation with a state that is updated move by move.
///
/// The contract fits small sums and large accumulators of networks. An evaluator with small sums returns a copy of the
/// old sums from `update`, as its `Undo`. The state of a network may be a stack: `update` pushes the delta and returns
/// `()`, `undo` pops it, and `value` computes lazily, in a `Cell` of the state. States are cloned for each search and
/// each thread, and never shared between threads. Null moves are not reported, because they change no state.
pub trait Evaluator<V: View>: Send + Sync {
    /// The state kept beside the board.
    type State: Clone + Send;
    /// The data needed to take an update back.
    type Undo: Clone + Default + Send;

    /// Whether [`Evaluator::move_scores`] scores moves; if not, the game orders its quiet moves itself.
    const SCORES_MOVES: bool = false;

    /// Checksum of all weights. Evaluators with equal names and checksums give equal values.
    fn weights(&self) -> u32;

    /// Computes the state of a position from scratch.
    fn refresh(&self, view: &V) -> Self::State;

    /// Updates the state for a move that has been played. `view` is the position after the move.
    fn update(&self, state: &mut Self::State, view: &V, delta: V::Delta<'_>) -> Self::Undo;

    /// Takes the latest update back.
    fn undo(&self, state: &mut Self::State, undo: Self::Undo);

    /// Static value of the position from the view of `side`, which is to move.
    fn value(&self, state: &Self::State, view: &V, side: Side) -> i32;

    /// Scores legal moves of the side to move for the ordering of quiet moves; the highest is tried first.
    fn move_scores(&self, _state: &Self::State, _view: &V, _moves: &mut [Ranked]) {}

    /// [`Evaluator::move_scores`] for one move; `None` if the evaluator does not score moves.
    #[inline(always)]
    fn move_score(&self, state: &Self::State, view: &V, mv: Move) -> Option<i32> {
        Self::SCORES_MOVES.then(|| {
            let mut moves = [Ranked::new(mv, 0)];
            self.move_scores(state, view, &mut moves);
            moves[0].score()
        })
    }
}

/// An evaluator that users choose by its name.
pub trait Named {
    /// The evaluator with boyi's own weights.
    fn own() -> Arc<Self>;
}

/// Calls a macro with its own arguments followed by the list of xiangqi's evaluations: type, name and description. The
/// first one is the game's default.
macro_rules! xiangqi_evaluations {
    ($next:ident! $($before:tt)*) => {
        $next! {
            $($before)*
            Network = "network", "A neural network, trained on boyi's own games.";
            Classic = "classic", "Piece squares and terms such as mobility and king shelter, for two phases of the game.";
            PieceSquare = "piece-square", "A value for every kind of piece on every square.";
            Material = "material", "A value for every kind of piece, independent of its square.";
        }
    };
}

/// Calls a macro with its own arguments followed by the list of gomoku's evaluations, as [`xiangqi_evaluations`] does.
macro_rules! gomoku_evaluations {
    ($next:ident! $($before:tt)*) => {
        $next! {
            $($before)*
            Network = "network", "A neural network on the lines through empty points, trained on boyi's own games.";
            Patterns = "patterns", "Values of the patterns that stones could make, and bonuses for threats.";
        }
    };
}
pub(crate) use {gomoku_evaluations, xiangqi_evaluations};

/// Name of an evaluation of any game, or one of [`EvaluationName::EVERYWHERE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EvaluationName(&'static str);

macro_rules! listed {
    ($($Type:ident = $name:literal, $sentence:literal;)+) => { &[$($name),+] };
}

/// Names of the evaluations of each game.
const OF_GAMES: [&[&str]; 2] = [xiangqi_evaluations!(listed!), gomoku_evaluations!(listed!)];

/// Number of names in [`EvaluationName::ALL`].
const COUNT: usize = {
    let (mut count, mut at) = (EvaluationName::EVERYWHERE.len() + OF_GAMES[0].len(), 0);
    while at < OF_GAMES[1].len() {
        count += !is_listed(OF_GAMES[1][at], OF_GAMES[0]) as usize;
        at += 1;
    }
    count
};

/// Whether a list has a name: games may have evaluations of the same name.
const fn is_listed(name: &str, list: &[&str]) -> bool {
    let mut entry = 0;
    while entry < list.len() {
        let (one, other) = (name.as_bytes(), list[entry].as_bytes());
        let mut at = 0;
        while at < one.len() && at < other.len() && one[at] == other[at] {
            at += 1;
        }
        if at == one.len() && at == other.len() {
            return true;
        }
        entry += 1;
    }
    false
}

impl EvaluationName {
    /// The name `"default"`: the first evaluation in each game's list.
    pub const DEFAULT: EvaluationName = EvaluationName("default");

    /// The name `"by-hand"`: in each game the evaluation whose values were set by hand.
    pub const BY_HAND: EvaluationName = EvaluationName("by-hand");

    /// Names that stand for an evaluation in every game.
    pub const EVERYWHERE: [EvaluationName; 2] = [EvaluationName::DEFAULT, EvaluationName::BY_HAND];

    /// All names, each once: those of [`EvaluationName::EVERYWHERE`], then those of xiangqi, then those of gomoku.
    pub const ALL: [&'static str; COUNT] = {
        let (mut all, mut count) = ([EvaluationName::DEFAULT.0; COUNT], EvaluationName::EVERYWHERE.len());
        all[1] = EvaluationName::BY_HAND.0;
        let mut game = 0;
        while game < OF_GAMES.len() {
            let mut at = 0;
            while at < OF_GAMES[game].len() {
                if game == 0 || !is_listed(OF_GAMES[game][at], OF_GAMES[0]) {
                    all[count] = OF_GAMES[game][at];
                    count += 1;
                }
                at += 1;
            }
            game += 1;
        }
        all
    };

    /// The name given as text, if some game has an evaluation with it.
    pub fn of(text: &str) -> Option<EvaluationName> {
        EvaluationName::ALL.into_iter().find(|&name| name == text).map(EvaluationName)
    }

    /// The evaluation that a name means in a game, by the game's list and its evaluation by hand.
    pub fn meant<'a>(name: &'a str, list: &[(&'a str, &str)], by_hand: &'a str) -> &'a str {
        match EvaluationName::of(name) {
            Some(EvaluationName::DEFAULT) => list[0].0,
            Some(EvaluationName::BY_HAND) => by_hand,
            _ => name,
        }
    }

    /// The name as text.
    pub const fn text(self) -> &'static str {
        self.0
    }
}
