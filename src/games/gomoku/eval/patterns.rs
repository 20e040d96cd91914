//! An evaluation from what stones on the empty points would make: values of patterns and bonuses for threats.

use super::{GomokuEvaluator, Stone};
use crate::evaluator::Evaluator;
use crate::game::Side;
use crate::games::gomoku::pattern::{Threat, VALUES, made};
use crate::games::gomoku::shapes::Shapes;

/// Worth of being able to make a threat, by threat, for the side to move; from the same regression as the patterns'
/// values.
const WITH_THE_MOVE: [i32; Threat::COUNT] = [0, 21, 13, 58, 0, 0, 0];
/// Worth of being able to make a threat for the side that waits.
const WAITING: [i32; Threat::COUNT] = [0, 12, 22, 34, 21, 86, 0];

/// A quarter of the values of all patterns that a side could make less those of the opponent, and bonuses for the
/// threats that each side could make.
///
/// It keeps no state. The game counts the threats of every point for its rules of search, and the value of a point stands
/// in the eight bytes that tell its threat: summed up apart, every changed pattern would be looked up twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Patterns;

impl<const RADIUS: usize> Evaluator<Shapes<RADIUS>> for Patterns {
    type State = ();
    type Undo = ();

    fn weights(&self) -> u32 {
        let weights = VALUES.iter().map(|&value| value as i32).chain(WITH_THE_MOVE).chain(WAITING);
        crc32fast::hash(&weights.flat_map(i32::to_le_bytes).collect::<Vec<u8>>())
    }

    fn refresh(&self, _: &Shapes<RADIUS>) {}

    #[inline(always)]
    fn update(&self, _: &mut (), _: &Shapes<RADIUS>, _: Stone<'_>) {}

    #[inline(always)]
    fn undo(&self, _: &mut (), _: ()) {}

    #[inline(always)]
    fn value(&self, _: &(), shapes: &Shapes<RADIUS>, side: Side) -> i32 {
        let (us, sums) = (side.index(), shapes.sums());
        let bonus = |side: usize, of: &[i32; Threat::COUNT]| -> i32 {
            sums.threats[side].iter().zip(of).map(|(&count, bonus)| (count > 0) as i32 * bonus).sum()
        };
        (sums.values[us] - sums.values[1 - us]) / 4 + bonus(us, &WITH_THE_MOVE) - bonus(1 - us, &WAITING)
    }
}

/// What the stones of a side could make, and what that adds to an evaluation, from the side's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// By pattern: how often a stone on an empty point would make it in some direction, and the values of that, in
    /// quarters of a unit.
    pub patterns: [(u32, i32); made::COUNT],
    /// By threat: on how many points a stone makes it, and the bonus for being able to, in units.
    pub threats: [(u32, i32); Threat::COUNT],
}

impl<const RADIUS: usize> GomokuEvaluator<RADIUS> for Patterns {
    /// The parts that a side contributes, counted again from the patterns.
    ///
    /// The value for the side to move is a quarter of the difference of the patterns' values, towards zero, and the
    /// difference of the bonuses.
    fn parts(&self, shapes: &Shapes<RADIUS>, side: Side) -> Option<Parts> {
        let mut parts = Parts::default();
        for point in shapes.board().empty_points() {
            for pattern in shapes.patterns_of(point, side) {
                let (count, value) = &mut parts.patterns[pattern as usize];
                *count += 1;
                *value += VALUES[pattern as usize] as i32;
            }
            parts.threats[shapes.worth(point, side).threat as usize].0 += 1;
        }
        let bonuses = if side == shapes.board().side() { &WITH_THE_MOVE } else { &WAITING };
        for ((points, bonus), of) in parts.threats.iter_mut().zip(bonuses) {
            *bonus = if *points > 0 { *of } else { 0 };
        }
        Some(parts)
    }
}
