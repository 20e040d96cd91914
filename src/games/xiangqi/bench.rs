//! The xiangqi positions of the bench.

use super::{Network, Position, Xiangqi};
use crate::evaluator::Named;

/// Search depth of the bench for xiangqi, in plies.
pub const DEPTH: u32 = 11;

/// Ten middlegames of the 1st Chinese Computer Games Championship (Beijing 2006).
pub const POSITIONS: [&str; 10] = [
    "r1bakab2/4n1c2/4c1n2/pCp1p1R1p/6p2/2P1P2r1/P1N3P1P/4C1N2/9/R1BAKAB2 w - - 0 1",
    "r1b1kab2/4a1c2/1cn3n2/p1p1pR2p/4P4/2P3p2/P3N1P1P/1CN1C4/7r1/R1BAKAB2 b - - 0 1",
    "r1b1kab1r/4a4/6nc1/p3p1p1p/c1R2n3/9/P5P1P/1CN1B2CN/4A4/R3KAB2 w - - 0 1",
    "2baka2r/r4n3/4b4/p3p1p1p/2p6/5NP2/R3P2Rc/N3BC3/9/3AKAB2 b - - 0 1",
    "2baka3/9/n3bcn2/pC2p4/6p2/8r/P3P1P2/2N1B3c/5R1C1/3AKAB2 w - - 0 1",
    "1rbakab2/2cr5/2n3n1c/p3p1p1p/2R6/6P2/P1P1P3P/C1N3N1C/9/2BAKABR1 w - - 0 1",
    "2bnka3/1r7/c1n2a3/p3p3R/2p3p2/9/P1PrP1P1P/R1N2C3/4A4/2BAKNB2 b - - 0 1",
    "1rbaka2r/9/1c2b1n2/p3p3p/3n2pc1/2R6/P3P1P1P/2N1C1NC1/3R5/2BAKAB2 w - - 0 1",
    "C3kabr1/3n2c2/4ba2n/3C4p/2P6/1R7/P3P1P1P/2N3c2/9/2BAKAB2 w - - 0 1",
    "4kab2/4a4/b1n1c3n/4p1p1p/p1prPc3/1RP2NP2/P7P/2N1C4/4A4/2BCKAB2 b - - 0 1",
];

/// The game of one of [`POSITIONS`], with the evaluation of the preset `boyi`.
pub fn game(fen: &str) -> Xiangqi<Network> {
    Position::from_fen(fen).expect("a bench position").game_with(Network::own())
}
