//! The tutorial presets against an independent implementation of the tutorial.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use boyi::games::xiangqi::{Evaluation, Position};
use boyi::search::observe::NoObserver;
use boyi::search::presets::preset;
use boyi::search::{Config, Limits, Searcher};
use serde_json::Value;

fn reference() -> Value {
    let path = format!("{}/tests/data/wizard_reference.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn evaluation(reference: &Value) -> Arc<Evaluation> {
    let mut tables = [[[0; 9]; 10]; 7];
    for (kind, table) in tables.iter_mut().enumerate() {
        for (square, value) in table.as_flattened_mut().iter_mut().enumerate() {
            *value = reference["piece_square"][kind][square / 9][square % 9].as_i64().unwrap() as i16;
        }
    }
    Arc::new(Evaluation::new(&tables, reference["tempo"].as_i64().unwrap() as i16))
}

/// Root scores of a section of the file, ours beside theirs, for every position and depth.
fn scores(section: &str, config: &Config) -> Vec<(String, i64, i64)> {
    let reference = reference();
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
    assert_equal("alphabeta", &preset("wizard-alphabeta").unwrap());
}

#[test]
fn quiescence_without_null_move_gives_exactly_the_reference_scores() {
    let config = Config { null_move: false, ..preset("wizard-quiescence").unwrap() };
    assert_equal("quiescence_no_null", &config);
}

#[test]
fn table_compare() {
    for (s, c) in [
        ("quiescence", preset("wizard-quiescence").unwrap()),
        ("table", preset("wizard-table").unwrap()),
        ("table_no_null", Config { null_move: false, ..preset("wizard-table").unwrap() }),
    ] {
        let all = scores(s, &c);
        let wrong: Vec<_> = all.iter().filter(|(_, ours, theirs)| ours != theirs).collect();
        println!("{s} {} of {} differ {wrong:#?}", wrong.len(), all.len());
    }
}
