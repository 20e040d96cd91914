//! Self-play: games of a search against itself. Their moves, scores and results train evaluations.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use bytemuck::{Pod, Zeroable};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::error::{Error, Result};
use crate::game::{Move, MoveClass, MoveList, Side, Tactics, Verdict, VerdictRules};
use crate::search::observe::NoObserver;
use crate::search::{Limits, Searcher};

/// How the games of self-play are played.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Seed of all games: with the number of a game it determines the random moves of that game.
    pub seed: u64,
    /// Nodes of the search of each move.
    pub nodes: u64,
    /// Least and largest number of random plies at the beginning of a game.
    pub random_plies: [u32; 2],
    /// Largest absolute score, in evaluation units, of the position after the random plies.
    pub margin: i32,
    /// Chance that a random move is played instead of the best one, after the random plies.
    pub slip: f64,
    /// Absolute score, in evaluation units, from which a game is decided if it lasts for `decided_plies`.
    pub decided: i32,
    /// Plies for which the score must be decided for the same side.
    pub decided_plies: u32,
    /// Plies after the opening at which a game is broken off as a draw.
    pub max_plies: u32,
}

/// A move of a game and the score that the search gave the position before it.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
pub struct Ply {
    /// Code of the move.
    pub mv: u16,
    /// Score of the position from the view of the side to move, as [`crate::score`] numbers it; [`Ply::NO_SCORE`] where
    /// a random move was played.
    pub score: i16,
}

impl Ply {
    /// Value of `score` for a move that was not searched.
    pub const NO_SCORE: i16 = i16::MIN;
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum End {
    /// By the rules of the game.
    Rules = 0,
    /// Its score was decided for long enough.
    Decided = 1,
    /// It was broken off at the largest number of plies.
    Plies = 2,
}

/// A finished game of self-play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its moves after the opening.
    pub plies: Vec<Ply>,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// How it has ended.
    pub end: End,
}

/// A game as a row of an array, whose plies stand in another array.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
pub struct Row {
    /// Index of the opening.
    pub opening: u32,
    /// Number of plies after the opening.
    pub plies: u16,
    /// Index of the side that has won, or -1 for a draw.
    winner: i8,
    /// How the game has ended, as [`End`].
    end: u8,
}

impl Row {
    /// The row of a game.
    pub fn new(opening: u32, played: &Played) -> Row {
        let winner = played.winner.map_or(-1, |side| side.index() as i8);
        Row { opening, plies: played.plies.len() as u16, winner, end: played.end as u8 }
    }

    /// The winner; `None` for a draw.
    pub fn winner(&self) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|side| side.index() as i8 == self.winner)
    }
}

/// Number of times that the random plies of a game are drawn before the opening is given up.
const DRAWS: u32 = 1000;

/// Plays game number `number` from an opening, which must not be over. `None` if `stop` was set meanwhile. Fails if no
/// draw of random plies leaves the game open and its score within the margin.
pub fn play<G: Tactics>(
    searcher: &mut Searcher,
    opening: &G,
    number: u64,
    terms: &Terms,
    stop: &AtomicBool,
) -> Result<Option<Played>> {
    let seed = terms.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number);
    let mut table = Table { searcher, terms, stop, rng: Xoshiro256PlusPlus::seed_from_u64(seed) };
    let Some(Begun { mut game, mut plies, found }) = table.opening(opening)? else { return Ok(None) };
    let mut found = Some(found);
    let mut streak = Streak::default();
    while (plies.len() as u32) < terms.max_plies {
        let Some((mv, score)) = found.take().or_else(|| table.search(&game)) else { return Ok(None) };
        let slips = terms.slip > 0.0 && table.rng.random_bool(terms.slip);
        let ply = if slips {
            Ply { mv: table.any_move(&game).0, score: Ply::NO_SCORE }
        } else {
            Ply { mv: mv.0, score: score as i16 }
        };
        let leader = if score < 0 { !game.side() } else { game.side() };
        plies.push(ply);
        game.play(Move(ply.mv));
        if let Some(winner) = result(&game) {
            return Ok(Some(Played { plies, winner, end: End::Rules }));
        }
        if streak.see(score.abs() >= terms.decided, leader) >= terms.decided_plies {
            return Ok(Some(Played { plies, winner: Some(leader), end: End::Decided }));
        }
    }
    Ok(Some(Played { plies, winner: None, end: End::Plies }))
}

/// The winner of a game that has ended by the rules, or none for a draw; `None` if it has not ended.
fn result<G: Tactics>(game: &G) -> Option<Option<Side>> {
    let verdict = if game.count_moves() == 0 { Some(game.stuck()) } else { game.verdict(VerdictRules::OF_A_GAME) };
    Some(match verdict? {
        Verdict::Won | Verdict::WonByRepetition => Some(game.side()),
        Verdict::Lost | Verdict::LostByRepetition => Some(!game.side()),
        Verdict::Drawn | Verdict::DrawnByRepetition => None,
    })
}

/// Number of plies in a row in which the score was decided for one side.
#[derive(Default)]
struct Streak {
    side: Side,
    plies: u32,
}

