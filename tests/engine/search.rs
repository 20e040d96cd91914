//! Guarantees of a search under any configuration: repeatable trees, limits respected, a legal move at any moment, and
//! game ends by the rules.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::common::{exact, json, near_the_end, position, run, search, sized, tuned};
use boyi::bench::XIANGQI;
use boyi::game::{Move, Tactics, Verdict};
use boyi::games::GameKind;
use boyi::games::xiangqi::Position;
use boyi::games::xiangqi::moves::parse_coordinates;
use boyi::presets::presets;
use boyi::score::{MATE, REPETITION_WIN, is_decisive, is_mate, plies_to_end, verdict_score};
use boyi::search::config::RepetitionScope;
use boyi::search::observe::{Counters, Event, NoObserver};
use boyi::search::{Clock, Config, Flags, Limits, Report, Searcher};
use boyi::window::Bound;

const NODE_LIMITS: [u64; 20] =
    [1, 2, 3, 5, 10, 30, 60, 100, 200, 500, 900, 1_500, 2_500, 4_000, 7_000, 12_000, 20_000, 33_333, 50_000, 80_000];

fn nodes(limit: u64) -> Limits {
    Limits { nodes: Some(limit), ..Limits::default() }
}

/// All fields of a report except times.
fn tree(report: &Report) -> impl PartialEq + std::fmt::Debug + use<> {
    let iterations: Vec<_> = report.iterations.iter().map(|it| (it.depth, it.score, it.nodes, it.pv.clone())).collect();
    (report.mv, report.score, report.bound, report.depth, report.seldepth, report.nodes, report.pv.clone(), iterations)
}

fn assert_line_is_legal(at: &Position, line: &[Move]) {
    line.iter().fold(at.clone(), |at, &mv| at.play(mv).unwrap_or_else(|error| panic!("{line:?}: {error}")));
}

#[test]
fn the_same_search_after_clear_is_the_same_tree() {
    let mut searcher = Searcher::new(tuned()).unwrap();
    for (i, limit) in NODE_LIMITS.into_iter().enumerate() {
        let at = position(XIANGQI[i % XIANGQI.len()]);
        let mut search = || {
            searcher.clear();
            let mut counters = Counters::default();
            let report = run(&mut searcher, &at, &nodes(limit), &mut counters);
            (tree(&report), counters)
        };
        let (first, second) = (search(), search());
        assert_eq!(first, second, "{} at {limit} nodes", at.fen());
        let mut fresh = Searcher::new(tuned()).unwrap();
        assert_eq!(tree(&run(&mut fresh, &at, &nodes(limit), &mut NoObserver)), first.0, "a new searcher's tree");
    }
}

#[test]
fn node_limits_are_kept_exactly() {
    for named in presets() {
        let (name, make) = (named.name, || named.config(GameKind::Xiangqi));
        for limit in NODE_LIMITS {
            let (at, mut searcher) = (position(XIANGQI[2]), Searcher::new(make()).unwrap());
            let report = run(&mut searcher, &at, &nodes(limit), &mut NoObserver);
            assert_eq!(report.nodes, limit, "{name}");
            assert!(at.is_legal(report.mv) && report.pv.first() == Some(&report.mv), "{name}: {:?}", report.pv);
            assert_line_is_legal(&at, &report.pv);
        }
    }
}

#[test]
fn a_depth_limit_is_reached_and_not_passed() {
    let (report, _) = search(&tuned(), &position(XIANGQI[0]), 5);
    let depths: Vec<u32> = report.iterations.iter().map(|it| it.depth).collect();
    assert_eq!((report.depth, depths), (5, vec![1, 2, 3, 4, 5]));
    let (report, _) = search(&Config { iterative: false, ..tuned() }, &position(XIANGQI[0]), 4);
    assert_eq!((report.depth, report.iterations.len()), (4, 1));
}

#[test]
fn observers_never_change_the_tree() {
    for named in presets() {
        let (name, make) = (named.name, || named.config(GameKind::Xiangqi));
        for fen in &XIANGQI[..4] {
            let at = position(fen);
            let [mut seen, mut unseen] = [make(), make()].map(|config| Searcher::new(config).unwrap());
            let (limits, mut counters) = (nodes(30_000), Counters::default());
            let counted = run(&mut seen, &at, &limits, &mut counters);
            assert_eq!(tree(&counted), tree(&run(&mut unseen, &at, &limits, &mut NoObserver)), "{name} {fen}");
            assert_eq!(
                counters.of(Event::Node) + counters.of(Event::QNode) + counters.of(Event::KillNode),
                counted.nodes,
                "{name} {fen}"
            );
        }
    }
}

