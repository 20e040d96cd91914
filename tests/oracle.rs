//! The oracle: exact heuristics change the work and never the answer. With nothing but exact fields on, every subset
//! gives the score of plain minimax at the same depth, a move that attains it, and a line that ends in it.
//!
//! Both sides share the horizon: no quiescence, no extensions, no repetition, and the table answers at equal depth
//! only, since a deeper entry answers another question.

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use boyi::game::{Game, Move, MoveClass, MoveList, Tactics};
use boyi::games::xiangqi::{Evaluation, Position, Xiangqi};
use boyi::perft::perft;
use boyi::score::{Score, from_table, price};
use boyi::search::config::{FieldInput, TableDepth};
use boyi::search::observe::NoObserver;
use boyi::search::table::Table;
use boyi::search::{Config, Limits, Report, Searcher};
use boyi::solve::solve;
use common::{Rng, json, near_the_end, playout, random_evaluation, rng, thrown};
use rand::RngExt;
use rayon::prelude::*;

/// A field and the value that switches it on.
type Switch = (&'static str, FieldInput<'static>);

/// Every exact field. Aspiration windows from so narrow that they fail all the time to so wide that they never do.
const SWITCHES: [Switch; 28] = [
    ("pvs", FieldInput::Bool(true)),
    ("iterative", FieldInput::Bool(true)),
    ("aspiration", FieldInput::Int(1)),
    ("aspiration", FieldInput::Int(40)),
    ("root_sort", FieldInput::Bool(true)),
    ("pv_writeback", FieldInput::Bool(true)),
    ("mate_distance", FieldInput::Text("full")),
    ("table", FieldInput::Text("always")),
    ("table", FieldInput::Text("depth-preferred")),
    ("table", FieldInput::Text("two-tier")),
    ("table", FieldInput::Text("bucket")),
    ("table_layout", FieldInput::Text("two-bound")),
    ("table_pv_cutoffs", FieldInput::Bool(true)),
    ("table_leaves", FieldInput::Bool(true)),
    ("fail_hard", FieldInput::Bool(true)),
    ("static_order", FieldInput::Int(16)),
    ("hash_move", FieldInput::Bool(true)),
    ("root_hash_move", FieldInput::Bool(true)),
    ("mvv_lva", FieldInput::Bool(true)),
    ("killers", FieldInput::Int(1)),
    ("killers", FieldInput::Int(2)),
    ("counter_moves", FieldInput::Bool(true)),
    ("history", FieldInput::Text("depth-squared")),
    ("history", FieldInput::Text("gravity")),
    ("history_on_alpha", FieldInput::Bool(true)),
    ("qsearch_mvv_lva", FieldInput::Bool(true)),
    TINY,
    AGAIN,
];
/// Not fields, but as exact: a table so small that entries overwrite each other all the time, and a second search
/// with what the first has left in table and histories.
const TINY: Switch = ("a tiny table", FieldInput::Bool(true));
const AGAIN: Switch = ("searched again", FieldInput::Bool(true));

/// Most leaves that plain minimax may look at for one depth beyond 2, and the greatest depth.
const AFFORDABLE: u64 = 300_000;
const DEEPEST: usize = 6;

/// A position with an evaluation, and what minimax says of every move at each depth, from 1 on.
struct Case {
    at: Position,
    evaluation: Arc<Evaluation>,
    truth: Vec<Vec<(Move, Score)>>,
}

impl Case {
    fn new(at: Position, evaluation: Arc<Evaluation>) -> Case {
        let mut game = at.game_with(evaluation.clone());
        let mut moves = MoveList::new();
        game.generate(MoveClass::All, &mut moves);
        let mut truth: Vec<Vec<(Move, Score)>> = Vec::new();
        while truth.len() < 2 || truth.len() < DEEPEST && perft(&mut game, truth.len() as u32 + 1) < AFFORDABLE {
            let depth = truth.len() as u32;
            let scores = moves.iter().map(|mv| {
                game.play(mv);
                // The reply's own distances to mate are one ply shorter than from here.
                let score = -from_table(solve(&mut game, depth), 1);
                game.undo();
                (mv, score)
            });
            truth.push(scores.collect());
            if depth < 2 {
                let best = truth[depth as usize].iter().map(|&(_, score)| score).max();
                assert_eq!(best, Some(solve(&mut game, depth + 1)), "solve is the best of its moves");
            }
        }
        Case { at, evaluation, truth }
    }

    fn game(&self) -> Xiangqi {
        self.at.game_with(self.evaluation.clone())
    }

    fn best(&self, depth: u32) -> Score {
        self.truth[depth as usize - 1].iter().map(|&(_, score)| score).max().expect("a move")
    }

    /// Compares every finished iteration of a search with the truth.
    fn check(&self, on: &[Switch]) -> Result<(), String> {
        let (config, report) = self.search(on);
        let fail = |what: String| Err(format!("{what}, {on:?}, {}, tempo {}", self.at.fen(), self.evaluation.tempo()));
        if report.depth as usize != self.truth.len() {
            return fail(format!("searched to depth {}, not {}", report.depth, self.truth.len()));
        }
        for it in &report.iterations {
            let (depth, best) = (it.depth, self.best(it.depth));
            if it.score != best {
                return fail(format!("depth {depth}: score {}, truth {best}", it.score));
            }
            let Some(&mv) = it.pv.first() else { return fail(format!("depth {depth}: no move")) };
            if !self.truth[depth as usize - 1].contains(&(mv, best)) {
                return fail(format!("depth {depth}: {mv:?} does not attain {best}"));
            }
            let end = self.end_of(&it.pv, depth);
            // Only an answer of the table in the middle of the line may leave it unfinished.
            if end != Some(best) && !(end.is_none() && config.table_pv_cutoffs) {
                return fail(format!("depth {depth}: the line {:?} ends in {end:?}, not {best}", it.pv));
            }
        }
        Ok(())
    }

