//! Winning rows and renju's forbidden points, computed directly from the definitions of the rules.
//!
//! Renju follows the Renju International Federation: a *four* is what one more stone makes exactly five; a
//! *straight four* is four stones in a row that can be completed at both ends; a *three* is what one more stone
//! makes a straight four, if that stone makes no five at the same time and is not forbidden itself. The definition
//! therefore calls itself, each time with one stone more on the board. A stone that makes exactly five is never
//! forbidden.

use super::board::{Board, DIRECTIONS, Point, Rule};
use crate::game::Side;

/// The reason why a point is forbidden to black in renju.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Foul {
    /// Six or more in a row.
    Overline,
    /// Two fours or more at once, also in one line.
    DoubleFour,
    /// Two threes or more at once.
    DoubleThree,
}

impl Foul {
    /// The name of the foul.
    pub fn name(self) -> &'static str {
        match self {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double-four",
            Foul::DoubleThree => "double-three",
        }
    }
}

/// The stones on one side of a point along a line.
struct Ray {
    /// Stones of the side in question that follow the point without a gap.
    stones: usize,
    /// The point behind them, if it is empty.
    gap: Option<Point>,
}

fn ray(board: &Board, side: Side, point: Point, (file_step, rank_step): (i32, i32)) -> Ray {
    let geometry = board.geometry();
    let (files, ranks) = (0..geometry.cols() as i32, 0..geometry.rows() as i32);
    let (mut file, mut rank) = (geometry.file_of(point) as i32, geometry.rank_of(point) as i32);
    let mut stones = 0;
    loop {
        (file, rank) = (file + file_step, rank + rank_step);
        if !files.contains(&file) || !ranks.contains(&rank) {
            return Ray { stones, gap: None };
        }
        let next = geometry.point(file as usize, rank as usize);
        match board.at(next) {
            Some(stone) if stone == side => stones += 1,
            Some(_) => return Ray { stones, gap: None },
            None => return Ray { stones, gap: Some(next) },
        }
    }
}

/// The rays on both sides of a point along a line.
fn rays(board: &Board, side: Side, point: Point, direction: (i32, i32)) -> [Ray; 2] {
    let (file, rank) = direction;
    [ray(board, side, point, (-file, -rank)), ray(board, side, point, direction)]
}

/// Length of the row through a point that a stone of the side occupies, or would occupy.
pub fn row_length(board: &Board, side: Side, point: Point, direction: (i32, i32)) -> usize {
    let [before, after] = rays(board, side, point, direction);
    before.stones + 1 + after.stones
}

/// Whether a row of this length wins for a side.
pub fn row_wins(rule: Rule, side: Side, length: usize, k: usize) -> bool {
    match rule {
        Rule::Freestyle => length >= k,
        Rule::Standard => length == k,
        Rule::Renju if side == Side::First => length == k,
        Rule::Renju => length >= k,
    }
}

/// The direction in which a stone of a side on a point makes a winning row, if any.
fn winning_direction(board: &Board, side: Side, point: Point) -> Option<(i32, i32)> {
    let k = board.geometry().k();
    let wins = |direction| row_wins(board.rule(), side, row_length(board, side, point, direction), k);
    DIRECTIONS.into_iter().find(|&direction| wins(direction))
}

/// Whether a stone of a side on a point makes, or made, a row that wins.
pub fn wins(board: &Board, side: Side, point: Point) -> bool {
    winning_direction(board, side, point).is_some()
}

/// The stones of the row that wins through a point, from its left or lower end; none if nothing wins there.
pub fn winning_row(board: &Board, side: Side, point: Point) -> Option<Vec<Point>> {
    let (file, rank) = winning_direction(board, side, point)?;
    let before = ray(board, side, point, (-file, -rank)).stones as i32;
    let length = row_length(board, side, point, (file, rank)) as i32;
    (-before..length - before).map(|steps| board.geometry().step(point, (file, rank), steps)).collect()
}

/// Why an empty point is forbidden to black, whoever is to move; `None` if it is allowed, as always outside renju.
pub fn forbidden(board: &Board, point: Point) -> Option<Foul> {
    if board.rule() == Rule::Renju { Judge::new(board).foul(point) } else { None }
}

/// All points that are forbidden to black, whoever is to move, in order of index.
pub fn forbidden_points(board: &Board) -> Vec<(Point, Foul)> {
    let mut judge = Judge::new(board);
    board.empty_points().filter_map(|point| Some((point, judge.foul(point)?))).collect()
}

