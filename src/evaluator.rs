//! The contract between a game and its evaluators, which give static values to positions.
//!
//! A game holds one evaluator as a type parameter and keeps the evaluator's state beside its board. Piece squares, sums
//! over patterns and networks are evaluators; the search asks [`Tactics::evaluate`](crate::game::Tactics::evaluate) and
//! never knows which one it calls. The file `evaluations.rs` of a game's folder lists its evaluators.

use std::path::Path;
use std::sync::Arc;

use crate::error::Error;
use crate::files;
use crate::game::{Move, Ranked, Side};

/// The part of a game that its evaluator reads: the board, and data that the rules keep up to date anyway.
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
    /// The evaluation's name, unique in its game. Evaluations of several games may share a name, such as `network`.
    const NAME: &'static str;

    /// What the evaluation is, in a sentence for users.
    const SENTENCE: &'static str;

    /// The evaluator with boyi's own weights.
    fn own() -> Arc<Self>;

    /// Checksum of all weights. Evaluators with equal names and checksums give equal values.
    fn weights(&self) -> u32;
}

/// An evaluator whose weights are kept in files of a format of its own.
pub trait Saved: Named + Sized {
    /// What such a file holds, such as "a saved network".
    const CONTENTS: &'static str;

    /// The error for a file with this path that cannot be read for this reason.
    const REFUSED: fn(String, String) -> Error;

    /// What the weights were made of and how, as text.
    fn about(&self) -> &str;

    /// The contents of a file with the weights and `about`.
    fn bytes(&self) -> Vec<u8>;

    /// The evaluator of a file's contents; the error says what is wrong with them.
    fn parse(bytes: &[u8]) -> Result<Self, String>;

    /// Reads a file that [`Saved::save`] wrote; an error for any other file.
    fn load(path: &Path) -> Result<Self, Error> {
        let fail = |reason| Self::REFUSED(path.display().to_string(), reason);
        Self::parse(&files::read(path, Self::CONTENTS, fail)?).map_err(fail)
    }

    /// Writes a file atomically: on an error an existing file is unchanged.
    fn save(&self, path: &Path) -> std::io::Result<()> {
        files::replace(path, &self.bytes())
    }
}

/// The name that means the first evaluation in each game's list.
pub const DEFAULT: &str = "default";

/// The name that means, in each game, the evaluation whose values were set by hand.
pub const BY_HAND: &str = "by-hand";
