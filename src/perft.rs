//! Counting the leaves of the legal move tree: the standard test and benchmark of a move generator.

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
    perft_on(game, depth, &mut MoveList::new())
}

fn perft_on<G: Game>(game: &mut G, depth: u32, list: &mut MoveList) -> u64 {
    match depth {
        0 => 1,
        1 => game.count_moves() as u64,
        _ => {
            let outer = list.open();
            game.generate(MoveClass::All, list);
            let mut nodes = 0;
            for i in 0..list.len() {
                game.play(list.open_part()[i].mv());
                nodes += perft_on(game, depth - 1, list);
                game.undo();
            }
            list.close(outer);
            nodes
        }
    }
}

/// [`perft`] of each root move, in generation order. At depth 0 there is nothing to divide.
pub fn divide<G: Game>(game: &mut G, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut list = MoveList::new();
    game.generate(MoveClass::All, &mut list);
    let moves: Vec<Move> = list.iter().collect();
    let each = moves.into_iter().map(|mv| {
        game.play(mv);
        let nodes = perft(game, depth - 1);
        game.undo();
        (mv, nodes)
    });
    each.collect()
}
