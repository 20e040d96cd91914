//! The roles of players that a network tells apart: by the rule of the game, and in renju, whose rule forbids points to
//! black only, by colour.

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
