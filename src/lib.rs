//! boyi (博弈): a game-tree search laboratory.
//!
//! In reading order:
//!
//! * [`error`]: what can be wrong with input
//! * [`game`]: the contract between rules and search
//! * [`zobrist`]: position keys
//! * [`perft`]: counting move trees
//! * [`games`]: the rules of each game
#![forbid(unsafe_code)]

pub mod error;
pub mod game;
pub mod games;
pub mod perft;
pub mod zobrist;
