//! Scores and the arithmetic of mate distance, which is written nowhere else.
//!
//! Scores are from the view of the side to move. From the middle outwards:
//! evaluations below [`WIN`]; wins by repetition between `WIN` and [`BAN`], which
//! depend on the path and not on the position alone; proven wins above `BAN`.
//! The nearer the end of the game, the farther out the score.

use crate::game::Verdict;

/// A score in evaluation units; fits the 16 bits of a table entry.
pub type Score = i32;

/// Score of a mate at the current node; no score exceeds it.
pub const MATE: Score = 10_000;
/// Score of a win by repetition at the current node; its negative is a loss by repetition.
pub const BAN: Score = MATE - 100;
/// Limit of evaluations: their absolute values are below it.
pub const WIN: Score = MATE - 200;
/// A distance larger than any difference of two scores.
pub const OUT_OF_REACH: Score = 3 * MATE;
/// Largest distance from the root, in plies, that mate scores can express.
pub const MAX_PLY: usize = 96;

const _: () = assert!((MAX_PLY as Score) < MATE - BAN && MATE < i16::MAX as Score);

/// Score of a side that is mated `ply` plies from the root.
#[inline(always)]
pub const fn mated_at(ply: usize) -> Score {
    ply as Score - MATE
}

/// Whether a score is a win or loss, by mate or by repetition.
#[inline(always)]
pub const fn is_decisive(score: Score) -> bool {
    score > WIN || score < -WIN
}

/// Whether a score is a proven win or loss, by the end of the game and not by repetition.
#[inline(always)]
pub const fn is_mate(score: Score) -> bool {
    score > BAN || score < -BAN
}

/// Whether a score is a win or loss by repetition, which holds on one path only.
#[inline(always)]
pub const fn is_repetition(score: Score) -> bool {
    is_decisive(score) && !is_mate(score)
}

/// Plies from the root to the end of the game that a decisive score announces.
pub const fn plies_to_end(score: Score) -> Option<i32> {
    let size = score.abs();
    if size > BAN {
        Some(MATE - size)
    } else if size > WIN {
        Some(BAN - size)
    } else {
        None
    }
}

/// Score of a verdict `ply` plies from the root. A draw costs the side to move at the root `draw_score`.
#[inline(always)]
pub const fn price(verdict: Verdict, ply: usize, draw_score: Score) -> Score {
    match verdict {
        Verdict::Won => -mated_at(ply),
        Verdict::Lost => mated_at(ply),
        Verdict::WonByRepetition => BAN - ply as Score,
        Verdict::LostByRepetition => ply as Score - BAN,
        Verdict::Drawn | Verdict::DrawnByRepetition => draw_at(ply, draw_score),
    }
}

/// Score of a draw `ply` plies from the root, from the view of the side to move there; for the side to move at the root
/// it is `-draw_score`.
#[inline(always)]
pub const fn draw_at(ply: usize, draw_score: Score) -> Score {
    if ply.is_multiple_of(2) { -draw_score } else { draw_score }
}

/// A score as the table holds it: distances count from the entry's own node.
#[inline(always)]
pub const fn to_table(score: Score, ply: usize) -> Score {
    if score > WIN {
        score + ply as Score
    } else if score < -WIN {
        score - ply as Score
    } else {
        score
    }
}

/// The reverse of [`to_table`] at a node `ply` plies from the root.
#[inline(always)]
pub const fn from_table(score: Score, ply: usize) -> Score {
    if score > WIN {
        score - ply as Score
    } else if score < -WIN {
        score + ply as Score
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_give_back_what_they_were_given_at_the_same_ply() {
        for score in [0, 57, -9_700, mated_at(3), -mated_at(40), price(Verdict::WonByRepetition, 12, 20)] {
            for ply in 0..20 {
                assert_eq!(from_table(to_table(score, ply), ply), score);
            }
        }
        // A mate found five plies on is two plies nearer when met at ply 3 as at ply 1.
        let stored = to_table(-mated_at(6), 1);
        assert_eq!(from_table(stored, 3), -mated_at(8));
    }

    #[test]
    fn bands_do_not_touch() {
        assert!(is_mate(mated_at(MAX_PLY)) && !is_repetition(mated_at(MAX_PLY)));
        let banned = price(Verdict::LostByRepetition, MAX_PLY, 20);
        assert!(is_repetition(banned) && !is_mate(banned));
        assert_eq!(plies_to_end(-mated_at(7)), Some(7));
        assert_eq!(plies_to_end(price(Verdict::WonByRepetition, 4, 0)), Some(4));
        assert_eq!(plies_to_end(WIN), None);
    }
}
