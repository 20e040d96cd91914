//! Gomoku under the search: incremental patterns equal those computed from scratch. `gomoku_oracle.rs` tests scores.

use std::sync::atomic::AtomicBool;

use boyi::game::{Game, Move, MoveClass, MoveList, Side, Tactics};
use boyi::games::GameKind;
use boyi::games::gomoku::pattern::{EXACT_RADIUS, FREE_RADIUS};
use boyi::games::gomoku::{Board, Geometry, Gomoku, Position, Reach, Rule};
use boyi::presets::preset;
use boyi::search::config::Config;
use boyi::search::observe::NoObserver;
use boyi::search::{Limits, Report, Searcher};
use proptest::prelude::*;

fn moves_of<G: Game>(game: &G, class: MoveClass) -> Vec<Move> {
    let mut list = MoveList::new();
    game.generate(class, &mut list);
    list.iter().collect()
}

/// All observable state of a game, for comparison.
fn picture<const R: usize>(game: &Gomoku<R>) -> impl PartialEq + std::fmt::Debug + use<R> {
    let board = game.board();
    let worths: Vec<_> = board.empty_points().map(|p| [Side::First, Side::Second].map(|s| game.worth(p, s))).collect();
    let moves = [MoveClass::Candidates, MoveClass::Noisy, MoveClass::Quiet].map(|class| moves_of(game, class));
    (board.cells().to_vec(), game.key(), game.side(), *game.sums(), worths, moves, game.evaluate())
}

/// Plays `choices` from the empty board, compares with patterns computed from scratch after each move, and takes all
/// back.
fn check_playout<const R: usize>(rule: Rule, geometry: Geometry, reach: Reach, choices: &[usize]) {
    let mut game = Gomoku::<R>::new(&Board::empty(geometry, rule).unwrap(), reach).unwrap();
    let mut pictures = Vec::new();
    for choice in choices {
        let moves = moves_of(&game, MoveClass::Candidates);
        if moves.is_empty() {
            break;
        }
        pictures.push(picture(&game));
        game.play(moves[choice % moves.len()]);
        // A board that was set up has no last move, so the win is known to the played game only.
        if !game.is_won() {
            let fresh = Gomoku::<R>::new(game.board(), reach).unwrap();
            assert_eq!(picture(&game), picture(&fresh), "{:?} {geometry:?}", rule);
        }
    }
    while let Some(before) = pictures.pop() {
        game.undo();
        assert_eq!(picture(&game), before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn incremental_patterns_equal_fresh_ones(
        choices in prop::collection::vec(0usize..1000, 1..70),
        rows in 5usize..=22,
        cols in 5usize..=22,
        near in any::<bool>(),
    ) {
        let reach = if near { Reach::Near } else { Reach::Everywhere };
        let geometry = Geometry::new(rows, cols, 5).unwrap();
        check_playout::<FREE_RADIUS>(Rule::Freestyle, geometry, reach, &choices);
        check_playout::<EXACT_RADIUS>(Rule::Standard, geometry, reach, &choices);
        check_playout::<EXACT_RADIUS>(Rule::Renju, geometry, reach, &choices);
    }
}

fn search(game: &Gomoku<FREE_RADIUS>, config: Config, depth: u32) -> Report {
    let mut searcher = Searcher::new(config).unwrap();
    searcher.search(game, &Limits::depth(depth), &AtomicBool::new(false), &mut NoObserver, &mut |_| ())
}

#[test]
fn the_same_search_plays_gomoku() {
    // Black has an open three and the move: an open four, then five.
    let geometry = Geometry::square(15).unwrap();
    let mut game = Gomoku::<FREE_RADIUS>::new(&Board::empty(geometry, Rule::Freestyle).unwrap(), Reach::Near).unwrap();
    for (file, rank) in [(7, 7), (0, 0), (8, 7), (0, 2), (9, 7), (0, 4)] {
        game.play(geometry.encode(geometry.point(file, rank)));
    }
    for kind in GameKind::ALL {
        let report = search(&game, preset("boyi", kind).unwrap(), 6);
        assert_eq!(boyi::score::plies_to_end(report.score), Some(3), "{report:?}");
    }
}

/// Black cannot stop white's five: the point is forbidden, being a double four.
#[test]
fn a_five_that_must_not_be_stopped_is_lost_with_a_move() {
    let mut rows = vec!["XOOOO..........", ".....XX........", ".....X.X.......", ".....X..X......"];
    rows.resize(15, "...............");
    let position = Position::from_diagram(&rows.join("\n"), Rule::Renju, 5, Some(Side::First)).unwrap();
    let stop = position.geometry().encode(position.geometry().point(5, 14));
    assert!(!position.is_legal(stop), "f15 is a double four");
    let game = Gomoku::<EXACT_RADIUS>::of(&position, Reach::Near).unwrap();
    let mut searcher = Searcher::new(preset("boyi", GameKind::Gomoku).unwrap()).unwrap();
    let flag = AtomicBool::new(false);
    let report = searcher.search(&game, &Limits::depth(4), &flag, &mut NoObserver, &mut |_| ());
    assert!(position.is_legal(report.mv), "{report:?}");
    assert!(boyi::score::is_mate(report.score) && report.score < 0, "{report:?}");
}
