//! What each heuristic is worth, as a golden file: preset `boyi` of each game with one field at a time at its neutral
//! value, over five positions. A change of the file is a change of the search, and is reviewed like one.

mod common;

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use boyi::bench::{GOMOKU, XIANGQI, gomoku_game};
use boyi::game::Tactics;
use boyi::games::Kind;
use boyi::presets::preset;
use boyi::search::config::Class;
use boyi::search::observe::NoObserver;
use boyi::search::{Config, Limits, Searcher};
use common::{assert_golden, input, position};
use rayon::prelude::*;

const POSITIONS: usize = 5;
const DEPTH: u32 = 6;

/// Preset `boyi`, then the same without one heuristic after the other.
fn ablated(kind: Kind) -> Vec<(String, Config)> {
    let boyi = preset("boyi", kind).unwrap();
    let fields = Config::fields().into_iter();
    let on = fields.filter(|field| field.class != Class::Parameter && boyi.get(field.name) != Some(field.neutral));
    let without = on.map(|field| {
        let neutral = input(field.neutral);
        let mut config = boyi.clone();
        config.set(field.name, &neutral).unwrap();
        (format!("{} = {neutral}", field.name).replace('"', ""), config)
    });
    [("boyi".to_string(), boyi.clone())].into_iter().chain(without).collect()
}

/// Nodes and score of one configuration at one position, which a second search after `clear` must repeat.
fn row<G: Tactics>(kind: Kind, game: &G, setting: &str, config: &Config, index: usize) -> String {
    let mut searcher = Searcher::new(config.clone()).unwrap();
    let mut search = || {
        searcher.clear();
        let flag = AtomicBool::new(false);
        let report = searcher.search(game, &Limits::depth(DEPTH), &flag, &mut NoObserver, &mut |_| ());
        (report.nodes, report.score)
    };
    let (first, second) = (search(), search());
    assert_eq!(first, second, "{setting} is not deterministic at position {index} of {}", kind.name());
    format!("{},{setting},{index},{},{}", kind.name(), first.0, first.1)
}

#[test]
fn every_switch_is_worth_what_it_was() {
    let jobs = Kind::ALL.into_iter().flat_map(|kind| {
        let settings = ablated(kind).into_iter();
        settings.flat_map(move |(name, config)| (0..POSITIONS).map(move |i| (kind, name.clone(), config.clone(), i)))
    });
    let jobs: Vec<_> = jobs.collect();
    let of_job = |(kind, name, config, index): (Kind, String, Config, usize)| match kind {
        Kind::Xiangqi => row(kind, &position(XIANGQI[index]).game(), &name, &config, index),
        Kind::Gomoku => row(kind, &gomoku_game(GOMOKU[index]), &name, &config, index),
    };
    let rows: Vec<String> = jobs.into_par_iter().map(of_job).collect();
    let mut now = String::from("game,setting,position,nodes,score\n");
    rows.iter().for_each(|row| writeln!(now, "{row}").unwrap());
    assert_golden("ablation.csv", &now, "ablation");
}
