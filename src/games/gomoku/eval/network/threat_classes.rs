//! Classes of positions by the threats that each player can make; the network has a learned value for each class.
//!
//! A class has nine digits. For the mover: [`FOURS`] (points where it makes a four: none, one, more), whether one of them
//! makes a four-three, whether a point makes two open threes, and [`THREES`] (points where it makes an open three: none, up
//! to four, more). For the other player: whether it threatens an open four, and the same four digits. Fives and open fours
//! of the mover end a game, so they are no digits.

use crate::game::Side;
use crate::games::gomoku::pattern::Threat;
use crate::games::gomoku::shapes::Sums;

/// Classes of the number of points that make a four.
const FOURS: usize = 3;

/// Classes of the number of points that make an open three.
const THREES: usize = 3;

/// Numbers of each digit, the first one the most significant.
pub const SHAPE: [usize; 9] = [FOURS, 2, 2, THREES, 2, FOURS, 2, 2, THREES];

/// Number of classes of one player's threats.
const PLAYER_CLASSES: usize = FOURS * 2 * 2 * THREES;

/// Number of classes.
pub const CLASSES: usize = PLAYER_CLASSES * 2 * PLAYER_CLASSES;

/// The class of a position, by the sums over its empty points.
#[inline(always)]
pub fn class(sums: &Sums, mover: Side) -> usize {
    let count = |side: Side, threat: Threat| sums.threats[side.index()].of(threat) as usize;
    let of = |side: Side| {
        let (four_threes, double_threes) = (count(side, Threat::FourThree), count(side, Threat::DoubleThree));
        let fours = (count(side, Threat::Four) + four_threes).min(FOURS - 1);
        let threes = match count(side, Threat::Three) + double_threes {
            0 => 0,
            1..=4 => 1,
            _ => 2,
        };
        ((fours * 2 + (four_threes > 0) as usize) * 2 + (double_threes > 0) as usize) * THREES + threes
    };
    let open_four = count(!mover, Threat::OpenFour) > 0;
    (of(mover) * 2 + open_four as usize) * PLAYER_CLASSES + of(!mover)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::position::Position;
    use crate::games::gomoku::reach::Reach;
    use crate::games::gomoku::shapes::Shapes;
    use crate::games::gomoku::text::parse_moves;
    use crate::games::gomoku::{Geometry, Rule};

    #[test]
    fn digits_say_who_holds_what() {
        assert_eq!(SHAPE.iter().product::<usize>(), CLASSES);
        let geometry = Geometry::square(15).expect("a size");
        let digits = |moves: &str| {
            let start = Position::new(geometry, Rule::Freestyle).expect("a board");
            let play = |at: Position, mv| at.play(mv).expect("legal");
            let position = parse_moves(geometry, moves).expect("moves").into_iter().fold(start, play);
            let shapes = Shapes::<4>::of(&position, Reach::Near).expect("five");
            let mut class = class(shapes.sums(), position.side());
            let mut digits = SHAPE;
            for (digit, &numbers) in digits.iter_mut().zip(&SHAPE).rev() {
                (*digit, class) = (class % numbers, class / numbers);
            }
            digits
        };
        assert_eq!(digits("h8"), [0; 9]);
        // White has an open two, with four points that make an open three.
        assert_eq!(digits("a1 h8 a15 h9"), [0, 0, 0, 0, 0, 0, 0, 0, 1]);
        // White threatens an open four and, with each of these two points, makes no other four.
        assert_eq!(digits("a1 h8 a15 h9 o1 h10")[4..], [1, 2, 0, 0, 0]);
    }
}