const BLACK: Side = Side::First;

/// Finds forbidden points of a board by trying black stones on a copy of it.
pub struct Judge(Board);

impl Judge {
    /// A judge of this board.
    pub fn new(board: &Board) -> Judge {
        Judge(board.clone())
    }

    /// Why a point is forbidden to black, see [`forbidden`].
    pub fn foul(&mut self, point: Point) -> Option<Foul> {
        if self.0.rule() != Rule::Renju || self.0.at(point).is_some() {
            return None;
        }
        self.with_stone(point, |judge| match judge.rows(point) {
            Rows::Five => None,
            Rows::Foul(foul) => Some(foul),
            Rows::Fair => judge.is_double_three(point).then_some(Foul::DoubleThree),
        })
    }

    /// The verdict on the rows through a black stone, before threes are considered.
    fn rows(&self, stone: Point) -> Rows {
        let lengths = DIRECTIONS.map(|direction| row_length(&self.0, BLACK, stone, direction));
        if lengths.contains(&5) {
            Rows::Five
        } else if lengths.iter().any(|&length| length > 5) {
            Rows::Foul(Foul::Overline)
        } else if DIRECTIONS.map(|direction| self.fours(stone, direction)).iter().sum::<usize>() >= 2 {
            Rows::Foul(Foul::DoubleFour)
        } else {
            Rows::Fair
        }
    }

    /// Evaluates a function with one more black stone on the board.
    fn with_stone<T>(&mut self, point: Point, question: impl FnOnce(&mut Judge) -> T) -> T {
        self.0.place(point, BLACK);
        let result = question(self);
        self.0.remove(point);
        result
    }

    /// The empty points at both ends of the row through a black stone where one more stone makes a row of this length.
    fn extensions(&self, stone: Point, direction: (i32, i32), length: usize) -> [Option<Point>; 2] {
        let ends = rays(&self.0, BLACK, stone, direction).map(|ray| ray.gap);
        ends.map(|end| end.filter(|&end| row_length(&self.0, BLACK, end, direction) == length))
    }

    /// Number of fours in a line that a black stone belongs to: 0, 1 or 2.
    fn fours(&self, stone: Point, direction: (i32, i32)) -> usize {
        let fives = self.extensions(stone, direction, 5).into_iter().flatten().count();
        // Four stones in a row that become five at both ends are one straight four, not two fours.
        if row_length(&self.0, BLACK, stone, direction) == 4 { fives.min(1) } else { fives }
    }

    /// Whether a black stone makes two threes, if its rows are [`Rows::Fair`].
    fn is_double_three(&mut self, stone: Point) -> bool {
        let shapes = DIRECTIONS.map(|direction| self.straight_fours(stone, direction));
        let mut left = shapes.iter().filter(|fours| fours.iter().any(Option::is_some)).count();
        let mut threes = 0;
        for fours in shapes.iter().filter(|fours| fours.iter().any(Option::is_some)) {
            // The recursive call is made only while its result matters.
            if threes + left < 2 || threes == 2 {
                break;
            }
            left -= 1;
            threes += fours.iter().flatten().any(|&four| self.may_be_played(four)) as usize;
        }
        threes == 2
    }

    /// The points that turn the row through a black stone into a straight four, if the rows there are [`Rows::Fair`].
    fn straight_fours(&mut self, stone: Point, direction: (i32, i32)) -> [Option<Point>; 2] {
        self.extensions(stone, direction, 4).map(|four| four.filter(|&four| self.is_straight(four, direction)))
    }

    /// Whether a point that makes a row of four makes it a straight four, and its rows are [`Rows::Fair`].
    fn is_straight(&mut self, four: Point, direction: (i32, i32)) -> bool {
        self.with_stone(four, |judge| {
            judge.extensions(four, direction, 5).iter().all(Option::is_some) && judge.rows(four) == Rows::Fair
        })
    }

    /// Whether black may play a point whose rows are [`Rows::Fair`]: it makes no double three.
    fn may_be_played(&mut self, four: Point) -> bool {
        self.with_stone(four, |judge| !judge.is_double_three(four))
    }
}

/// The verdict on the rows through a black stone.
#[derive(PartialEq, Eq)]
enum Rows {
    /// An exact five, which wins whatever else it makes.
    Five,
    /// An overline or a double four.
    Foul(Foul),
    /// Neither an exact five nor a foul by overline or double four.
    Fair,
}