impl Streak {
    /// Counts a ply and returns the length of the streak.
    fn see(&mut self, decided: bool, leader: Side) -> u32 {
        let goes_on = decided && self.side == leader;
        *self = Streak { side: leader, plies: if goes_on { self.plies + 1 } else { decided as u32 } };
        self.plies
    }
}

/// A game after its random plies, with the move and the score that a search has found for its position.
struct Begun<G> {
    game: G,
    plies: Vec<Ply>,
    found: (Move, i32),
}

/// The searcher and the settings with which a game is played.
struct Table<'a> {
    searcher: &'a mut Searcher,
    terms: &'a Terms,
    stop: &'a AtomicBool,
    rng: Xoshiro256PlusPlus,
}

impl Table<'_> {
    /// The game after its random plies, drawn until it is open and balanced; `None` if the search was stopped.
    fn opening<G: Tactics>(&mut self, start: &G) -> Result<Option<Begun<G>>> {
        let [least, most] = self.terms.random_plies;
        for _ in 0..DRAWS {
            let (mut game, mut plies) = (start.clone(), Vec::new());
            for _ in 0..self.rng.random_range(least..=most) {
                let mv = self.any_move(&game);
                plies.push(Ply { mv: mv.0, score: Ply::NO_SCORE });
                game.play(mv);
                if result(&game).is_some() {
                    break;
                }
            }
            if result(&game).is_some() {
                continue;
            }
            self.searcher.clear();
            let Some((mv, score)) = self.search(&game) else { return Ok(None) };
            if score.abs() <= self.terms.margin {
                return Ok(Some(Begun { game, plies, found: (mv, score) }));
            }
        }
        let (margin, [least, most]) = (self.terms.margin, self.terms.random_plies);
        Err(Error::Value(format!(
            "margin = {margin}: none of {DRAWS} draws of {least} to {most} random plies leads to a score from \
             -{margin} to {margin}, expected a larger margin or another opening"
        )))
    }

    /// A random legal move of a game that is not over.
    fn any_move<G: Tactics>(&mut self, game: &G) -> Move {
        let mut moves = MoveList::new();
        game.generate(MoveClass::Candidates, &mut moves);
        let at = self.rng.random_range(0..moves.len());
        moves.iter().nth(at).expect("a game that is not over has moves")
    }

    /// The best move of a game and its score, by a search; `None` if the search was stopped.
    fn search<G: Tactics>(&mut self, game: &G) -> Option<(Move, i32)> {
        let limits = Limits { nodes: Some(self.terms.nodes), ..Limits::default() };
        let report = self.searcher.search(game, &limits, self.stop, &mut NoObserver, &mut |_| ());
        (!self.stop.load(Relaxed)).then_some((report.mv, report.score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameKind;
    use crate::games::xiangqi::Position;
    use crate::presets::preset;

    const TERMS: Terms = Terms {
        seed: 5,
        nodes: 200,
        random_plies: [4, 9],
        margin: 100,
        slip: 0.02,
        decided: 500,
        decided_plies: 4,
        max_plies: 120,
    };

    fn played(number: u64, terms: &Terms, stop: bool) -> Result<Option<Played>> {
        let mut searcher = Searcher::new(preset("boyi", GameKind::Xiangqi).expect("a preset")).expect("its table");
        play(&mut searcher, &Position::start().game(), number, terms, &AtomicBool::new(stop))
    }

    #[test]
    fn games_are_legal_and_end_as_they_say() {
        let mut ends = [0; 3];
        for number in 0..12 {
            let one = played(number, &TERMS, false).expect("balanced").expect("not stopped");
            assert_eq!(Some(&one), played(number, &TERMS, false).expect("balanced").as_ref(), "it repeats");
            let mut game = Position::start().game();
            for (at, ply) in one.plies.iter().enumerate() {
                use crate::game::Game;
                assert!(result(&game).is_none() && game.is_legal(Move(ply.mv)));
                assert!(at >= 4 || ply.score == Ply::NO_SCORE, "the game begins at random");
                game.play(Move(ply.mv));
            }
            ends[one.end as usize] += 1;
            match one.end {
                End::Rules => assert_eq!(result(&game), Some(one.winner)),
                End::Decided => assert!(one.winner.is_some() && result(&game).is_none()),
                End::Plies => assert!(one.winner.is_none() && one.plies.len() == 120),
            }
        }
        assert!(ends[End::Decided as usize] > 0, "{ends:?}");
        assert_ne!(played(0, &TERMS, false).ok(), played(1, &TERMS, false).ok());
    }

    #[test]
    fn what_cannot_be_played_is_said() {
        assert_eq!(played(0, &TERMS, true).expect("no error"), None);
        let error = played(0, &Terms { random_plies: [0, 0], margin: 0, ..TERMS }, false)
            .expect_err("the side to move has a tempo");
        assert!(error.to_string().contains("margin = 0"), "{error}");
    }

    #[test]
    fn a_streak_is_of_one_side() {
        let mut streak = Streak::default();
        assert_eq!(streak.see(true, Side::First), 1);
        assert_eq!(streak.see(true, Side::First), 2);
        assert_eq!(streak.see(true, Side::Second), 1);
        assert_eq!(streak.see(false, Side::Second), 0);
    }
}
