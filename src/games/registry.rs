//! The list of games, for whoever chooses one at run time.
//!
//! A game is a folder of `games` with its line in [`for_all_games`]. The folder offers:
//!
//! * `SHEET`, what is said of the game as a whole, a [`Sheet`];
//! * `Position`, a position as a value, with the methods that those of the other games have;
//! * `AnyEvaluator`, an evaluator of the game; `AnyGame`, a game that a search can play, and `with_any!`, which opens it;
//!   `with_plain!` opens a game of the default evaluation;
//! * `bench`, the positions of the signature.
//!
//! The Python classes need more of their own: how moves are read, and what a position is set up from (`src/py/any.rs`).

use crate::error::{Error, Result};
use crate::game::{Force, Move, Need, Side};

/// Hands the list of games to a macro, after what is given besides: the game's variant in [`GameKind`], and its folder.
macro_rules! for_all_games {
    ($next:ident! $($before:tt)*) => {
        $next! {
            $($before)*
            /// Xiangqi, Chinese chess.
            Xiangqi = xiangqi,
            /// Gomoku, five in a row.
            Gomoku = gomoku,
        }
    };
}
pub(crate) use for_all_games;

/// What is said of a game as a whole.
pub struct Sheet {
    /// The game's name.
    pub name: &'static str,
    /// Names of the players, the first to move in the usual start position first.
    pub players: [&'static str; 2],
    /// What heuristics may need and the game does not have, and why.
    pub lacks: &'static [(Need, &'static str)],
    /// Names of the evaluations and what they are; the first is the game's own.
    pub evaluations: &'static [(&'static str, &'static str)],
    /// Forces of kill search by the names that the game's players know.
    pub forces: &'static [(&'static str, Force)],
    /// Whether a code is a move of some position of the game.
    pub is_move: fn(Move) -> bool,
    /// A move as text, `h2e2` or `h8`.
    pub move_name: fn(Move) -> String,
    /// Names of the square that a move leaves, if any, and of the one that it enters.
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

            /// What is said of the game as a whole.
            pub const fn sheet(self) -> &'static Sheet {
                match self { $(GameKind::$Game => &crate::games::$folder::SHEET,)+ }
            }
        }
    };
}
for_all_games!(kinds!);

impl GameKind {
    /// The game's name.
    pub const fn name(self) -> &'static str {
        self.sheet().name
    }

    /// The game of a name.
    pub fn from_name(name: &str) -> Result<GameKind> {
        let found = GameKind::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| Error::unknown("game", name, &GameKind::ALL.map(GameKind::name)))
    }

    /// Name of a player, the first to move in the usual start position being [`Side::First`].
    pub const fn player_name(self, side: Side) -> &'static str {
        self.sheet().players[side.index()]
    }

    /// The player of a name.
    pub fn player(self, name: &str) -> Result<Side> {
        let [first, second] = self.sheet().players;
        match name {
            _ if name == first => Ok(Side::First),
            _ if name == second => Ok(Side::Second),
            _ => Err(Error::Value(format!("side {name:?}: expected {first:?} or {second:?}"))),
        }
    }

    /// Names of the game's evaluations; the first is its own.
    pub fn evaluations(self) -> Vec<&'static str> {
        self.sheet().evaluations.iter().map(|&(name, _)| name).collect()
    }

    /// A move as text, `h2e2` or `h8`.
    pub fn move_name(self, mv: Move) -> String {
        (self.sheet().move_name)(mv)
    }
}
