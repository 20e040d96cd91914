//! Static exchange evaluation, compared with a search by the rules of all captures on one square.

use crate::common::{playout, position, rng, thrown};
use boyi::game::Move;
use boyi::games::xiangqi::Position;
use boyi::games::xiangqi::board::{EMPTY, kind_of};
use boyi::games::xiangqi::exchange::WORTH;
use boyi::games::xiangqi::moves::to_of;
use rand::RngExt;

/// Value of the piece on a square.
fn worth(at: &Position, square: u8) -> i32 {
    match at.board().piece(square) {
        EMPTY => 0,
        piece => WORTH[kind_of(piece)],
    }
}

/// What the side to move wins by captures on a square, if both sides choose best among all legal captures there and may
/// stop; counts the captures in `captures`.
fn best(at: &Position, square: u8, captures: &mut u64) -> i32 {
    let moves = at.legal_moves().into_iter().filter(|mv| to_of(*mv) == square);
    let values = moves.map(|mv| {
        *captures += 1;
        worth(at, square) - best(&at.play(mv).unwrap(), square, captures)
    });
    values.max().unwrap_or(0).max(0)
}

/// Static exchange evaluation by search.
fn searched(at: &Position, mv: Move, captures: &mut u64) -> i32 {
    worth(at, to_of(mv)) - best(&at.play(mv).unwrap(), to_of(mv), captures)
}

/// Compares all moves of a position, and returns the number of captures that the searches saw.
fn compare(at: &Position) -> u64 {
    let mut captures = 0;
    for mv in at.legal_moves() {
        let (see, wanted) = (at.see(mv), searched(at, mv, &mut captures));
        assert_eq!(see, wanted, "{mv:?} in {}", at.fen());
        for least in [-200, -5, -1, 0, 1, 5, 75, 110, see - 1, see, see + 1] {
            assert_eq!(at.board().see_at_least(mv, least), wanted >= least, "{mv:?} at least {least} in {}", at.fen());
        }
    }
    captures
}

#[test]
fn exchanges_of_games_are_those_of_a_search() {
    let (mut rng, mut captures) = (rng(11), 0);
    for _ in 0..6000 {
        let plies = rng.random_range(0..120);
        captures += compare(&playout(Position::start(), plies, &mut rng));
    }
    assert!(captures > 35_000, "{captures}");
}

#[test]
fn exchanges_on_crowded_boards_are_those_of_a_search() {
    let (mut rng, mut captures) = (rng(12), 0);
    for _ in 0..6000 {
        captures += thrown(24, &mut rng).map_or(0, |at| compare(&at));
    }
    assert!(captures > 35_000, "{captures}");
}

#[track_caller]
fn check(fen: &str, mv: &str, wanted: i32) {
    let at = position(fen);
    assert_eq!(at.see(at.move_of_text(mv).unwrap()), wanted, "{mv} in {fen}");
}

#[test]
fn a_capture_wins_or_loses_what_it_says() {
    let [_, _, _, horse, chariot, _, pawn] = WORTH;
    // A chariot takes a pawn: undefended, and defended by a horse.
    check("3k5/9/9/9/p8/9/9/9/9/R4K3 w", "a0a5", pawn);
    check("3k5/9/1n7/9/p8/9/9/9/9/R4K3 w", "a0a5", pawn - chariot);
    // The cannon behind the chariot cannot take back without a screen; with a horse between them it can.
    check("3k5/9/1n7/9/p8/9/R8/9/9/C4K3 w", "a3a5", pawn - chariot);
    check("3k5/9/1n7/9/p8/9/R8/9/N8/C4K3 w", "a3a5", pawn - chariot + horse);
    // A horse that is pinned by the other chariot does not take back.
    check("3k5/9/3n5/9/4p4/9/9/9/9/3RRK3 w", "e0e5", pawn);
    // An advisor takes back, but not if it stands between the kings.
    check("4k4/4a4/3n5/9/9/9/9/9/9/3R1K3 w", "d0d7", horse - chariot);
    check("4k4/4a4/3n5/9/9/9/9/9/9/3RK4 w", "d0d7", horse);
    // A quiet move onto a square that the opponent attacks loses the piece.
    check("3k5/9/1n7/9/9/9/9/9/9/R4K3 w", "a0a5", -chariot);
}
