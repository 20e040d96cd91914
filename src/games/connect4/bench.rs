//! The Connect Four positions of the bench.

use super::{Connect4, Position};

/// Search depth of the bench for Connect Four, in plies.
pub const DEPTH: u32 = 12;

/// The start and openings of up to twelve moves, made for this purpose.
pub const POSITIONS: [&str; 6] = ["", "d", "dd", "dcde", "ddddeb", "dddcceeddafg"];

/// The game of one of [`POSITIONS`], with the evaluation of the preset `boyi`.
pub fn game(moves: &str) -> Connect4 {
    let mut position = Position::default();
    position.play_text(moves).expect("a bench position");
    position.game()
}
