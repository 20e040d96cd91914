//! Every switch works in xiangqi: the counter of a heuristic is 0 if it is off and above 0 if it is on; and every field
//! of the configuration changes some search.

use crate::common::{
    OFF, ON, Setting, every_value, extremes, input, int, name, played, position, run, search, sized, usual,
};
use boyi::bench::XIANGQI;
use boyi::games::xiangqi::Position;
use boyi::search::config::FieldInput;
use boyi::search::observe::{Counters, Event};
use boyi::search::picker::Stage;
use boyi::search::{Config, Limits, Searcher};

type Settings = &'static [Setting];

/// Positions: three middlegames, and positions with little material, a mate, a lost defence, the move limit, and a single
/// legal move.
const POSITIONS: [&str; 9] = [
    XIANGQI[0],
    XIANGQI[3],
    XIANGQI[6],
    "3k1a3/4a4/9/4P4/9/4p4/9/9/4A4/3AK4 w - - 0 60",
    "3ak4/4a4/9/9/4R4/9/9/2n6/4A4/4KA3 w - - 0 60",
    "4k4/3P2P2/b2N2R2/7r1/2b6/9/9/3n5/4p3r/2R2K3 w - - 0 1",
    "9/9/4bk2b/9/3c5/6B2/9/3A5/6r2/3AK4 b - - 0 1",
    "2bak4/4a4/4b4/8p/2p3p2/9/N2rP4/6NC1/C3A4/4K1B2 w - - 116 80",
    "r2k5/9/9/9/9/9/9/9/3R5/5K3 b - - 0 1",
];
const DEPTH: u32 = 6;

