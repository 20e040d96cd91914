//! Presets made for Connect Four.

use super::*;

/// No preset is made for the game alone.
pub(super) const PRESETS: &[Row] = &[];

/// The preset `boyi` for Connect Four: what searches fastest to the end of the game, with exact heuristics alone beside the
/// wins that are visible on the board, so that a score of mate is the value of the game.
pub(super) fn boyi() -> Config {
    Config {
        pvs: true,
        iterative: true,
        stop_on_mate: true,
        keep_interrupted: true,
        mate_distance: MateDistance::Full,
        table: TableUse::Bucket,
        table_mates: true,
        hash_move: true,
        root_hash_move: true,
        killers: 2,
        history: HistoryUse::Gravity,
        static_order: 32,
        known_ends: true,
        single_reply_extension: true,
        ..Config::neutral()
    }
}

/// The preset `boyi-classic` for Connect Four.
pub(super) fn classic() -> Config {
    by_hand(boyi())
}
