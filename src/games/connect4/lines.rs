//! The evaluation "lines": the lines of four that each side can still complete.

use std::sync::{Arc, LazyLock};

use super::board::{Board, lines};
use crate::evaluator::{Evaluator, Named, View};
use crate::game::Side;

impl View for Board {
    /// The cell on which a stone has fallen.
    type Delta<'a> = u64;
}

/// Values of lines that hold one side's stones alone, by their number, for both sides in the same way. Chosen by hand: a
/// line becomes dangerous with its third stone.
const VALUES: [i32; 4] = [0, 1, 4, 16];
/// Bonus for the side to move.
const TEMPO: i32 = 4;

/// All lines of four, each worth more the more stones of one side it holds, and nothing once both sides have one there.
///
/// The evaluator has no state, because counting the lines of two bitboards is fast enough.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    lines: Vec<u64>,
}

impl Lines {
    /// By number of stones, the lines that one side alone has stones on.
    pub fn counts(&self, board: &Board, side: Side) -> [u32; 4] {
        let (own, other) = (board.stones(side), board.stones(!side));
        let mut counts = [0; 4];
        for line in self.lines.iter().filter(|&line| line & other == 0 && line & own != 0 && line & !own != 0) {
            counts[(line & own).count_ones() as usize] += 1;
        }
        counts
    }

    /// The value of a line by the number of its stones, 1 to 3.
    pub fn value_of(stones: usize) -> i32 {
        VALUES[stones]
    }
}

impl Evaluator<Board> for Lines {
    type State = ();
    type Undo = ();

    fn refresh(&self, _: &Board) {}

    #[inline(always)]
    fn update(&self, _: &mut (), _: &Board, _: u64) {}

    #[inline(always)]
    fn undo(&self, _: &mut (), _: ()) {}

    fn value(&self, _: &(), board: &Board, side: Side) -> i32 {
        let (own, other) = (board.stones(side), board.stones(!side));
        let value = |line: &u64| match (line & own, line & other) {
            (own, 0) => VALUES[own.count_ones() as usize & 3],
            (0, other) => -VALUES[other.count_ones() as usize & 3],
            _ => 0,
        };
        TEMPO + self.lines.iter().map(value).sum::<i32>()
    }
}

impl Named for Lines {
    const NAME: &'static str = "lines";
    const SENTENCE: &'static str = "The lines of four that each side can still complete, by the stones on them.";

    fn own() -> Arc<Lines> {
        static OWN: LazyLock<Arc<Lines>> = LazyLock::new(|| Arc::new(Lines { lines: lines() }));
        OWN.clone()
    }

    fn weights(&self) -> u32 {
        let weights = VALUES.iter().chain([&TEMPO]);
        crc32fast::hash(&weights.flat_map(|weight| weight.to_le_bytes()).collect::<Vec<u8>>())
    }
}
