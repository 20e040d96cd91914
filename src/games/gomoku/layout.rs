//! Points and the lines that they lie on.

use super::board::{Board, DIRECTIONS, Point};

/// Where each point lies on its four lines; the same for all games on boards of the same measures.
pub struct Layout {
    /// `[point][direction]`: line and place on it.
    pub spots: Vec<[(u8, u8); 4]>,
    /// Difference of point index from one place to the next, per direction.
    pub steps: [isize; 4],
}

impl Layout {
    /// The layout of boards with the measures of this one.
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
