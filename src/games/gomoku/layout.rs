//! The lines of a board: which points lie on which rank, file and diagonals.

use super::board::{Board, DIRECTIONS, Point};

/// The place of each point on its four lines, shared by all games on boards of one size.
pub struct Layout {
    /// Line and place on the line, by `[point][direction]`.
    pub spots: Vec<[(u8, u8); 4]>,
    /// Difference of point index between neighbouring places, per direction.
    pub steps: [isize; 4],
}

impl Layout {
    /// The layout for boards of the given board's size.
    pub fn new(board: &Board) -> Layout {
        let geometry = board.geometry();
        let (rows, cols) = (geometry.rows(), geometry.cols());
        let spot = |point| {
            let (file, rank) = (geometry.file_of(point), geometry.rank_of(point));
            [(rank, file), (file, rank), (file + rows - 1 - rank, file), (file + rank, file)]
                .map(|(line, place)| (line as u8, place as u8))
        };
        let steps = DIRECTIONS.map(|(file, rank)| file as isize + rank as isize * cols as isize);
        Layout { spots: (0..geometry.points() as Point).map(spot).collect(), steps }
    }
}