    fn search(&self, on: &[Switch]) -> (Config, Report) {
        let mut config = Config {
            table_depth: TableDepth::Equal,
            aspiration_min_depth: 2,
            stop_on_mate: false,
            ..Config::neutral()
        };
        for (name, value) in on.iter().filter(|switch| ![TINY, AGAIN].contains(switch)) {
            config.set(name, value).unwrap();
        }
        let mb = if on.contains(&TINY) { 0.01 } else { 1.0 };
        let table = Table::of(&config, mb).unwrap().map(Arc::new);
        let mut searcher = Searcher::with_table(config.clone(), table).unwrap();
        let (limits, flag) = (Limits::depth(self.truth.len() as u32), AtomicBool::new(false));
        let mut run = || searcher.search(&self.game(), &limits, &flag, &mut NoObserver, &mut |_| ());
        let first = run();
        (config, if on.contains(&AGAIN) { run() } else { first })
    }

    /// Score of the position at the end of a line of full length, seen from its beginning; none if it stops early.
    fn end_of(&self, line: &[Move], depth: u32) -> Option<Score> {
        let mut game = self.game();
        for &mv in line {
            assert!(game.is_legal(mv), "{mv:?} of {line:?} is illegal, {}", self.at.fen());
            game.play(mv);
        }
        let sign = if line.len().is_multiple_of(2) { 1 } else { -1 };
        match line.len() {
            n if n == depth as usize => Some(sign * game.evaluate()),
            n if game.count_moves() == 0 => Some(sign * price(game.stuck(), n, 0)),
            _ => None,
        }
    }
}

/// Middlegames, crowded and bare endgames, and mates, with evaluations from such where nearly everything is equal
/// to such where a move changes everything.
fn cases() -> Vec<Case> {
    let mut rng = rng(2006);
    let mut positions: Vec<Position> = (0..8).map(|i| playout(Position::start(), 10 + 8 * i, &mut rng)).collect();
    let endgames = std::iter::repeat_with(|| thrown(rng.random_range(1..9), &mut rng)).flatten();
    positions.extend(endgames.filter(|at| at.count_moves() > 0).take(24));
    let mates = json("xiangqi_mates.json");
    let puzzles = mates["puzzles"].as_array().unwrap().iter().step_by(5).enumerate();
    // One to three plies before its end a composition has mates within the depths searched here.
    positions.extend(puzzles.map(|(i, puzzle)| near_the_end(puzzle, 1 + i % 3)));
    let values: Vec<i16> = (0..positions.len()).map(|i| [1, 8, 60, 240][i % 4]).collect();
    let evaluations: Vec<Arc<Evaluation>> = values.iter().map(|&most| random_evaluation(most, &mut rng)).collect();
    positions.into_par_iter().zip(evaluations).map(|(at, evaluation)| Case::new(at, evaluation)).collect()
}

fn subset(rng: &mut Rng) -> Vec<Switch> {
    let share = rng.random_range(0.2..0.9);
    SWITCHES.into_iter().filter(|_| rng.random_bool(share)).collect()
}

/// Every set of switches on some of the cases, each time on others; the failures.
fn failures(cases: &[Case], sets: &[Vec<Switch>], each: usize) -> Vec<String> {
    let jobs = sets.iter().enumerate().flat_map(|(i, set)| (0..each).map(move |k| (i * each + k, set)));
    let jobs: Vec<(usize, &Vec<Switch>)> = jobs.collect();
    jobs.par_iter().filter_map(|&(i, set)| cases[i % cases.len()].check(set).err()).collect()
}

#[test]
fn exact_fields_never_change_the_answer() {
    let cases = cases();
    let singles: Vec<Vec<Switch>> = SWITCHES.into_iter().map(|switch| vec![switch]).chain([vec![]]).collect();
    let pairs: Vec<Vec<Switch>> =
        (0..SWITCHES.len()).flat_map(|i| (0..i).map(move |j| vec![SWITCHES[j], SWITCHES[i]])).collect();
    let mut rng = rng(1);
    let subsets: Vec<Vec<Switch>> = (0..1_500).map(|_| subset(&mut rng)).collect();
    let mut wrong = failures(&cases, &singles, cases.len());
    wrong.extend(failures(&cases, &pairs, 10));
    wrong.extend(failures(&cases, &subsets, 10));
    assert!(
        wrong.is_empty(),
        "{} wrong answers, the first of them:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(5)].join("\n")
    );
}

#[test]
fn the_cases_hold_mates_and_ties() {
    let cases = cases();
    let mates = cases.iter().filter(|case| boyi::score::is_mate(case.best(case.truth.len() as u32))).count();
    let tied = |case: &&Case| {
        let best = case.best(2);
        case.truth[1].iter().filter(|&&(_, score)| score == best).count() > 1
    };
    let ties = cases.iter().filter(tied).count();
    assert!(mates >= 8 && ties >= 8, "{mates} mates, {ties} ties in {} cases", cases.len());
}

/// Whatever is declared exact is under the oracle, or here with the reason why not.
#[test]
fn every_exact_field_is_tried() {
    let elsewhere = ["stop_on_mate"]; // It ends iterations early, so that the depth differs: see tests/search.rs.
    for field in Config::fields() {
        if field.name == "table_layout" {
            continue; // Approximate, and tried all the same: layouts are exact where only equal depths answer.
        }
        let tried = SWITCHES.iter().any(|switch| switch.0 == field.name) || elsewhere.contains(&field.name);
        assert_eq!(field.class == boyi::search::config::Class::Exact, tried, "{}", field.name);
    }
}
