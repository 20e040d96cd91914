//! Presets made for gomoku.

use super::*;
use crate::games::gomoku::Patterns;

/// The presets made for the game, in reading order.
pub(super) const PRESETS: &[Row] = &[
    (
        "report-first",
        |_| report_first(),
        "The first program of Song Zixing's report on gomoku (Report 4): alpha-beta in generation order.",
    ),
    (
        "report",
        |_| report(),
        "The last program of Song Zixing's report on gomoku (Report 4): moves ordered by point scores, the best 15 searched (16 in its code), kill search at the horizon.",
    ),
    (
        "leafwalk",
        |_| leafwalk(),
        "Alpha-beta of the open-source gomoku tutorial by game trees, with the transposition table of its part 6: entries that are too deep are walked to a leaf of the depth wanted.",
    ),
];

/// The preset `boyi` for gomoku: [`by_patterns`] with what pays under the network's evaluation and its order of moves.
/// Screenings by games chose it, see `docs/road.md`.
pub(super) fn boyi() -> Config {
    Config {
        aspiration: 12,
        history_limit: 2048,
        history_bonus_square: 4,
        static_order: 96,
        width: 24,
        threat_doubles: true,
        known_threats: true,
        kill_nodes: 70,
        kill_plain_checks: 1,
        forced_replies: true,
        singular_extension: true,
        singular_margin: 250,
        singular_cutoff: true,
        reverse_futility_margin: 10,
        razoring: true,
        razor_margin: 60,
        internal_reduction: true,
        internal_reduction_all: true,
        lmr_divisor: 140,
        lmr_history: 0,
        lmr_exact: 100,
        lmr_evasions: true,
        lmr_checks: true,
        lmr_noisy: true,
        late_move_noisy: true,
        late_move_answers: true,
        ..by_patterns()
    }
}

/// The preset `boyi-classic` for gomoku.
pub(super) fn classic() -> Config {
    by_hand(by_patterns())
}

/// A search of gomoku with the evaluation by patterns. Null moves and quiescence do not pay in gomoku, because a tempo
/// decides the game; kill search and pruning of late moves do.
fn by_patterns() -> Config {
    Config {
        pvs: true,
        iterative: true,
        stop_on_mate: true,
        aspiration: 25,
        keep_interrupted: true,
        mate_distance: MateDistance::Full,
        table: TableUse::Bucket,
        table_mates: true,
        hash_move: true,
        root_hash_move: true,
        history: HistoryUse::Gravity,
        static_order: 32,
        width: 16,
        threat_stages: true,
        known_ends: true,
        confirmation: true,
        horizon_evasions: true,
        kill_horizon: KillUse::Checks,
        kill_nodes: 100,
        single_reply_extension: true,
        reverse_futility: true,
        reverse_futility_max_depth: 6,
        reverse_futility_margin: 25,
        late_move_pruning: true,
        late_move_max_depth: 64,
        lmr: true,
        lmr_base: 100,
        lmr_history: 4096,
        ..Config::neutral()
    }
}

/// Song Zixing's first program. Its evaluation recognizes fives and open fours, which here is `known_ends`.
/// Unlike the program it deepens iteratively, so that limits of nodes and time work too.
fn report_first() -> Config {
    Config {
        evaluation: EvaluationName::of::<Patterns>(),
        iterative: true,
        stop_on_mate: true,
        known_ends: true,
        confirmation: true,
        ..Config::neutral()
    }
}

fn report() -> Config {
    Config {
        fail_hard: true,
        table: TableUse::Always,
        table_leaves: true,
        table_pv_cutoffs: true,
        hash_move: true,
        static_order: 1,
        width: 15,
        kill_horizon: KillUse::Threats,
        kill_plies: 6,
        ..report_first()
    }
}

fn leafwalk() -> Config {
    Config {
        evaluation: EvaluationName::of::<Patterns>(),
        iterative: true,
        stop_on_mate: true,
        table: TableUse::Always,
        table_layout: Layout::LeafWalk,
        table_pv_cutoffs: true,
        hash_move: true,
        root_hash_move: true,
        mvv_lva: true,
        ..Config::neutral()
    }
}
