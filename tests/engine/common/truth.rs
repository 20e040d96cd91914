//! Searches against plain minimax. With nothing but exact heuristics on, every set of them gives the score of minimax
//! at the same depth, a move that attains it, and a line that ends in it.
//!
//! Both sides share the horizon: no quiescence, no extensions, no repetition, and the table answers at equal depth
//! only, since a deeper entry answers another question.

use std::sync::Arc;

use boyi::game::{Move, MoveClass, MoveList, Tactics};
use boyi::perft::perft;
use boyi::score::{Score, from_table, verdict_score};
use boyi::search::config::TableDepth;
use boyi::search::table::Table;
use boyi::search::{Config, Limits, Report, Searcher};
use boyi::solve::solve;
use rand::RngExt;
use rayon::prelude::*;

use super::{OFF, ON, Rng, Setting, int, name, sized};

/// Every exact field, and layouts, which are exact where only equal depths answer. Aspiration windows from so narrow
/// that they fail all the time to so wide that they never do.
pub const SWITCHES: &[Setting] = &[
    ("pvs", ON),
    ("iterative", ON),
    ("aspiration", int(1)),
    ("aspiration", int(40)),
    ("root_sort", name("best")),
    ("root_sort", name("all")),
    ("root_exact", ON),
    ("pv_writeback", ON),
    ("mate_distance", name("full")),
    ("table", name("always")),
    ("table", name("depth-preferred")),
    ("table", name("two-tier")),
    ("table", name("bucket")),
    ("table", name("aged-bucket")),
    ("table_root", OFF),
    ("table_renewal", ON),
    ("table_layout", name("leafwalk")),
    ("table_layout", name("two-bound")),
    ("table_pv_cutoffs", ON),
    ("table_leaves", ON),
    ("stored_evaluation", ON),
    ("fail_hard", ON),
    ("static_order", int(16)),
    ("hash_move", ON),
    ("root_hash_move", ON),
    ("internal_deepening", ON),
    ("mvv_lva", ON),
    ("see_captures", ON),
    ("killers", int(1)),
    ("killers", int(2)),
    ("killers_above", ON),
    ("killers_in_check", ON),
    ("counter_moves", ON),
    ("history", name("depth-squared")),
    ("history", name("gravity")),
    ("history", name("halved")),
    ("history_by_piece", ON),
    ("history_per_search", ON),
    ("history_on_alpha", ON),
    ("continuation_history", int(2)),
    ("continuation_history", int(3)),
    ("capture_history", ON),
    ("structure_history", ON),
    ("qsearch_mvv_lva", ON),
    TINY,
    AGAIN,
    THREADS,
];

/// Not fields, but as exact: a table so small that entries overwrite each other all the time, a second search with what
/// the first has left in table and histories, and three threads.
const TINY: Setting = ("a tiny table", ON);
const AGAIN: Setting = ("searched again", ON);
const THREADS: Setting = ("threads", int(3));

/// The neutral configuration with the fields that are set; searches end at the same depth whatever they find.
pub fn exact(on: &[Setting]) -> Config {
    let mut config =
        Config { table_depth: TableDepth::Equal, aspiration_min_depth: 2, stop_on_mate: false, ..Config::neutral() };
    for (field, value) in on.iter().filter(|switch| ![TINY, AGAIN, THREADS].contains(switch)) {
        config.set(field, value).unwrap();
    }
    config
}

/// A position of some game.
pub trait Subject: Sync {
    /// What tells the position to a reader.
    fn name(&self) -> String;

    /// Searches it.
    fn find(&self, searcher: &mut Searcher, limits: &Limits) -> Report;

    /// What [`truth`] says.
    fn truth(&self, deepest: usize, affordable: u64) -> Vec<Vec<(Move, Score)>>;

    /// What [`end_of`] says.
    fn end_of(&self, line: &[Move], depth: u32) -> Option<Score>;
}

/// What minimax says of every move at each depth, from 1 on, two at least: as deep as it has few enough leaves.
pub fn truth<G: Tactics>(game: &mut G, deepest: usize, affordable: u64) -> Vec<Vec<(Move, Score)>> {
    let mut moves = MoveList::new();
    game.generate(MoveClass::Candidates, &mut moves);
    let mut truth: Vec<Vec<(Move, Score)>> = Vec::new();
    while truth.len() < 2 || truth.len() < deepest && perft(game, truth.len() as u32 + 1) < affordable {
        let depth = truth.len() as u32;
        let scores = moves.iter().map(|mv| {
            game.play(mv);
            // The reply's own distances to the end are one ply shorter than from here.
            let score = -from_table(solve(game, depth), 1);
            game.undo();
            (mv, score)
        });
        truth.push(scores.collect());
        if depth < 2 {
            let best = truth[depth as usize].iter().map(|&(_, score)| score).max();
            assert_eq!(best, Some(solve(game, depth + 1)), "solve is the best of its moves");
        }
    }
    truth
}

