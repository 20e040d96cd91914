//! User-defined evaluation and move ordering: if they return the engine's own values, the tree is equal to the node; if
//! they fail, the search stops at once and stores none of their values.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use crate::common::{exact, name, position, sized, tuned, usual};
use boyi::bench::{GOMOKU, XIANGQI, gomoku_game};
use boyi::game::{Ranked, Tactics};
use boyi::games::GameKind;
use boyi::games::gomoku::Gomoku;
use boyi::games::gomoku::pattern::FREE_RADIUS;
use boyi::games::xiangqi::Xiangqi;
use boyi::guided::{Evaluate, Guided, Rank};
use boyi::presets::{preset, presets};
use boyi::score::EVAL_LIMIT;
use boyi::search::config::{Config, HistoryUse, KillUse};
use boyi::search::observe::Counters;
use boyi::search::table::{Row, Table};
use boyi::search::{Limits, Report, Searcher};

fn xiangqi() -> Vec<Xiangqi> {
    XIANGQI.iter().take(4).map(|fen| position(fen).game()).collect()
}

fn gomoku() -> Vec<Gomoku<FREE_RADIUS>> {
    GOMOKU.iter().take(4).map(|moves| gomoku_game(moves)).collect()
}

fn run<G: Tactics>(config: &Config, game: &G, depth: u32) -> (Report, Counters) {
    let mut counters = Counters::default();
    let mut searcher = Searcher::new(config.clone()).unwrap();
    let flag = AtomicBool::new(false);
    let report = searcher.search(game, &Limits::depth(depth), &flag, &mut counters, &mut |_| ());
    (report, counters)
}

/// The parts of a report that depend neither on time nor on the stages of move ordering.
fn tree((report, counters): &(Report, Counters)) -> impl PartialEq + std::fmt::Debug + use<> {
    let steps: Vec<_> = report.iterations.iter().map(|it| (it.depth, it.score, it.nodes, it.pv.clone())).collect();
    (report.score, report.nodes, report.seldepth, counters.cutoffs_by_index, steps)
}

fn assert_same_tree<G: Tactics>(
    config: &Config,
    game: &G,
    depth: u32,
    evaluate: Option<&Evaluate<G>>,
    rank: Option<&Rank<G>>,
) -> u64 {
    let plain = run(config, game, depth);
    let guided = run(config, &Guided::new(game.clone(), evaluate, rank), depth);
    assert_eq!(tree(&plain), tree(&guided));
    plain.0.nodes
}

fn same_evaluation<G: Tactics>(games: &[G], kind: GameKind, depth: u32) {
    for preset in presets() {
        let config = Config { table_mb: 1, ..preset.config(kind) };
        let calls = AtomicUsize::new(0);
        let evaluate = |game: &G| {
            calls.fetch_add(1, Relaxed);
            game.evaluate()
        };
        let depth = if preset.home.unwrap_or(GameKind::DEFAULT) == kind { depth } else { 2 };
        for game in games {
            assert_same_tree(&config, game, depth, Some(&evaluate), None);
        }
        assert!(calls.into_inner() > games.len(), "{} asks", preset.name);
    }
}

#[test]
fn the_engines_own_evaluation_gives_the_same_tree() {
    same_evaluation(&xiangqi(), GameKind::Xiangqi, 4);
    same_evaluation(&gomoku(), GameKind::Gomoku, 3);
}

/// The engine's own static move ordering, without table, killers and history.
fn order<G: Tactics>(game: &G, moves: &mut [Ranked], mvv_lva: bool, static_order: i32) {
    for ranked in moves {
        let mv = ranked.mv();
        let noisy = mvv_lva && game.is_noisy(mv);
        let score = if noisy { (1 << 30) + game.mvv_lva(mv) } else { static_order * game.static_score(mv) };
        *ranked = ranked.scored(score);
    }
}

