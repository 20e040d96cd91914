//! Configurations: checks of field names and values, presets, and `explain`.

use crate::common::{extremes, input, tuned};
use boyi::error::Error;
use boyi::games::GameKind;
use boyi::presets::{preset, presets};
use boyi::search::Config;
use boyi::search::config::{Class, Domain, EvaluationName, FieldInput, Level, PathScores, TableUse, Value};
use boyi::search::explain::{explain, without_effect};

fn refused(name: &str, value: FieldInput) -> String {
    let mut config = tuned();
    let error = config.set(name, &value).expect_err(name);
    assert_eq!(config, tuned(), "a refused value changes nothing");
    assert!(matches!(error, Error::Value(_) | Error::Type(_)), "{error:?}");
    error.to_string()
}

fn assert_names(text: &str, parts: &[&str]) {
    assert!(parts.iter().all(|part| text.contains(part)), "{text:?} does not name all of {parts:?}");
}

#[test]
fn false_is_the_neutral_value_of_a_switch() {
    let mut config = tuned();
    for (name, off) in [("killers", Value::Int(0)), ("history", Value::Name("off")), ("lmr", Value::Bool(false))] {
        config.set(name, &FieldInput::Bool(false)).unwrap();
        assert_eq!(config.get(name), Some(off));
    }
    assert_names(&refused("lmr_base", FieldInput::Bool(false)), &["lmr_base = False", "a whole number"]);
    assert_names(&refused("table_layout", FieldInput::Bool(false)), &["table_layout = False", "leafwalk"]);
}

#[test]
fn unknown_names_suggest_the_nearest() {
    assert_names(&refused("nul_move", FieldInput::Bool(true)), &["\"nul_move\"", "did you mean \"null_move\"?"]);
    assert_names(&refused("killer", FieldInput::Int(1)), &["\"killer\"", "did you mean \"killers\"?"]);
    assert!(!refused("xyzzy_plugh_frobnicate", FieldInput::Int(1)).contains("did you mean"));
    assert_names(&refused("", FieldInput::Int(1)), &["\"\""]);
}

#[test]
fn values_out_of_range_say_what_was_expected() {
    for value in [FieldInput::Int(3), FieldInput::Int(-1), FieldInput::Int(1 << 40), FieldInput::Bool(true)] {
        assert_names(&refused("killers", value), &[&format!("killers = {value}"), "a whole number from 0 to 2"]);
    }
    assert_names(&refused("pvs", FieldInput::Int(1)), &["pvs = 1", "True or False"]);
    assert_names(&refused("table", FieldInput::Text("buckets")), &["\"buckets\"", "did you mean \"bucket\"?"]);
    assert_names(&refused("table", FieldInput::Bool(true)), &["table = True", "two-tier"]);
    assert_names(&refused("history", FieldInput::Other("[1, 2]")), &["history = [1, 2]", "gravity"]);
}

#[test]
fn every_value_that_a_field_may_take_is_taken() {
    for field in Config::fields() {
        for value in extremes(field.domain) {
            let mut config = tuned();
            config.set(field.name, &value).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(config.get(field.name).map(input), Some(value), "{}", field.name);
        }
        if let Domain::Int(low, high) = field.domain {
            refused(field.name, FieldInput::Int(low as i64 - 1));
            refused(field.name, FieldInput::Int(high as i64 + 1));
        }
    }
}

#[test]
fn neutral_values_are_within_their_ranges() {
    for field in Config::fields() {
        let allowed = |value: Value| match (field.domain, value) {
            (Domain::Bool, Value::Bool(_)) => true,
            (Domain::Int(low, high), Value::Int(n)) => (low..=high).contains(&n),
            (Domain::Names(names), Value::Name(name)) => names.contains(&name),
            _ => false,
        };
        assert!(allowed(field.neutral), "{field:?}");
        assert_eq!(Config::neutral().get(field.name), Some(field.neutral));
        assert!(field.sentence.ends_with('.'), "{}: {:?} is no sentence", field.name, field.sentence);
    }
    assert_eq!(tuned().get("xyzzy"), None);
}

