//! Positions of played games as training data: the windows of networks, the moves played, scores and results.

use super::board::{Board, DIRECTIONS, Point, Rule};
use super::eval::network::windows::{RADIUS, ROWS, rows};
use super::eval::network::{roles, threat_classes};
use super::pattern::{EXACT_RADIUS, FREE_RADIUS};
use super::position::Position;
use super::reach::Reach;
use super::shapes::Shapes;
use super::text::move_name;
use crate::error::{Error, Result};
use crate::game::{Move, Side};

/// Positions as the side to move sees them. Points that matter are the empty ones with a stone in a window.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Rows of the windows of all points one after another, four for each point, as the side to move sees them;
    /// [`ROWS`] for windows without stones.
    pub own: Vec<u16>,
    /// Rows of the windows of all points in the order of `own`, as the opponent sees them.
    pub other: Vec<u16>,
    /// Number of the first point of each position, and the number of all points as the last item.
    pub starts: Vec<i32>,
    /// The number of the point that was played, counted from the position's first; -1 if it is not among them.
    pub played: Vec<i32>,
    /// The class of each position by who holds which threats, see
    /// [`threat_classes`](super::eval::network::threat_classes).
    pub threats: Vec<u16>,
    /// The role of the side to move of each position, see [`roles`].
    pub roles: Vec<u8>,
    /// Scores for the side to move.
    pub scores: Vec<i16>,
    /// Results for the side to move: 1 it has won, 0 a draw, -1 it has lost.
    pub results: Vec<i8>,
}

/// Which positions are kept.
#[derive(Clone, Copy, Debug)]
pub struct Quiet {
    /// Whether to keep positions that a search does not evaluate: those in check, and those whose end is in sight.
    pub in_check: bool,
    /// Largest score, either way.
    pub most: i16,
}

impl Quiet {
    fn keeps<const R: usize>(self, shapes: &Shapes<R>, score: i16) -> bool {
        score.unsigned_abs() <= self.most.unsigned_abs()
            && (self.in_check || !shapes.faces_five() && shapes.end_in_sight().is_none())
    }
}

impl Samples {
    /// No positions.
    pub fn new() -> Samples {
        Samples { starts: vec![0], ..Samples::default() }
    }

    /// Adds the quiet positions of a game; `None` as a score is a position that was not searched. Fails at an illegal
    /// move.
    pub fn add(
        &mut self,
        opening: &Position,
        plies: &[(Move, Option<i16>)],
        winner: Option<Side>,
        quiet: Quiet,
    ) -> Result<()> {
        match opening.rule() {
            Rule::Freestyle => self.add_game::<FREE_RADIUS>(opening, plies, winner, quiet),
            Rule::Standard | Rule::Renju => self.add_game::<EXACT_RADIUS>(opening, plies, winner, quiet),
        }
    }

    fn add_game<const R: usize>(
        &mut self,
        opening: &Position,
        plies: &[(Move, Option<i16>)],
        winner: Option<Side>,
        quiet: Quiet,
    ) -> Result<()> {
        let (mut at, mut shapes) = (opening.clone(), Shapes::<R>::of(opening, Reach::Everywhere)?);
        for (number, &(mv, score)) in plies.iter().enumerate() {
            if let Some(score) = score.filter(|&score| quiet.keeps(&shapes, score)) {
                let side = at.side();
                self.add_points(at.board(), mv);
                self.threats.push(threat_classes::class(shapes.sums(), side) as u16);
                self.roles.push(roles::role(at.rule(), side) as u8);
                self.scores.push(score);
                self.results.push(winner.map_or(0, |winner| if winner == side { 1 } else { -1 }));
            }
            at = at.play(mv).map_err(|_| {
                Error::illegal(&move_name(mv), format!("it is ply {number} of a game, expected a legal move"))
            })?;
            shapes.put(at.board().geometry().point_of(mv));
        }
        Ok(())
    }

