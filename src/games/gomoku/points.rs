//! Sets of board points.

use super::board::{Board, Geometry, MOST_LINES, Point};

/// A set of points: one word per rank, one bit per file.
#[derive(Clone, Copy, Default)]
pub struct Points([u32; MOST_LINES]);

impl Points {
    /// The set of all points of any board.
    pub const ALL: Points = Points([u32::MAX; MOST_LINES]);

    /// The empty points of a board.
    pub fn empty_of(board: &Board) -> Points {
        let mut points = Points::default();
        board.empty_points().for_each(|point| points.add(board.geometry(), point));
        points
    }

    /// Adds a point.
    pub fn add(&mut self, geometry: Geometry, point: Point) {
        self.0[geometry.rank_of(point)] |= 1 << geometry.file_of(point);
    }

    /// Intersects the set with another one.
    pub fn keep(&mut self, other: Points) {
        self.0.iter_mut().zip(other.0).for_each(|(files, kept)| *files &= kept);
    }

    /// The points of a board, in order of index.
    pub fn iter(self, geometry: Geometry) -> impl Iterator<Item = Point> {
        let ranks = self.0.into_iter().take(geometry.rows()).enumerate();
        ranks.flat_map(move |(rank, files)| {
            let files = (0..geometry.cols()).filter(move |file| files >> file & 1 != 0);
            files.map(move |file| geometry.point(file, rank))
        })
    }
}