/// About forty fields are for every day, and what is historical is off in boyi.
#[test]
fn levels_say_who_needs_a_field() {
    let everyday = Config::fields().iter().filter(|field| field.level == Level::Everyday).count();
    assert!((30..=50).contains(&everyday), "{everyday}");
    for field in Config::fields().iter().filter(|f| f.level == Level::Historical && f.class != Class::Parameter) {
        for kind in GameKind::ALL {
            let value = preset("boyi", kind).unwrap().get(field.name).unwrap();
            assert_eq!(value, field.neutral, "{} in {}", field.name, kind.name());
        }
    }
}

#[test]
fn fields_of_a_group_stand_together() {
    let mut groups: Vec<&str> = Config::fields().iter().map(|field| field.group).collect();
    groups.dedup();
    let number = groups.len();
    groups.sort();
    groups.dedup();
    assert!(groups.len() == number && number > 5, "{groups:?}");
}

#[test]
fn presets_have_names_and_are_found_by_them() {
    for named in presets() {
        assert!(named.description.ends_with('.'), "{}", named.name);
        for kind in GameKind::ALL {
            let config = preset(named.name, kind).unwrap();
            assert_eq!(config, named.config(kind));
            assert!(without_effect(&config).is_empty(), "{}: {:?} without effect", named.name, without_effect(&config));
        }
    }
    let by_hand = Config { evaluation: EvaluationName::BY_HAND, ..Config::neutral() };
    assert_eq!(preset("plain", GameKind::Xiangqi).unwrap(), by_hand);
    let wizard = preset("wizard-table", GameKind::Xiangqi).unwrap();
    assert_eq!((wizard.table, wizard.path_scores), (TableUse::DepthPreferred, PathScores::Tutorial));
    let error = preset("wizzard-table", GameKind::Xiangqi).unwrap_err().to_string();
    assert_names(&error, &["\"wizzard-table\"", "did you mean \"wizard-table\"?", "\"boyi\""]);
}

#[test]
fn explain_says_what_is_on_and_off_and_in_what_order_moves_come() {
    let text = explain(&tuned());
    assert_names(&text, &["  killers = 2: ", "  table = bucket: ", "a node: hash, noisy, killer, counter, quiet"]);
    assert_names(
        &text,
        &["a node in check: hash, all", "quiescence: hash, noisy", "quiescence in check: hash, all", "reductions"],
    );
    assert!(!text.contains("without effect"), "{text}");
    let places =
        ["  killers = 2: ", "order of moves:", "  mate_distance = full: ", "historical, off:", "  lmr_in_pv = on: "];
    assert!(places.map(|place| text.find(place).unwrap()).is_sorted(), "the everyday first: {text}");
    let plain = explain(&Config::neutral());
    assert_names(
        &plain,
        &[
            "on:\n  nothing: plain alpha-beta\noff:\n  evaluation: correction_history\n  window: pvs\n",
            "expert, off:\n  window: mate_distance\n  iteration: stop_on_mate, keep_interrupted",
            "historical, off:\n  window: fail_hard\n",
            "a node: all\n",
        ],
    );
    assert!(!plain.contains("reductions in plies") && !plain.contains("  pvs ="), "{plain}");
}

#[test]
fn explain_names_what_is_without_effect_and_why() {
    type Case = (&'static str, Config);
    let no_table = Config { table: TableUse::Off, ..tuned() };
    let cases: [Case; 6] = [
        ("hash_move: there is no table", no_table.clone()),
        ("root_hash_move: no hash move is tried", Config { hash_move: false, ..tuned() }),
        ("aspiration: there is no earlier iteration", Config { iterative: false, ..tuned() }),
        ("null_verification: no null move is tried", Config { null_move: false, ..tuned() }),
        ("qsearch_evasions: there is no quiescence search", Config { quiescence: false, ..tuned() }),
        ("lmr_history: there is no history", Config { history: boyi::search::config::HistoryUse::Off, ..no_table }),
    ];
    for (expected, config) in cases {
        let text = explain(&config);
        let inert = text.split("without effect:").nth(1).unwrap_or_else(|| panic!("{text}"));
        assert_names(inert, &[expected]);
    }
}
