//! The breakdown of an evaluation into terms, which `Position.evaluate(detail=True)` shows.

use super::Part;
use crate::games::xiangqi::fen::KIND_NAMES;

/// A number of a breakdown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// A whole number.
    Whole(i32),
    /// A number with a fraction.
    Fraction(f64),
}

/// Numbers with their names.
pub type Numbers = Vec<(&'static str, Number)>;

/// An evaluation as terms: those of each side from the side's own view, and those of the whole position from the view of
/// the side to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Detail {
    /// Terms of each side by name, red first.
    pub sides: [Vec<(&'static str, Numbers)>; 2],
    /// Terms of the whole position.
    pub whole: Numbers,
}

impl Detail {
    /// The terms of an evaluation that is a sum over pieces, by `[side][kind]`, and the bonus for the side to move.
    pub fn of_pieces(parts: [[Part; 7]; 2], tempo: i32) -> Detail {
        let numbers = |part: Part| {
            let count = ("count", Number::Whole(part.count as i32));
            vec![count, ("material", Number::Whole(part.material)), ("position", Number::Whole(part.position))]
        };
        let sides = parts.map(|parts| KIND_NAMES.into_iter().zip(parts.map(numbers)).collect());
        Detail { sides, whole: vec![("tempo", Number::Whole(tempo))] }
    }
}
