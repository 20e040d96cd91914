//! Oracles: exact values of positions, by which searches are judged.

pub mod endgames;
