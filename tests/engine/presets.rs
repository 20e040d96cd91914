//! The presets `fruit`, `toga` and `crafty` are what their programs are: every fact about a program that the preset follows
//! is a row with its fields, and every field that a preset sets is in a row.
//!
//! The facts are those of the sources of Fruit 2.1 (2005) and Toga II 1.2.1a (2006), and of the analysis that sets Fruit
//! against Crafty. Margins are 0.4 times the programs', see `src/presets.rs`.

use std::collections::BTreeSet;

use crate::common::{OFF, ON, Setting, int, name};
use boyi::games::GameKind;
use boyi::presets::preset;
use boyi::search::Config;
use boyi::search::config::{FieldInput, Value};

/// A fact about a program, the fields that express it, and the test that shows it at work: a file of `tests`, or of
/// `src`, and a function in it.
type Fact = (&'static str, &'static [Setting], &'static str);

const HERE: &str = "tests/engine/presets.rs::every_fact_is_what_the_preset_says";
const SWITCHES: &str = "tests/engine/switches.rs::every_other_field_changes_some_search";

const FRUIT: &[Fact] = &[
    (
        "Moves after the first of a PV node are scouted, and searched again as PV if they beat alpha.",
        &[("pvs", ON)],
        "tests/engine/fruit.rs::expected_node_types_alternate",
    ),
    ("PV nodes have no null move.", &[("null_in_pv", OFF)], "tests/engine/fruit.rs::null_moves_keep_their_conditions"),
    (
        "PV nodes take the table's move, and no score from it.",
        &[("hash_move", ON), ("root_hash_move", ON), ("table_pv_cutoffs", OFF)],
        "tests/engine/fruit.rs::pv_nodes_are_neither_pruned_nor_answered_by_the_table",
    ),
    ("PV nodes reduce no move.", &[("lmr_in_pv", OFF)], "tests/engine/fruit.rs::pv_nodes_reduce_nothing"),
    (
        "A PV node without a table move is searched 2 plies less deep first, from depth 3.",
        &[
            ("internal_deepening", ON),
            ("internal_deepening_min_depth", int(3)),
            ("internal_deepening_reduction", int(2)),
        ],
        "tests/engine/fruit.rs::pv_nodes_without_a_table_move_are_searched_two_plies_less_deep_first",
    ),
    (
        "One earlier occurrence is a draw, and the rule of moves without a capture holds.",
        &[("repetition", int(1)), ("repetition_scope", name("game")), ("move_limit", ON)],
        "tests/engine/repetition.rs",
    ),
    ("Windows are narrowed to the mates still possible.", &[("mate_distance", name("full"))], SWITCHES),
    (
        "Four entries side by side; the oldest goes first, then the shallowest (256 * age - depth).",
        &[("table", name("aged-bucket"))],
        "src/search/table/scheme.rs::an_aged_bucket_gives_up_the_oldest_however_deep",
    ),
    (
        "An entry has a lower and an upper bound and a move, each with its depth; each is replaced by one as deep, and bounds \
         that contradict each other stay; ages are counted modulo 16.",
        &[("table_layout", name("two-bound"))],
        "src/search/table/bounds.rs::bounds_that_contradict_each_other_stay",
    ),
    (
        "A probe that hits makes the entry one of the current search.",
        &[("table_renewal", ON)],
        "tests/engine/toga.rs::a_found_entry_becomes_one_of_the_current_search",
    ),
    (
        "A lower bound that proves a win answers at any depth, and an upper one that proves a loss.",
        &[("table_mates", ON), ("table_depth", name("at-least"))],
        "src/search/proved.rs::a_mate_is_proved_only_by_the_bound_that_allows_it",
    ),
    (
        "The root's score is not stored; its line is written back at the lowest depth, so that it fills gaps only.",
        &[("table_root", OFF), ("pv_writeback", ON)],
        "tests/engine/toga.rs::the_root_is_not_stored_but_its_move_is_written_back",
    ),
    (
        "Null moves: from depth 2, R = 3, beta no mate, at least 1 officer, depth at most 4 or the evaluation at least beta; \
         one may answer another.",
        &[
            ("null_move", ON),
            ("null_min_depth", int(2)),
            ("null_reduction", int(3)),
            ("null_below_mate", ON),
            ("null_officers", int(1)),
            ("null_eval", ON),
            ("null_eval_depth", int(4)),
            ("null_twice", ON),
            ("null_material", int(0)),
        ],
        "tests/engine/fruit.rs::null_moves_keep_their_conditions",
    ),
    ("A null move cutoff is stored.", &[("null_store", ON)], SWITCHES),
    (
        "With exactly 1 officer and depth above 5 a null move cutoff is verified, by all moves of the node 5 plies less deep, \
         without table and reductions there.",
        &[
            ("null_verification", ON),
            ("null_verified_officers", int(1)),
            ("null_verified_material", int(8000)),
            ("null_verified_min_depth", int(6)),
            ("null_verification_reduction", int(5)),
            ("null_verification_bare", ON),
        ],
        "tests/engine/toga.rs::verification_is_a_loop_over_the_moves_and_no_node_of_its_own",
    ),
    (
        "History pruning: from depth 3, after 3 moves, moves of the quiet stage that cut off in less than 60 % of their tries \
         lose a ply, and get it back if they reach beta.",
        &[
            ("history_pruning", int(60)),
            ("lmr", OFF),
            ("lmr_min_depth", int(3)),
            ("lmr_min_moves", int(3)),
            ("lmr_quiet_stage", ON),
        ],
        "tests/engine/fruit.rs::history_pruning_keeps_its_guards_and_searches_again_what_fails_high",
    ),
    (
        "Shares go by piece and target square, begin as 1 of 1, live for one search, and are halved at 16,384 tries; a cutoff \
         by a quiet move is a try in vain for every quiet move before it.",
        &[("history_by_piece", ON), ("history_per_search", ON), ("history_pruning_all", ON)],
        "src/search/heuristics/history_pruning.rs::old_tries_are_forgotten_by_halves",
    ),
    (
        "History for ordering: quiet moves that raise alpha or cut off earn depth squared; all values are halved at 16,384.",
        &[("history", name("halved")), ("history_limit", int(16_384)), ("history_on_alpha", ON)],
        "src/search/heuristics/history.rs::at_the_limit_all_values_are_halved",
    ),
    (
        "Order: table move, captures that lose nothing by MVV/LVA, two killers, quiet moves by history, losing captures.",
        &[("mvv_lva", ON), ("see_captures", ON), ("killers", int(2))],
        "tests/engine/fruit.rs::moves_come_in_fruits_order",
    ),
    (
        "In check the same in one sorted list.",
        &[("killers_in_check", ON)],
        "tests/engine/toga.rs::in_check_killers_come_before_other_quiet_moves",
    ),
    (
        "Quiescence asks no table and searches captures that lose nothing.",
        &[("quiescence", ON), ("qsearch_table", name("off")), ("qsearch_mvv_lva", ON), ("qsearch_see", ON)],
        "tests/engine/fruit.rs::quiescence_tries_nothing_that_loses_material",
    ),
    (
        "The first ply of quiescence tries quiet checks that lose nothing.",
        &[("check_plies", int(1)), ("qsearch_see_checks", ON)],
        "tests/engine/fruit.rs::quiet_checks_are_tried_in_the_first_ply_of_quiescence_only",
    ),
    (
        "In check quiescence searches all evasions, and that ply is not charged against the ply of checks.",
        &[("qsearch_evasions", ON), ("check_plies_skip_evasions", ON)],
        "tests/engine/toga.rs::a_ply_in_check_does_not_count_as_one_of_quiet_checks",
    ),
    ("Futility and delta pruning are off.", &[("futility", OFF), ("delta_pruning", OFF)], HERE),
    (
        "Checks and single replies are extended by a ply, at all nodes.",
        &[("check_extension", ON), ("single_reply_extension", ON), ("single_reply_pv_only", OFF)],
        SWITCHES,
    ),
    (
        "PV nodes extend recaptures that win material.",
        &[("recapture_extension", name("winning"))],
        "tests/engine/toga.rs::recaptures_at_pv_nodes_are_extended_if_they_win_or_always",
    ),
    (
        "Iteration 1 gives every root move an exact score, later ones have no aspiration window; then the list is sorted by \
         scores, and moves that did not raise alpha keep their order.",
        &[("iterative", ON), ("root_exact", ON), ("aspiration", int(0)), ("root_sort", name("all"))],
        "src/search/heuristics/root_sort.rs::moves_that_raised_alpha_come_first_and_the_others_keep_their_order",
    ),
    ("With one legal move the search ends at depth 4.", &[("single_move_depth", int(4))], SWITCHES),
    ("A mate does not end the search.", &[("stop_on_mate", OFF)], HERE),
    (
        "An interrupted iteration may have found the move to play.",
        &[("keep_interrupted", ON)],
        "tests/engine/interrupted.rs",
    ),
    (
        "Boyi's own: an evaluation of material and squares, and draws not taken from the table.",
        &[("evaluation", name("piece-square")), ("path_scores", name("tutorial"))],
        "tests/engine/path_scores.rs",
    ),
];

const TOGA: &[Fact] = &[
    (
        "A window of 16 around the last score, opened for the first root move only.",
        &[("aspiration", int(16)), ("aspiration_min_depth", int(2)), ("aspiration_first_move", ON)],
        "tests/engine/toga.rs::the_window_is_opened_for_the_first_root_move_alone",
    ),
    (
        "Null moves whatever the evaluation; above depth 5 always verified.",
        &[("null_eval", OFF), ("null_eval_depth", int(0)), ("null_verified_officers", int(6))],
        "tests/engine/toga.rs::verification_is_a_loop_over_the_moves_and_no_node_of_its_own",
    ),
    (
        "Internal deepening to min(depth - 2, depth / 2).",
        &[("internal_deepening_half", ON)],
        "src/search/heuristics/internal_deepening.rs::depths_are_reduced_by_plies_or_to_half",
    ),
    (
        "Futility to depth 2 with margins of 40 and 120, of quiet moves without check; the best score is raised.",
        &[
            ("futility", ON),
            ("futility_max_depth", int(2)),
            ("futility_margin", int(40)),
            ("futility_growth", int(40)),
            ("futility_spares_checks", ON),
            ("futility_raises", ON),
        ],
        "tests/engine/toga.rs::futility_skips_quiet_moves_without_check_near_the_horizon_and_raises_the_score",
    ),
    (
        "Moves below a third of the threshold (a quarter at depth 4) are skipped to depth 4; the threshold is 70.",
        &[("history_skip", int(4)), ("history_pruning", int(70))],
        "tests/engine/toga.rs::moves_skipped_by_history_are_few_plies_from_the_horizon_and_never_lose_by_that",
    ),
    (
        "Delta pruning with a margin of 20 at null windows, of captures without check.",
        &[("delta_pruning", ON), ("delta_margin", int(20))],
        "tests/engine/toga.rs::delta_pruning_skips_captures_without_check_that_win_too_little",
    ),
    (
        "Below PV nodes, quiet checks one ply more.",
        &[("check_plies_pv", int(1))],
        "tests/engine/toga.rs::below_pv_nodes_quiet_checks_go_a_ply_deeper",
    ),
    (
        "Killers of two plies above as well.",
        &[("killers_above", ON)],
        "tests/engine/toga.rs::killers_of_two_plies_above_are_tried_too",
    ),
    (
        "PV nodes extend every recapture, and every capture within the first (iteration - 6) plies.",
        &[("recapture_extension", name("all")), ("capture_extension", int(6))],
        "tests/engine/toga.rs::early_captures_at_pv_nodes_are_extended",
    ),
];

const CRAFTY: &[Fact] = &[
    ("A single bound.", &[("table_layout", name("single"))], HERE),
    (
        "PV nodes are those with an open window, and nothing more: the table answers there, and null moves are tried.",
        &[("table_pv_cutoffs", ON), ("null_in_pv", ON)],
        "tests/engine/fruit.rs::pv_nodes_are_neither_pruned_nor_answered_by_the_table",
    ),
    (
        "Null moves with at least 3 officers, whatever the evaluation, never two in a row, never verified.",
        &[
            ("null_officers", int(3)),
            ("null_eval", OFF),
            ("null_eval_depth", int(0)),
            ("null_below_mate", OFF),
            ("null_twice", OFF),
            ("null_verification", OFF),
        ],
        "tests/engine/fruit.rs::null_moves_keep_their_conditions",
    ),
    (
        "No checks in quiescence.",
        &[("check_plies", int(0)), ("check_plies_skip_evasions", OFF), ("qsearch_see_checks", OFF)],
        HERE,
    ),
    ("No history pruning.", &[("history_pruning", int(0)), ("history_pruning_all", OFF)], HERE),
];

fn config(name: &str) -> Config {
    preset(name, GameKind::Xiangqi).unwrap()
}

fn value(input: &FieldInput) -> String {
    format!("{input}").trim_matches('"').to_string()
}

fn shown(value: Value) -> String {
    match value {
        Value::Bool(on) => if on { "True" } else { "False" }.into(),
        Value::Int(n) => n.to_string(),
        Value::Name(name) => name.into(),
    }
}

fn fields(facts: &[Fact]) -> Vec<Setting> {
    facts.iter().flat_map(|fact| fact.1).copied().collect()
}

/// Names of the fields in which two configurations differ.
fn differing(a: &Config, b: &Config) -> BTreeSet<&'static str> {
    Config::fields().iter().map(|field| field.name).filter(|name| a.get(name) != b.get(name)).collect()
}

