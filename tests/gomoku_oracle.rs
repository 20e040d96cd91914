//! The oracle on small gomoku boards. With nothing but exact heuristics on, every single one and every pair gives the
//! score of plain minimax where at most ten points are empty, and a move that attains it; where more are empty, the end
//! of the game as an independent alpha-beta with a table finds it, which is written here and shares nothing with the
//! search.

mod common;

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use boyi::game::{Game, Move, MoveClass, MoveList, Side};
use boyi::games::Kind;
use boyi::games::gomoku::{AnyGomoku, Geometry, Position, Reach, Rule, with_gomoku};
use boyi::perft::perft;
use boyi::presets::preset;
use boyi::score::{Score, from_table, is_mate, plies_to_end};
use boyi::search::config::{FieldInput, TableDepth};
use boyi::search::observe::NoObserver;
use boyi::search::table::Table;
use boyi::search::{Config, Limits, Report, Searcher};
use boyi::solve::solve;
use common::{Rng, rng};
use rand::RngExt;
use rayon::prelude::*;

/// A field and the value that switches it on.
type Switch = (&'static str, FieldInput<'static>);

/// The exact fields that mean something to a game without captures. Layouts are exact where only equal
/// depths answer.
const SWITCHES: [Switch; 25] = [
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
    ("table_layout", FieldInput::Text("leafwalk")),
    ("table_layout", FieldInput::Text("two-bound")),
    ("table_pv_cutoffs", FieldInput::Bool(true)),
    ("hash_move", FieldInput::Bool(true)),
    ("root_hash_move", FieldInput::Bool(true)),
    ("mvv_lva", FieldInput::Bool(true)),
    ("killers", FieldInput::Int(1)),
    ("killers", FieldInput::Int(2)),
    ("counter_moves", FieldInput::Bool(true)),
    ("history", FieldInput::Text("depth-squared")),
    ("history", FieldInput::Text("gravity")),
    ("history_on_alpha", FieldInput::Bool(true)),
    TINY,
    AGAIN,
];
/// Not fields, but as exact: a table so small that entries overwrite each other all the time, and a second search
/// with what the first has left in table and histories.
const TINY: Switch = ("a tiny table", FieldInput::Bool(true));
const AGAIN: Switch = ("searched again", FieldInput::Bool(true));

/// Boards, with the fewest and most points that are left empty.
const BOARDS: [(Rule, [usize; 3], usize, usize); 12] = [
    (Rule::Freestyle, [3, 3, 3], 6, 9),
    (Rule::Freestyle, [4, 4, 3], 6, 10),
    (Rule::Freestyle, [4, 4, 4], 6, 10),
    (Rule::Freestyle, [5, 4, 4], 6, 10),
    (Rule::Freestyle, [5, 5, 4], 6, 10),
    (Rule::Freestyle, [6, 5, 5], 7, 10),
    (Rule::Standard, [4, 4, 3], 6, 10),
    (Rule::Standard, [5, 5, 4], 6, 10),
    (Rule::Standard, [6, 6, 5], 7, 10),
    (Rule::Renju, [5, 5, 5], 6, 10),
    (Rule::Renju, [6, 6, 5], 6, 10),
    (Rule::Renju, [7, 6, 5], 7, 10),
];

/// Leaves that plain minimax may look at for one depth.
const AFFORDABLE: u64 = 100_000;

fn neutral() -> Config {
    Config { table_depth: TableDepth::Equal, aspiration_min_depth: 2, stop_on_mate: false, ..Config::neutral() }
}

fn geometry([rows, cols, k]: [usize; 3]) -> Geometry {
    Geometry::new(rows, cols, k).unwrap()
}

