//! Presets: named configurations of the search.

mod connect4;
mod gomoku;

use crate::error::{Error, hint};
use crate::games::GameKind;
use crate::games::xiangqi::{Classic, PieceSquare};
use crate::search::config::*;
use gomoku::{boyi_gomoku, classic_gomoku, leafwalk, report, report_first};

/// A named configuration.
pub struct Preset {
    /// Name by which users select the preset.
    pub name: &'static str,
    /// What the preset is, and where it differs from its source.
    pub description: &'static str,
    /// The game that the preset was made for, if any. Every preset can be used for any game.
    pub home: Option<GameKind>,
    make: fn(GameKind) -> Config,
}

impl Preset {
    /// The configuration for a game. Only `boyi` and `boyi-classic` have different fields for each game; a preset made for
    /// one game uses the evaluation by hand in the others.
    pub fn config(&self, kind: GameKind) -> Config {
        let config = (self.make)(kind);
        let abroad = self.home.is_some_and(|home| home != kind);
        if abroad { by_hand(config) } else { config }
    }
}

const fn preset_of(
    name: &'static str,
    home: Option<GameKind>,
    make: fn(GameKind) -> Config,
    description: &'static str,
) -> Preset {
    Preset { name, description, home, make }
}

const XIANGQI: Option<GameKind> = Some(GameKind::Xiangqi);
const GOMOKU: Option<GameKind> = Some(GameKind::Gomoku);

/// Every preset, in reading order.
pub const PRESETS: [Preset; 13] = [
    preset_of("boyi", None, boyi, "boyi's default: the heuristics that make it strongest in the game."),
    preset_of(
        "boyi-classic",
        None,
        boyi_classic,
        "The preset boyi with a hand-written evaluation in place of a network.",
    ),
    preset_of("plain", None, |_| by_hand(Config::neutral()), "Fail-soft alpha-beta in generation order alone."),
    preset_of(
        "wizard-alphabeta",
        XIANGQI,
        |_| wizard_alphabeta(),
        "The alpha-beta chapter of the XiangQi Wizard tutorial: iterative deepening and history heuristic.",
    ),
    preset_of(
        "wizard-quiescence",
        XIANGQI,
        |_| wizard_quiescence(),
        "The quiescence chapter of the XiangQi Wizard tutorial (Royhoo, part 6): adds quiescence, check extension, repetition and null move.",
    ),
    preset_of(
        "wizard-table",
        XIANGQI,
        |_| wizard_table(),
        "The hash table chapter of the XiangQi Wizard tutorial (zhangxiny, part 5): adds a transposition table, killers, staged moves and single-reply extension.",
    ),
    preset_of(
        "wizard",
        XIANGQI,
        |_| wizard(),
        "The XiangQi Wizard tutorial with the improvements that it announces: principal variation search, verified null moves, a random choice among nearly equal root moves, stored lines checked for repetition; give the Searcher a book for its opening book.",
    ),
    preset_of(
        "fruit",
        XIANGQI,
        |_| fruit(),
        "The search of Fruit 2.1, as its source has it. Different here: boyi's evaluation, on whose scale a chariot is worth 200; draws and wins by repetition are not taken from the table, since in xiangqi they depend on the path; pawns near promotion are not extended; null moves count chariots, horses and cannons as pieces; buckets of the table do not overlap.",
    ),
    preset_of(
        "crafty",
        XIANGQI,
        |_| crafty(),
        "The preset fruit without what its published analysis misses in Crafty: single bounds, PV nodes treated as others by table and null move, null moves with three officers or more and never two in a row, no checks in quiescence, no history pruning.",
    ),
    preset_of(
        "toga",
        XIANGQI,
        |_| toga(),
        "The search of Toga II 1.2.1a, as its source has it: the preset fruit with a narrow window for the first root move, futility, moves skipped by history, delta pruning, more checks and captures in PV nodes, and null moves whatever the evaluation. Different here, besides what fruit says: no move is skipped by history while the node's best score is a loss.",
    ),
    preset_of(
        "report-first",
        GOMOKU,
        |_| report_first(),
        "The first program of Song Zixing's report on gomoku (Report 4): alpha-beta in generation order.",
    ),
    preset_of(
        "report",
        GOMOKU,
        |_| report(),
        "The last program of Song Zixing's report on gomoku (Report 4): moves ordered by point scores, the best 15 searched (16 in its code), kill search at the horizon.",
    ),
    preset_of(
        "leafwalk",
        GOMOKU,
        |_| leafwalk(),
        "Alpha-beta of the open-source gomoku tutorial by game trees, with the transposition table of its part 6: entries that are too deep are walked to a leaf of the depth wanted.",
    ),
];

/// The game that a preset is resolved for if the user names none: the one it was made for, or else xiangqi.
pub fn home(name: &str) -> GameKind {
    PRESETS.iter().find(|p| p.name == name).and_then(|p| p.home).unwrap_or(GameKind::Xiangqi)
}

/// The configuration of a preset, by name, for a game. The error for an unknown name suggests the nearest one.
pub fn preset(name: &str, kind: GameKind) -> Result<Config, Error> {
    let names = || PRESETS.iter().map(|p| p.name);
    match PRESETS.iter().find(|p| p.name == name) {
        Some(preset) => Ok(preset.config(kind)),
        None => {
            let known: Vec<&str> = names().collect();
            Err(Error::Value(format!("no preset is called {name:?}, known are {known:?}{}", hint(name, names()))))
        }
    }
}

/// A configuration with the evaluation whose values were set by hand.
fn by_hand(config: Config) -> Config {
    Config { evaluation: EvaluationName::BY_HAND, ..config }
}

fn boyi(kind: GameKind) -> Config {
    match kind {
        GameKind::Xiangqi => Config::default(),
        GameKind::Gomoku => boyi_gomoku(),
        GameKind::Connect4 => connect4::boyi(),
    }
}

fn boyi_classic(kind: GameKind) -> Config {
    match kind {
        GameKind::Xiangqi => Config { evaluation: EvaluationName::of::<Classic>(), ..boyi(kind) },
        GameKind::Gomoku => by_hand(classic_gomoku()),
        GameKind::Connect4 => by_hand(connect4::boyi()),
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
