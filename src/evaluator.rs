//! The contract between a game and what evaluates its positions.
//!
//! A game holds one evaluator as a type parameter and keeps the evaluator's state beside its board. Piece squares,
//! sums over patterns and networks are evaluators; the search asks [`Tactics::evaluate`](crate::game::Tactics::evaluate)
//! and never knows which one answers.
//!
//! Below stand the lists of the evaluations of each game, from which follow the types that the games make of them, the
//! choices of the field `evaluation` and what users read of them. A new evaluation is a file beside its game's others, and
//! a line here.

use crate::game::{Move, Ranked, Side};

/// What a game shows to its evaluator: the board, and what the game keeps up to date for its rules anyway.
pub trait View {
    /// What a move has changed.
    type Delta<'a>;
}

/// Values of positions, from a state that follows the moves.
///
/// Small sums and large accumulators fit alike. An evaluator with small sums answers an update with a copy of the sums
/// as they were, its `Undo`. A network's state may be a stack: an update pushes the delta alone and answers `()`, an undo
/// pops it, and `value` does the work, in a cell of the state, if it is asked at all. States are cloned for each search
/// and each thread, and are never shared between threads. A null move changes no state; it is not reported.
pub trait Evaluator<V: View>: Send + Sync {
    /// What is kept beside the board.
    type State: Clone + Send;
    /// What takes an update back.
    type Undo: Clone + Default + Send;

    /// Whether [`Evaluator::move_scores`] has an opinion; without one, the game orders its quiet moves itself.
    const SCORES_MOVES: bool = false;

    /// Checksum of all weights: evaluators of equal name and checksum give equal values.
    fn weights(&self) -> u32;

    /// The state of a position, computed anew.
    fn refresh(&self, view: &V) -> Self::State;

    /// Follows a move. `view` is the position after the move.
    fn update(&self, state: &mut Self::State, view: &V, delta: V::Delta<'_>) -> Self::Undo;

    /// Takes the latest update back.
    fn undo(&self, state: &mut Self::State, undo: Self::Undo);

    /// Value of the position for a side that has the move.
    fn value(&self, state: &Self::State, view: &V, side: Side) -> i32;

    /// Scores legal moves of the side to move, for the order in which quiet moves are tried; the highest comes first.
    fn move_scores(&self, _state: &Self::State, _view: &V, _moves: &mut [Ranked]) {}

    /// [`Evaluator::move_scores`] of one move; none without an opinion.
    #[inline(always)]
    fn move_score(&self, state: &Self::State, view: &V, mv: Move) -> Option<i32> {
        Self::SCORES_MOVES.then(|| {
            let mut moves = [Ranked::new(mv, 0)];
            self.move_scores(state, view, &mut moves);
            moves[0].score()
        })
    }
}

/// Hands the evaluations of xiangqi to a macro, after what is given besides: type, name and a sentence. The first is the
/// game's own, which `"default"` means.
macro_rules! xiangqi_evaluations {
    ($next:ident! $($before:tt)*) => {
        $next! {
            $($before)*
            PieceSquare = "piece-square", "A value for every kind of piece on every square.";
            Material = "material", "A worth for every kind of piece, wherever it stands.";
        }
    };
}

/// Hands the evaluations of gomoku to a macro, as [`xiangqi_evaluations`] does.
macro_rules! gomoku_evaluations {
    ($next:ident! $($before:tt)*) => {
        $next! {
            $($before)*
            Patterns = "patterns", "Values of the patterns that stones could make, and bonuses for threats.";
        }
    };
}
pub(crate) use {gomoku_evaluations, xiangqi_evaluations};

/// Name of an evaluation, of whichever game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EvaluationName(&'static str);

macro_rules! listed {
    ($($Type:ident = $name:literal, $sentence:literal;)+) => { &[$($name),+] };
}

/// Names of the evaluations of each game.
const OF_GAMES: [&[&str]; 2] = [xiangqi_evaluations!(listed!), gomoku_evaluations!(listed!)];

/// Length of the list of all names.
const COUNT: usize = 1 + OF_GAMES[0].len() + OF_GAMES[1].len();

impl EvaluationName {
    /// The evaluation that each game calls its own.
    pub const DEFAULT: EvaluationName = EvaluationName("default");

    /// All names, `"default"` first, those of a game together.
    pub const ALL: [&'static str; COUNT] = {
        let (mut all, mut count) = ([EvaluationName::DEFAULT.0; COUNT], 1);
        let mut game = 0;
        while game < OF_GAMES.len() {
            let mut at = 0;
            while at < OF_GAMES[game].len() {
                all[count] = OF_GAMES[game][at];
                (count, at) = (count + 1, at + 1);
            }
            game += 1;
        }
        all
    };

    /// The name of this text, if some game has such an evaluation.
    pub fn of(text: &str) -> Option<EvaluationName> {
        EvaluationName::ALL.into_iter().find(|&name| name == text).map(EvaluationName)
    }

    /// The name as text.
    pub const fn text(self) -> &'static str {
        self.0
    }
}