#[test]
fn every_fact_is_what_the_preset_says() {
    for (name, facts) in [("fruit", FRUIT), ("toga", TOGA), ("crafty", CRAFTY)] {
        let config = config(name);
        for (field, wanted) in fields(facts) {
            assert_eq!(shown(config.get(field).unwrap()), value(&wanted), "{field} of {name}");
        }
    }
}

#[test]
fn every_field_that_a_preset_sets_follows_a_fact() {
    let (fruit, neutral) = (config("fruit"), Config::neutral());
    for (name, facts, base) in [("fruit", FRUIT, &neutral), ("toga", TOGA, &fruit), ("crafty", CRAFTY, &fruit)] {
        let told: BTreeSet<&str> = fields(facts).into_iter().map(|(field, _)| field).collect();
        let set = differing(&config(name), base);
        let silent: Vec<_> = set.difference(&told).collect();
        assert!(silent.is_empty(), "{name}: {silent:?}");
        assert_eq!(fields(facts).len(), told.len(), "{name}: no field follows two facts");
    }
}

#[test]
fn every_fact_has_a_test() {
    for (says, _, test) in [FRUIT, TOGA, CRAFTY].concat() {
        let (file, function) = test.split_once("::").unwrap_or((test, "#[test]"));
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{says} {file}: {error}"));
        let wanted = if function.starts_with('#') { function.into() } else { format!("fn {function}()") };
        assert!(text.contains(&wanted), "{says} {test}");
    }
}
