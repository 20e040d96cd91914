//! The tutorial presets against an independent implementation of the tutorial.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::json;
use boyi::bench::XIANGQI;
use boyi::game::Move;
use boyi::games::GameKind;
use boyi::games::xiangqi::{PieceSquare, Position};
use boyi::presets::preset;
use boyi::search::observe::{Counters, Event, NoObserver};
use boyi::search::picker::Stage;
use boyi::search::{Config, Limits, Searcher};
use serde_json::Value;

fn evaluation(reference: &Value) -> Arc<PieceSquare> {
    let mut tables = [[[0; 9]; 10]; 7];
    for (kind, table) in tables.iter_mut().enumerate() {
        for (square, value) in table.as_flattened_mut().iter_mut().enumerate() {
            *value = reference["piece_square"][kind][square / 9][square % 9].as_i64().unwrap() as i16;
        }
    }
    Arc::new(PieceSquare::new(&tables, reference["tempo"].as_i64().unwrap() as i16))
}

/// Root scores of a section of the file: those of boyi and of the independent implementation, by position and depth.
fn scores(section: &str, config: &Config) -> Vec<(String, i64, i64)> {
    let reference = json("wizard_reference.json");
    let evaluation = evaluation(&reference);
    let mut scores = Vec::new();
    for case in reference[section].as_array().unwrap() {
        let fen = case["fen"].as_str().unwrap();
        let game = Position::from_fen(fen).unwrap().game_with(evaluation.clone());
        for expected in case["depths"].as_array().unwrap() {
            let depth = expected["depth"].as_u64().unwrap() as u32;
            let mut searcher = Searcher::new(config.clone()).unwrap();
            let flag = AtomicBool::new(false);
            let report = searcher.search(&game, &Limits::depth(depth), &flag, &mut NoObserver, &mut |_| ());
            scores.push((format!("{fen} depth {depth}"), report.score as i64, expected["score"].as_i64().unwrap()));
        }
    }
    assert!(scores.len() >= 48);
    scores
}

fn assert_equal(section: &str, config: &Config) {
    let wrong: Vec<_> = scores(section, config).into_iter().filter(|(_, ours, theirs)| ours != theirs).collect();
    assert!(wrong.is_empty(), "{section}: (position, ours, theirs) {wrong:#?}");
}

#[test]
fn alphabeta_gives_exactly_the_reference_scores() {
    assert_equal("alphabeta", &preset("wizard-alphabeta", GameKind::Xiangqi).unwrap());
}

#[test]
fn quiescence_without_null_move_gives_exactly_the_reference_scores() {
    let config = Config { null_move: false, ..preset("wizard-quiescence", GameKind::Xiangqi).unwrap() };
    assert_equal("quiescence_no_null", &config);
}

/// With null move or a table, root scores depend on move ordering and need not be equal to those of another program.
/// They are equal in every position of the file at every depth. If a change brings a difference, these are possible
/// causes:
///
/// * null move: whether a node is cut depends on the window, and so on which move came first; the shallower search
///   may call a bound what the full search would not;
/// * table: an entry may answer from a deeper search than was asked, and which entries are there depends on the order
///   of visits and on collisions of the index;
/// * published bugs: the tutorial's table believes mate scores whatever their bound, and returns repetition scores of
///   other paths; ours does neither, and a mate score from a null move counts as beta only.
///
/// Ties are broken by generation order, which the tutorial leaves open. A difference with any other cause is a bug.
#[test]
fn null_move_and_table_give_scores_like_the_reference() {
    let (quiescence, table) =
        (preset("wizard-quiescence", GameKind::Xiangqi).unwrap(), preset("wizard-table", GameKind::Xiangqi).unwrap());
    assert_equal("quiescence", &quiescence);
    assert_equal("table", &table);
    assert_equal("table_no_null", &Config { null_move: false, ..table });
}

/// A position where the side to move has little material, so that a null move needs verification.
const ENDING: &str = "3ak4/4a4/9/9/4R4/9/9/2n6/4A4/4KA3 w - - 0 60";

/// Sums of the counters over a preset's searches of the middlegames and an endgame.
fn counted(name: &str) -> Counters {
    let mut counters = Counters::default();
    for fen in XIANGQI.into_iter().chain([ENDING]) {
        let mut searcher = Searcher::new(preset(name, GameKind::Xiangqi).unwrap()).unwrap();
        let (game, flag) = (Position::from_fen(fen).unwrap().game(), AtomicBool::new(false));
        searcher.search(&game, &Limits::depth(5), &flag, &mut counters, &mut |_| ());
    }
    counters
}

/// Each chapter's additions are active in its preset, and not in that of the chapter before.
#[test]
fn each_rung_adds_what_its_chapter_says() {
    let rungs = ["wizard-alphabeta", "wizard-quiescence", "wizard-table", "wizard"].map(counted);
    let adds: [&[Event]; 3] = [
        &[
            Event::QNode,
            Event::StandPat,
            Event::QSearchSkipped,
            Event::CheckExtension,
            Event::NullTried,
            Event::Repetition,
        ],
        &[Event::TableCutoff, Event::TableStore, Event::GenerationSaved, Event::SingleReplyExtension],
        &[Event::ScoutResearch, Event::NullVerified, Event::RootMarginMove, Event::RootMarginNode],
    ];
    for (rung, events) in adds.iter().enumerate() {
        for &event in *events {
            let [below, here] = [&rungs[rung], &rungs[rung + 1]].map(|counters| counters.of(event));
            assert!(below == 0 && here > 0, "{event:?}: {below} on rung {rung}, {here} above");
        }
    }
    let by_killers = |counters: &Counters| counters.cutoffs_by_stage[Stage::Killer as usize];
    assert!(by_killers(&rungs[1]) == 0 && by_killers(&rungs[2]) > 0);
}

/// Killers are tried before any move is generated: most nodes that they cut off never generate.
#[test]
fn killers_save_generation() {
    let saved = |killers, hash_move| {
        let config = Config { killers, hash_move, ..preset("wizard-table", GameKind::Xiangqi).unwrap() };
        let mut counters = Counters::default();
        for fen in &XIANGQI[..4] {
            let (game, flag) = (Position::from_fen(fen).unwrap().game(), AtomicBool::new(false));
            let mut searcher = Searcher::new(config.clone()).unwrap();
            searcher.search(&game, &Limits::depth(5), &flag, &mut counters, &mut |_| ());
        }
        counters.of(Event::GenerationSaved)
    };
    let [neither, hash, killers, both] = [saved(0, false), saved(0, true), saved(2, false), saved(2, true)];
    assert!(neither == 0 && hash > 0 && killers > hash && both > hash, "{neither} {hash} {killers} {both}");
}

/// The choice at the root repeats under a seed, differs between seeds, and costs what is counted.
#[test]
fn the_wizards_choice_is_the_seeds() {
    let play = |seed| {
        let config = Config { seed, ..preset("wizard", GameKind::Xiangqi).unwrap() };
        let (game, flag) = (Position::from_fen(XIANGQI[2]).unwrap().game(), AtomicBool::new(false));
        let mut searcher = Searcher::new(config).unwrap();
        searcher.search(&game, &Limits::depth(4), &flag, &mut NoObserver, &mut |_| ())
    };
    let best = play(0).iterations.last().unwrap().score;
    let moves: BTreeSet<Move> = (0..20)
        .map(|seed| {
            let report = play(seed);
            assert_eq!(report.mv, play(seed).mv);
            assert!(report.score <= best && report.score >= best - 8);
            report.mv
        })
        .collect();
    assert!(moves.len() > 1, "{moves:?}");
}
