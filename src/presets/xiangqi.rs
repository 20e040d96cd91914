//! Presets made for xiangqi.

use super::*;
use crate::games::xiangqi::{Classic, PieceSquare};

/// The presets made for the game, in reading order.
pub(super) const PRESETS: &[Row] = &[
    (
        "wizard-alphabeta",
        |_| wizard_alphabeta(),
        "The alpha-beta chapter of the XiangQi Wizard tutorial: iterative deepening and history heuristic.",
    ),
    (
        "wizard-quiescence",
        |_| wizard_quiescence(),
        "The quiescence chapter of the XiangQi Wizard tutorial (Royhoo, part 6): adds quiescence, check extension, repetition and null move.",
    ),
    (
        "wizard-table",
        |_| wizard_table(),
        "The hash table chapter of the XiangQi Wizard tutorial (zhangxiny, part 5): adds a transposition table, killers, staged moves and single-reply extension.",
    ),
    (
        "wizard",
        |_| wizard(),
        "The XiangQi Wizard tutorial with the improvements that it announces: principal variation search, verified null moves, a random choice among nearly equal root moves, stored lines checked for repetition; give the Searcher a book for its opening book.",
    ),
    (
        "fruit",
        |_| fruit(),
        "The search of Fruit 2.1, as its source has it. Different here: boyi's evaluation, on whose scale a chariot is worth 200; draws and wins by repetition are not taken from the table, since in xiangqi they depend on the path; pawns near promotion are not extended; null moves count chariots, horses and cannons as pieces; buckets of the table do not overlap.",
    ),
    (
        "crafty",
        |_| crafty(),
        "The preset fruit without what its published analysis misses in Crafty: single bounds, PV nodes treated as others by table and null move, null moves with three officers or more and never two in a row, no checks in quiescence, no history pruning.",
    ),
    (
        "toga",
        |_| toga(),
        "The search of Toga II 1.2.1a, as its source has it: the preset fruit with a narrow window for the first root move, futility, moves skipped by history, delta pruning, more checks and captures in PV nodes, and null moves whatever the evaluation. Different here, besides what fruit says: no move is skipped by history while the node's best score is a loss.",
    ),
];

/// The preset `boyi` for xiangqi: [`full_width`] with what prunes and reduces. Screenings and tunings by games chose what
/// is on and its numbers, see `docs/road.md`.
pub(super) fn boyi() -> Config {
    Config {
        improving: true,
        null_move: true,
        null_reduction: 3,
        null_depth_divisor: 4,
        null_eval_divisor: 25,
        null_min_depth: 2,
        null_material: 200,
        null_eval: true,
        null_verification: true,
        null_verification_reduction: 3,
        reverse_futility: true,
        reverse_futility_max_depth: 10,
        reverse_futility_margin: 15,
        reverse_futility_improving: 15,
        razoring: true,
        razor_margin: 60,
        futility: true,
        futility_max_depth: 6,
        futility_margin: 25,
        futility_reduced: true,
        futility_captures: true,
        late_move_pruning: true,
        late_move_slope: 0,
        late_move_square: 100,
        late_move_improving: 40,
        poor_history: true,
        poor_history_margin: 3000,
        see_pruning: true,
        see_pruning_captures: 22,
        see_pruning_quiets: 7,
        internal_reduction: true,
        internal_reduction_min_depth: 3,
        lmr: true,
        lmr_history: 4096,
        lmr_cut: 1,
        lmr_fractions: true,
        lmr_captures: true,
        ..full_width()
    }
}

/// The preset `boyi-classic` for xiangqi.
pub(super) fn classic() -> Config {
    Config { evaluation: EvaluationName::of::<Classic>(), ..boyi() }
}

/// The window, the iterations, the table, the order of moves, quiescence and the extensions of the preset `boyi`.
fn full_width() -> Config {
    Config {
        correction_history: true,
        pvs: true,
        mate_distance: MateDistance::Full,
        iterative: true,
        stop_on_mate: true,
        aspiration: 8,
        keep_interrupted: true,
        table: TableUse::Bucket,
        table_mates: true,
        stored_evaluation: true,
        refined_evaluation: true,
        path_scores: PathScores::Tutorial,
        hash_move: true,
        root_hash_move: true,
        internal_deepening_min_depth: 3,
        internal_deepening_reduction: 2,
        mvv_lva: true,
        capture_history: true,
        see_captures: true,
        qsearch_see: true,
        qsearch_see_checks: true,
        killers: 2,
        counter_moves: true,
        history: HistoryUse::Gravity,
        history_bonus_square: 0,
        history_bonus_slope: 150,
        history_bonus_offset: 70,
        continuation_history: 3,
        quiescence: true,
        qsearch_evasions: true,
        qsearch_mvv_lva: true,
        qsearch_table: QuiescenceTable::Evaluation,
        check_plies: 2,
        delta_pruning: true,
        delta_margin: 15,
        delta_exchanges: true,
        check_extension: true,
        check_extension_see: true,
        single_reply_extension: true,
        repetition: 1,
        repetition_scope: RepetitionScope::Tree,
        move_limit: true,
        ..Config::neutral()
    }
}