/// Random moves until so many points are empty; played anew as long as someone wins on the way.
fn random_position(rule: Rule, measures: [usize; 3], empty: usize, rng: &mut Rng) -> Position {
    let start = Position::new(geometry(measures), rule).unwrap();
    loop {
        let mut position = start.clone();
        while position.board().empty_points().count() > empty && position.outcome().is_none() {
            let moves = position.legal_moves();
            position = position.play(moves[rng.random_range(0..moves.len())]).unwrap();
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

// ---- plain minimax -------------------------------------------------------

/// A position, and what minimax says of every move at each depth, from 1 on.
struct Case {
    name: String,
    game: AnyGomoku,
    truth: Vec<Vec<(Move, Score)>>,
}

impl Case {
    fn new(position: &Position, reach: Reach) -> Case {
        let game = AnyGomoku::new(position, reach).unwrap();
        let name =
            format!("{} {} {reach:?}", position.rule().name(), boyi::games::gomoku::text::line(position.board()));
        // One ply more than there are points, and the end of every game is seen.
        let deepest = position.board().empty_points().count() as u32 + 1;
        let truth = with_gomoku!(&game, game => truth(&mut game.clone(), deepest));
        Case { name, game, truth }
    }

    fn best(&self, depth: u32) -> Score {
        self.truth[depth as usize - 1].iter().map(|&(_, score)| score).max().expect("a move")
    }

    /// Compares every finished iteration of a search with the truth.
    fn check(&self, on: &[Switch]) -> Result<(), String> {
        let report = self.search(on);
        let fail = |what: String| Err(format!("{what}, {on:?}, {}", self.name));
        if report.depth as usize != self.truth.len() {
            return fail(format!("searched to depth {}, not {}", report.depth, self.truth.len()));
        }
        for it in &report.iterations {
            let (depth, best) = (it.depth, self.best(it.depth));
            if it.score != best {
                return fail(format!("depth {depth}: score {}, truth {best}", it.score));
            }
            if !it.pv.first().is_some_and(|&mv| self.truth[depth as usize - 1].contains(&(mv, best))) {
                return fail(format!("depth {depth}: {:?} does not attain {best}", it.pv.first()));
            }
        }
        Ok(())
    }

    fn search(&self, on: &[Switch]) -> Report {
        let mut config = neutral();
        for (name, value) in on.iter().filter(|switch| ![TINY, AGAIN].contains(switch)) {
            config.set(name, value).unwrap();
        }
        let table = Table::of(&config, if on.contains(&TINY) { 0.005 } else { 0.5 }).unwrap();
        let mut searcher = Searcher::with_table(config, table.map(Arc::new)).unwrap();
        let mut run = || find(&mut searcher, &self.game, self.truth.len() as u32);
        let first = run();
        if on.contains(&AGAIN) { run() } else { first }
    }
}

fn truth<G: Game + boyi::game::Tactics>(game: &mut G, deepest: u32) -> Vec<Vec<(Move, Score)>> {
    let mut moves = MoveList::new();
    game.generate(MoveClass::All, &mut moves);
    let mut truth = Vec::new();
    while truth.is_empty() || truth.len() < deepest as usize && perft(game, truth.len() as u32 + 1) < AFFORDABLE {
        let depth = truth.len() as u32;
        let scores = moves.iter().map(|mv| {
            game.play(mv);
            // The reply's own distances to the end are one ply shorter than from here.
            let score = -from_table(solve(game, depth), 1);
            game.undo();
            (mv, score)
        });
        truth.push(scores.collect());
    }
    truth
}

fn find(searcher: &mut Searcher, game: &AnyGomoku, depth: u32) -> Report {
    let (limits, flag) = (Limits::depth(depth), AtomicBool::new(false));
    with_gomoku!(game, game => searcher.search(game, &limits, &flag, &mut NoObserver, &mut |_| ()))
}

/// Every kind of board four times, with both reaches.
fn cases() -> Vec<Case> {
    let mut rng = rng(5);
    let mut positions = Vec::new();
    for (rule, measures, fewest, most) in BOARDS {
        for reach in [Reach::Everywhere, Reach::Near, Reach::Everywhere, Reach::Near] {
            positions.push((random_position(rule, measures, rng.random_range(fewest..=most), &mut rng), reach));
        }
    }
    positions.par_iter().map(|(position, reach)| Case::new(position, *reach)).collect()
}

/// Every set of switches on some of the cases, each time on others; the failures.
fn failures(cases: &[Case], sets: &[Vec<Switch>], each: usize) -> Vec<String> {
    let jobs: Vec<(usize, &Vec<Switch>)> =
        sets.iter().enumerate().flat_map(|(i, set)| (0..each).map(move |k| (i * each + k, set))).collect();
    jobs.par_iter().filter_map(|&(i, set)| cases[i % cases.len()].check(set).err()).collect()
}

#[test]
fn exact_fields_never_change_the_answer() {
    let cases = cases();
    let singles: Vec<Vec<Switch>> = SWITCHES.into_iter().map(|switch| vec![switch]).chain([vec![]]).collect();
    let pairs: Vec<Vec<Switch>> =
        (0..SWITCHES.len()).flat_map(|i| (0..i).map(move |j| vec![SWITCHES[j], SWITCHES[i]])).collect();
    let mut wrong = failures(&cases, &singles, cases.len());
    wrong.extend(failures(&cases, &pairs, 7));
    // All at once; of two values of a field the later one holds.
    wrong.extend(failures(&cases, &[SWITCHES.to_vec(), SWITCHES[..21].to_vec()], cases.len()));
    assert!(wrong.is_empty(), "{} wrong answers, the first: {}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
}

#[test]
fn the_cases_hold_wins_losses_and_ties() {
    let cases = cases();
    let last = |case: &Case| case.best(case.truth.len() as u32);
    let decided = |sign: Score| cases.iter().filter(|case| is_mate(last(case)) && last(case) * sign > 0).count();
    let ties = cases.iter().filter(|case| case.truth[1].iter().filter(|(_, score)| *score == case.best(2)).count() > 1);
    let (wins, losses, ties) = (decided(1), decided(-1), ties.count());
    assert!(wins >= 20 && losses >= 2 && ties >= 8, "{wins} wins, {losses} losses, {ties} ties of {}", cases.len());
}

/// A leafwalk table that holds nothing deeper than what is asked walks nothing, and what it answers is exact. So it is
/// when new, and when the same depth alone is searched again.
#[test]
fn a_leafwalk_table_is_exact_as_long_as_it_walks_nothing() {
    let check = |case: &Case| {
        let (depth, mut wrong) = (case.truth.len() as u32, Vec::new());
        for (iterative, times) in [(true, 1), (false, 3)] {
            let preset =
                Config { table_mb: 1, stop_on_mate: false, iterative, ..preset("leafwalk", Kind::Gomoku).unwrap() };
            let mut searcher = Searcher::new(preset).unwrap();
            for _ in 0..times {
                let report = find(&mut searcher, &case.game, depth);
                let lies = report.iterations.iter().filter(|it| it.score != case.best(it.depth));
                wrong.extend(lies.map(|it| format!("depth {}: {}, {}", it.depth, it.score, case.name)));
            }
        }
        wrong
    };
    let wrong: Vec<String> = cases().par_iter().flat_map(check).collect();
    assert!(wrong.is_empty(), "{} lies, the first: {}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
}

// ---- an independent alpha-beta with a table ------------------------------

/// Value of a win on the spot; one less for every ply it takes longer. A draw is 0.
const WIN_NOW: i32 = 1_000;

/// Solves boards of at most 26 points to the end: alpha-beta over bit sets, with a table whose keys are the same for
/// all symmetric positions.
struct Solver {
    points: u32,
    /// Rows that win, and the points beside them that must not be the same side's where longer rows do not.
    rows: Vec<(u32, u32)>,
    /// All points, those on most rows first.
    order: Vec<u32>,
    /// `[symmetry][half][13 bits]`: where a symmetry puts a set of points.
    images: Vec<[Vec<u32>; 2]>,
    table: HashMap<(u32, u32), (i32, Ordering)>,
}

impl Solver {
    fn new(geometry: Geometry, rule: Rule) -> Solver {
        let (points, k) = (geometry.points() as u16, geometry.k() as i32);
        assert!(points <= 26);
        let bit = |point: Option<u16>| point.map_or(0, |point| 1u32 << point);
        let mut rows = Vec::new();
        for (point, step) in (0..points).flat_map(|point| [(1, 0), (0, 1), (1, 1), (1, -1)].map(|step| (point, step))) {
            let stones: Option<u32> = (0..k).map(|i| Some(1 << geometry.step(point, step, i)?)).sum();
            let beside = bit(geometry.step(point, step, -1)) | bit(geometry.step(point, step, k));
            rows.extend(stones.map(|stones| (stones, if rule == Rule::Freestyle { 0 } else { beside })));
        }
        let mut order: Vec<u32> = (0..points as u32).collect();
        order.sort_by_key(|point| Reverse(rows.iter().filter(|row| row.0 >> point & 1 == 1).count()));
        let image = |symmetry, set: u32| -> u32 {
            let moved = (0..points).filter(|point| set >> point & 1 == 1).map(|p| 1 << geometry.image(p, symmetry));
            moved.sum()
        };
        let images = geometry
            .symmetries()
            .map(|symmetry| [0, 13].map(|shift| (0..1u32 << 13).map(|half| image(symmetry, half << shift)).collect()));
        Solver { points: points as u32, rows, order, images: images.collect(), table: HashMap::new() }
    }

    fn won(&self, own: u32) -> bool {
        self.rows.iter().any(|&(stones, beside)| own & stones == stones && own & beside == 0)
    }

    /// The points where a side would win with its next stone.
    fn winning(&self, own: u32, other: u32) -> u32 {
        let free = !(own | other);
        let almost =
            self.rows.iter().filter(|row| row.0 & !own & free == row.0 & !own && (row.0 & !own).count_ones() == 1);
        almost.map(|row| row.0 & !own).filter(|&point| self.won(own | point)).fold(0, |all, point| all | point)
    }

    fn key(&self, own: u32, other: u32) -> (u32, u32) {
        let image = |[low, high]: &[Vec<u32>; 2], set: u32| low[set as usize & 0x1fff] | high[set as usize >> 13];
        self.images.iter().map(|halves| (image(halves, own), image(halves, other))).min().unwrap()
    }

    /// Value for the side to move, whose stones are `own`: exact inside the window, a bound outside.
    fn value(&mut self, own: u32, other: u32, mut alpha: i32, beta: i32) -> i32 {
        let empty = !(own | other) & ((1 << self.points) - 1);
        if self.winning(own, other) != 0 {
            return WIN_NOW;
        }
        let alive = |own: u32| self.rows.iter().any(|row| row.0 & !own & empty == row.0 & !own);
        if empty == 0 || !alive(own) && !alive(other) {
            return 0;
        }
        let key = self.key(own, other);
        match self.table.get(&key) {
            Some(&(value, Ordering::Equal)) => return value,
            Some(&(value, Ordering::Greater)) if value >= beta => return value,
            Some(&(value, Ordering::Less)) if value <= alpha => return value,
            _ => {}
        }
        let threats = self.winning(other, own);
        let moves = if threats != 0 { threats } else { empty };
        let (mut best, first) = (-WIN_NOW, alpha);
        for i in 0..self.order.len() {
            let point = 1 << self.order[i];
            if moves & point == 0 {
                continue;
            }
            let value = nearer(-self.value(other, own | point, -farther(beta), -farther(alpha)));
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let bound = if best >= beta {
            Ordering::Greater
        } else if best <= first {
            Ordering::Less
        } else {
            Ordering::Equal
        };
        self.table.insert(key, (best, bound));
        best
    }
}

/// A value one ply earlier.
fn nearer(value: i32) -> i32 {
    value - value.signum()
}

/// The window's edge for a value one ply later.
fn farther(edge: i32) -> i32 {
    edge + edge.signum()
}

impl Solver {
    /// Value of a position to its end, inside a window.
    fn solve(&mut self, position: &Position, alpha: i32, beta: i32) -> i32 {
        let board = position.board();
        let stones = |side: Side| (0..self.points).filter(|&p| board.at(p as u16) == Some(side)).map(|p| 1 << p).sum();
        let (own, other) = (stones(position.side()), stones(!position.side()));
        self.value(own, other, alpha, beta)
    }
}

/// What a search says of a position to its end, as the solver values it.
fn searched(position: &Position, config: Config, reach: Reach) -> i32 {
    let game = AnyGomoku::new(position, reach).unwrap();
    let depth = position.board().empty_points().count() as u32 + 1;
    let score = find(&mut Searcher::new(config).unwrap(), &game, depth).score;
    match plies_to_end(score) {
        Some(plies) => score.signum() * (WIN_NOW + 1 - plies),
        None => score,
    }
}

/// The exact fields that save most, all of them.
fn all_exact() -> Config {
    let mut config = Config { table_mb: 16, ..neutral() };
    for (name, value) in SWITCHES.iter().filter(|switch| ![TINY, AGAIN, SWITCHES[9]].contains(switch)) {
        config.set(name, value).unwrap();
    }
    config
}

#[test]
fn the_end_of_the_game_is_that_of_an_independent_search() {
    let mut rng = rng(8);
    let boards = [
        (Rule::Freestyle, [4, 4, 4]),
        (Rule::Freestyle, [4, 4, 3]),
        (Rule::Freestyle, [5, 4, 4]),
        (Rule::Freestyle, [5, 5, 4]),
        (Rule::Freestyle, [5, 5, 5]),
        (Rule::Standard, [5, 4, 3]),
        (Rule::Standard, [5, 5, 4]),
    ];
    let jobs: Vec<(Position, Config)> = (0..84)
        .map(|i| {
            let (rule, measures) = boards[i % boards.len()];
            let position = random_position(rule, measures, rng.random_range(11..=13), &mut rng);
            let without = SWITCHES[rng.random_range(0..5)].0;
            let mut config = all_exact();
            let neutral = common::input(Config::neutral().get(without).unwrap());
            config.set(without, &neutral).unwrap();
            (position, config)
        })
        .collect();
    let check = |(position, config): &(Position, Config)| {
        let truth = Solver::new(position.geometry(), position.rule()).solve(position, -WIN_NOW, WIN_NOW);
        for reach in [Reach::Everywhere, Reach::Near] {
            let found = searched(position, config.clone(), reach);
            assert_eq!(found, truth, "{reach:?} {}", boyi::games::gomoku::text::line(position.board()));
        }
        truth.signum()
    };
    let values: Vec<i32> = jobs.par_iter().map(check).collect();
    let [lost, drawn, won] = [-1, 0, 1].map(|sign| values.iter().filter(|&&value| value == sign).count());
    assert!(lost >= 5 && drawn >= 10 && won >= 15, "{lost} lost, {drawn} drawn, {won} won");
}

#[test]
fn small_games_have_known_values() {
    // Tic-tac-toe and four in a row on 4x4 are draws; three in a row on 4x4 is won with the third stone.
    for (measures, value) in [([3, 3, 3], 0), ([4, 4, 4], 0), ([4, 4, 3], WIN_NOW + 1 - 5)] {
        let start = Position::new(geometry(measures), Rule::Freestyle).unwrap();
        assert_eq!(Solver::new(geometry(measures), Rule::Freestyle).solve(&start, -WIN_NOW, WIN_NOW), value);
        assert_eq!(searched(&start, all_exact(), Reach::Everywhere), value, "{measures:?}");
    }
}

/// Four in a row on 5x5 is a draw. The independent search finds it from the empty board, the search itself from
/// set-ups of four stones: from the empty board it would take a minute.
#[test]
fn four_in_a_row_on_5x5_is_a_draw() {
    let measures = geometry([5, 5, 4]);
    let start = Position::new(measures, Rule::Freestyle).unwrap();
    let mut solver = Solver::new(measures, Rule::Freestyle);
    // Not won, and not lost.
    assert_eq!([solver.solve(&start, 0, 1), solver.solve(&start, -1, 0)], [0, 0]);
    let set_ups = ["c3 b2 b3 d3", "c3 c4 d4 b2", "b2 c3 d4 c4", "c3 d4 c2 c4"];
    let check = |names: &&str| {
        let moves = boyi::games::gomoku::text::parse_moves(measures, names).unwrap();
        let position = Position::from_moves(measures, Rule::Freestyle, &moves).unwrap();
        let value = Solver::new(measures, Rule::Freestyle).solve(&position, -WIN_NOW, WIN_NOW);
        // On this board every point is within two of stones near the middle.
        assert_eq!(searched(&position, Config { iterative: false, ..all_exact() }, Reach::Near), value, "{names}");
        value
    };
    let values: Vec<i32> = set_ups.par_iter().map(check).collect();
    assert_eq!(values, [0, WIN_NOW + 1 - 5, 0, 0], "white may also lose it: the second set-up in five plies");
}
