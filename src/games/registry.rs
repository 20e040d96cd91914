//! The list of games, for code that selects a game at run time.
//!
//! A game is a folder of `games` with its line in [`for_all_games`]. The folder offers:
//!
//! * `SHEET`, a [`Sheet`] with the facts about the game as a whole;
//! * `Position`, an immutable position, with the methods that `src/py` calls on a position of any game;
//! * `AnyEvaluator`, `AnyGame` and the macro `with_any!`, which [`evaluations`](super::evaluations) makes from the list
//!   of evaluations; the macro `with_played!` and the function `played`, which that list needs, are written by hand;
//! * `bench`, the positions of the bench.
//!
//! The game's Python class is in `src/py`, in a file of the game's name; `src/py/any.rs` calls its functions.

use crate::error::{Error, Result};
use crate::game::{Feature, Force, Move, Side};

/// Calls a macro with its own arguments followed by the list of games: variant of [`GameKind`], and folder.
macro_rules! for_all_games {
    ($next:ident! $($before:tt)*) => {
        $next! {
            $($before)*
            /// Xiangqi, Chinese chess.
            Xiangqi = xiangqi,
            /// Gomoku, five in a row.
            Gomoku = gomoku,
            /// Connect Four.
            Connect4 = connect4,
        }
    };
}
pub(crate) use for_all_games;

/// Facts about a game as a whole.
pub struct Sheet {
    /// The game's name.
    pub name: &'static str,
    /// Names of the players, the first to move in the usual start position first.
    pub players: [&'static str; 2],
    /// Features of the game that heuristics may need.
    pub has: &'static [Feature],
    /// Names and descriptions of the game's evaluations; the first is the default.
    pub evaluations: &'static [(&'static str, &'static str)],
    /// Kinds of forcing moves of kill search, by the names that players of the game use.
    pub forces: &'static [(&'static str, Force)],
    /// Whether a code is a move in some position of the game.
    pub is_move: fn(Move) -> bool,
    /// A move as an example of the game's texts.
    pub example: &'static str,
    /// A move as text, such as `h2e2`, `h8` or `d`.
    pub move_name: fn(Move) -> String,
    /// The move with such a text, in some position of the game.
    pub named_move: fn(&str) -> Option<Move>,
    /// Names of the square that a move leaves, if any, and of the square that it enters.
    pub squares: fn(Move) -> (Option<String>, String),
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $Game:ident = $folder:ident,)+) => {
        /// A game, chosen at run time.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum GameKind { $($(#[$doc])* $Game,)+ }

        impl GameKind {
            /// All games.
            pub const ALL: [GameKind; [$(stringify!($Game)),+].len()] = [$(GameKind::$Game),+];

            /// The facts about the game as a whole.
            pub const fn sheet(self) -> &'static Sheet {
                match self { $(GameKind::$Game => &crate::games::$folder::SHEET,)+ }
            }
        }
    };
}
for_all_games!(kinds!);

impl GameKind {
    /// The game that is meant where a user names none and a preset was made for every game.
    pub const DEFAULT: GameKind = GameKind::ALL[0];

    /// The game's name.
    pub const fn name(self) -> &'static str {
        self.sheet().name
    }

    /// The game with a name; an error for an unknown name.
    pub fn from_name(name: &str) -> Result<GameKind> {
        let found = GameKind::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| Error::unknown("game", name, &GameKind::ALL.map(GameKind::name)))
    }

    /// Name of a player, the first to move in the usual start position being [`Side::First`].
    pub const fn player_name(self, side: Side) -> &'static str {
        self.sheet().players[side.index()]
    }

    /// The player with a name; an error for an unknown name.
    pub fn player(self, name: &str) -> Result<Side> {
        let [first, second] = self.sheet().players;
        match name {
            _ if name == first => Ok(Side::First),
            _ if name == second => Ok(Side::Second),
            _ => Err(Error::Value(format!("side {name:?}: expected {first:?} or {second:?}"))),
        }
    }

    /// Names of the game's evaluations; the first is the default.
    pub fn evaluations(self) -> Vec<&'static str> {
        self.sheet().evaluations.iter().map(|&(name, _)| name).collect()
    }

    /// Why a field that needs a feature has no effect in the game.
    pub fn lack(self, feature: Feature) -> String {
        format!("{} has no {}", self.name(), feature.text())
    }

    /// A move as text, such as `h2e2`, `h8` or `d`.
    pub fn move_name(self, mv: Move) -> String {
        (self.sheet().move_name)(mv)
    }
}
