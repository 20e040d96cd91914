//! The gomoku positions of the bench.

use std::sync::Arc;

use super::eval::{Network, Patterns};
use super::pattern::FREE_RADIUS;
use super::shapes::Shapes;
use super::text::parse_moves;
use super::{Geometry, Gomoku, Position, Reach, Rule};
use crate::evaluator::Named;

/// Search depth of the bench for gomoku, in plies.
pub const DEPTH: u32 = 8;

/// Six openings and middlegames of freestyle gomoku on 15x15, made for this purpose.
pub const POSITIONS: [&str; 6] = [
    "h8",
    "h8 i9 i8 g8",
    "h8 i9 j10 i10 i8 j8 g10 h9",
    "h8 h9 i8 g8 j9 k10 i10 h11 i9 i11",
    "h8 g9 i9 g7 g8 f8 h10 e9 h9 h7 f10 i10",
    "h8 i8 i9 g7 j10 h10 g9 h9 f8 k11 i11 i7 g11 h6",
];

/// The game of one of [`POSITIONS`], with the evaluation of the preset `boyi`.
pub fn game(moves: &str) -> Gomoku<FREE_RADIUS, Network> {
    Gomoku::with(shapes(moves), Network::own())
}

/// The game of one of [`POSITIONS`], with the evaluation by patterns.
pub fn game_by_patterns(moves: &str) -> Gomoku<FREE_RADIUS> {
    Gomoku::with(shapes(moves), Arc::new(Patterns))
}

fn shapes(moves: &str) -> Shapes<FREE_RADIUS> {
    let geometry = Geometry::square(15).expect("the usual size");
    let moves = parse_moves(geometry, moves).expect("a bench position");
    let position = Position::from_moves(geometry, Rule::Freestyle, &moves).expect("a bench position");
    Shapes::of(&position, Reach::Near).expect("five in a row")
}
