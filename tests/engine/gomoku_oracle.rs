//! The oracle on small gomoku boards. With at most ten empty points, exact heuristics never change the score of plain
//! minimax. With more, the result of the game is that of an independent alpha-beta with a table, which is written here
//! and shares no code with the search.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;

use crate::common::truth::{self, Case, SWITCHES, Subject, assert_exact, exact};
use crate::common::{Rng, Setting, rng, sized};
use boyi::game::{Move, Side};
use boyi::games::GameKind;
use boyi::games::gomoku::{AnyGomoku, Geometry, Position, Reach, Rule, text, with_gomoku};
use boyi::presets::preset;
use boyi::score::{Score, is_mate, plies_to_end};
use boyi::search::observe::NoObserver;
use boyi::search::{Config, Limits, Report, Searcher};
use rand::RngExt;
use rayon::prelude::*;

/// Rule, size (rows, cols, k), and the smallest and largest number of empty points.
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

/// Largest number of leaves that plain minimax may visit for one depth.
const AFFORDABLE: u64 = 100_000;

fn geometry([rows, cols, k]: [usize; 3]) -> Geometry {
    Geometry::new(rows, cols, k).unwrap()
}

/// A position after random moves until `empty` points are left; games that somebody wins before are discarded.
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

/// A game at a position, with a name for messages.
struct Placed {
    name: String,
    game: AnyGomoku,
}

impl Placed {
    fn new(position: &Position, reach: Reach) -> Placed {
        let name = format!("{} {} {reach:?}", position.rule().name(), text::line(position.board()));
        Placed { name, game: AnyGomoku::new(position, reach).unwrap() }
    }
}

impl Subject for Placed {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn find(&self, searcher: &mut Searcher, limits: &Limits) -> Report {
        with_gomoku!(&self.game, game => searcher.search(game, limits, &false.into(), &mut NoObserver, &mut |_| ()))
    }

    fn truth(&self, deepest: usize, affordable: u64) -> Vec<Vec<(Move, Score)>> {
        with_gomoku!(&self.game, game => truth::truth(&mut game.clone(), deepest, affordable))
    }

    fn end_of(&self, line: &[Move], depth: u32) -> Option<Score> {
        with_gomoku!(&self.game, game => truth::end_of(&mut game.clone(), line, depth))
    }
}

/// A board on which a killer that the generator leaves out once raised a score from 52 to 66 at depth 3.
const FAR_APART: &str = "........./.X..O..../........./........./........./.......X./........./..X....../........O";

/// Boards with a few stones far from each other. The search considers points near stones only, so a killer or table
/// move from one node may not be generated at another.
fn scattered() -> Vec<Case<Placed>> {
    let mut rng = rng(9);
    let far_apart = FAR_APART.replace('/', "\n");
    let mut positions = vec![Position::from_diagram(&far_apart, Rule::Freestyle, 5, Some(Side::Second)).unwrap()];
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        let start = Position::new(geometry([9, 9, 5]), rule).unwrap();
        positions.extend((0..8).map(|_| in_corners(&start, rng.random_range(5..=6), &mut rng)));
    }
    let case = |position: &Position| Case::new(Placed::new(position, Reach::Near), 3, 600_000);
    positions.par_iter().map(case).collect()
}

/// A position after `stones` random moves in the corners of the board, four points wide, that is not over.
fn in_corners(start: &Position, stones: usize, rng: &mut Rng) -> Position {
    let geometry = start.geometry();
    let mut position = start.clone();
    while position.ply() < stones as u32 {
        let far = |length: usize, rng: &mut Rng| rng.random_range(0..4) + if rng.random() { length - 4 } else { 0 };
        let point = geometry.point(far(geometry.cols(), rng), far(geometry.rows(), rng));
        position = position.play(geometry.encode(point)).unwrap_or(position);
    }
    assert!(position.outcome().is_none(), "so few stones make no five");
    position
}

#[test]
fn exact_fields_never_change_the_answer_on_scattered_boards() {
    let cases = scattered();
    let deep = cases.iter().filter(|case| case.deepest() == 3).count();
    assert!(deep >= 20, "{deep} of {} boards were searched to depth 3", cases.len());
    assert_exact(&cases, 1, sized(20, 100), &mut rng(2));
}

/// Every kind of board four times, with both reaches.
fn cases() -> Vec<Case<Placed>> {
    let mut rng = rng(5);
    let mut positions = Vec::new();
    for (rule, measures, fewest, most) in BOARDS {
        for reach in [Reach::Everywhere, Reach::Near, Reach::Everywhere, Reach::Near] {
            positions.push((random_position(rule, measures, rng.random_range(fewest..=most), &mut rng), reach));
        }
    }
    let case = |(position, reach): &(Position, Reach)| {
        // One ply more than there are points, and the end of every game is seen.
        let deepest = position.board().empty_points().count() + 1;
        Case::new(Placed::new(position, *reach), deepest, AFFORDABLE)
    };
    positions.par_iter().map(case).collect()
}

#[test]
fn exact_fields_never_change_the_answer() {
    assert_exact(&cases(), sized(2, 7), sized(80, 300), &mut rng(1));
}

#[test]
fn the_cases_hold_wins_losses_and_ties() {
    let cases = cases();
    let last = |case: &Case<Placed>| case.best(case.deepest());
    let decided = |sign: Score| cases.iter().filter(|case| is_mate(last(case)) && last(case) * sign > 0).count();
    let ties = cases.iter().filter(|case| case.is_tied()).count();
    let (wins, losses) = (decided(1), decided(-1));
    assert!(wins >= 20 && losses >= 2 && ties >= 8, "{wins} wins, {losses} losses, {ties} ties of {}", cases.len());
}

