//! What each heuristic is worth, as a golden file: preset `boyi` with one field at a time at its neutral value, over
//! five positions. A change of the file is a change of the search, and is reviewed like one.

mod common;

use std::fmt::Write;

use boyi::bench::XIANGQI;
use boyi::search::config::Class;
use boyi::search::observe::NoObserver;
use boyi::search::{Config, Limits, Searcher};
use common::{assert_golden, input, position, run};
use rayon::prelude::*;

const POSITIONS: usize = 5;
const DEPTH: u32 = 6;

/// Preset `boyi`, then the same without one heuristic after the other.
fn ablated() -> Vec<(String, Config)> {
    let fields = Config::fields().into_iter();
    let on = fields.filter(|field| field.class != Class::Parameter && field.default != field.neutral);
    let without = on.map(|field| {
        let neutral = input(field.neutral);
        let mut config = Config::default();
        config.set(field.name, &neutral).unwrap();
        (format!("{} = {neutral}", field.name).replace('"', ""), config)
    });
    [("boyi".to_string(), Config::default())].into_iter().chain(without).collect()
}

/// Nodes and score of one configuration at one position, which a second search after `clear` must repeat.
fn row(setting: &str, config: &Config, index: usize) -> String {
    let (at, mut searcher) = (position(XIANGQI[index]), Searcher::new(config.clone()).unwrap());
    let mut search = || {
        searcher.clear();
        let report = run(&mut searcher, &at, &Limits::depth(DEPTH), &mut NoObserver);
        (report.nodes, report.score)
    };
    let (first, second) = (search(), search());
    assert_eq!(first, second, "{setting} is not deterministic at {}", at.fen());
    format!("{setting},{index},{},{}", first.0, first.1)
}

#[test]
fn every_switch_is_worth_what_it_was() {
    let settings = ablated();
    let jobs: Vec<_> =
        settings.iter().flat_map(|(name, config)| (0..POSITIONS).map(move |i| (name, config, i))).collect();
    let rows: Vec<String> = jobs.into_par_iter().map(|(name, config, index)| row(name, config, index)).collect();
    let mut now = String::from("setting,position,nodes,score\n");
    rows.iter().for_each(|row| writeln!(now, "{row}").unwrap());
    assert_golden("ablation.csv", &now, "ablation");
}
