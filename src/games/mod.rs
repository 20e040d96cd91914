//! The rules of each game. They know nothing of search.

pub mod xiangqi;
