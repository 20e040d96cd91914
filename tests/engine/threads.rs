//! Searches with several threads: limits, stops and counters hold for all threads together.
//!
//! The oracles test that exact heuristics stay exact with several threads; `table_threads.rs` tests races in the table.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::observer::Any;
use crate::common::{Setting, int, json, name, near_the_end, position, rng, sized};
use boyi::bench::{GOMOKU, XIANGQI, gomoku_game};
use boyi::game::{Game, MoveClass, MoveList, Tactics};
use boyi::games::GameKind;
use boyi::games::xiangqi::Xiangqi;
use boyi::guided::Guided;
use boyi::presets::preset;
use boyi::score::is_mate;
use boyi::search::observe::{Counters, Event, NoObserver, Observer};
use boyi::search::trace::{Scope, Trace};
use boyi::search::{Config, Focus, Limits, Report, Searcher};
use rand::RngExt;

fn team(config: &Config, threads: usize) -> Searcher {
    let mut searcher = Searcher::new(config.clone()).unwrap();
    searcher.set_threads(threads);
    searcher
}

fn boyi(kind: GameKind) -> Config {
    preset("boyi", kind).unwrap()
}

fn to_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn search<G: Tactics>(searcher: &mut Searcher, game: &G, limits: &Limits, observer: &mut impl Observer) -> Report {
    searcher.search(game, limits, &AtomicBool::new(false), observer, &mut |_| ())
}

/// Whether the line can be played from here.
fn is_playable<G: Game>(game: &G, report: &Report) -> bool {
    let mut game = game.clone();
    let mut legal = |mv| {
        let mut moves = MoveList::default();
        game.generate(MoveClass::Candidates, &mut moves);
        let legal = moves.iter().any(|other| other == mv);
        if legal {
            game.play(mv);
        }
        legal
    };
    report.pv.iter().all(|&mv| legal(mv))
}

#[test]
fn all_workers_spend_one_budget_and_what_they_count_adds_up() {
    let game = position(XIANGQI[0]).game();
    for threads in [1, 2, 5] {
        for nodes in [1, 10, 1000, 20_000, 100_000] {
            let mut counters = Counters::default();
            let report = search(&mut team(&boyi(GameKind::Xiangqi), threads), &game, &to_nodes(nodes), &mut counters);
            assert_eq!(report.threads, threads as u32);
            assert!(report.nodes <= nodes && report.nodes >= nodes / 2, "{} of {nodes} nodes", report.nodes);
            assert_eq!(counters.of(Event::Node) + counters.of(Event::QNode), report.nodes);
            assert!(report.iterations.iter().all(|it| it.nodes <= nodes));
            assert!(is_playable(&game, &report) && report.mv.is_some());
        }
    }
}

#[test]
fn one_thread_is_the_search_without_threads() {
    let game = gomoku_game(GOMOKU[1]);
    let alone = search(&mut Searcher::new(boyi(GameKind::Gomoku)).unwrap(), &game, &Limits::depth(6), &mut NoObserver);
    let mut searcher = team(&boyi(GameKind::Gomoku), 3);
    searcher.set_threads(1);
    let one = search(&mut searcher, &game, &Limits::depth(6), &mut NoObserver);
    assert_eq!((alone.nodes, alone.score, alone.pv), (one.nodes, one.score, one.pv));
}

#[test]
fn every_iteration_is_told_once_in_order_by_the_calling_thread() {
    let game = position(XIANGQI[1]).game();
    let here = thread::current().id();
    let mut told = Vec::new();
    let report =
        team(&boyi(GameKind::Xiangqi), 4).search(&game, &Limits::depth(9), &false.into(), &mut NoObserver, &mut |it| {
            assert_eq!(thread::current().id(), here);
            told.push(it.clone());
        });
    assert_eq!(told.iter().map(|it| it.depth).collect::<Vec<_>>(), (1..=9).collect::<Vec<_>>());
    assert_eq!(told, report.iterations);
    assert!(told.is_sorted_by_key(|it| it.nodes), "{:?}", told.iter().map(|it| it.nodes).collect::<Vec<_>>());
}

#[test]
fn compositions_are_solved() {
    let mates = json("xiangqi_mates.json");
    for puzzle in mates["puzzles"].as_array().unwrap().iter().step_by(7) {
        let at = near_the_end(puzzle, 5);
        let limits = Limits::depth(7);
        let [one, four] = [1, 4]
            .map(|threads| search(&mut team(&boyi(GameKind::Xiangqi), threads), &at.game(), &limits, &mut NoObserver));
        if is_mate(one.score) {
            assert_eq!(one.score > 0, is_mate(four.score) && four.score > 0, "{}", at.fen());
        }
        assert!(is_playable(&at.game(), &four));
    }
}