fn wizard_alphabeta() -> Config {
    Config {
        evaluation: EvaluationName::of::<PieceSquare>(),
        iterative: true,
        stop_on_mate: true,
        history: HistoryUse::DepthSquared,
        history_on_alpha: true,
        ..Config::neutral()
    }
}

fn wizard_quiescence() -> Config {
    Config {
        mate_distance: MateDistance::Quiescence,
        quiescence: true,
        qsearch_evasions: true,
        qsearch_mvv_lva: true,
        qsearch_floor: 10,
        qsearch_home_floor: 20,
        check_extension: true,
        null_move: true,
        null_reduction: 2,
        null_material: 200,
        null_in_pv: true,
        repetition: 1,
        draw_score: 20,
        ..wizard_alphabeta()
    }
}

fn wizard_table() -> Config {
    Config {
        table: TableUse::DepthPreferred,
        table_mates: true,
        table_pv_cutoffs: true,
        path_scores: PathScores::Tutorial,
        hash_move: true,
        killers: 2,
        single_reply_extension: true,
        ..wizard_quiescence()
    }
}

fn wizard() -> Config {
    Config {
        pvs: true,
        null_verification: true,
        null_verified_material: 400,
        root_margin: 8,
        path_scores: PathScores::Chain,
        ..wizard_table()
    }
}

/// Fruit 2.1. Depths and plies are the program's; evaluations are 0.4 times the program's, whose rook is worth 500 where
/// boyi's chariot is worth about 200. `tests/engine/presets.rs` has a row for every field.
fn fruit() -> Config {
    Config {
        evaluation: EvaluationName::of::<PieceSquare>(),
        pvs: true,
        iterative: true,
        single_move_depth: 4,
        root_sort: RootSort::All,
        root_exact: true,
        keep_interrupted: true,
        mate_distance: MateDistance::Full,
        table: TableUse::AgedBucket,
        table_layout: Layout::TwoBound,
        table_mates: true,
        table_root: false,
        table_renewal: true,
        path_scores: PathScores::Tutorial,
        pv_writeback: true,
        hash_move: true,
        root_hash_move: true,
        internal_deepening: true,
        internal_deepening_min_depth: 3,
        internal_deepening_reduction: 2,
        mvv_lva: true,
        see_captures: true,
        killers: 2,
        killers_in_check: true,
        history: HistoryUse::Halved,
        history_limit: 16_384,
        history_on_alpha: true,
        history_by_piece: true,
        history_per_search: true,
        quiescence: true,
        qsearch_evasions: true,
        qsearch_mvv_lva: true,
        qsearch_see: true,
        qsearch_see_checks: true,
        check_plies: 1,
        check_plies_skip_evasions: true,
        check_extension: true,
        single_reply_extension: true,
        recapture_extension: Recaptures::Winning,
        null_move: true,
        null_reduction: 3,
        null_min_depth: 2,
        null_eval: true,
        null_eval_depth: 4,
        null_officers: 1,
        null_below_mate: true,
        null_store: true,
        null_twice: true,
        null_verification: true,
        null_verified_material: 8000,
        null_verified_officers: 1,
        null_verified_min_depth: 6,
        null_verification_reduction: 5,
        null_verification_bare: true,
        history_pruning: 60,
        history_pruning_all: true,
        lmr_min_depth: 3,
        lmr_min_moves: 3,
        lmr_in_pv: false,
        lmr_quiet_stage: true,
        repetition: 1,
        move_limit: true,
        ..Config::neutral()
    }
}

/// What the analysis of Fruit 2.1 holds against Crafty; all else is Fruit's.
fn crafty() -> Config {
    Config {
        table_layout: Layout::Single,
        table_pv_cutoffs: true,
        check_plies: 0,
        check_plies_skip_evasions: false,
        qsearch_see_checks: false,
        null_eval: false,
        null_eval_depth: 0,
        null_officers: 3,
        null_below_mate: false,
        null_in_pv: true,
        null_twice: false,
        null_verification: false,
        history_pruning: 0,
        history_pruning_all: false,
        ..fruit()
    }
}

/// Toga II 1.2.1a, which is Fruit 2.1 with changes.
fn toga() -> Config {
    Config {
        aspiration: 16,
        aspiration_min_depth: 2,
        aspiration_first_move: true,
        internal_deepening_half: true,
        killers_above: true,
        check_plies_pv: 1,
        delta_pruning: true,
        delta_margin: 20,
        recapture_extension: Recaptures::All,
        capture_extension: 6,
        null_eval: false,
        null_eval_depth: 0,
        null_verified_officers: 6,
        futility: true,
        futility_max_depth: 2,
        futility_margin: 40,
        futility_growth: 40,
        futility_spares_checks: true,
        futility_raises: true,
        history_pruning: 70,
        history_skip: 4,
        ..fruit()
    }
}
