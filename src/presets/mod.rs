//! Presets: named configurations of the search.

mod connect4;
mod gomoku;
mod xiangqi;

use crate::error::{Error, hint};
use crate::games::GameKind;
use crate::search::config::*;
use gomoku::{boyi_gomoku, classic_gomoku, leafwalk, report, report_first};
use xiangqi::*;

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
        GameKind::Xiangqi => boyi_xiangqi(),
        GameKind::Gomoku => boyi_gomoku(),
        GameKind::Connect4 => connect4::boyi(),
    }
}

fn boyi_classic(kind: GameKind) -> Config {
    match kind {
        GameKind::Xiangqi => {
            Config { evaluation: EvaluationName::of::<crate::games::xiangqi::Classic>(), ..boyi(kind) }
        }
        GameKind::Gomoku => by_hand(classic_gomoku()),
        GameKind::Connect4 => by_hand(connect4::boyi()),
    }
}
