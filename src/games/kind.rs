//! The games by name, for whoever chooses one at run time.

use crate::error::{Error, Result};
use crate::game::{Move, Need, Side, Tactics};
use crate::games::{gomoku, xiangqi};

/// A game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Xiangqi.
    Xiangqi,
    /// Gomoku.
    Gomoku,
}

impl Kind {
    /// All games.
    pub const ALL: [Kind; 2] = [Kind::Xiangqi, Kind::Gomoku];

    /// The game's name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Xiangqi => "xiangqi",
            Kind::Gomoku => "gomoku",
        }
    }

    /// The game of a name.
    pub fn from_name(name: &str) -> Result<Kind> {
        let found = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| Error::unknown("game", name, &Kind::ALL.map(Kind::name)))
    }

    /// What heuristics may need and the game does not have, and why.
    pub const fn lacks(self) -> &'static [(Need, &'static str)] {
        match self {
            Kind::Xiangqi => xiangqi::Xiangqi::LACKS,
            Kind::Gomoku => gomoku::Gomoku::<2>::LACKS,
        }
    }

    /// Name of a player, the first to move in the usual start position being [`Side::First`].
    pub fn player_name(self, side: Side) -> &'static str {
        match self {
            Kind::Xiangqi => xiangqi::fen::player_name(side),
            Kind::Gomoku => gomoku::text::player_name(side),
        }
    }

    /// The player of a name.
    pub fn player(self, name: &str) -> Result<Side> {
        let [first, second] = [Side::First, Side::Second].map(|side| self.player_name(side));
        match name {
            _ if name == first => Ok(Side::First),
            _ if name == second => Ok(Side::Second),
            _ => Err(Error::Value(format!("side {name:?}: expected {first:?} or {second:?}"))),
        }
    }

    /// Whether a code is a move of some position of the game.
    pub fn is_move(self, mv: Move) -> bool {
        match self {
            Kind::Xiangqi => xiangqi::moves::is_move(mv),
            Kind::Gomoku => gomoku::board::is_move(mv),
        }
    }

    /// A move as text, `h2e2` or `h8`.
    pub fn move_name(self, mv: Move) -> String {
        match self {
            Kind::Xiangqi => xiangqi::moves::move_name(mv),
            Kind::Gomoku => gomoku::text::move_name(mv),
        }
    }
}
