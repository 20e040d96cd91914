//! Which points a search considers: all, or those near a stone.

use super::board::{MOST_LINES, Point};
use super::shapes::Shapes;

/// Which moves a search considers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Every legal move.
    Everywhere,
    /// Points at most two steps from a stone; if the opponent threatens to complete a row, only the moves that parry
    /// it.
    Near,
}

impl<const RADIUS: usize> Shapes<RADIUS> {
    /// Marks the neighbourhood of a stone and returns the old values of the words that it changes.
    #[inline(always)]
    pub(super) fn spread(&mut self, point: Point) -> [u32; 5] {
        let geometry = self.board().geometry();
        let (file, rank) = (geometry.file_of(point), geometry.rank_of(point));
        let files = (0b11111u32 << file) >> 2 & ((1 << geometry.cols()) - 1);
        let mut before = [0; 5];
        for (offset, before) in before.iter_mut().enumerate() {
            if let Some(near) = (rank + offset).checked_sub(2).and_then(|row| self.near.get_mut(row)) {
                *before = std::mem::replace(near, *near | files);
            }
        }
        before
    }

    pub(super) fn unspread(&mut self, point: Point, before: [u32; 5]) {
        let rank = self.board().geometry().rank_of(point);
        for (offset, before) in before.into_iter().enumerate() {
            if let Some(near) = (rank + offset).checked_sub(2).and_then(|row| self.near.get_mut(row)) {
                *near = before;
            }
        }
    }

    /// Calls `visit` for every empty point that the reach allows, in order of index.
    pub fn for_each_point(&self, mut visit: impl FnMut(Point)) {
        if self.reach == Reach::Everywhere {
            return self.board().empty_points().for_each(visit);
        }
        let geometry = self.board().geometry();
        if self.near == [0; MOST_LINES] {
            return visit(self.middle());
        }
        for (rank, &near) in self.near[..geometry.rows()].iter().enumerate() {
            let mut files = near;
            while files != 0 {
                let point = geometry.point(files.trailing_zeros() as usize, rank);
                files &= files - 1;
                if self.board().at(point).is_none() {
                    visit(point);
                }
            }
        }
    }

    /// Whether the reach allows an empty point: [`Shapes::for_each_point`] visits it.
    #[inline]
    pub fn is_in_reach(&self, point: Point) -> bool {
        if self.reach == Reach::Everywhere {
            return true;
        }
        if self.near == [0; MOST_LINES] {
            return point == self.middle();
        }
        let geometry = self.board().geometry();
        self.near[geometry.rank_of(point)] >> geometry.file_of(point) & 1 != 0
    }

    /// The point where the first stone is placed on an empty board.
    fn middle(&self) -> Point {
        let geometry = self.board().geometry();
        geometry.point(geometry.cols() / 2, geometry.rows() / 2)
    }

    /// Which moves a search considers.
    #[inline(always)]
    pub fn reach(&self) -> Reach {
        self.reach
    }
}
