//! Positions of played games as training data: the inputs of networks, scores and results.

use super::bitboard::Squares;
use super::board::Board;
use super::eval::input;
use super::position::Position;
use crate::error::{Error, Result};
use crate::game::{Game, Move, Side};
use crate::games::xiangqi::board::EMPTY;
use crate::games::xiangqi::moves::to_of;

/// Which positions of a game are kept: those whose score says something about the board as it stands.
#[derive(Clone, Copy, Debug)]
pub struct Quiet {
    /// Whether positions in check are kept.
    pub in_check: bool,
    /// Whether positions are kept whose move is a capture.
    pub captures: bool,
    /// Whether positions are kept whose move gives check.
    pub checks: bool,
    /// Largest absolute score, in evaluation units.
    pub most: i16,
}

/// Positions as the side to move sees them, one row for each.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Inputs of all positions one after another, see [`input`].
    pub inputs: Vec<i32>,
    /// Index in `inputs` of each position's first input, and the number of all inputs as the last item.
    pub starts: Vec<i32>,
    /// Scores for the side to move.
    pub scores: Vec<i16>,
    /// Results for the side to move: 1 it has won, 0 a draw, -1 it has lost.
    pub results: Vec<i8>,
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
        let mut at = opening.game();
        for (number, &(mv, score)) in plies.iter().enumerate() {
            if !at.is_legal(mv) {
                let text = super::moves::move_name(mv);
                return Err(Error::illegal(&text, format!("it is ply {number} of a game, expected a legal move")));
            }
            let (side, in_check) = (at.side(), at.guard().checkers != 0);
            let is_capture = at.board().piece(to_of(mv)) != EMPTY;
            let kept = score.filter(|score| {
                score.unsigned_abs() <= quiet.most.unsigned_abs()
                    && (quiet.captures || !is_capture)
                    && (quiet.in_check || !in_check)
            });
            let inputs = self.inputs.len();
            if kept.is_some() {
                self.inputs.extend(inputs_of(at.board()));
            }
            at.play(mv);
            match kept.filter(|_| quiet.checks || at.guard().checkers == 0) {
                Some(score) => {
                    self.starts.push(self.inputs.len() as i32);
                    self.scores.push(score);
                    self.results.push(winner.map_or(0, |winner| if winner == side { 1 } else { -1 }));
                }
                None => self.inputs.truncate(inputs),
            }
        }
        Ok(())
    }
}

/// Inputs of a board as the side to move sees it, see [`input`].
pub fn inputs_of(board: &Board) -> impl Iterator<Item = i32> + '_ {
    Squares(board.occupied()).map(|square| input(board.piece(square), square, board.side()) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Quiet = Quiet { in_check: true, captures: true, checks: true, most: 1000 };

    /// A game of these moves from the start, with a score for each.
    fn game(text: &str, scores: &[Option<i16>]) -> Vec<(Move, Option<i16>)> {
        let mut position = Position::start();
        let mut plies = Vec::new();
        for (text, score) in text.split(' ').zip(scores) {
            let mv = position.move_of_text(text).expect("a move");
            plies.push((mv, *score));
            position = position.play(mv).expect("legal");
        }
        plies
    }

    fn taken(quiet: Quiet) -> Samples {
        // The third move captures and gives check, the fourth ends the check.
        let plies = game("h2e2 d9e8 e2e6 g9e7", &[Some(5), Some(-2000), Some(40), Some(7)]);
        let mut samples = Samples::new();
        samples.add(&Position::start(), &plies, Some(Side::Second), quiet).expect("legal");
        samples
    }

    #[test]
    fn rows_are_what_the_side_to_move_sees() {
        let samples = taken(ALL);
        assert_eq!((&samples.scores[..], &samples.results[..]), (&[5, 40, 7][..], &[-1, -1, 1][..]));
        assert_eq!(samples.starts, [0, 32, 64, 95]);
        // Both sides see their own king on the fifth square of the back rank.
        let row = |row: usize| &samples.inputs[samples.starts[row] as usize..samples.starts[row + 1] as usize];
        assert!((0..3).all(|number| row(number).contains(&4)));
    }

    #[test]
    fn what_is_not_quiet_is_left_out() {
        assert_eq!(taken(Quiet { in_check: false, ..ALL }).scores, [5, 40]);
        assert_eq!(taken(Quiet { captures: false, ..ALL }).scores, [5, 7]);
        assert_eq!(taken(Quiet { checks: false, ..ALL }).scores, [5, 7]);
        assert_eq!(taken(Quiet { most: 10, ..ALL }).scores, [5, 7]);
        assert_eq!(taken(Quiet { most: 3000, ..ALL }).scores, [5, -2000, 40, 7]);
    }

    #[test]
    fn an_illegal_move_is_refused() {
        let plies = [(Move(1), Some(0))];
        let error = Samples::new().add(&Position::start(), &plies, None, ALL);
        assert!(error.expect_err("illegal").to_string().contains("ply 0"));
    }
}
