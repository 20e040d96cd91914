//! boyi (博弈): a game-tree search laboratory.
//!
//! The modules in reading order; each uses only modules listed above it, and
//! `search` does not use `games`:
//!
//! * [`error`]: errors in user input
//! * [`files`]: reading and writing of files
//! * [`simd`]: vector arithmetic of networks
//! * [`movelist`]: moves and the stack of those generated
//! * [`game`]: the contract between rules and search
//! * [`evaluator`]: the contract between a game and its static evaluations
//! * [`score`], [`window`]: scores, mate distance, bounds
//! * [`guided`]: a game with a user-defined evaluation or move ordering
//! * [`perft`], [`solve`]: counting and solving move trees, for tests
//! * [`games`]: the list of games; each has a folder for its rules, its evaluation and the keys of its positions
//! * [`evaluations`]: names of the evaluations of all games
//! * [`search`]: the search, for any game; [`search::heuristics`] has a file for each heuristic, with its fields, its
//!   counters, its rule and its tests
//! * [`presets`]: named configurations of the search
//! * [`selfplay`]: games of a search against itself, which train evaluations
//! * [`bench`]: a fixed benchmark whose node count is the signature of the search
//! * `py` (feature `python`): the Python module, wrappers only
#![forbid(unsafe_code)]

pub mod bench;
pub mod error;
pub mod evaluations;
pub mod evaluator;
mod files;
pub mod game;
pub mod games;
pub mod guided;
pub mod movelist;
pub mod perft;
pub mod presets;
#[cfg(feature = "python")]
mod py;
pub mod score;
pub mod search;
pub mod selfplay;
pub mod simd;
pub mod solve;
pub mod window;