fn with(settings: &[Setting]) -> Config {
    let mut config = usual();
    for (name, value) in settings {
        config.set(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    config
}

/// Whether something is counted in a search of some position.
fn happens(config: &Config, count: impl Fn(&Counters) -> u64) -> bool {
    POSITIONS.iter().any(|fen| count(&search(config, &position(fen), DEPTH).1) > 0)
}

/// Sums of the counters over searches of all positions.
fn counted(config: &Config, count: impl Fn(&Counters) -> u64) -> u64 {
    POSITIONS.iter().map(|fen| count(&search(config, &position(fen), DEPTH).1)).sum()
}

/// Settings under which one node is searched to several depths, so that deep exact entries are found.
const WALKING: Settings = &[("table_layout", name("leafwalk")), ("table_pv_cutoffs", ON)];

/// Settings for kill search at the horizon, kept short because it is slow in xiangqi.
const KILL: Settings = &[("kill_horizon", name("checks")), ("kill_nodes", int(20))];
const NO_KILL: Settings = &[("kill_horizon", name("off"))];

/// Settings without checks in quiescence, which would find some mates at depth 1 and leave nothing to count.
const KILL_ROOT: Settings = &[("kill_root", name("checks")), ("check_plies", int(0))];

/// Settings under which the table answers everywhere, so that stored lines that return to the current path are found.
const CHAIN: Settings = &[("path_scores", name("chain")), ("table_pv_cutoffs", ON), ("path_chain", int(64))];

/// Settings under which nodes of the principal variation have no hash move: no earlier iteration has searched them.
const INTERNAL: Settings = &[("internal_deepening", ON), ("iterative", OFF)];

/// Settings that extend recaptures.
const RECAPTURES: Settings = &[("recapture_extension", name("all"))];

/// Settings that skip moves by their history.
const SKIP: Settings = &[("history_pruning", int(60)), ("history_skip", int(4))];

/// Settings that skip quiet moves by their history value.
const POOR: Settings = &[("poor_history", ON), ("poor_history_margin", int(100))];

/// Settings under which improving nodes are told from others, and pruned in their own way.
const IMPROVING: Settings =
    &[("improving", ON), ("reverse_futility", ON), ("reverse_futility_margin", int(30)), ("late_move_pruning", ON)];

/// Settings under which moves of all kinds are reduced, by two plies and more.
const REDUCED: Settings =
    &[("lmr_base", int(200)), ("lmr_min_moves", int(1)), ("lmr_checks", ON), ("check_extension", OFF)];

/// Settings that correct evaluations.
const CORRECTED: Settings = &[("correction_history", ON), ("reverse_futility", ON)];

/// Settings under which captures are tried by ProbCut in searches as short as these.
const PROBCUT: Settings = &[("probcut", ON), ("probcut_min_depth", int(3))];

/// Hash moves may be singular in searches as short as these.
const NEAR: Setting = ("singular_min_depth", int(3));

/// Settings that extend singular moves, by two plies too.
const SINGULAR: Settings = &[("singular_extension", ON), NEAR];
const DOUBLE: Settings = &[("singular_extension", ON), NEAR, ("singular_double", int(1))];

/// Event that each switch counts, the settings that switch it on, and settings that then switch it off.
const EVENTS: &[(Event, Settings, Settings)] = &[
    (Event::QNode, &[], &[("quiescence", OFF)]),
    (Event::StandPat, &[], &[("quiescence", OFF)]),
    (Event::QSearchSkipped, &[("qsearch_floor", int(10))], &[("qsearch_floor", int(0))]),
    (Event::QSearchSkipped, &[("qsearch_home_floor", int(20))], &[("qsearch_home_floor", int(0))]),
    (Event::QSearchLosing, &[("qsearch_see", ON)], &[("qsearch_see", OFF)]),
    (Event::QSearchLosing, &[("qsearch_see_checks", ON)], &[("qsearch_see_checks", OFF)]),
    (Event::TableProbe, &[], &[("table", name("off"))]),
    (Event::TableHit, &[], &[("table", name("off"))]),
    (Event::TableCutoff, &[], &[("table", name("off"))]),
    (Event::TableStore, &[], &[("table", name("off"))]),
    (Event::Walk, WALKING, &[("table_depth", name("equal"))]),
    (Event::WalkAnswer, WALKING, &[("table_layout", name("single"))]),
    (Event::WalkMissingLeaf, WALKING, &[("table", name("off"))]),
    (Event::NullTried, &[], &[("null_move", OFF)]),
    (Event::NullCutoff, &[], &[("null_move", OFF)]),
    (Event::NullVerified, &[], &[("null_verification", OFF)]),
    (
        Event::NullRefuted,
        &[("null_verified_material", int(8000)), ("check_plies", int(0))],
        &[("null_verification", OFF)],
    ),
    (Event::Reduction, &[], &[("lmr", OFF)]),
    (Event::ReductionResearch, &[], &[("lmr", OFF)]),
    (Event::ScoutResearch, &[], &[("pvs", OFF)]),
    (Event::InternalSearch, INTERNAL, &[("internal_deepening", OFF)]),
    (Event::DeltaPruned, &[("delta_pruning", ON)], &[("delta_pruning", OFF)]),
    (Event::CaptureExtension, RECAPTURES, &[("recapture_extension", name("off"))]),
    (Event::CaptureExtension, &[("capture_extension", int(1))], &[("capture_extension", int(0))]),
    (Event::HistorySkipped, SKIP, &[("history_skip", int(0))]),
    (Event::CheckExtension, &[], &[("check_extension", OFF)]),
    (Event::SingleReplyExtension, &[], &[("single_reply_extension", OFF)]),
    (Event::MateDistanceCutoff, &[("stop_on_mate", OFF)], &[("mate_distance", name("off"))]),
    (Event::Repetition, &[], &[("repetition", int(0))]),
    (Event::MoveLimitDraw, &[], &[("move_limit", OFF)]),
    (Event::ReverseFutilityCutoff, &[("reverse_futility", ON)], &[("reverse_futility", OFF)]),
    (Event::RazorTried, &[("razoring", ON)], &[("razoring", OFF)]),
    (Event::RazorCutoff, &[("razoring", ON)], &[("razoring", OFF)]),
    (Event::FutilityPruned, &[("futility", ON)], &[("futility", OFF)]),
    (Event::LateMovePruned, &[("late_move_pruning", ON)], &[("late_move_pruning", OFF)]),
    (Event::FutileCapture, &[("futility", ON), ("futility_captures", ON)], &[("futility_captures", OFF)]),
    (Event::PoorHistoryPruned, POOR, &[("poor_history", OFF)]),
    (Event::SeePruned, &[("see_pruning", ON)], &[("see_pruning", OFF)]),
    (Event::InternalReduction, &[("internal_reduction", ON)], &[("internal_reduction", OFF)]),
    (Event::WidthReached, &[("width", int(6))], &[("width", int(0))]),
    (Event::KillNode, KILL_ROOT, &[("kill_root", name("off"))]),
    (Event::KillRoot, KILL_ROOT, &[("kill_root", name("off"))]),
    (Event::KillRootWin, KILL_ROOT, &[("kill_root", name("off"))]),
    (Event::KillRootChanged, KILL_ROOT, &[("kill_root", name("off"))]),
    (Event::KillHorizon, KILL, NO_KILL),
    (Event::KillHorizonWin, KILL, NO_KILL),
    (Event::KillHorizonStopped, KILL, NO_KILL),
    (Event::QSearchCheck, &[], &[("check_plies", int(0))]),
    (Event::MateInOne, &[("mate_in_one", ON)], &[("mate_in_one", OFF)]),
    (Event::ForcedReply, &[("forced_replies", ON), ("check_extension", OFF)], &[("forced_replies", OFF)]),
    (Event::ChainRefused, CHAIN, &[("path_scores", name("tutorial"))]),
    (Event::EvaluationStored, &[("stored_evaluation", ON)], &[("stored_evaluation", OFF)]),
    (Event::PvWriteback, &[("pv_writeback", ON)], &[("pv_writeback", OFF)]),
    (Event::CutNode, &[], &[("pvs", OFF), ("null_move", OFF), ("lmr", OFF)]),
    (Event::CutNodeRight, &[], &[("pvs", OFF), ("null_move", OFF), ("lmr", OFF)]),
    (Event::AllNode, &[], &[("pvs", OFF), ("null_move", OFF), ("lmr", OFF)]),
    (Event::AllNodeRight, &[], &[("pvs", OFF), ("null_move", OFF), ("lmr", OFF)]),
    (Event::RootMarginMove, &[("root_margin", int(20))], &[("root_margin", int(0))]),
    (Event::RootMarginNode, &[("root_margin", int(20))], &[("root_margin", int(0))]),
    (Event::AspirationLow, &[("aspiration", int(8))], &[("aspiration", int(0))]),
    (Event::AspirationHigh, &[("aspiration", int(8))], &[("aspiration", int(0))]),
    (Event::EvaluationRefined, &[("refined_evaluation", ON)], &[("refined_evaluation", OFF)]),
    (Event::CorrectionLearned, CORRECTED, &[("correction_history", OFF)]),
    (Event::ProbcutTried, PROBCUT, &[("probcut", OFF)]),
    (Event::ProbcutCutoff, PROBCUT, &[("probcut", OFF)]),
    (Event::SingularSearch, SINGULAR, &[("singular_extension", OFF)]),
    (Event::SingularExtension, SINGULAR, &[("singular_extension", OFF)]),
    (Event::SingularDouble, DOUBLE, &[("singular_double", int(0))]),
    (
        Event::SingularNegative,
        &[("singular_extension", ON), NEAR, ("singular_negative", int(1))],
        &[("singular_negative", int(0))],
    ),
    (Event::Multicut, &[("singular_extension", ON), NEAR, ("singular_cutoff", ON)], &[("singular_cutoff", OFF)]),
];

/// Events that other tests count: of no switch; of the leaf walk, in `tests/engine/leafwalk.rs`; in
/// `tests/engine/gomoku_switches.rs`.
const ELSEWHERE: &[Event] = &[
    Event::Node,
    Event::Generation,
    Event::GenerationSaved,
    Event::Evaluation,
    Event::WalkBrokenLink,
    Event::KnownEnd,
    Event::KnownThreat,
    Event::Confirmation,
    Event::Confirmed,
    Event::ThreatenedNode,
    Event::KillHorizonChanged,
];

#[test]
fn every_event_is_tested_once() {
    for &event in Event::ALL {
        let here = EVENTS.iter().any(|row| row.0 == event);
        assert!(here != ELSEWHERE.contains(&event), "{event:?} needs a row in EVENTS");
    }
}

/// Stage of move ordering whose cutoffs each switch makes.
const STAGES: &[(Stage, Settings)] = &[
    (Stage::Hash, &[("hash_move", OFF)]),
    (Stage::Noisy, &[("mvv_lva", OFF)]),
    (Stage::Killer, &[("killers", int(0))]),
    (Stage::Counter, &[("counter_moves", OFF)]),
    (Stage::Quiet, &[("mvv_lva", OFF)]),
];

#[test]
fn what_is_off_counts_nothing_and_what_is_on_counts_something() {
    for &(event, on, off) in EVENTS {
        assert!(happens(&with(on), |c| c.of(event)), "{event:?} never happens with {on:?}");
        let off = with(&[on, off].concat());
        assert!(!happens(&off, |c| c.of(event)), "{event:?} happens with {off:?}");
    }
}

#[test]
fn a_stage_that_is_off_cuts_nothing_off() {
    for &(stage, off) in STAGES {
        let cuts = |config: &Config| happens(config, |c| c.cutoffs_by_stage[stage as usize]);
        assert!(cuts(&usual()), "{stage:?} never cuts off");
        assert!(!cuts(&with(off)), "{stage:?} cuts off with {off:?}");
    }
}

#[test]
fn generation_is_saved_by_moves_known_before() {
    let saved = |config: &Config| counted(config, |c| c.of(Event::GenerationSaved));
    assert!(saved(&with(&[("killers", int(0)), ("counter_moves", OFF)])) > 0, "by hash moves");
    // With captures first, killers are tried after captures were generated; without, before any generation.
    assert!(saved(&with(&[("hash_move", OFF), ("mvv_lva", OFF)])) > 0, "by killers and counter moves");
    assert_eq!(saved(&with(&[("hash_move", OFF), ("killers", int(0)), ("counter_moves", OFF)])), 0);
}

#[test]
fn cutoffs_are_counted_by_stage_and_by_index_alike() {
    let at = position(XIANGQI[0]);
    let (_, counters) = search(&usual(), &at, DEPTH);
    assert_eq!(counters.cutoffs(), counters.cutoffs_by_stage.iter().sum::<u64>());
    let [first, second] = [counters.cutoffs_by_index[0], counters.cutoffs_by_index[1]];
    assert!(first > 2 * second, "the first move cuts off {first} times, the second {second} times");
}

#[test]
fn neutral_is_plain_alpha_beta() {
    let seen = |count: &dyn Fn(&Counters) -> u64| {
        POSITIONS[..2].iter().map(|fen| count(&search(&Config::neutral(), &position(fen), 3).1)).sum::<u64>()
    };
    for &event in Event::ALL {
        assert_eq!(
            seen(&|c| c.of(event)) > 0,
            [Event::Node, Event::Generation, Event::Evaluation].contains(&event),
            "{event:?}"
        );
    }
    for stage in 0..Stage::NAMES.len() {
        assert_eq!(seen(&|c| c.cutoffs_by_stage[stage]) > 0, stage == Stage::All as usize, "{}", Stage::NAMES[stage]);
    }
}

/// Values that differ from those of [`usual`] where the neutral value does not, and what else must be set for the field to
/// matter. Fields that are not here are set to their neutral value.
const OTHERWISE: &[(&str, FieldInput, Settings)] = &[
    ("aspiration_min_depth", int(1), &[]),
    ("stop_on_mate", OFF, &[]),
    ("continuation_history", int(2), &[]),
    ("root_sort", name("all"), &[]),
    ("root_margin", int(20), &[]),
    ("seed", int(1), &[("root_margin", int(40))]),
    ("path_chain", int(1), CHAIN),
    ("table_answers", int(5), &[]),
    ("pv_writeback", ON, &[("table", name("always")), ("table_mb", int(1))]),
    ("defect", name("no-draw-guard"), &[("table_pv_cutoffs", ON)]),
    ("mate_in_one", ON, &[]),
    ("single_reply_pv_only", ON, &[]),
    ("internal_deepening", ON, &[("iterative", OFF)]),
    ("aspiration_first_move", ON, &[("aspiration", int(8))]),
    ("killers_above", ON, &[]),
    ("killers_in_check", ON, &[]),
    ("check_plies_pv", int(1), &[]),
    ("check_plies_skip_evasions", ON, &[("check_plies", int(2))]),
    ("table", name("aged-bucket"), &[]),
    ("table_root", OFF, &[]),
    ("table_renewal", ON, &[]),
    ("delta_pruning", ON, &[]),
    ("delta_margin", int(200), &[("delta_pruning", ON)]),
    ("recapture_extension", name("all"), &[]),
    ("capture_extension", int(1), &[]),
    ("null_verification_bare", ON, &[("null_verified_material", int(8000))]),
    ("futility_growth", int(100), &[("futility", ON)]),
    ("futility_spares_checks", ON, &[("futility", ON)]),
    ("futility_raises", ON, &[("futility", ON)]),
    ("history_skip", int(4), &[("history_pruning", int(60))]),
    ("internal_deepening_min_depth", int(5), INTERNAL),
    ("internal_deepening_reduction", int(4), INTERNAL),
    ("internal_deepening_half", ON, INTERNAL),
    ("null_verified_officers", int(1), &[("null_verified_material", int(8000))]),
    ("null_verified_min_depth", int(5), &[("null_verified_material", int(8000))]),
    ("null_verification_reduction", int(1), &[("null_verified_material", int(8000))]),
    ("history_pruning_all", ON, &[("history_pruning", int(60))]),
    ("lmr_quiet_stage", ON, &[]),
    ("history_by_piece", ON, &[]),
    ("history_per_search", ON, &[]),
    ("root_exact", ON, &[]),
    ("single_move_depth", int(4), &[]),
    ("see_captures", ON, &[]),
    ("qsearch_see", ON, &[]),
    ("qsearch_see_checks", ON, &[]),
    ("null_eval_depth", int(4), &[]),
    ("null_officers", int(6), &[]),
    ("null_below_mate", ON, &[("check_plies", int(0))]),
    ("null_store", ON, &[]),
    ("lmr_in_pv", OFF, &[]),
    ("lmr_cut", int(1), &[]),
    ("history_pruning", int(60), &[("lmr", OFF)]),
    ("max_ply", int(4), &[]),
    ("table_mb", int(1), &[]),
    ("table_depth", name("equal"), &[]),
    ("table_layout", name("leafwalk"), &[]),
    ("table_pv_cutoffs", ON, &[]),
    ("history_on_alpha", ON, &[]),
    ("history_limit", int(64), &[]),
    ("qsearch_floor", int(10), &[]),
    ("qsearch_home_floor", int(20), &[]),
    ("null_in_pv", ON, &[]),
    ("null_twice", ON, &[("null_eval", OFF), ("null_reduction", int(1))]),
    ("null_verified_material", int(8000), &[]),
    ("null_min_depth", int(4), &[]),
    ("lmr_min_depth", int(5), &[]),
    ("lmr_min_moves", int(9), &[]),
    ("lmr_base", int(150), &[]),
    ("lmr_divisor", int(80), &[]),
    ("lmr_history", int(0), &[]),
    ("draw_score", int(50), &[]),
    ("null_material", int(0), &[]),
    ("path_scores", name("ignore"), &[]),
    ("mate_distance", name("quiescence"), &[("stop_on_mate", OFF)]),
    ("qsearch_mvv_lva", OFF, &[]),
    ("fail_hard", ON, &[]),
    ("table_leaves", ON, &[("quiescence", OFF)]),
    ("static_order", int(16), &[]),
    ("width", int(6), &[]),
    ("threat_stages", ON, &[]),
    ("threat_doubles", ON, &[("threat_stages", ON)]),
    ("forced_replies", ON, &[("check_extension", OFF)]),
    ("late_move_noisy", ON, &[("late_move_pruning", ON)]),
    ("late_move_answers", ON, &[("late_move_pruning", ON)]),
    ("lmr_noisy", ON, REDUCED),
    ("known_ends", ON, &[]),
    ("known_threats", ON, &[("known_ends", ON)]),
    ("horizon_evasions", ON, &[("check_extension", OFF)]),
    ("kill_root", name("checks"), &[]),
    ("kill_root_nodes", int(1), &[("kill_root", name("checks"))]),
    ("kill_horizon", name("checks"), &[("kill_nodes", int(20))]),
    ("kill_plies", int(1), KILL),
    ("kill_nodes", int(2), KILL),
    ("kill_defence", name("code"), KILL),
    ("reverse_futility", ON, &[]),
    ("reverse_futility_max_depth", int(1), &[("reverse_futility", ON)]),
    ("reverse_futility_margin", int(10), &[("reverse_futility", ON)]),
    ("razoring", ON, &[]),
    ("razor_max_depth", int(1), &[("razoring", ON)]),
    ("razor_margin", int(10), &[("razoring", ON)]),
    ("futility", ON, &[]),
    ("futility_max_depth", int(1), &[("futility", ON)]),
    ("futility_margin", int(10), &[("futility", ON)]),
    ("late_move_pruning", ON, &[]),
    ("late_move_max_depth", int(1), &[("late_move_pruning", ON)]),
    ("late_move_base", int(20), &[("late_move_pruning", ON)]),
    ("late_move_slope", int(20), &[("late_move_pruning", ON)]),
    ("late_move_square", int(100), &[("late_move_pruning", ON), ("late_move_slope", int(0))]),
    ("late_move_improving", int(100), IMPROVING),
    ("improving", ON, &[("late_move_pruning", ON), ("late_move_improving", int(100))]),
    ("reverse_futility_improving", int(30), IMPROVING),
    ("futility_reduced", ON, &[("futility", ON)]),
    ("futility_captures", ON, &[("futility", ON)]),
    ("poor_history", ON, POOR),
    ("poor_history_max_depth", int(1), POOR),
    ("poor_history_margin", int(500), POOR),
    ("see_pruning", ON, &[]),
    ("pv_pruning", ON, &[("late_move_pruning", ON)]),
    ("see_pruning_max_depth", int(1), &[("see_pruning", ON)]),
    ("see_pruning_captures", int(100), &[("see_pruning", ON)]),
    ("see_pruning_quiets", int(40), &[("see_pruning", ON)]),
    ("delta_exchanges", ON, &[("delta_pruning", ON)]),
    ("null_depth_divisor", int(3), &[]),
    ("null_eval_divisor", int(20), &[]),
    ("null_eval_most", int(1), &[("null_eval_divisor", int(5)), ("null_reduction", int(1))]),
    ("null_cut_only", ON, &[]),
    ("internal_reduction", ON, &[]),
    ("internal_reduction_min_depth", int(3), &[("internal_reduction", ON)]),
    ("internal_reduction_all", ON, &[("internal_reduction", ON)]),
    ("history_bonus_square", int(4), &[]),
    ("history_bonus_slope", int(100), &[]),
    ("history_bonus_offset", int(50), &[]),
    ("history_bonus_share", int(64), &[]),
    ("capture_history", ON, &[]),
    ("capture_history_divisor", int(16), &[("capture_history", ON)]),
    ("structure_history", ON, &[]),
    ("lmr_fractions", ON, &[]),
    ("lmr_continuation", ON, &[("continuation_history", int(2))]),
    ("lmr_improving", int(100), IMPROVING),
    ("lmr_known", int(100), REDUCED),
    ("lmr_exact", int(200), REDUCED),
    ("lmr_evasions", ON, REDUCED),
    ("lmr_checks", ON, REDUCED),
    ("lmr_check", int(100), REDUCED),
    ("lmr_captures", ON, REDUCED),
    ("lmr_deeper_margin", int(5), &[]),
    ("lmr_shallower_margin", int(20), REDUCED),
    ("lmr_cutoffs", int(100), &[]),
    ("lmr_cutoffs_from", int(0), &[("lmr_cutoffs", int(100))]),
    ("check_extension_see", ON, &[]),
    ("refined_evaluation", ON, &[]),
    ("correction_history", ON, &[]),
    ("correction_structure", int(100), CORRECTED),
    ("correction_move", int(100), CORRECTED),
    ("correction_rate", int(100), CORRECTED),
    ("probcut", ON, PROBCUT),
    ("probcut_min_depth", int(4), PROBCUT),
    ("probcut_margin", int(0), PROBCUT),
    ("probcut_reduction", int(1), PROBCUT),
    ("singular_extension", ON, SINGULAR),
    ("singular_min_depth", int(4), SINGULAR),
    ("singular_table_depth", int(1), SINGULAR),
    ("singular_margin", int(400), SINGULAR),
    ("singular_double", int(2), SINGULAR),
    ("singular_double_most", int(1), DOUBLE),
    ("singular_cutoff", ON, SINGULAR),
    ("singular_negative", int(1), SINGULAR),
];

/// Fields that have no meaning in xiangqi, or with a rare effect, see `tests/engine/gomoku_switches.rs`; whoever makes a
/// game gives it the evaluation, and 1 MiB is more than these searches fill.
const WITHOUT_EFFECT: &[&str] = &[
    "evaluation",
    "static_order",
    "threat_stages",
    "threat_doubles",
    "late_move_answers",
    "known_ends",
    "known_threats",
    "confirmation",
    "confirmation_nodes",
    "kill_plain_checks",
    "kill_defence",
    "table_mb",
];

/// Small fields are in [`every_value_of_a_small_field_makes_a_tree_of_its_own`].
#[test]
fn every_other_field_changes_some_search() {
    let seen = |config: &Config, fen: &str| {
        let (report, counters) = search(config, &position(fen), DEPTH);
        (report.mv, report.score, report.depth, report.nodes, counters)
    };
    for field in Config::fields().into_iter().filter(|field| every_value(field.domain, SMALL).is_empty()) {
        let otherwise = OTHERWISE.iter().find(|row| row.0 == field.name);
        let (value, base) = otherwise.map_or((input(field.neutral), &[][..]), |row| (row.1, row.2));
        let base = with(base);
        let mut changed = base.clone();
        changed.set(field.name, &value).unwrap();
        let expected = !WITHOUT_EFFECT.contains(&field.name);
        let changes = POSITIONS.iter().any(|fen| seen(&base, fen) != seen(&changed, fen));
        assert_eq!(changes, expected, "{} = {value}", field.name);
    }
}

/// Largest number of values of a "small" field, which is tested at all its values.
const SMALL: usize = 17;

/// Settings under which the values of a small field differ, where `OTHERWISE` has none that do.
const APART: [(&str, Settings); 4] = [
    ("history", &[("history_limit", int(64))]),
    ("null_officers", &[("null_material", int(0))]),
    ("path_scores", &[("repetition", int(2))]),
    (
        "defect",
        &[
            ("table", name("depth-preferred")),
            ("table_pv_cutoffs", ON),
            ("table_mb", int(1)),
            ("stop_on_mate", OFF),
            ("mate_distance", name("off")),
            ("null_move", OFF),
            ("lmr", OFF),
        ],
    ),
];

/// Values from which on a small field cannot matter in searches as short as these: the reduced search has no depth
/// left.
const BEYOND: [(&str, i64); 4] =
    [("null_reduction", 4), ("null_verification_reduction", 5), ("lmr_cut", 2), ("internal_deepening_reduction", 5)];

#[test]
fn every_value_of_a_small_field_makes_a_tree_of_its_own() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let mut places: Vec<Position> = POSITIONS.iter().map(|fen| position(fen)).collect();
    // A game that has come to the same position three times, so that the next repetition is the fourth.
    places.push(played(start, &["h0g2 h9g7 g2h0 g7h9"; 2].join(" ")));
    // A draw by repetition, a perpetual check and a mate by checks, each in reach.
    places.push(played("3a4R/5k3/3a5/9/7P1/7r1/R8/5A3/5K3/7r1 w", "a3b3 h0e0 b3a3 e0h0"));
    places.push(position("3R1a3/2c3r2/5k3/9/4P4/9/3p4C/3A5/9/4K4 b"));
    places.push(position("C2R1a3/9/3P1k3/9/9/5c3/9/9/4K4/9 w"));
    // Sides with any number of chariots, horses and cannons up to six.
    places.push(position("4k4/9/4b4/9/2h6/9/2R6/9/4N4/4K4 w"));
    places.push(position("2bak4/4a4/4b4/p3p3p/4c4/4C4/P3P3P/4B4/4A4/2BAK4 w"));
    let whole = places.iter().chain(&places[..4]).map(|at| (at, None));
    // Searches that a node limit interrupts during an iteration, too.
    let interrupted = (1..40).map(|i| (&places[i % 3], Some(500 * i as u64)));
    let searches: Vec<(&Position, Option<u64>)> = whole.chain(interrupted).collect();
    let mut same = Vec::new();
    // The quick size takes a third of the fields.
    let fields = Config::fields();
    let fields = fields.iter().filter(|field| !WITHOUT_EFFECT.contains(&field.name));
    for field in fields.step_by(sized(3, 1)) {
        let values = every_value(field.domain, SMALL);
        let base = APART.iter().find(|row| row.0 == field.name).map(|row| row.1);
        let base = base.or(OTHERWISE.iter().find(|row| row.0 == field.name).map(|row| row.2)).unwrap_or(&[]);
        let beyond = |i: usize| {
            let from = BEYOND.iter().find(|row| row.0 == field.name).map(|row| row.1);
            from.is_some_and(|from| matches!(values[i], FieldInput::Int(n) if n >= from))
        };
        // One table for all searches of a value, so that later ones meet the entries of earlier ones.
        let configs = values.iter().map(|value| with(&[base, &[(field.name, *value)]].concat()));
        let mut searchers: Vec<_> = configs.map(|config| Searcher::new(config).unwrap()).collect();
        let pairs: Vec<_> = (0..values.len()).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
        // Pairs of values whose searches were equal so far. Once no pair is left, further searches say nothing new.
        let mut equal = pairs.clone();
        for (at, nodes) in &searches {
            if equal.is_empty() {
                break;
            }
            let seen = |searcher: &mut Searcher| {
                let (limits, mut counters) = (Limits { nodes: *nodes, ..Limits::depth(DEPTH) }, Counters::default());
                let report = run(searcher, at, &limits, &mut counters);
                (report.mv, report.score, report.nodes, counters)
            };
            let seen: Vec<_> = searchers.iter_mut().map(seen).collect();
            equal.retain(|&(i, j)| seen[i] == seen[j]);
        }
        let wrong = pairs.into_iter().filter(|pair| equal.contains(pair) != beyond(pair.0));
        same.extend(wrong.map(|(i, j)| format!("{} = {} and {}", field.name, values[i], values[j])));
    }
    assert!(same.is_empty(), "the same trees, or not as expected:\n{}", same.join("\n"));
}

/// Extreme values: every one of a range's ends is searched with, alone, on top of everything.
#[test]
fn the_ends_of_every_range_are_searched() {
    for field in Config::fields() {
        // A table of 64 GiB would be a test of the machine.
        let huge = |value: &FieldInput| field.name == "table_mb" && *value != int(1);
        for value in extremes(field.domain).into_iter().filter(|value| !huge(value)) {
            let mut config = Config { null_in_pv: true, table_pv_cutoffs: true, lmr_min_moves: 1, ..usual() };
            config.set(field.name, &value).unwrap();
            for fen in &[POSITIONS[0], POSITIONS[5], POSITIONS[7]][..sized(1, 3)] {
                let at = position(fen);
                let (report, _) = search(&config, &at, 5);
                let line = report.pv.iter().try_fold(at.clone(), |at, &mv| at.play(mv));
                assert!(line.is_ok() && !report.pv.is_empty(), "{} = {value}: {report:?} {fen}", field.name);
            }
        }
    }
}