/// A time limit that ends a search which ignores its stop flag, so that the test fails instead of hanging.
const BACKSTOP: Limits = Limits { depth: None, nodes: None, time: Some(5.0), cpu_time: None, clock: None };

const CLOCK: Clock = Clock { remaining: 1.0, increment: 0.0, moves_to_go: None, overhead: 0.0 };

#[test]
fn a_search_stopped_before_it_begins_has_a_legal_move() {
    let (at, mut searcher) = (position(XIANGQI[1]), Searcher::new(tuned()).unwrap());
    let report = searcher.search(&at.game(), &BACKSTOP, &AtomicBool::new(true), &mut NoObserver, &mut |_| ());
    assert!(at.is_legal(report.mv));
    assert_eq!((report.nodes, report.depth, report.bound), (0, 0, Bound::None));
    assert_eq!(report.score, at.game().evaluate());
}

#[test]
fn without_a_finished_iteration_the_score_is_the_evaluation() {
    for iterative in [true, false] {
        let config = Config { iterative, ..tuned() };
        for limit in [1, 2, 3, 7, 20, 45] {
            let (at, mut searcher) = (position(XIANGQI[3]), Searcher::new(config.clone()).unwrap());
            let limits = Limits { depth: Some(8), ..nodes(limit) };
            let report = run(&mut searcher, &at, &limits, &mut NoObserver);
            if report.depth == 0 && report.interrupted.is_none() {
                assert_eq!((report.score, report.bound), (at.game().evaluate(), Bound::None), "{limit} nodes");
            }
        }
    }
}

#[test]
fn another_thread_stops_a_search_and_the_next_one_works() {
    let (at, mut searcher) = (position(XIANGQI[1]), Searcher::new(tuned()).unwrap());
    let flag = AtomicBool::new(false);
    let report = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(60));
            flag.store(true, Relaxed);
        });
        searcher.search(&at.game(), &BACKSTOP, &flag, &mut NoObserver, &mut |_| ())
    });
    assert!(at.is_legal(report.mv) && report.nodes > 0 && report.time < 4.0, "{report:?}");
    assert_line_is_legal(&at, &report.pv);
    let next = run(&mut searcher, &at, &Limits::depth(4), &mut NoObserver);
    assert_eq!(next.depth, 4);
}

#[test]
fn time_is_a_limit() {
    let (at, mut searcher) = (position(XIANGQI[1]), Searcher::new(tuned()).unwrap());
    let begun = Instant::now();
    let report = run(&mut searcher, &at, &Limits { time: Some(0.05), ..Limits::default() }, &mut NoObserver);
    // A busy machine may be late, but not by orders of magnitude.
    assert!((0.05..5.0).contains(&begun.elapsed().as_secs_f64()), "{:?}", begun.elapsed());
    assert!(report.depth > 0 && report.time >= 0.05 && report.cpu_time <= report.time + 0.05, "{report:?}");
}

#[test]
fn iterations_are_told_as_they_finish() {
    let (mut searcher, mut told) = (Searcher::new(tuned()).unwrap(), vec![]);
    let (game, flag) = (position(XIANGQI[0]).game(), AtomicBool::new(false));
    let report = searcher.search(&game, &Limits::depth(5), &flag, &mut NoObserver, &mut |it| told.push(it.clone()));
    assert_eq!(told, report.iterations);
    assert!(told.windows(2).all(|pair| pair[0].nodes < pair[1].nodes));
}

#[test]
fn a_limit_of_cpu_time_is_one_of_all_threads_together() {
    for threads in [1, 2] {
        let mut searcher = Searcher::new(tuned()).unwrap();
        searcher.set_threads(threads);
        let limits = Limits { cpu_time: Some(0.1), ..BACKSTOP };
        let report = run(&mut searcher, &position(XIANGQI[0]), &limits, &mut NoObserver);
        // Looked at every 1024 nodes of each thread.
        assert!((0.1..0.2).contains(&report.cpu_time), "{threads}: {}", report.cpu_time);
    }
}

