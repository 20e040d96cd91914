//! Named configurations.

use super::config::*;
use crate::error::{Error, hint};

type Make = fn() -> Config;

/// Names, makers and a sentence each, in reading order.
pub const PRESETS: [(&str, Make, &str); 6] = [
    ("boyi", Config::default, "Everything boyi has, switched on sensibly."),
    ("plain", Config::neutral, "Fail-soft alpha-beta in generation order to a fixed depth, nothing else."),
    ("wizard-alphabeta", wizard_alphabeta, "The tutorial's alpha-beta chapter: iterative deepening and history."),
    ("wizard-quiescence", wizard_quiescence, "Its next chapter: quiescence, check extension, repetition, null move."),
    ("wizard-table", wizard_table, "And the next: transposition table, killers, staged moves, single replies."),
    ("leafwalk", leafwalk, "A gomoku tutorial's alpha-beta with its table: deep entries are walked to shallow leaves."),
];

/// The preset of a name; an unknown one is an error that suggests the nearest.
pub fn preset(name: &str) -> Result<Config, Error> {
    let names = || PRESETS.iter().map(|p| p.0);
    match PRESETS.iter().find(|p| p.0 == name) {
        Some((_, make, _)) => Ok(make()),
        None => {
            let known: Vec<&str> = names().collect();
            Err(Error::Value(format!("no preset is called {name:?}, known are {known:?}{}", hint(name, names()))))
        }
    }
}

fn wizard_alphabeta() -> Config {
    Config {
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

/// The table is asked first and the board second: its move, then the moves that matter at once, best first.
fn leafwalk() -> Config {
    Config {
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
