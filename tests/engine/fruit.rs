//! The presets that follow the Fruit analysis behave as it describes, checked node by node on traces of their trees.

use std::sync::atomic::AtomicBool;

use crate::common::along::follow;
use crate::common::observer::Any;
use crate::common::{json, near_the_end, position};
use boyi::bench::XIANGQI;
use boyi::game::{Forcing, Game, Move, Tactics};
use boyi::games::GameKind;
use boyi::presets::preset;
use boyi::search::config::{Recaptures, TableUse};
use boyi::search::observe::{Counters, Event, NoObserver};
use boyi::search::picker::Stage;
use boyi::search::trace::{Cut, NodeKind, NodeRow, STAGE_NAMES, Scope, Trace};
use boyi::search::{Config, Limits, Searcher};

const DEPTH: u32 = 6;

fn fruit(name: &str) -> Config {
    preset(name, GameKind::Xiangqi).unwrap()
}

/// Traces of a configuration's searches on some positions, and the sums of their counters.
fn trees(config: &Config) -> (Vec<Vec<NodeRow>>, Counters) {
    let mut counters = Counters::default();
    let rows = XIANGQI[..4].iter().map(|fen| {
        let scope = Scope { rows: usize::MAX, all_iterations: true, ..Scope::default() };
        let mut observers = (std::mem::take(&mut counters), Trace::new(scope));
        let mut searcher = Searcher::new(config.clone()).unwrap();
        let (game, flag) = (position(fen).game(), AtomicBool::new(false));
        searcher.search(&game, &Limits::depth(DEPTH), &flag, &mut Any(&mut observers), &mut |_| ());
        counters = observers.0;
        observers.1.into_rows()
    });
    (rows.collect(), counters)
}

fn stage(name: &str) -> u8 {
    STAGE_NAMES.iter().position(|known| *known == name).unwrap() as u8
}

/// Whether the node's window was open, not null: a PV node.
fn is_pv(row: &NodeRow) -> bool {
    row.beta - row.alpha > 1
}

/// Every node but the roots, with the node above it.
fn children(rows: &[NodeRow]) -> impl Iterator<Item = (&NodeRow, &NodeRow)> {
    rows.iter().filter(|row| row.parent >= 0).map(|row| (row, &rows[row.parent as usize]))
}

#[test]
fn pv_nodes_are_neither_pruned_nor_answered_by_the_table() {
    let spared = |name: &str| {
        let (trees, _) = trees(&fruit(name));
        let ends = [Cut::Table as u8, Cut::NullMove as u8];
        let ended = |row: &&NodeRow| is_pv(row) && row.kind == NodeKind::Full as u8 && ends.contains(&row.cut);
        let nodes = trees.iter().flatten().filter(|row| is_pv(row)).count();
        assert!(nodes > 1000, "{nodes}");
        trees.iter().flatten().filter(ended).count()
    };
    assert_eq!((spared("fruit"), spared("toga")), (0, 0));
    assert!(spared("crafty") > 0, "the contrast");
}

#[test]
fn null_moves_keep_their_conditions() {
    let nulls = |config: &Config| {
        let (trees, _) = trees(config);
        let mut depths: Vec<(i8, i8)> = Vec::new();
        let mut twice = 0;
        for rows in &trees {
            for (row, above) in children(rows).filter(|(row, _)| row.stage == stage("null")) {
                assert!(!is_pv(row), "{row:?}");
                depths.push((above.depth, row.depth));
                twice += (above.stage == stage("null")) as usize;
            }
        }
        assert!(
            depths
                .iter()
                .all(|&(above, below)| above >= 2 && below == (above - 1 - config.null_reduction as i8).max(0))
        );
        assert!(depths.len() > 500);
        twice
    };
    // Null moves need an evaluation of at least beta, which both sides in a row hardly ever have; never in these trees.
    nulls(&fruit("fruit"));
    assert!(
        nulls(&Config { null_eval: false, null_reduction: 2, ..fruit("fruit") }) > 0,
        "one null move may answer another"
    );
    assert_eq!(nulls(&Config { null_in_pv: false, ..fruit("crafty") }), 0);
}

#[test]
fn a_null_move_is_tried_near_the_horizon_or_where_the_evaluation_meets_beta() {
    let config = Config { null_verification: false, ..fruit("fruit") };
    let always = Config { null_eval: false, ..config.clone() };
    let deep = |config: &Config| {
        let (trees, _) = trees(config);
        let nulls = trees.iter().flat_map(|rows| children(rows)).filter(|(row, _)| row.stage == stage("null"));
        let depths: Vec<i8> = nulls.map(|(_, above)| above.depth).collect();
        [depths.iter().filter(|depth| **depth <= 4).count(), depths.iter().filter(|depth| **depth > 4).count()]
    };
    let ([near, far], [_, always_far]) = (deep(&config), deep(&always));
    assert!(near > 0 && far > 0 && far < always_far, "{near} {far} {always_far}");
}