/// A leafwalk table without entries deeper than the depth asked for walks nothing and answers exactly: a new table, and
/// one in which only that depth was searched.
#[test]
fn a_leafwalk_table_is_exact_as_long_as_it_walks_nothing() {
    let check = |case: &Case<Placed>| {
        let (limits, mut wrong) = (Limits::depth(case.deepest()), Vec::new());
        for (iterative, times) in [(true, 1), (false, 3)] {
            let preset =
                Config { table_mb: 1, stop_on_mate: false, iterative, ..preset("leafwalk", GameKind::Gomoku).unwrap() };
            let mut searcher = Searcher::new(preset).unwrap();
            for _ in 0..times {
                let report = case.subject.find(&mut searcher, &limits);
                let lies = report.iterations.iter().filter(|it| it.score != case.best(it.depth));
                wrong.extend(lies.map(|it| format!("depth {}: {}, {}", it.depth, it.score, case.subject.name)));
            }
        }
        wrong
    };
    let wrong: Vec<String> = cases().par_iter().step_by(sized(4, 1)).flat_map(check).collect();
    assert!(wrong.is_empty(), "{} lies, the first: {}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
}

// ---- an independent alpha-beta with a table ------------------------------

/// Value of an immediate win; each further ply costs 1. A draw is 0.
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

/// Score of a search to the end of the game, on the scale of the solver.
fn searched(position: &Position, config: Config, reach: Reach) -> i32 {
    let limits = Limits::depth(position.board().empty_points().count() as u32 + 1);
    let score = Placed::new(position, reach).find(&mut Searcher::new(config).unwrap(), &limits).score;
    match plies_to_end(score) {
        Some(plies) => score.signum() * (WIN_NOW + 1 - plies),
        None => score,
    }
}

/// A configuration with the exact heuristics that save most nodes, except one.
fn all_exact(but: Option<&str>) -> Config {
    // Of two values of a field the later one holds.
    let without = |switch: &&Setting| switch.0 != "table_layout" && Some(switch.0) != but;
    let on: Vec<Setting> = SWITCHES.iter().filter(without).copied().collect();
    Config { table_mb: 16, ..exact(&on) }
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
    let jobs: Vec<(Position, Config)> = (0..sized(42, 84))
        .map(|i| {
            let (rule, measures) = boards[i % boards.len()];
            let position = random_position(rule, measures, rng.random_range(11..=13), &mut rng);
            let without = SWITCHES[rng.random_range(0..SWITCHES.len())].0;
            (position, all_exact(Some(without)))
        })
        .collect();
    let check = |(position, config): &(Position, Config)| {
        let truth = Solver::new(position.geometry(), position.rule()).solve(position, -WIN_NOW, WIN_NOW);
        for reach in [Reach::Everywhere, Reach::Near] {
            let found = searched(position, config.clone(), reach);
            assert_eq!(found, truth, "{reach:?} {}", text::line(position.board()));
        }
        truth.signum()
    };
    let values: Vec<i32> = jobs.par_iter().map(check).collect();
    let [lost, drawn, won] = [-1, 0, 1].map(|sign| values.iter().filter(|&&value| value == sign).count());
    let [some, more, most] = sized([1, 3, 5], [5, 10, 15]);
    assert!(lost >= some && drawn >= more && won >= most, "{lost} lost, {drawn} drawn, {won} won");
}

#[test]
fn small_games_have_known_values() {
    // Tic-tac-toe and four in a row on 4x4 are draws; three in a row on 4x4 is won with the third stone.
    for (measures, value) in [([3, 3, 3], 0), ([4, 4, 4], 0), ([4, 4, 3], WIN_NOW + 1 - 5)] {
        let start = Position::new(geometry(measures), Rule::Freestyle).unwrap();
        assert_eq!(Solver::new(geometry(measures), Rule::Freestyle).solve(&start, -WIN_NOW, WIN_NOW), value);
        assert_eq!(searched(&start, all_exact(None), Reach::Everywhere), value, "{measures:?}");
    }
}

/// Four in a row on 5x5 is a draw. The independent search finds it from the empty board, the search itself from
/// set-ups of four stones: from the empty board it would take a minute.
#[test]
fn four_in_a_row_on_5x5_is_a_draw() {
    let measures = geometry([5, 5, 4]);
    let start = Position::new(measures, Rule::Freestyle).unwrap();
    let mut solver = Solver::new(measures, Rule::Freestyle);
    // A draw: neither at least 1 nor at most -1.
    for (alpha, beta) in sized(&[][..], &[(0, 1), (-1, 0)]) {
        assert_eq!(solver.solve(&start, *alpha, *beta), 0);
    }
    let set_ups = ["c3 c4 d4 b2", "c3 b2 b3 d3", "b2 c3 d4 c4", "c3 d4 c2 c4"];
    let tried = sized(1, 4);
    let check = |names: &&str| {
        let moves = text::parse_moves(measures, names).unwrap();
        let position = Position::from_moves(measures, Rule::Freestyle, &moves).unwrap();
        let value = Solver::new(measures, Rule::Freestyle).solve(&position, -WIN_NOW, WIN_NOW);
        // On this board every point is within two of stones near the middle.
        assert_eq!(searched(&position, Config { iterative: false, ..all_exact(None) }, Reach::Near), value, "{names}");
        value
    };
    let values: Vec<i32> = set_ups[..tried].par_iter().map(check).collect();
    assert_eq!(values, [WIN_NOW + 1 - 5, 0, 0, 0][..tried], "white may also lose it: the first set-up in five plies");
}
