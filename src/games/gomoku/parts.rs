//! What the evaluation is made of, counted again from the patterns.

use super::game::{WAITING, WITH_THE_MOVE};
use super::pattern::{Threat, VALUES, made};
use super::shapes::Gomoku;
use crate::game::{Game, Side};

/// What the stones of a side could make, and what that adds to an evaluation, from the side's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// By pattern: how often a stone on an empty point would make it in some direction, and the values of that, in
    /// quarters of a unit.
    pub patterns: [(u32, i32); made::COUNT],
    /// By threat: on how many points a stone makes it, and the bonus for being able to, in units.
    pub threats: [(u32, i32); Threat::COUNT],
}

impl<const RADIUS: usize> Gomoku<RADIUS> {
    /// The parts of the evaluation that a side contributes.
    ///
    /// The evaluation for the side to move is a quarter of the difference of the patterns' values, towards zero, and the
    /// difference of the bonuses.
    pub fn parts(&self, side: Side) -> Parts {
        let mut parts = Parts::default();
        for point in self.board().empty_points() {
            for pattern in self.patterns_of(point, side) {
                let (count, value) = &mut parts.patterns[pattern as usize];
                *count += 1;
                *value += VALUES[pattern as usize] as i32;
            }
            parts.threats[self.worth(point, side).threat as usize].0 += 1;
        }
        let bonuses = if side == self.side() { &WITH_THE_MOVE } else { &WAITING };
        for ((points, bonus), of) in parts.threats.iter_mut().zip(bonuses) {
            *bonus = if *points > 0 { *of } else { 0 };
        }
        parts
    }
}