#[test]
fn history_pruning_keeps_its_guards_and_searches_again_what_fails_high() {
    let (trees, counters) = trees(&Config { null_verification: false, ..without_extensions("fruit") });
    let mut reduced = 0;
    for rows in &trees {
        for (row, above) in children(rows) {
            let usual = above.kind == NodeKind::Full as u8 && row.kind == NodeKind::Full as u8 && row.depth > 0;
            if !usual || [stage("null"), stage("again")].contains(&row.stage) || row.depth == above.depth - 1 {
                continue;
            }
            assert_eq!(row.depth, above.depth - 2, "by one ply: {row:?} below {above:?}");
            assert!(above.depth >= 3 && above.tried > 3);
            assert_ne!(row.stage, stage("noisy"), "no capture");
            reduced += 1;
        }
    }
    assert!(reduced > 500, "{reduced}");
    let [reductions, again] = [Event::Reduction, Event::ReductionResearch].map(|event| counters.of(event));
    assert!(reductions == reduced && again > 0 && again < reductions / 4, "{reductions} {reduced} {again}");
}

/// A preset whose moves all take a ply of depth or more.
fn without_extensions(name: &str) -> Config {
    Config {
        check_extension: false,
        single_reply_extension: false,
        recapture_extension: Recaptures::Off,
        capture_extension: 0,
        ..fruit(name)
    }
}

#[test]
fn pv_nodes_reduce_nothing() {
    let in_pv = |config: &Config| {
        let (trees, _) = trees(config);
        let below = trees.iter().flat_map(|rows| children(rows));
        let reduced = |(row, above): &(&NodeRow, &NodeRow)| {
            is_pv(above) && row.kind == NodeKind::Full as u8 && row.depth > 0 && row.depth == above.depth - 2
        };
        below.filter(reduced).count()
    };
    let bare = |name| Config { null_verification: false, internal_deepening: false, ..without_extensions(name) };
    assert_eq!((in_pv(&bare("fruit")), in_pv(&bare("toga"))), (0, 0));
    assert!(in_pv(&Config { lmr: true, lmr_in_pv: true, lmr_base: 200, ..bare("fruit") }) > 0);
}

#[test]
fn quiet_checks_are_tried_in_the_first_ply_of_quiescence_only() {
    let (trees, counters) = trees(&Config { check_plies_skip_evasions: false, ..fruit("fruit") });
    let mut checks = 0;
    for rows in &trees {
        for (_, above) in children(rows).filter(|(row, _)| row.stage == stage("check")) {
            assert_eq!(above.kind, NodeKind::Quiescence as u8);
            let first = above.parent < 0 || rows[above.parent as usize].kind == NodeKind::Full as u8;
            assert!(first, "{above:?}");
            checks += 1;
        }
    }
    assert!(checks > 100);
    assert_eq!(checks, counters.of(Event::QSearchCheck));
    assert!(trees.iter().flatten().all(|row| row.stage != stage("check") || row.kind == NodeKind::Quiescence as u8));
}

#[test]
fn a_check_in_quiescence_is_answered_by_every_move() {
    let (trees, _) = trees(&fruit("fruit"));
    let evasions = trees.iter().flat_map(|rows| children(rows));
    let quiet = evasions.filter(|(row, above)| above.stage == stage("check") && row.stage == stage("all"));
    assert!(quiet.count() > 100);
}

#[test]
fn every_position_of_the_principal_variation_has_a_move_after_each_iteration() {
    // A small table with the scheme "always": without writing back, the principal variation is soon overwritten.
    let small = Config { table: TableUse::Always, table_mb: 1, ..fruit("fruit") };
    let lost = |config: &Config| {
        let mut lost = 0;
        for fen in &XIANGQI[..4] {
            let mut searcher = Searcher::new(config.clone()).unwrap();
            let table = searcher.table().unwrap().clone();
            let (game, flag) = (position(fen).game(), AtomicBool::new(false));
            searcher.search(&game, &Limits::depth(8), &flag, &mut NoObserver, &mut |iteration| {
                let mut along = game.clone();
                for &mv in &iteration.pv {
                    lost += table.best_move(&along).is_none() as usize;
                    along.play(mv);
                }
            });
        }
        lost
    };
    assert_eq!(lost(&small), 0);
    assert!(lost(&Config { pv_writeback: false, ..small }) > 0);
}

#[test]
fn writing_back_changes_no_score() {
    let config = Config { table_root: true, ..fruit("fruit") };
    let mut searcher = Searcher::new(config).unwrap();
    let at = position(XIANGQI[0]);
    let report = searcher.search(&at.game(), &Limits::depth(5), &AtomicBool::new(false), &mut NoObserver, &mut |_| ());
    let bounds = searcher.table().unwrap().bounds(at.board().key()).unwrap();
    assert_eq!((bounds.lower as i32, bounds.upper as i32), (report.score, report.score));
    assert_eq!((bounds.mv, bounds.lower_depth, bounds.upper_depth), (report.mv, 5, 5));
}

