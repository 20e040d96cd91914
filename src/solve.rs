//! Plain minimax for any game, without window, table or move ordering: the oracle of the tests.

use crate::game::{MoveClass, MoveList, Tactics};
use crate::score::{Score, verdict_score};

/// Minimax score of a position to exactly `depth` plies, evaluated at the horizon.
///
/// Repetition and move limits are not applied; a side without moves gets the score of
/// [`Game::stuck`](crate::game::Game::stuck).
pub fn solve<G: Tactics>(game: &mut G, depth: u32) -> Score {
    solve_from(game, depth, 0)
}

fn solve_from<G: Tactics>(game: &mut G, depth: u32, ply: usize) -> Score {
    if depth == 0 {
        return game.evaluate();
    }
    let mut moves = MoveList::default();
    game.generate(MoveClass::Candidates, &mut moves);
    let scores = moves.iter().map(|mv| {
        game.play(mv);
        let score = -solve_from(game, depth - 1, ply + 1);
        game.undo();
        score
    });
    let best = scores.max();
    best.unwrap_or_else(|| verdict_score(game.stuck(), ply, 0))
}
