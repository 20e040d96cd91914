//! What `explain` calls without effect leaves the tree as it is, in both games, whatever else is switched on.

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use boyi::bench::{GOMOKU, XIANGQI, gomoku_game};
use boyi::game::{Move, Tactics};
use boyi::games::Kind;
use boyi::search::config::{Domain, Value};
use boyi::search::explain::{without_effect, without_meaning};
use boyi::search::observe::Counters;
use boyi::search::table::Table;
use boyi::search::{Config, Limits, Searcher};
use common::{Rng, every_value, extremes, input, position, rng};
use rand::RngExt;
use rayon::prelude::*;

/// Random configurations that are tried.
const CONFIGS: usize = 400;

/// Moves, scores, nodes and counters of two searches one after the other, with one table.
type Seen = Vec<(Move, i32, u64, Counters)>;

fn seen<G: Tactics>(config: &Config, games: &[G]) -> Seen {
    let table = Table::of(config, 0.5).unwrap().map(Arc::new);
    let mut searcher = Searcher::with_table(config.clone(), table).unwrap();
    let limits = Limits { depth: Some(4), nodes: Some(3_000), time: None };
    let search = |game: &G| {
        let mut counters = Counters::default();
        let report = searcher.search(game, &limits, &AtomicBool::new(false), &mut counters, &mut |_| ());
        (report.mv, report.score, report.nodes, counters)
    };
    games.iter().chain(&games[..1]).map(search).collect()
}

fn seen_in(kind: Kind, config: &Config) -> Seen {
    match kind {
        // The second one is near the limit of moves and has little material; the third is full of checks.
        Kind::Xiangqi => {
            let fens = [XIANGQI[0], "2bak4/4a4/4b4/8p/2p3p2/9/N2rP4/6NC1/C3A4/4K1B2 w - - 117 80", MATE];
            seen(config, &fens.map(|fen| position(fen).game()))
        }
        Kind::Gomoku => seen(config, &[GOMOKU[0], GOMOKU[3]].map(gomoku_game)),
    }
}

const MATE: &str = "C2R1a3/9/3P1k3/9/9/5c3/9/9/4K4/9 w";

/// Any value of most fields; a field of many values is at its neutral one, boyi's, or an end of its range.
fn random_config(rng: &mut Rng) -> Config {
    let mut config = Config::neutral();
    // A table of 64 GiB would be a test of the machine.
    for field in Config::fields().iter().filter(|field| field.name != "table_mb") {
        let mut values = every_value(field.domain, 8);
        if let Domain::Int(..) = field.domain {
            values.extend(extremes(field.domain));
        }
        values.extend([input(field.neutral), input(field.default)]);
        config.set(field.name, &values[rng.random_range(0..values.len())]).unwrap();
    }
    config
}

fn at(config: &Config, name: &str, value: Value) -> Config {
    let mut changed = config.clone();
    changed.set(name, &input(value)).unwrap();
    changed
}

#[test]
fn what_is_called_without_effect_changes_nothing() {
    let mut rng = rng(4);
    let configs: Vec<Config> = (0..CONFIGS).map(|_| random_config(&mut rng)).collect();
    let wrong = |config: &Config| -> Vec<String> {
        let rules = without_effect(config);
        let mut wrong = Vec::new();
        for kind in [Kind::Xiangqi, Kind::Gomoku] {
            let before = seen_in(kind, config);
            for (name, why) in &rules {
                let field = Config::fields().into_iter().find(|field| field.name == *name).unwrap();
                if seen_in(kind, &at(config, name, field.neutral)) != before {
                    wrong.push(format!("{kind:?}: {name} changes the search although {why}: {config:?}"));
                }
            }
        }
        wrong
    };
    let wrong: Vec<String> = configs.par_iter().flat_map(wrong).collect();
    assert!(wrong.is_empty(), "{} times, first:\n{}", wrong.len(), wrong[..wrong.len().min(4)].join("\n"));
    let said: BTreeSet<_> = configs.iter().flat_map(without_effect).collect();
    assert!(said.len() >= 24, "only {} rules were tried", said.len());
}

#[test]
fn fields_without_a_meaning_in_a_game_change_nothing_there() {
    let mut rng = rng(5);
    let configs: Vec<Config> = (0..CONFIGS / 8).map(|_| random_config(&mut rng)).collect();
    let wrong = |config: &Config| -> Vec<String> {
        let mut wrong = Vec::new();
        for kind in [Kind::Xiangqi, Kind::Gomoku] {
            let before = seen_in(kind, config);
            for (name, why) in without_meaning(kind.lacks()) {
                let field = Config::fields().into_iter().find(|field| field.name == name).unwrap();
                for value in extremes(field.domain) {
                    let mut changed = config.clone();
                    changed.set(name, &value).unwrap();
                    if seen_in(kind, &changed) != before {
                        wrong.push(format!("{kind:?}: {name} = {value} changes the search although {why}: {config:?}"));
                    }
                }
            }
        }
        wrong
    };
    let wrong: Vec<String> = configs.par_iter().flat_map(wrong).collect();
    assert!(wrong.is_empty(), "{} times, first:\n{}", wrong.len(), wrong[..wrong.len().min(4)].join("\n"));
}
