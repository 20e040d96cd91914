//! Xiangqi (Chinese chess): bitboards over 90 squares, fully legal staged generation.

pub mod attacks;
pub mod bitboard;
pub mod board;
mod book;
mod checks;
pub mod eval;
pub mod fen;
mod game;
pub mod keys;
mod mate;
pub mod movegen;
pub mod moves;
pub mod notation;
mod position;
pub mod repetition;

pub use book::{Book, Ending, Maker, Row as BookRow};
pub use eval::Evaluation;
pub use game::{MOVE_LIMIT, Xiangqi};
pub use position::Position;