#[test]
fn the_engines_own_order_gives_the_same_tree() {
    fn check<G: Tactics>(games: &[G], config: Config, depth: u32, least: u64) {
        let config = Config { killers: 0, counter_moves: false, history: HistoryUse::Off, table_mb: 1, ..config };
        let (captures, weight) = (config.mvv_lva, config.static_order);
        // Both orders say something, or the test would not.
        assert!(captures != (weight > 0));
        let rank = |game: &G, moves: &mut [Ranked]| order(game, moves, captures, weight);
        for game in games {
            assert!(assert_same_tree(&config, game, depth, None, Some(&rank)) > least);
        }
    }
    check(&xiangqi(), usual(), 5, 1000);
    check(&gomoku(), preset("boyi", GameKind::Gomoku).unwrap(), 4, 100);
}

#[test]
fn another_order_gives_another_tree_and_the_same_score() {
    let config = exact(&[("table", name("off"))]);
    let backwards = |_: &Xiangqi, moves: &mut [Ranked]| {
        for (index, ranked) in moves.iter_mut().enumerate() {
            *ranked = ranked.scored(index as i32);
        }
    };
    for game in xiangqi() {
        let (plain, _) = run(&config, &game, 3);
        let (guided, _) = run(&config, &Guided::new(game, None, Some(&backwards)), 3);
        assert_eq!(plain.score, guided.score);
        assert!(guided.nodes > plain.nodes, "{} and {}", guided.nodes, plain.nodes);
    }
}

/// The value returned by a failing function: above any evaluation of these positions, below the scores of won games.
const ABSURD: i32 = 9_500;

#[test]
fn a_guide_that_fails_stops_the_search_at_once() {
    let config = Config { kill_horizon: KillUse::Checks, table_leaves: true, table_mb: 1, ..tuned() };
    let game = &xiangqi()[0];
    for fails_at in (1..150).step_by(sized(7, 1)).chain([5_000, 20_000]) {
        for evaluating in [true, false] {
            let (flag, calls) = (AtomicBool::new(false), AtomicUsize::new(0));
            let call = || {
                let fails = calls.fetch_add(1, Relaxed) + 1 >= fails_at;
                flag.fetch_or(fails, Relaxed);
                fails
            };
            let evaluate = |game: &Xiangqi| if call() { ABSURD } else { game.evaluate() };
            let rank = |_: &Xiangqi, _: &mut [Ranked]| {
                call();
            };
            let guided = match evaluating {
                true => Guided::new(game.clone(), Some(&evaluate), None),
                false => Guided::new(game.clone(), None, Some(&rank)),
            };
            let table = Arc::new(Table::of(&config, 1.0).unwrap().unwrap());
            let mut searcher = Searcher::with_table(config.clone(), Some(table.clone())).unwrap();
            searcher.search(&guided, &Limits::depth(12), &flag, &mut Counters::default(), &mut |_| ());
            assert_eq!(calls.load(Relaxed), fails_at, "not asked again");
            let absurd = |row: &Row| {
                [row.score, row.eval].iter().any(|n| (9_000..EVAL_LIMIT as u16).contains(&n.unsigned_abs()))
            };
            assert!(!table.rows().iter().any(absurd), "call {fails_at}");
        }
    }
}

#[test]
fn every_question_is_passed_on() {
    let questions = |text: &str| -> Vec<String> {
        let head = |line: &str| {
            let line = line.trim();
            let method = line.strip_prefix("fn ").map(|rest| rest.split(['(', '<']).next());
            let constant = line.strip_prefix("const ").map(|rest| rest.split(':').next());
            method.or(constant).flatten().map(str::to_string)
        };
        text.lines().filter_map(head).collect()
    };
    let contract = include_str!("../../src/game.rs");
    let traits = &contract[contract.find("pub trait Game").unwrap()..];
    let (asked, passed) = (questions(traits), questions(include_str!("../../src/guided.rs")));
    assert!(asked.len() > 35 && asked.contains(&"DEFENCE_RULES".to_string()), "{asked:?}");
    let missing: Vec<_> = asked.iter().filter(|name| !passed.contains(name)).collect();
    assert!(missing.is_empty(), "src/guided.rs leaves out {missing:?}");
}