#[test]
fn a_clock_ends_a_search_after_an_iteration_or_at_the_latest_when_the_move_has_had_its_most() {
    let (clock, at) = (Clock { remaining: 2.0, ..CLOCK }, position(XIANGQI[0]));
    let limits = Limits { clock: Some(clock), ..BACKSTOP };
    let report = run(&mut Searcher::new(tuned()).unwrap(), &at, &limits, &mut NoObserver);
    assert!(report.depth >= 1 && report.time < 2.0);
    // Far too little time for an iteration: nothing but the most that a move may take can end it.
    let fixed = Config { iterative: false, ..tuned() };
    let limits = Limits { depth: Some(40), ..limits };
    let report = run(&mut Searcher::new(fixed).unwrap(), &at, &limits, &mut NoObserver);
    assert!(report.depth == 0 && report.time < 2.0);
}

#[test]
fn a_search_that_ponders_heeds_neither_time_nor_clock_before_the_opponents_move() {
    let (game, stop) = (position(XIANGQI[0]).game(), AtomicBool::new(false));
    for limits in [
        Limits { time: Some(1e-6), ..Limits::depth(40) },
        Limits { clock: Some(Clock { remaining: 0.0, ..CLOCK }), ..Limits::depth(40) },
    ] {
        let (ponder, mut depths) = (AtomicBool::new(true), Vec::new());
        let mut searcher = Searcher::new(tuned()).unwrap();
        let flags = Flags { stop: &stop, ponder: Some(&ponder) };
        let report = searcher.search(&game, &limits, flags, &mut NoObserver, &mut |iteration| {
            depths.push(iteration.depth);
            ponder.store(iteration.depth < 7, Relaxed);
        });
        assert_eq!((report.depth, depths.len()), (7, 7), "it ends once the move is made");
    }
}

#[test]
fn limits_that_make_no_sense_are_refused() {
    let (none, config) = (Limits::default(), tuned());
    let with = |depth, nodes, time| Limits { depth, nodes, time, ..Limits::default() };
    for (limits, wrong) in [
        (with(Some(0), None, None), "depth = 0"),
        (with(Some(97), None, None), "depth = 97"),
        (with(None, Some(0), None), "nodes = 0"),
        (with(None, None, Some(0.0)), "time = 0"),
        (with(None, None, Some(-1.0)), "time = -1"),
        (with(None, None, Some(f64::NAN)), "time = NaN"),
        (with(None, None, Some(f64::INFINITY)), "time = inf"),
        (Limits { cpu_time: Some(0.0), ..none }, "cpu_time = 0"),
        (Limits { clock: Some(Clock { remaining: -1.0, ..CLOCK }), ..none }, "remaining = -1"),
    ] {
        let error = limits.check(&config).expect_err(wrong).to_string();
        assert!(error.contains(wrong) && error.contains("expected"), "{error}");
    }
    assert!(
        [none, Limits::depth(1), Limits::depth(96), with(Some(9), Some(1), Some(1e-9))]
            .iter()
            .all(|l| l.check(&config).is_ok())
    );
    let fixed = Config { iterative: false, ..config };
    assert!(with(None, Some(9), None).check(&fixed).unwrap_err().to_string().contains("needs a limit of depth"));
    assert!(with(Some(3), Some(9), None).check(&fixed).is_ok());
}

#[test]
fn mates_are_found_and_rightly_counted() {
    let mates = json("xiangqi_mates.json");
    for puzzle in mates["puzzles"].as_array().unwrap().iter().step_by(sized(4, 1)) {
        let whole = puzzle["pv"].as_array().unwrap().len();
        // Mates in 1, 2 and 3 moves: whole compositions where they are that short, else their ends.
        for moves in [1, 2, 3] {
            let plies = 2 * moves - 1;
            if plies > whole {
                continue;
            }
            let at = near_the_end(puzzle, plies);
            // Check extensions may find a longer mate first: all iterations are wanted.
            let (report, _) = search(&exact(&[]), &at, 6);
            let found = plies_to_end(report.score).filter(|_| is_mate(report.score) && report.score > 0);
            assert!(found.is_some_and(|found| found <= plies as i32), "{} has mate in {moves}: {report:?}", at.fen());
            assert_line_is_legal(&at, &report.pv);
        }
    }
}

#[test]
fn a_line_to_mate_is_as_long_as_the_score_says() {
    // Nothing but exact fields and extensions: each move of the line is searched with an open window.
    let config = Config { table: boyi::search::config::TableUse::Off, null_move: false, lmr: false, ..tuned() };
    for puzzle in json("xiangqi_mates.json")["puzzles"].as_array().unwrap().iter().step_by(4) {
        let at = near_the_end(puzzle, 3);
        let (report, _) = search(&config, &at, 4);
        let end = report.pv.iter().fold(at.clone(), |at, &mv| at.play(mv).unwrap());
        assert_eq!(plies_to_end(report.score), Some(report.pv.len() as i32), "{} {report:?}", at.fen());
        assert_eq!(end.count_moves(), 0, "{} {report:?}", at.fen());
    }
}