    fn add_points(&mut self, board: &Board, mv: Move) {
        let (geometry, rows, mut played) = (board.geometry(), rows(), -1);
        let first = *self.starts.last().expect("a start");
        let by_side = if board.side() == Side::First { [&rows.black, &rows.white] } else { [&rows.white, &rows.black] };
        for point in board.empty_points() {
            let keys = DIRECTIONS.map(|direction| window(board, point, direction));
            let [own, other] = by_side.map(|of| keys.map(|key| of[key].unwrap_or(ROWS as u16)));
            if own == [ROWS as u16; 4] {
                continue;
            }
            if geometry.encode(point) == mv {
                played = (self.own.len() / 4) as i32 - first;
            }
            self.own.extend(own);
            self.other.extend(other);
        }
        self.starts.push((self.own.len() / 4) as i32);
        self.played.push(played);
    }
}

/// The key of the window round a point in a direction, read from the board.
fn window(board: &Board, point: Point, (file_step, rank_step): (i32, i32)) -> usize {
    let geometry = board.geometry();
    let (file, rank) = (geometry.file_of(point) as isize, geometry.rank_of(point) as isize);
    let radius = RADIUS as isize;
    let cells = (-radius..=radius).filter(|&distance| distance != 0).map(|distance| {
        let (file, rank) = (file + distance * file_step as isize, rank + distance * rank_step as isize);
        let inside = (0..geometry.cols() as isize).contains(&file) && (0..geometry.rows() as isize).contains(&rank);
        match inside.then(|| board.at(geometry.point(file as usize, rank as usize))) {
            None => 3,
            Some(None) => 0,
            Some(Some(side)) => side.index() + 1,
        }
    });
    cells.enumerate().fold(0, |key, (at, cell)| key | cell << (2 * at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::text::parse_moves;
    use crate::games::gomoku::{Geometry, Rule};

    #[test]
    fn positions_are_kept_as_the_side_to_move_sees_them() {
        let geometry = Geometry::square(15).expect("a size");
        let start = Position::new(geometry, Rule::Freestyle).expect("a board");
        let moves = parse_moves(geometry, "h8 i9 h9 a1").expect("moves");
        let scores = [None, Some(30), Some(-40), Some(2001)];
        let plies: Vec<_> = moves.into_iter().zip(scores).collect();
        let mut samples = Samples::new();
        let quiet = Quiet { in_check: false, most: 2000 };
        samples.add(&start, &plies, Some(Side::First), quiet).expect("legal");
        assert_eq!((&samples.scores[..], &samples.results[..]), (&[30, -40][..], &[-1, 1][..]));
        // One stone: 8 directions of 4 points, seen by white as a stone of the other.
        assert_eq!((samples.starts[1], samples.played[0] >= 0), (32, true));
        let of = |drawing: &str| rows().black[super::super::eval::network::windows::key_of(drawing).expect("a window")];
        let i9 = samples.played[0] as usize;
        assert!(samples.own[4 * i9..][..4].contains(&of("...O_....").expect("a row")));
        assert!(samples.other[4 * i9..][..4].contains(&of("...X_....").expect("a row")));
        let twice = [plies[0], plies[0]];
        assert!(Samples::new().add(&start, &twice, None, quiet).expect_err("illegal").to_string().contains("ply 1"));
    }

    #[test]
    fn positions_that_a_search_does_not_evaluate_are_left_out() {
        let geometry = Geometry::square(15).expect("a size");
        let start = Position::new(geometry, Rule::Freestyle).expect("a board");
        // Before the seventh ply black makes an open four; before the eighth white is in check twice.
        let moves = parse_moves(geometry, "h8 a1 h9 a3 h10 a5 h11 a7").expect("moves");
        let plies: Vec<_> = moves.into_iter().map(|mv| (mv, Some(9990))).collect();
        let kept = |quiet| {
            let mut samples = Samples::new();
            samples.add(&start, &plies, Some(Side::First), quiet).expect("legal");
            samples.scores.len()
        };
        assert_eq!(kept(Quiet { in_check: false, most: 9990 }), 6);
        assert_eq!(kept(Quiet { in_check: true, most: 9990 }), 8);
        assert_eq!(kept(Quiet { in_check: true, most: 9989 }), 0);
    }
}
