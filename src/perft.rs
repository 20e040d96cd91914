//! Perft: counting the leaves of the legal move tree, the standard test and benchmark of a move generator.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::game::{Game, Move, MoveClass, MoveList};

/// Number of move sequences of exactly `depth` plies. Rules that end a game early (repetition, move limits)
/// are not applied. The last ply is counted, not played.
///
/// ```
/// use boyi::games::xiangqi::Position;
/// let start = Position::start();
/// assert_eq!(boyi::perft::perft(&mut start.game(), 2), 1920);
/// ```
pub fn perft<G: Game>(game: &mut G, depth: u32) -> u64 {
    perft_until(game, depth, &AtomicBool::new(false)).expect("nobody stops it")
}

/// [`perft`] that another thread can stop by setting the flag; it then returns `None`.
pub fn perft_until<G: Game>(game: &mut G, depth: u32, stop: &AtomicBool) -> Option<u64> {
    perft_on(game, depth, &mut MoveList::new(), stop)
}

fn perft_on<G: Game>(game: &mut G, depth: u32, list: &mut MoveList, stop: &AtomicBool) -> Option<u64> {
    match depth {
        0 => return Some(1),
        1 => return Some(game.count_moves() as u64),
        _ if stop.load(Relaxed) => return None,
        _ => {}
    }
    let outer = list.open();
    game.generate(MoveClass::Candidates, list);
    let mut nodes = 0;
    for i in 0..list.len() {
        game.play(list.open_part()[i].mv());
        nodes += perft_on(game, depth - 1, list, stop)?;
        game.undo();
    }
    list.close(outer);
    Some(nodes)
}

/// [`perft`] split by root move, in generation order; empty at depth 0.
pub fn divide<G: Game>(game: &mut G, depth: u32) -> Vec<(Move, u64)> {
    divide_until(game, depth, &AtomicBool::new(false)).expect("nobody stops it")
}

/// [`divide`] that another thread can stop by setting the flag; it then returns `None`.
pub fn divide_until<G: Game>(game: &mut G, depth: u32, stop: &AtomicBool) -> Option<Vec<(Move, u64)>> {
    if depth == 0 {
        return Some(Vec::new());
    }
    let mut list = MoveList::new();
    game.generate(MoveClass::Candidates, &mut list);
    let moves: Vec<Move> = list.iter().collect();
    let each = moves.into_iter().map(|mv| {
        game.play(mv);
        let nodes = perft_until(game, depth - 1, stop)?;
        game.undo();
        Some((mv, nodes))
    });
    each.collect()
}