#[test]
fn stop_on_mate_ends_the_iterations() {
    let at = position("3k5/9/9/9/9/9/9/9/4R4/4K4 w");
    let depth = |stop_on_mate| search(&Config { stop_on_mate, ..tuned() }, &at, 9).0.depth;
    assert!(depth(true) < 9, "{}", depth(true));
    assert_eq!(depth(false), 9);
}

#[test]
fn a_game_that_is_over_has_a_score_and_no_move() {
    let mated = position("4kr3/2R1c4/7r1/9/9/9/9/9/4AK1p1/2N4n1 w - - 0 1");
    let stalemated = position("3k5/6R2/9/9/8P/9/9/9/4K4/9 b - - 0 1");
    for at in [mated, stalemated] {
        let (report, _) = search(&tuned(), &at, 5);
        assert_eq!((report.mv, report.score, report.bound), (Move::NONE, -MATE, Bound::Exact), "{}", at.fen());
        assert!(report.nodes == 0 && report.pv.is_empty() && report.iterations.is_empty());
    }
}

#[test]
fn perpetual_check_loses_inside_the_search() {
    // Red's chariot checks from f8 and f7 in turn; black's king goes back and forth. Black to move repeats the
    // position for the first time, and has won by it.
    let start = position("4R4/3k5/5R3/9/9/2B6/n8/3pB4/4p4/3K5 w - - 0 1");
    let played = ["f7f8", "d8d7", "f8f7"].map(|name| parse_coordinates(name).unwrap());
    let at = played.iter().fold(start, |at, &mv| at.play(mv).unwrap());
    let (report, counters) = search(&Config { repetition_scope: RepetitionScope::Game, ..tuned() }, &at, 3);
    assert_eq!(report.mv, parse_coordinates("d7d8").unwrap());
    assert_eq!(report.score, REPETITION_WIN - 1, "{report:?}");
    assert!(counters.of(Event::Repetition) > 0);
    let (blind, counters) = search(&Config { repetition: 0, ..tuned() }, &at, 3);
    assert!(!is_decisive(blind.score) || is_mate(blind.score), "{blind:?}");
    assert_eq!(counters.of(Event::Repetition), 0);
}

#[test]
fn the_move_limit_draws_inside_the_search() {
    let at = position("3k5/9/9/9/9/9/9/9/9/3AKA3 w - - 118 80");
    for draw_score in [0, 20] {
        let config = Config { draw_score, ..tuned() };
        let (early, counters) = search(&config, &at, 1);
        assert!(early.score > 10 && counters.of(Event::MoveLimitDraw) == 0, "one ply too few: {early:?}");
        let (report, counters) = search(&config, &at, 2);
        assert_eq!(report.score, -draw_score, "{report:?}");
        assert!(counters.of(Event::MoveLimitDraw) > 0);
    }
    let (blind, counters) = search(&Config { move_limit: false, ..tuned() }, &at, 3);
    assert!(blind.score > 10 && counters.of(Event::MoveLimitDraw) == 0, "{blind:?}");
    // A mate on the last ply of the limit comes before the draw.
    let at = position("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 119 80");
    assert_eq!(search(&tuned(), &at, 3).0.score, MATE - 1);
}

#[test]
fn verdicts_have_scores() {
    for ply in 0..5 {
        let n = ply as i32;
        assert_eq!(verdict_score(Verdict::Won, ply, 7), MATE - n);
        assert_eq!(verdict_score(Verdict::Lost, ply, 7), n - MATE);
        assert_eq!(verdict_score(Verdict::WonByRepetition, ply, 7), REPETITION_WIN - n);
        assert_eq!(verdict_score(Verdict::LostByRepetition, ply, 7), n - REPETITION_WIN);
        // The side at the root dislikes a draw; the other likes it.
        let draw = if ply % 2 == 0 { -7 } else { 7 };
        assert_eq!([Verdict::Drawn, Verdict::DrawnByRepetition].map(|drawn| verdict_score(drawn, ply, 7)), [draw; 2]);
    }
}

#[test]
fn a_bench_that_is_stopped_counts_nothing() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    for kind in [boyi::games::GameKind::Xiangqi, boyi::games::GameKind::Gomoku] {
        assert_eq!(boyi::bench::nodes_until(kind, &stop), None);
    }
}
