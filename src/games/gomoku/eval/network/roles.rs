//! The roles of players, each with weights of its own in a network: one for each rule of the game, and in renju, where
//! only black has forbidden points, one for each colour.

use crate::game::Side;
use crate::games::gomoku::board::Rule;

/// Names of the roles, by number.
pub const NAMES: [&str; ROLES] = ["freestyle", "standard", "renju-black", "renju-white"];

/// Number of roles.
pub const ROLES: usize = 4;

/// The role of a side under a rule.
pub const fn role(rule: Rule, side: Side) -> usize {
    match (rule, side) {
        (Rule::Freestyle, _) => 0,
        (Rule::Standard, _) => 1,
        (Rule::Renju, Side::First) => 2,
        (Rule::Renju, Side::Second) => 3,
    }
}