/// A stop flag set by another thread stops all workers at once, and the searcher can be used again.
#[test]
fn many_starts_and_stops() {
    let game = position(XIANGQI[2]).game();
    let (mut searcher, mut rng) = (team(&boyi(GameKind::Xiangqi), 2), rng(10));
    for round in 0..sized(1_000, 10_000) {
        let (flag, pause) = (AtomicBool::new(false), Duration::from_micros(rng.random_range(0..300)));
        let report = thread::scope(|scope| {
            scope.spawn(|| {
                let begin = Instant::now();
                while begin.elapsed() < pause {
                    std::hint::spin_loop();
                }
                flag.store(true, Relaxed);
            });
            searcher.search(&game, &Limits::default(), &flag, &mut NoObserver, &mut |_| ())
        });
        assert!(report.mv.is_some() && is_playable(&game, &report), "round {round}: {report:?}");
    }
}

/// Special configurations and questions (multipv, root moves and others) work as with one thread: results are playable,
/// counted, and within the limits.
#[test]
fn special_configurations_and_questions() {
    let game = position(XIANGQI[3]).game();
    let special: [&[Setting]; 7] = [
        &[("table_layout", name("leafwalk")), ("quiescence", crate::common::OFF)],
        &[("table_layout", name("two-bound"))],
        &[("path_scores", name("chain"))],
        &[("path_scores", name("path-key"))],
        &[("root_sort", name("all"))],
        &[("root_margin", int(20))],
        &[("table", name("off"))],
    ];
    for settings in special {
        let mut config = boyi(GameKind::Xiangqi);
        settings.iter().for_each(|(field, value)| config.set(field, value).unwrap());
        let mut counters = Counters::default();
        let report = search(&mut team(&config, 3), &game, &to_nodes(60_000), &mut counters);
        assert!(is_playable(&game, &report) && report.depth >= 2, "{settings:?}: {report:?}");
        assert_eq!(counters.of(Event::Node) + counters.of(Event::QNode), report.nodes, "{settings:?}");
    }
    let kills = Config { kill_root: boyi::search::config::KillUse::Checks, ..boyi(GameKind::Gomoku) };
    let game = gomoku_game(GOMOKU[3]);
    let report = search(&mut team(&kills, 3), &game, &to_nodes(60_000), &mut NoObserver);
    assert!(is_playable(&game, &report));
}

#[test]
fn several_lines_and_chosen_moves() {
    let game = position(XIANGQI[4]).game();
    let mut moves = MoveList::default();
    game.generate(MoveClass::Candidates, &mut moves);
    let some: Vec<_> = moves.iter().step_by(5).collect();
    let focus = Focus { moves: some.clone(), lines: 3 };
    let (limits, flag) = (Limits::depth(7), AtomicBool::new(false));
    let report =
        team(&boyi(GameKind::Xiangqi), 3).search(&game, limits.on(&focus), &flag, &mut NoObserver, &mut |_| ());
    for it in &report.iterations {
        let firsts: Vec<_> =
            std::iter::once(&it.pv).chain(it.others.iter().map(|line| &line.pv)).map(|pv| pv[0]).collect();
        assert!(firsts.len() == 3 && firsts.iter().all(|mv| some.contains(mv)), "{firsts:?}");
        assert!((1..3).all(|i| !firsts[..i].contains(&firsts[i])), "{firsts:?}");
    }
}

#[test]
fn a_game_that_is_over_has_nothing_to_search() {
    let at = position("3k5/4R4/3R5/9/9/9/9/9/9/4K4 b - - 0 1");
    let report = search(&mut team(&boyi(GameKind::Xiangqi), 3), &at.game(), &to_nodes(1000), &mut NoObserver);
    assert!(!report.mv.is_some() && report.nodes == 0 && report.pv.is_empty() && is_mate(report.score));
}

#[test]
fn who_must_see_all_nodes_in_order_has_one_thread_and_so_has_somebodys_own_code() {
    let game = position(XIANGQI[5]).game();
    let mut watching =
        (Counters::default(), Trace::new(Scope { rows: 1000, path: vec![], plies: 1, all_iterations: false }));
    assert!(watching.fork().is_none());
    let report = search(&mut team(&boyi(GameKind::Xiangqi), 4), &game, &Limits::depth(3), &mut Any(&mut watching));
    assert_eq!(report.threads, 1);
    let evaluate = |game: &Xiangqi| game.evaluate();
    let guided = Guided::new(game, Some(&evaluate), None);
    let report = search(&mut team(&boyi(GameKind::Xiangqi), 4), &guided, &Limits::depth(3), &mut Counters::default());
    assert_eq!(report.threads, 1);
}

#[test]
fn a_panic_of_the_listener_stops_all_workers() {
    let game = position(XIANGQI[6]).game();
    let mut searcher = team(&boyi(GameKind::Xiangqi), 3);
    let mut listen = |_: &boyi::search::Iteration| panic!("enough");
    let search = || searcher.search(&game, &Limits::default(), &false.into(), &mut NoObserver, &mut listen);
    assert!(catch_unwind(AssertUnwindSafe(search)).is_err());
}
