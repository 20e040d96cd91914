//! The oracle on xiangqi: exact heuristics change the number of nodes but never the score of plain minimax.

use std::sync::Arc;

use crate::common::truth::{self, Case, SWITCHES, Subject, assert_exact};
use crate::common::{json, near_the_end, playout, random_evaluation, rng, thrown};
use boyi::game::Move;
use boyi::games::xiangqi::{PieceSquare, Position, Xiangqi};
use boyi::score::Score;
use boyi::search::config::Class;
use boyi::search::observe::NoObserver;
use boyi::search::{Config, Limits, Report, Searcher};
use rand::RngExt;
use rayon::prelude::*;

/// Largest number of leaves that plain minimax may visit for a depth beyond 2.
const AFFORDABLE: u64 = 300_000;
const DEEPEST: usize = 6;

/// A position with an evaluation.
struct Valued {
    at: Position,
    evaluation: Arc<PieceSquare>,
}

impl Valued {
    fn game(&self) -> Xiangqi {
        self.at.game_with(self.evaluation.clone())
    }
}

impl Subject for Valued {
    fn name(&self) -> String {
        format!("{}, tempo {}", self.at.fen(), self.evaluation.tempo())
    }

    fn find(&self, searcher: &mut Searcher, limits: &Limits) -> Report {
        searcher.search(&self.game(), limits, &false.into(), &mut NoObserver, &mut |_| ())
    }

    fn truth(&self, deepest: usize, affordable: u64) -> Vec<Vec<(Move, Score)>> {
        truth::truth(&mut self.game(), deepest, affordable)
    }

    fn end_of(&self, line: &[Move], depth: u32) -> Option<Score> {
        truth::end_of(&mut self.game(), line, depth)
    }
}

/// Middlegames, crowded and bare endgames, and mates, with evaluations from such where nearly everything is equal
/// to such where a move changes everything.
fn cases() -> Vec<Case<Valued>> {
    let mut rng = rng(2006);
    let mut positions: Vec<Position> = (0..8).map(|i| playout(Position::start(), 10 + 8 * i, &mut rng)).collect();
    let endgames = std::iter::repeat_with(|| thrown(rng.random_range(1..9), &mut rng)).flatten();
    positions.extend(endgames.filter(|at| at.count_moves() > 0).take(24));
    let mates = json("xiangqi_mates.json");
    let puzzles = mates["puzzles"].as_array().unwrap().iter().step_by(5).enumerate();
    // One to three plies before its end a composition has mates within the depths searched here.
    positions.extend(puzzles.map(|(i, puzzle)| near_the_end(puzzle, 1 + i % 3)));
    let values = [1, 8, 60, 240].into_iter().cycle();
    let valued = positions.into_iter().zip(values);
    let subjects: Vec<Valued> =
        valued.map(|(at, most)| Valued { at, evaluation: random_evaluation(most, &mut rng) }).collect();
    subjects.into_par_iter().map(|subject| Case::new(subject, DEEPEST, AFFORDABLE)).collect()
}

#[test]
fn exact_fields_never_change_the_answer() {
    assert_exact(&cases(), 10, 1_500, &mut rng(1));
}

#[test]
fn the_cases_hold_mates_and_ties() {
    let cases = cases();
    let mates = cases.iter().filter(|case| boyi::score::is_mate(case.best(case.deepest()))).count();
    let ties = cases.iter().filter(|case| case.is_tied()).count();
    assert!(mates >= 8 && ties >= 8, "{mates} mates, {ties} ties in {} cases", cases.len());
}

/// Every field declared exact is tested by the oracle, or listed here with a reason.
#[test]
fn every_exact_field_is_tried() {
    // The first ends iterations early, so that the depth differs: see search.rs. The second changes quiescence,
    // which minimax does not have: see quiescence_table.rs. The third searches mates again that approximate
    // heuristics have found: see tests/python/test_proved.py.
    let elsewhere = ["stop_on_mate", "qsearch_table", "confirmation"];
    for field in Config::fields() {
        if field.name == "table_layout" {
            continue; // Approximate, and tried all the same: layouts are exact where only equal depths answer.
        }
        let tried = SWITCHES.iter().any(|switch| switch.0 == field.name) || elsewhere.contains(&field.name);
        assert_eq!(field.class == Class::Exact, tried, "{}", field.name);
    }
}
