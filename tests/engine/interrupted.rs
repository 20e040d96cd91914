//! The result of an iteration that a limit interrupted: it is used, marked as interrupted, repeatable, and correct.

use std::sync::atomic::AtomicBool;

use crate::common::{position, sized, tuned};
use boyi::bench::{GOMOKU, XIANGQI, gomoku_game};
use boyi::game::{Move, Tactics};
use boyi::games::GameKind;
use boyi::presets::preset;
use boyi::score::Score;
use boyi::search::observe::NoObserver;
use boyi::search::{Config, Focus, Limits, Report, Searcher};
use boyi::window::Bound;

fn searched<G: Tactics>(config: &Config, game: &G, limits: &Limits, focus: &Focus) -> Report {
    let mut searcher = Searcher::new(config.clone()).unwrap();
    searcher.search(game, limits.on(focus), &AtomicBool::new(false), &mut NoObserver, &mut |_| ())
}

fn to_nodes<G: Tactics>(config: &Config, game: &G, nodes: u64) -> Report {
    searched(config, game, &Limits { nodes: Some(nodes), ..Limits::default() }, &Focus::default())
}

/// Searches with many node limits, and counts those whose interrupted iteration had a result, and those of them whose
/// move differs from that of the last finished iteration.
fn check_reports<G: Tactics>(config: &Config, game: &G) -> [usize; 2] {
    let off = Config { keep_interrupted: false, ..config.clone() };
    let mut found = [0; 2];
    for nodes in (1..20).step_by(sized(2, 1)).map(|i| i * i * 100) {
        let report = to_nodes(config, game, nodes);
        let [again, without] = [config, &off].map(|config| to_nodes(config, game, nodes));
        let last = report.iterations.last();
        assert_eq!((report.mv, report.score, &report.pv), (again.mv, again.score, &again.pv), "not deterministic");
        assert_eq!((report.nodes, report.depth), (without.nodes, without.depth), "the tree is the same");
        assert!(without.interrupted.is_none());
        if let Some(last) = last {
            assert_eq!((without.mv, without.score), (last.pv[0], last.score));
        }
        let Some(now) = &report.interrupted else {
            assert_eq!((report.mv, report.score, report.bound), (without.mv, without.score, without.bound));
            continue;
        };
        assert_eq!((report.mv, report.score, report.bound), (now.pv[0], now.score, Bound::Lower));
        assert_eq!((report.depth + 1, &report.pv, report.nodes), (now.depth, &now.pv, now.nodes));
        found[0] += 1;
        found[1] += last.is_some_and(|last| last.pv[0] != report.mv) as usize;
    }
    found
}

#[test]
fn the_best_proved_move_is_played_and_the_result_says_so() {
    let mut found = [0; 2];
    for fen in XIANGQI {
        let [proved, new] = check_reports(&tuned(), &position(fen).game());
        found = [found[0] + proved, found[1] + new];
    }
    for moves in GOMOKU {
        let [proved, new] = check_reports(&preset("boyi", GameKind::Gomoku).unwrap(), &gomoku_game(moves));
        found = [found[0] + proved, found[1] + new];
    }
    assert!(found[0] > sized(30, 60) && found[1] > sized(2, 6), "{found:?} proved something, another move");
}

/// Score of one move alone, searched to a depth with an open window.
fn alone<G: Tactics>(config: &Config, game: &G, mv: Move, depth: u32) -> Score {
    searched(config, game, &Limits::depth(depth), &Focus { moves: vec![mv], lines: 1 }).score
}

#[test]
fn what_is_proved_is_true() {
    // Exact heuristics only: a score is then that of the move, whatever was searched before.
    let exact = Config { iterative: true, pvs: true, mvv_lva: true, killers: 2, ..Config::neutral() };
    let (mut changed, mut tried) = (0, 0);
    for aspiration in [0, 10] {
        let config = Config { aspiration, aspiration_min_depth: 2, keep_interrupted: true, ..exact.clone() };
        for fen in XIANGQI {
            let game = position(fen).game();
            for nodes in (1..14).map(|i| i * 700) {
                let report = to_nodes(&config, &game, nodes);
                let (Some(now), Some(last)) = (&report.interrupted, report.iterations.last()) else { continue };
                let truth = alone(&exact, &game, report.mv, now.depth);
                // A move that failed high in an aspiration window is at least as good as its score.
                assert!(truth == now.score || aspiration > 0 && truth > now.score, "{fen}: {truth}, not {}", now.score);
                tried += 1;
                if last.pv[0] != report.mv {
                    let before = alone(&exact, &game, last.pv[0], now.depth);
                    assert!(truth > before, "{fen}: {truth} is not above {before}");
                    changed += 1;
                }
            }
        }
    }
    assert!(tried > 40 && changed > 10, "{tried} proved, {changed} of them new moves");
}

#[test]
fn several_lines_are_those_of_a_finished_iteration() {
    let focus = Focus { lines: 2, ..Focus::default() };
    let game = position(XIANGQI[0]).game();
    for nodes in (1..20).map(|i| i * 3000) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = searched(&tuned(), &game, &limits, &focus);
        assert!(report.interrupted.is_none());
        if let Some(last) = report.iterations.last() {
            assert_eq!((report.mv, report.score), (last.pv[0], last.score));
        }
    }
}
