//! Presets: named configurations of the search. The file of a game offers `boyi()` and `classic()`, its configurations of
//! the presets `boyi` and `boyi-classic`, and `PRESETS`, the presets made for the game.

mod connect4;
mod gomoku;
mod xiangqi;

use crate::error::{Error, hint};
use crate::games::{GameKind, for_all_games};
use crate::search::config::*;

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

/// Name, configuration and description of a preset.
type Row = (&'static str, fn(GameKind) -> Config, &'static str);

/// The presets made for every game.
const EVERYWHERE: &[Row] = &[
    ("boyi", boyi, "boyi's default: the heuristics that make it strongest in the game."),
    ("boyi-classic", classic, "The preset boyi with a hand-written evaluation in place of a network."),
    ("plain", |_| by_hand(Config::neutral()), "Fail-soft alpha-beta in generation order alone."),
];

macro_rules! of_games {
    ($($(#[$doc:meta])* $Game:ident = $file:ident,)+) => {
        /// Every preset, in reading order.
        pub fn presets() -> impl Iterator<Item = Preset> {
            let lists = [(None, EVERYWHERE), $((Some(GameKind::$Game), $file::PRESETS)),+];
            lists.into_iter().flat_map(|(home, rows)| {
                rows.iter().map(move |&(name, make, description)| Preset { name, description, home, make })
            })
        }

        fn boyi(kind: GameKind) -> Config {
            match kind { $(GameKind::$Game => $file::boyi(),)+ }
        }

        fn classic(kind: GameKind) -> Config {
            match kind { $(GameKind::$Game => $file::classic(),)+ }
        }
    };
}
for_all_games!(of_games!);

/// The preset with a name. The error for an unknown name suggests the nearest one.
pub fn named(name: &str) -> Result<Preset, Error> {
    presets().find(|preset| preset.name == name).ok_or_else(|| {
        let known: Vec<&str> = presets().map(|preset| preset.name).collect();
        let hint = hint(name, known.iter().copied());
        Error::Value(format!("no preset is called {name:?}, known are {known:?}{hint}"))
    })
}

/// The configuration of a preset, by name, for a game; `None` is the game that the preset was made for, or else the default
/// game. The error for an unknown name suggests the nearest one.
pub fn preset(name: &str, kind: impl Into<Option<GameKind>>) -> Result<Config, Error> {
    let preset = named(name)?;
    Ok(preset.config(kind.into().or(preset.home).unwrap_or(GameKind::DEFAULT)))
}

/// A configuration with the evaluation whose values were set by hand.
fn by_hand(config: Config) -> Config {
    Config { evaluation: EvaluationName::BY_HAND, ..config }
}
