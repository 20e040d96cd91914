//! Every switch works in gomoku: the counter of a heuristic is above 0 if it is on, and 0 if it is off. Fields that
//! have no meaning in gomoku do not change the tree; all others do.

use crate::common::{OFF, ON, Setting, input, int, name, sized};
use boyi::bench::{GOMOKU, gomoku_game};
use boyi::games::GameKind;
use boyi::presets::preset;
use boyi::search::config::{Config, Domain, FieldInput, Value};
use boyi::search::explain::without_meaning;
use boyi::search::observe::{Counters, Event};
use boyi::search::{Limits, Report, Searcher};
use std::sync::atomic::AtomicBool;

/// Depth of most searches here, in plies.
const DEPTH: u32 = 6;

/// The positions of the bench, and one with a win by fours and threes: VCT14 of the published puzzles.
fn positions() -> Vec<&'static str> {
    let win = "h8 h7 h5 i5 j7 i6 i7 g8 f9 j6 h6 h4 k7 i4 j4";
    GOMOKU.into_iter().chain([win]).collect()
}

fn with(settings: &[Setting]) -> Config {
    let mut config = preset("boyi-classic", GameKind::Gomoku).unwrap();
    for (name, value) in settings {
        config.set(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    config
}

fn search(config: &Config, moves: &str, depth: u32) -> (Report, Counters) {
    let (mut searcher, mut counters) = (Searcher::new(config.clone()).unwrap(), Counters::default());
    let flag = AtomicBool::new(false);
    let report = searcher.search(&gomoku_game(moves), &Limits::depth(depth), &flag, &mut counters, &mut |_| ());
    (report, counters)
}

fn counted(config: &Config, event: Event) -> u64 {
    positions().into_iter().map(|moves| search(config, moves, DEPTH).1.of(event)).sum()
}

/// Settings that switch on kill search at the root.
const ROOT: &[Setting] = &[("kill_root", name("threats"))];

/// Settings by which a search finds mates that it has not proved.
const NARROW: &[Setting] = &[("width", int(5)), ("threat_stages", OFF), ("confirmation_nodes", int(10_000))];

/// Event that each switch counts, the settings that switch it on, and the setting that switches it off.
const EVENTS: &[(Event, &[Setting], Setting)] = &[
    (Event::KnownEnd, &[], ("known_ends", OFF)),
    (Event::KnownThreat, &[("known_threats", ON)], ("known_threats", OFF)),
    (Event::ThreatenedNode, &[], ("threat_stages", OFF)),
    (Event::ForcedReply, &[("forced_replies", ON)], ("forced_replies", OFF)),
    (Event::KillHorizon, &[], ("kill_horizon", name("off"))),
    (Event::KillHorizonWin, &[], ("kill_horizon", name("off"))),
    (Event::KillHorizonStopped, &[("kill_nodes", int(3))], ("kill_horizon", name("off"))),
    (Event::KillHorizonChanged, &[("kill_plies", int(1))], ("kill_horizon", name("off"))),
    (Event::KillRoot, ROOT, ("kill_root", name("off"))),
    (Event::KillRootWin, ROOT, ("kill_root", name("off"))),
    (Event::KillRootChanged, ROOT, ("kill_root", name("off"))),
    (Event::WidthReached, &[("width", int(5))], ("width", int(0))),
    (Event::Confirmation, NARROW, ("confirmation", OFF)),
    (Event::Confirmed, NARROW, ("confirmation", OFF)),
    (Event::ReverseFutilityCutoff, &[("reverse_futility", ON)], ("reverse_futility", OFF)),
    (Event::RazorCutoff, &[("razoring", ON)], ("razoring", OFF)),
    (Event::FutilityPruned, &[("futility", ON)], ("futility", OFF)),
    (Event::LateMovePruned, &[("late_move_pruning", ON)], ("late_move_pruning", OFF)),
    (Event::Reduction, &[], ("lmr", OFF)),
    (Event::ReductionResearch, &[], ("lmr", OFF)),
    (Event::CheckExtension, &[("check_extension", ON), ("width", int(4))], ("check_extension", OFF)),
    (Event::SingleReplyExtension, &[("single_reply_extension", ON)], ("single_reply_extension", OFF)),
    (Event::NullCutoff, &[("null_move", ON), ("null_material", int(0))], ("null_move", OFF)),
    (Event::StandPat, &[("quiescence", ON)], ("quiescence", OFF)),
];

#[test]
fn what_is_off_counts_nothing_and_what_is_on_counts_something() {
    for &(event, on, off) in EVENTS {
        assert!(counted(&with(on), event) > 0, "{event:?} never happens with {on:?}");
        let off = [on, &[off]].concat();
        assert_eq!(counted(&with(&off), event), 0, "{event:?} happens with {off:?}");
    }
}

/// Values to try in addition to the neutral one, and settings that a field needs to have an effect.
const OTHERWISE: &[(&str, FieldInput, &[Setting])] = &[
    ("fail_hard", ON, &[]),
    ("table_leaves", ON, &[]),
    ("kill_root", name("threats"), &[]),
    ("kill_root_nodes", int(1), ROOT),
    ("kill_plies", int(1), &[]),
    ("kill_nodes", int(2), &[]),
    ("kill_plain_checks", int(0), &[]),
    ("kill_defence", name("code"), &[("kill_horizon", name("threats"))]),
    ("null_move", ON, &[("null_material", int(0))]),
    ("null_twice", ON, &[("null_move", ON), ("null_eval", OFF), ("null_reduction", int(1))]),
    ("check_extension", ON, &[("width", int(4))]),
    ("quiescence", ON, &[]),
    ("qsearch_evasions", ON, &[("quiescence", ON), ("horizon_evasions", OFF)]),
    ("qsearch_mvv_lva", ON, &[("quiescence", ON)]),
    ("qsearch_floor", int(60), &[("quiescence", ON)]),
    ("mvv_lva", ON, &[]),
    ("width", int(5), &[]),
    ("confirmation", OFF, NARROW),
    ("confirmation_nodes", int(1), NARROW),
    ("static_order", int(1), &[]),
    ("known_ends", OFF, &[("threat_stages", OFF)]),
    ("known_threats", ON, &[]),
    ("horizon_evasions", OFF, &[]),
    ("forced_replies", ON, &[]),
    ("threat_doubles", ON, &[]),
    ("late_move_noisy", ON, &[]),
    ("late_move_answers", ON, &[]),
    ("lmr_noisy", ON, &[("lmr_checks", ON)]),
];

#[test]
fn fields_change_a_search_if_they_mean_something_here() {
    let seen = |config: &Config, depth| -> Vec<_> {
        let searches = positions().into_iter().map(|moves| search(config, moves, depth));
        searches.map(|(report, counters)| (report.score, report.nodes, counters)).collect()
    };
    // Every field that has no meaning, at other values, under everything that might use it.
    let meaningless: Vec<&str> = without_meaning(GameKind::Gomoku.sheet().has).iter().map(|(name, _)| *name).collect();
    assert!(!meaningless.is_empty());
    let all = with(&[("null_move", ON), ("null_material", int(0)), ("quiescence", ON)]);
    let depth = sized(3, 4);
    let before = seen(&all, depth);
    for field in Config::fields().iter().filter(|field| meaningless.contains(&field.name)) {
        for value in crate::common::extremes(field.domain) {
            let mut changed = all.clone();
            changed.set(field.name, &value).unwrap();
            assert_eq!(seen(&changed, depth), before, "{} = {value}", field.name);
        }
    }
    for &(field, value, base) in OTHERWISE {
        let base = with(base);
        let mut changed = base.clone();
        changed.set(field, &value).unwrap();
        assert_ne!(seen(&base, 5), seen(&changed, 5), "{field} = {value}");
    }
}

/// Fields that have no meaning in xiangqi; `tests/engine/switches.rs` tests the values of all other small fields.
#[test]
fn every_value_of_a_small_field_of_this_game_makes_a_tree_of_its_own() {
    let meaningless: Vec<&str> = without_meaning(GameKind::Xiangqi.sheet().has).iter().map(|(name, _)| *name).collect();
    for field in Config::fields().iter().filter(|field| meaningless.contains(&field.name)) {
        let ends = if field.name == "known_threats" { ON } else { OFF };
        let values = crate::common::every_value(field.domain, 3);
        let base = [("kill_horizon", name("threats")), ("known_ends", ends), ("kill_nodes", int(1000))];
        let config = |value: &_| with(&[&base[..], &[(field.name, *value)]].concat());
        let configs: Vec<Config> = values.iter().map(config).collect();
        // Pairs of values whose searches were equal so far. Once no pair is left, further searches say nothing new.
        let mut equal: Vec<_> = (0..values.len()).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
        for moves in positions() {
            if equal.is_empty() {
                break;
            }
            let trees: Vec<_> = configs.iter().map(|config| search(config, moves, 4).1).collect();
            equal.retain(|&(i, j)| trees[i] == trees[j]);
        }
        let same: Vec<_> = equal.iter().map(|&(i, j)| format!("{} and {}", values[i], values[j])).collect();
        assert!(same.is_empty(), "{} = {}", field.name, same.join(", "));
    }
}

#[test]
fn the_presets_differences_are_within_their_ranges() {
    for field in Config::fields() {
        let value = preset("boyi", GameKind::Gomoku).unwrap().get(field.name).unwrap();
        if let (Domain::Int(low, high), Value::Int(n)) = (field.domain, value) {
            assert!((low..=high).contains(&n), "{} = {n}", field.name);
        }
        with(&[(field.name, input(value))]);
    }
}
