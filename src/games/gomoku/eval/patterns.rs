//! The evaluation "patterns": values of the patterns that stones on empty points would make, and bonuses for threats.

use std::sync::Arc;

use super::{GomokuEvaluator, Stone};
use crate::evaluator::{Evaluator, Named};
use crate::game::Side;
use crate::games::gomoku::pattern::{Threat, VALUES, made};
use crate::games::gomoku::shapes::Shapes;

/// Bonus for being able to make a threat, by threat, for the side to move. From the logistic regression on 1,500 of
/// boyi's own games that also gave the values of patterns.
const WITH_THE_MOVE: [i32; Threat::COUNT] = [0, 21, 13, 58, 0, 0, 0];
/// Bonus for being able to make a threat, by threat, for the side that is not to move.
const WAITING: [i32; Threat::COUNT] = [0, 12, 22, 34, 21, 86, 0];

/// The evaluation "patterns": a quarter of the difference of both sides' pattern values, plus the difference of their
/// bonuses for threats that they could make.
///
/// The evaluator has no state of its own: the game counts the threats of all points anyway, and adds up their values as
/// it does so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Patterns;

impl<const RADIUS: usize> Evaluator<Shapes<RADIUS>> for Patterns {
    type State = ();
    type Undo = ();

    fn refresh(&self, _: &Shapes<RADIUS>) {}

    #[inline(always)]
    fn update(&self, _: &mut (), _: &Shapes<RADIUS>, _: Stone<'_>) {}

    #[inline(always)]
    fn undo(&self, _: &mut (), _: ()) {}

    #[inline(always)]
    fn value(&self, _: &(), shapes: &Shapes<RADIUS>, side: Side) -> i32 {
        let (us, sums) = (side.index(), shapes.sums());
        let bonus = |side: usize, of: &[i32; Threat::COUNT]| -> i32 {
            Threat::ALL[1..]
                .iter()
                .map(|&threat| (sums.threats[side].of(threat) > 0) as i32 * of[threat as usize])
                .sum()
        };
        let lead = if us == 0 { sums.lead } else { -sums.lead };
        lead / 4 + bonus(us, &WITH_THE_MOVE) - bonus(1 - us, &WAITING)
    }
}

impl Named for Patterns {
    const NAME: &'static str = "patterns";
    const SENTENCE: &'static str = "Values of the patterns that stones could make, and bonuses for threats.";

    fn own() -> Arc<Patterns> {
        Arc::new(Patterns)
    }

    fn weights(&self) -> u32 {
        let weights = VALUES.iter().map(|&value| value as i32).chain(WITH_THE_MOVE).chain(WAITING);
        crc32fast::hash(&weights.flat_map(i32::to_le_bytes).collect::<Vec<u8>>())
    }
}

/// The terms of one side: the patterns and threats that it could make, with their values from the side's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// By pattern: in how many cases (empty point and direction) a stone would make it, and the sum of their values in
    /// quarters of a unit.
    pub patterns: [(u32, i32); made::COUNT],
    /// By threat: number of points where a stone makes it, and the bonus for having such a point, in units.
    pub threats: [(u32, i32); Threat::COUNT],
}

impl<const RADIUS: usize> GomokuEvaluator<RADIUS> for Patterns {
    /// The terms of one side, counted from the patterns.
    ///
    /// The value for the side to move is a quarter of the difference of the pattern values, rounded towards zero, plus
    /// the difference of the bonuses.
    fn parts(&self, shapes: &Shapes<RADIUS>, side: Side) -> Option<Parts> {
        let mut parts = Parts::default();
        for point in shapes.board().empty_points() {
            for pattern in shapes.patterns_of(point, side) {
                let (count, value) = &mut parts.patterns[pattern as usize];
                *count += 1;
                *value += VALUES[pattern as usize] as i32;
            }
            parts.threats[shapes.threat(point, side) as usize].0 += 1;
        }
        let bonuses = if side == shapes.board().side() { &WITH_THE_MOVE } else { &WAITING };
        for ((points, bonus), of) in parts.threats.iter_mut().zip(bonuses) {
            *bonus = if *points > 0 { *of } else { 0 };
        }
        Some(parts)
    }
}