/// Score of the position at the end of a line of full length or of a game, seen from its beginning; none of others.
pub fn end_of<G: Tactics>(game: &mut G, line: &[Move], depth: u32) -> Option<Score> {
    for &mv in line {
        assert!(game.is_legal(mv), "{mv:?} of {line:?} is illegal");
        game.play(mv);
    }
    let sign = if line.len().is_multiple_of(2) { 1 } else { -1 };
    match line.len() {
        plies if plies == depth as usize => Some(sign * game.evaluate()),
        plies if game.count_moves() == 0 => Some(sign * verdict_score(game.stuck(), plies, 0)),
        _ => None,
    }
}

/// A position, and what minimax says of its moves.
pub struct Case<S> {
    pub subject: S,
    pub truth: Vec<Vec<(Move, Score)>>,
}

impl<S: Subject> Case<S> {
    /// See [`truth`].
    pub fn new(subject: S, deepest: usize, affordable: u64) -> Case<S> {
        Case { truth: subject.truth(deepest, affordable), subject }
    }

    /// The score of minimax.
    pub fn best(&self, depth: u32) -> Score {
        self.truth[depth as usize - 1].iter().map(|&(_, score)| score).max().expect("a move")
    }

    /// The greatest depth that minimax was asked for.
    pub fn deepest(&self) -> u32 {
        self.truth.len() as u32
    }

    /// Whether several moves are as good at depth 2.
    pub fn is_tied(&self) -> bool {
        self.truth[1].iter().filter(|&&(_, score)| score == self.best(2)).count() > 1
    }

    /// Compares every finished iteration of a search with the truth.
    pub fn check(&self, on: &[Setting]) -> Result<(), String> {
        let (config, report) = self.search(on);
        let fail = |what: String| Err(format!("{what}, {on:?}, {}", self.subject.name()));
        if report.depth != self.deepest() {
            return fail(format!("searched to depth {}, not {}", report.depth, self.deepest()));
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
            let end = self.subject.end_of(&it.pv, depth);
            // Only an answer of the table in the middle of the line may leave it unfinished.
            if end != Some(best) && !(end.is_none() && config.table_pv_cutoffs) {
                return fail(format!("depth {depth}: the line {:?} ends in {end:?}, not {best}", it.pv));
            }
        }
        Ok(())
    }

    fn search(&self, on: &[Setting]) -> (Config, Report) {
        let config = exact(on);
        let table = Table::of(&config, if on.contains(&TINY) { 0.005 } else { 0.5 }).unwrap();
        let mut searcher = Searcher::with_table(config.clone(), table.map(Arc::new)).unwrap();
        searcher.set_threads(if on.contains(&THREADS) { 3 } else { 1 });
        let limits = Limits::depth(self.deepest());
        let first = self.subject.find(&mut searcher, &limits);
        (config, if on.contains(&AGAIN) { self.subject.find(&mut searcher, &limits) } else { first })
    }
}

/// Every set of switches on some of the cases, each time on others; the failures.
fn failures<S: Subject>(cases: &[Case<S>], sets: &[Vec<Setting>], each: usize) -> Vec<String> {
    let jobs = sets.iter().enumerate().flat_map(|(i, set)| (0..each).map(move |k| (i * each + k, set)));
    let jobs: Vec<(usize, &Vec<Setting>)> = jobs.collect();
    jobs.par_iter().filter_map(|&(i, set)| cases[i % cases.len()].check(set).err()).collect()
}

/// Every switch alone, none, and all at once, on all cases; every pair, and so many random subsets, on `each` of them.
/// The quick size tries each switch on a fifth of the cases, and each 25th pair and subset.
pub fn assert_exact<S: Subject>(cases: &[Case<S>], each: usize, subsets: usize, rng: &mut Rng) {
    let mut everywhere: Vec<Vec<Setting>> = SWITCHES.iter().map(|&switch| vec![switch]).collect();
    // Of two values of a field the later one holds.
    everywhere.extend([vec![], SWITCHES.to_vec(), SWITCHES.iter().rev().copied().collect()]);
    let pairs = (0..SWITCHES.len()).flat_map(|i| (0..i).map(move |j| vec![SWITCHES[j], SWITCHES[i]]));
    let subset = || {
        let share = rng.random_range(0.2..0.9);
        SWITCHES.iter().filter(|_| rng.random_bool(share)).copied().collect()
    };
    let somewhere: Vec<Vec<Setting>> =
        pairs.chain(std::iter::repeat_with(subset).take(subsets)).step_by(sized(25, 1)).collect();
    let mut wrong = failures(cases, &everywhere, cases.len() / sized(5, 1));
    wrong.extend(failures(cases, &somewhere, each));
    let first = wrong[..wrong.len().min(5)].join("\n");
    assert!(wrong.is_empty(), "{} wrong answers, the first of them:\n{first}", wrong.len());
}
