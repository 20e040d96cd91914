//! Scores and the arithmetic of mate distance, which is written nowhere else.
//!
//! Scores are from the view of the side to move. From the middle outwards: evaluations below [`EVAL_LIMIT`]; unproved
//! mates up to [`UNPROVED_MATE`]; wins by repetition up to [`REPETITION_WIN`], which depend on the path and not on the
//! position alone; proved mates up to [`MATE`]. The nearer the end of the game, the farther out the score: distances
//! count from the root of the search.
//!
//! A mate is proved if it holds whatever the loser plays. A node's loss is a statement about all legal moves, so a node
//! that left some of them out returns an unproved one ([`unproved`]), and all that rests on it is unproved too: scores
//! are compared and negated, which keeps them in their band. `search::proved` says which nodes leave moves out.

use crate::game::Verdict;

/// A score in evaluation units; fits the 16 bits of a table entry.
pub type Score = i32;

/// Score of a mate 0 plies from the root: `MATE - n` is a mate in n plies. No score exceeds it.
pub const MATE: Score = 10_000;
/// Score of a win by repetition 0 plies from the root: `REPETITION_WIN - n` is one in n plies.
pub const REPETITION_WIN: Score = MATE - 100;
/// Score of an unproved mate 0 plies from the root: `UNPROVED_MATE - n` is one in n plies.
pub const UNPROVED_MATE: Score = MATE - 200;
/// Limit of evaluations: their absolute values are below it.
pub const EVAL_LIMIT: Score = MATE - 300;
/// A distance larger than any difference of two scores.
pub const OUT_OF_REACH: Score = 3 * MATE;
/// Largest distance from the root, in plies, that mate scores can express.
pub const MAX_PLY: usize = 96;

const _: () = assert!((MAX_PLY as Score) < MATE - REPETITION_WIN && MATE < i16::MAX as Score);
const _: () = assert!(
    REPETITION_WIN - UNPROVED_MATE == MATE - REPETITION_WIN && UNPROVED_MATE - EVAL_LIMIT == MATE - REPETITION_WIN,
    "the bands are equally wide"
);

/// Score of a side that is mated `ply` plies from the root.
#[inline(always)]
pub const fn mated_at(ply: usize) -> Score {
    ply as Score - MATE
}

/// Whether a score is a win or loss: a mate, proved or not, or an end by repetition.
#[inline(always)]
pub const fn is_decisive(score: Score) -> bool {
    score > EVAL_LIMIT || score < -EVAL_LIMIT
}

/// Whether a score is a proved mate: a win or loss by the end of the game, and not by repetition.
#[inline(always)]
pub const fn is_mate(score: Score) -> bool {
    score > REPETITION_WIN || score < -REPETITION_WIN
}

/// Whether a score is a win or loss by repetition, which holds on one path only.
#[inline(always)]
pub const fn is_repetition(score: Score) -> bool {
    (score > UNPROVED_MATE || score < -UNPROVED_MATE) && !is_mate(score)
}

/// Whether a score is an unproved mate.
#[inline(always)]
pub const fn is_unproved(score: Score) -> bool {
    is_decisive(score) && score.abs() < UNPROVED_MATE
}

/// A proved mate as an unproved one in as many plies; other scores unchanged.
#[inline(always)]
pub const fn unproved(score: Score) -> Score {
    if score > REPETITION_WIN {
        score - (MATE - UNPROVED_MATE)
    } else if score < -REPETITION_WIN {
        score + (MATE - UNPROVED_MATE)
    } else {
        score
    }
}

/// Plies from the root to the end of the game that a decisive score announces.
pub const fn plies_to_end(score: Score) -> Option<i32> {
    let size = score.abs();
    if size > REPETITION_WIN {
        Some(MATE - size)
    } else if size > UNPROVED_MATE {
        Some(REPETITION_WIN - size)
    } else if size > EVAL_LIMIT && size < UNPROVED_MATE {
        Some(UNPROVED_MATE - size)
    } else {
        None
    }
}

/// Score of a verdict `ply` plies from the root. A draw costs the side to move at the root `draw_score`.
#[inline(always)]
pub const fn verdict_score(verdict: Verdict, ply: usize, draw_score: Score) -> Score {
    match verdict {
        Verdict::Won => -mated_at(ply),
        Verdict::Lost => mated_at(ply),
        Verdict::WonByRepetition => REPETITION_WIN - ply as Score,
        Verdict::LostByRepetition => ply as Score - REPETITION_WIN,
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
    if score > EVAL_LIMIT {
        score + ply as Score
    } else if score < -EVAL_LIMIT {
        score - ply as Score
    } else {
        score
    }
}

/// The reverse of [`to_table`] at a node `ply` plies from the root.
#[inline(always)]
pub const fn from_table(score: Score, ply: usize) -> Score {
    if score > EVAL_LIMIT {
        score - ply as Score
    } else if score < -EVAL_LIMIT {
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
        for score in [
            0,
            57,
            -9_700,
            unproved(mated_at(20)),
            mated_at(20),
            -mated_at(40),
            verdict_score(Verdict::WonByRepetition, 12, 20),
        ] {
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
        let banned = verdict_score(Verdict::LostByRepetition, MAX_PLY, 20);
        assert!(is_repetition(banned) && !is_mate(banned));
        assert_eq!(plies_to_end(-mated_at(7)), Some(7));
        assert_eq!(plies_to_end(verdict_score(Verdict::WonByRepetition, 4, 0)), Some(4));
        assert_eq!(plies_to_end(EVAL_LIMIT), None);
        assert_eq!(plies_to_end(UNPROVED_MATE), None, "no mate is in no plies and unproved");
    }

    #[test]
    fn an_unproved_mate_is_less_than_all_that_is_proved_and_more_than_evaluations() {
        for plies in 1..=MAX_PLY {
            let (win, loss) = (unproved(-mated_at(plies)), unproved(mated_at(plies)));
            assert_eq!((win, plies_to_end(win)), (-loss, Some(plies as i32)));
            assert!(is_unproved(win) && is_unproved(loss) && is_decisive(win));
            assert!(!is_mate(win) && !is_repetition(win) && !is_repetition(loss));
            assert!(EVAL_LIMIT < win && win < REPETITION_WIN - MAX_PLY as Score);
            assert_eq!(unproved(win), win);
        }
        assert_eq!([5, EVAL_LIMIT, REPETITION_WIN - 7].map(unproved), [5, EVAL_LIMIT, REPETITION_WIN - 7]);
    }
}
