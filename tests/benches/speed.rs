//! Speed of the search on the bench positions, in nodes per CPU second, of gomoku's play and undo, and of the question
//! for a mate in one.
//!
//! `cargo bench --bench speed` prints a line per position. `-- work DEPTH (counters|nothing)` only does the searches
//! and prints the nodes, `-- leaves (nothing|mate|moves) ROUNDS` only what it says at every leaf, for tools that count
//! instructions (see `bench.py` beside this file).

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use boyi::bench::{GOMOKU, XIANGQI, build_info, gomoku_game, xiangqi_game};
use boyi::game::{Game, Move, MoveClass, MoveList, Tactics};
use boyi::games::GameKind;
use boyi::games::xiangqi::{Position, Xiangqi};
use boyi::presets::preset;
use boyi::search::observe::{Counters, NoObserver, Observer};
use boyi::search::stop::Stopwatch;
use boyi::search::{Limits, Report, Searcher};

/// Plies of the xiangqi searches.
const XIANGQI_DEPTH: u32 = 15;

/// Plies of the gomoku searches.
const GOMOKU_DEPTH: u32 = 10;

fn search<G: Tactics>(game: &G, kind: GameKind, depth: u32, observer: &mut impl Observer) -> Report {
    let mut searcher = Searcher::new(preset("boyi", kind).expect("boyi's own")).expect("its table");
    searcher.search(game, &Limits::depth(depth), &AtomicBool::new(false), observer, &mut |_| ())
}

/// The game of a bench position with the evaluation by hand.
fn by_hand(fen: &str) -> Xiangqi {
    Position::from_fen(fen).expect("a bench position").game()
}

fn work(depth: u32, observer: &mut impl Observer) {
    let nodes: u64 =
        XIANGQI.iter().map(|fen| search(&xiangqi_game(fen), GameKind::Xiangqi, depth, observer).nodes).sum();
    println!("{nodes}");
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let [command, depth, observer] = &arguments[..]
        && command == "work"
    {
        let depth = depth.parse().expect("a depth");
        return if observer == "counters" {
            work(depth, &mut Counters::default())
        } else {
            work(depth, &mut NoObserver)
        };
    }
    if let [command, question, rounds] = &arguments[..]
        && command == "leaves"
    {
        let (leaves, rounds) = (leaves(), rounds.parse().expect("a number of rounds"));
        let (_, _, ask) = QUESTIONS.iter().find(|asked| asked.0 == question).expect("a question");
        return println!("{}", asked(&leaves, *ask, rounds));
    }
    let [_, _, _, (_, features)] = build_info();
    println!("preset boyi, one thread, built for: {features}");
    rates(&format!("xiangqi, network, depth {XIANGQI_DEPTH}"), xiangqi(xiangqi_game));
    rates(&format!("xiangqi, evaluation by hand, depth {XIANGQI_DEPTH}"), xiangqi(by_hand));
    let gomoku = GOMOKU
        .iter()
        .map(|moves| (*moves, search(&gomoku_game(moves), GameKind::Gomoku, GOMOKU_DEPTH, &mut Counters::default())));
    rates(&format!("gomoku, depth {GOMOKU_DEPTH}"), gomoku);
    play_and_undo();
    mate_in_one();
}

/// Searches of the bench positions of xiangqi, with the evaluation that `game` gives them.
fn xiangqi<G: Tactics>(game: fn(&str) -> G) -> impl Iterator<Item = (&'static str, Report)> {
    let deep = move |fen| search(&game(fen), GameKind::Xiangqi, XIANGQI_DEPTH, &mut Counters::default());
    XIANGQI.iter().map(move |&fen| (fen, deep(fen)))
}

/// Prints the rate of each search and of all together.
fn rates<'a>(title: &str, searches: impl Iterator<Item = (&'a str, Report)>) {
    println!("{title}");
    let (mut nodes, mut seconds, mut rates) = (0, 0.0, Vec::new());
    for (position, report) in searches {
        let rate = report.nodes as f64 / report.cpu_time / 1e6;
        println!("{:>9} nodes {:>6.3} s {rate:>6.2} M nodes/s  {position}", report.nodes, report.cpu_time);
        nodes += report.nodes;
        seconds += report.cpu_time;
        rates.push(rate);
    }
    rates.sort_by(f64::total_cmp);
    let total = nodes as f64 / seconds / 1e6;
    let (least, most) = (rates[0], rates[rates.len() - 1]);
    println!("in all {nodes} nodes, {total:.2} M nodes per CPU second (positions {least:.2} to {most:.2})");
}

/// Plays and takes back every candidate of the gomoku positions, with patterns, sums and evaluation.
fn play_and_undo() {
    let (watch, mut pairs, mut sum) = (Stopwatch::start(), 0u64, 0i64);
    for moves in GOMOKU {
        let (mut game, mut list) = (gomoku_game(moves), MoveList::new());
        game.generate(MoveClass::Candidates, &mut list);
        let moves: Vec<Move> = list.iter().collect();
        for &mv in moves.iter().cycle().take(1_000_000) {
            game.play(mv);
            sum += game.evaluate() as i64;
            game.undo();
            pairs += 1;
        }
    }
    println!("gomoku play + evaluate + undo: {:.2} M/s (checksum {sum})", pairs as f64 / watch.cpu() / 1e6);
}

/// What is asked at a leaf, its name first.
type Question = (&'static str, &'static str, fn(&Xiangqi, &mut MoveList) -> usize);

const QUESTIONS: [Question; 3] = [
    ("nothing", "the loop alone", |_, _| 0),
    ("mate", "has_mate_in_one", |game, _| game.has_mate_in_one() as usize),
    ("moves", "evaluate + generate", |game, list| {
        let outer = list.open();
        game.generate(MoveClass::Candidates, list);
        let sum = list.len() + (game.evaluate() > 0) as usize;
        list.close(outer);
        sum
    }),
];

/// The bench positions of xiangqi and all that lie one or two plies behind them.
fn leaves() -> Vec<Xiangqi> {
    let mut leaves: Vec<Position> =
        XIANGQI.iter().map(|fen| Position::from_fen(fen).expect("a bench position")).collect();
    let mut last = leaves.clone();
    for _ in 0..2 {
        let after =
            |at: &Position| at.legal_moves().into_iter().map(|mv| at.play(mv).expect("legal")).collect::<Vec<_>>();
        last = last.iter().flat_map(after).collect();
        leaves.extend(last.iter().cloned());
    }
    leaves.iter().map(Position::game).collect()
}

/// Asks at every leaf, a hundred at a time so that they stay in the caches, as the one position of a search does.
fn asked(leaves: &[Xiangqi], ask: fn(&Xiangqi, &mut MoveList) -> usize, rounds: usize) -> usize {
    let mut list = MoveList::new();
    let mut round = |part: &[Xiangqi]| part.iter().map(|game| ask(black_box(game), &mut list)).sum::<usize>();
    leaves.chunks(100).map(|part| (0..rounds).map(|_| round(part)).sum::<usize>()).sum()
}

/// The question for a mate in one beside what a leaf costs anyway.
fn mate_in_one() {
    const ROUNDS: usize = 100;
    let leaves = leaves();
    for (_, name, ask) in QUESTIONS {
        let watch = Stopwatch::start();
        let sum = asked(&leaves, ask, ROUNDS);
        let each = watch.cpu() * 1e9 / (ROUNDS * leaves.len()) as f64;
        println!("xiangqi {name}: {each:.1} ns at each of {} positions (checksum {sum})", leaves.len());
    }
}
