//! boyi (博弈): a game-tree search laboratory.
//!
//! The modules in reading order. Each uses only modules listed above it, and `search` does not use `games`:
//!
//! * [`error`]: errors in user input
//! * [`files`]: reading and writing of files
//! * [`simd`]: vector arithmetic for neural networks
//! * [`movelist`]: moves as 16-bit codes, and the stack of generated moves
//! * [`game`]: the contract between rules and search
//! * [`evaluator`]: the contract between a game and its static evaluations (piece-square tables, networks)
//! * [`score`], [`window`]: scores, mate distance, bounds
//! * [`guided`]: a game with a user-defined evaluation or move ordering
//! * [`perft`], [`solve`]: counting and solving move trees, for tests
//! * [`games`]: the list of games; each has a folder with its rules, its evaluations and the hash keys of its
//!   positions
//! * [`evaluations`]: names of the evaluations of all games
//! * [`search`]: the search, for any game; [`search::heuristics`] has a file for each heuristic, with its fields, its
//!   counters, its rule and its tests
//! * [`presets`]: named configurations of the search
//! * [`oracle`]: exact values of positions, by which searches are judged: endgame tables of xiangqi
//! * [`selfplay`]: self-play: games of a search against itself, from which evaluations are trained
//! * [`bench`]: fixed positions searched to a fixed depth. Their number of nodes is the signature of the search: it
//!   must not change in a refactoring
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
pub mod oracle;
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