#[test]
fn nothing_is_pruned_at_depth_one() {
    let (trees, _) = trees(&fruit("fruit"));
    for rows in &trees {
        for (row, above) in children(rows).filter(|(_, above)| above.depth == 1 && above.kind == NodeKind::Full as u8) {
            assert_ne!(row.stage, stage("null"), "{above:?}");
        }
        assert!(rows.iter().all(|row| row.kind != NodeKind::Full as u8 || row.depth != 1 || row.passed == 0));
    }
}

#[test]
fn mates_in_one_at_the_horizon_give_depth_one_the_sight_of_depth_two() {
    // The side to move at the horizon mates: who moves into that at depth 1 sees it only with the switch.
    let mut seen = 0;
    let compositions = json("xiangqi_mates.json");
    for puzzle in &compositions["puzzles"].as_array().unwrap()[..40] {
        let mut game = near_the_end(puzzle, 2).game();
        let mut moves = boyi::game::MoveList::new();
        game.generate(boyi::game::MoveClass::Candidates, &mut moves);
        let blunders: Vec<Move> = moves
            .iter()
            .filter(|&mv| {
                game.play(mv);
                let mated = !game.in_check() && game.has_mate_in_one();
                game.undo();
                mated
            })
            .collect();
        for mv in blunders {
            let score = |mate_in_one| {
                let config = Config { mate_in_one, ..Config::neutral() };
                let focus = boyi::search::Focus { moves: vec![mv], lines: 1 };
                let (limits, flag) = (Limits::depth(1), AtomicBool::new(false));
                let mut searcher = Searcher::new(config).unwrap();
                searcher.search(&game, limits.on(&focus), &flag, &mut NoObserver, &mut |_| ()).score
            };
            assert_eq!(score(true), boyi::score::mated_at(2), "{mv:?} in {}", puzzle["fen"]);
            assert!(!boyi::score::is_decisive(score(false)));
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn expected_node_types_alternate() {
    let (_, counters) = trees(&fruit("fruit"));
    let right = |all: Event, right: Event| counters.of(right) as f64 / counters.of(all) as f64;
    assert!(right(Event::CutNode, Event::CutNodeRight) > 0.8, "{counters:?}");
    assert!(right(Event::AllNode, Event::AllNodeRight) > 0.5, "{counters:?}");
}

#[test]
fn pv_nodes_without_a_table_move_are_searched_two_plies_less_deep_first() {
    let config = Config { null_move: false, iterative: false, root_exact: false, ..fruit("fruit") };
    let mut again = 0;
    for fen in &XIANGQI[..4] {
        follow(&config, fen, DEPTH, |_, node, above, _| {
            if let Some(above) = above.filter(|_| node.again) {
                assert!(above.is_pv() && above.depth >= 3 && node.depth == above.depth - 2 && above.tried.is_empty());
                again += 1;
            } else if node.is_full() && !node.is_pv() {
                assert!(node.depth >= 0);
            }
        });
    }
    assert!(again > 4, "{again}");
}

#[test]
fn moves_come_in_fruits_order() {
    let order = [Stage::Hash, Stage::Noisy, Stage::Killer, Stage::Quiet, Stage::Losing];
    let place = |stage| order.iter().position(|known| *known == stage);
    let mut losing = 0;
    for fen in &XIANGQI[..4] {
        follow(&fruit("fruit"), fen, DEPTH, |game, node, above, _| {
            if !node.is_full() || game.in_check() || above.is_none() {
                return;
            }
            let tried: Vec<(Move, Stage)> = node.tried.iter().filter_map(|&(mv, by)| Some((mv, by?))).collect();
            let verified = game.waiting_pieces() <= 1;
            assert!(verified || tried.is_sorted_by_key(|(_, stage)| place(*stage).expect("a stage of fruit's")));
            for (mv, stage) in tried {
                match stage {
                    Stage::Noisy => assert!(game.is_noisy(mv) && game.see_at_least(mv, 0)),
                    Stage::Losing => assert!(game.is_noisy(mv) && !game.see_at_least(mv, 0)),
                    Stage::Killer | Stage::Quiet => assert!(!game.is_noisy(mv)),
                    _ => {}
                }
                losing += (stage == Stage::Losing) as usize;
            }
        });
    }
    assert!(losing > 100, "{losing}");
}

#[test]
fn quiescence_tries_nothing_that_loses_material() {
    let mut tried = [0, 0];
    for fen in &XIANGQI[..4] {
        follow(&fruit("fruit"), fen, DEPTH, |game, node, _, _| {
            for &(mv, _) in node.tried.iter().filter(|_| !node.is_full() && !game.in_check()) {
                assert!(game.see_at_least(mv, 0));
                tried[game.is_noisy(mv) as usize] += 1;
            }
        });
    }
    assert!(tried[0] > 100 && tried[1] > 1000, "{tried:?}");
}
