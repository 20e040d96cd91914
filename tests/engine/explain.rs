//! Fields that `explain` calls without effect do not change the search tree, in any game, under random configurations.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::{Rng, every_value, extremes, input, position, rng, sized, tuned};
use boyi::bench::{GOMOKU, XIANGQI, gomoku_game};
use boyi::game::{Move, Tactics};
use boyi::games::{GameKind, connect4};
use boyi::search::config::{Domain, Field, FieldInput};
use boyi::search::explain::{without_effect, without_meaning};
use boyi::search::observe::Counters;
use boyi::search::table::Table;
use boyi::search::{Config, Limits, Searcher};
use rand::RngExt;
use rayon::prelude::*;

/// Moves, scores, nodes and counters of two searches one after the other, with one table.
type Seen = Vec<(Move, i32, u64, Counters)>;

fn seen<G: Tactics>(config: &Config, games: &[G]) -> Seen {
    let table = Table::of(config, 0.5).unwrap().map(Arc::new);
    let mut searcher = Searcher::with_table(config.clone(), table).unwrap();
    let limits = Limits { nodes: Some(3_000), ..Limits::depth(4) };
    let search = |game: &G| {
        let mut counters = Counters::default();
        let report = searcher.search(game, &limits, &AtomicBool::new(false), &mut counters, &mut |_| ());
        (report.mv, report.score, report.nodes, counters)
    };
    games.iter().chain(&games[..1]).map(search).collect()
}

fn seen_in(kind: GameKind, config: &Config) -> Seen {
    match kind {
        // The second one is near the limit of moves and has little material; the third is full of checks.
        GameKind::Xiangqi => {
            let fens = [XIANGQI[0], "2bak4/4a4/4b4/8p/2p3p2/9/N2rP4/6NC1/C3A4/4K1B2 w - - 117 80", MATE];
            seen(config, &fens.map(|fen| position(fen).game()))
        }
        GameKind::Gomoku => seen(config, &[GOMOKU[0], GOMOKU[3]].map(gomoku_game)),
        GameKind::Connect4 => seen(config, &["dd", "ddddeb"].map(connect4::bench::game)),
    }
}

const MATE: &str = "C2R1a3/9/3P1k3/9/9/5c3/9/9/4K4/9 w";

/// Any value of most fields; a field of many values is at its neutral one, boyi's, or an end of its range.
fn random_config(rng: &mut Rng) -> Config {
    let (boyi, mut config) = (tuned(), Config::neutral());
    // A table of 64 GiB would be a test of the machine.
    for field in Config::fields().iter().filter(|field| field.name != "table_mb") {
        let mut values = every_value(field.domain, 8);
        if let Domain::Int(..) = field.domain {
            values.extend(extremes(field.domain));
        }
        values.extend([field.neutral, boyi.get(field.name).unwrap()].map(input));
        config.set(field.name, &values[rng.random_range(0..values.len())]).unwrap();
    }
    config
}

/// A field that should change nothing, why, and the values that it is set to.
type Inert = (&'static str, &'static str, Vec<FieldInput<'static>>);

fn field(name: &str) -> Field {
    Config::fields().into_iter().find(|field| field.name == name).unwrap()
}

/// Searches with every configuration in every game, then with each field that should change nothing at other values.
fn assert_inert(configs: &[Config], inert: impl Fn(GameKind, &Config) -> Vec<Inert> + Sync) {
    let wrong = |config: &Config| -> Vec<String> {
        let mut wrong = Vec::new();
        for kind in GameKind::ALL {
            let before = seen_in(kind, config);
            for (name, why, values) in inert(kind, config) {
                for value in values {
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

fn random_configs(number: usize, seed: u64) -> Vec<Config> {
    let mut rng = rng(seed);
    (0..number).map(|_| random_config(&mut rng)).collect()
}

#[test]
fn what_is_called_without_effect_changes_nothing() {
    let configs = random_configs(sized(40, 400), 4);
    assert_inert(&configs, |_, config| {
        let rules = without_effect(config).into_iter();
        rules.map(|(name, why)| (name, why, vec![input(field(name).neutral)])).collect()
    });
    let said: BTreeSet<_> = configs.iter().flat_map(without_effect).collect();
    assert!(said.len() >= 24, "only {} rules were tried", said.len());
}

#[test]
fn fields_without_a_meaning_in_a_game_change_nothing_there() {
    assert_inert(&random_configs(sized(6, 50), 5), |kind, _| {
        let fields = without_meaning(kind.sheet().has).into_iter();
        fields.map(|(name, missing)| (name, missing.text(), extremes(field(name).domain))).collect()
    });
}
