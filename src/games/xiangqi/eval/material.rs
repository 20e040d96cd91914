//! The evaluation "material": values of the pieces, independent of their squares.

use std::sync::Arc;

use super::{Detail, Moved, Part, PieceSquare, XiangqiEvaluator};
use crate::evaluator::{Evaluator, Named};
use crate::game::Side;
use crate::games::xiangqi::board::Board;

/// A value for each kind of piece, and a bonus for the side to move, in units where a chariot is about 200.
///
/// The evaluator has no state, because counting a few bitboards is fast enough.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Material {
    worths: [i32; 7],
    tempo: i32,
}

impl Default for Material {
    /// Boyi's own piece-square values, averaged over the squares that each kind of piece can reach.
    fn default() -> Material {
        let squares = PieceSquare::default();
        Material { worths: [0, 1, 2, 3, 4, 5, 6].map(|kind| squares.worth(kind)), tempo: squares.tempo().into() }
    }
}

impl Evaluator<Board> for Material {
    type State = ();
    type Undo = ();

    fn refresh(&self, _: &Board) {}

    #[inline(always)]
    fn update(&self, _: &mut (), _: &Board, _: Moved) {}

    #[inline(always)]
    fn undo(&self, _: &mut (), _: ()) {}

    fn value(&self, _: &(), board: &Board, side: Side) -> i32 {
        let count = |side, kind| board.pieces(side, kind).count_ones() as i32;
        let kinds = self.worths.iter().enumerate();
        self.tempo + kinds.map(|(kind, worth)| worth * (count(side, kind) - count(!side, kind))).sum::<i32>()
    }
}

impl Named for Material {
    const NAME: &'static str = "material";
    const SENTENCE: &'static str = "A value for every kind of piece, independent of its square.";

    fn own() -> Arc<Material> {
        Arc::default()
    }

    fn weights(&self) -> u32 {
        let weights = self.worths.iter().chain([&self.tempo]);
        crc32fast::hash(&weights.flat_map(|weight| weight.to_le_bytes()).collect::<Vec<u8>>())
    }
}

impl XiangqiEvaluator for Material {
    fn detail(&self, board: &Board) -> Detail {
        let part = |side, kind: usize| {
            let count = board.pieces(side, kind).count_ones();
            Part { count, material: self.worths[kind] * count as i32, position: 0 }
        };
        let parts = [Side::First, Side::Second].map(|side| [0, 1, 2, 3, 4, 5, 6].map(|kind| part(side, kind)));
        Detail::of_pieces(parts, self.tempo)
    }
}
