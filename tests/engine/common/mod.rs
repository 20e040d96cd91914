//! What several test files share: positions, evaluations, searches and golden files.

pub mod along;
pub mod laws;
pub mod observer;
pub mod truth;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use boyi::games::GameKind;
use boyi::games::xiangqi::board::{Board, kind_of};
use boyi::games::xiangqi::fen::{check, place};
use boyi::games::xiangqi::moves::parse_coordinates;
use boyi::games::xiangqi::{PieceSquare, Position};
use boyi::presets::preset;
use boyi::search::config::{
    Domain, FieldInput, HistoryUse, MateDistance, PathScores, RepetitionScope, TableUse, Value,
};
use boyi::search::observe::{Counters, Observer};
use boyi::search::{Config, Limits, Report, Searcher};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

pub type Rng = Xoshiro256PlusPlus;

/// A quantity that decides how long a test takes: `quick` in `make test`, `full` in `make test-all`, which sets
/// `BOYI_TESTS=all`.
pub fn sized<T>(quick: T, full: T) -> T {
    match std::env::var("BOYI_TESTS").as_deref() {
        Ok("all") => full,
        Ok("quick") | Err(_) => quick,
        Ok(other) => panic!("BOYI_TESTS is \"all\" or \"quick\", not {other:?}"),
    }
}

/// A field with a value, for readable tables.
pub type Setting = (&'static str, FieldInput<'static>);

pub const ON: FieldInput = FieldInput::Bool(true);
pub const OFF: FieldInput = FieldInput::Bool(false);

pub const fn int(n: i64) -> FieldInput<'static> {
    FieldInput::Int(n)
}

pub const fn name(text: &'static str) -> FieldInput<'static> {
    FieldInput::Text(text)
}

/// Random numbers that are the same in every run.
pub fn rng(seed: u64) -> Rng {
    Rng::seed_from_u64(seed)
}

/// Path of a file under `tests/data`.
pub fn data_path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", name].iter().collect()
}

/// A JSON file under `tests/data`.
pub fn json(name: &str) -> serde_json::Value {
    let text = std::fs::read_to_string(data_path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{error}"))
}

/// A composition of `xiangqi_mates.json` with its solution played but for the last `plies`.
pub fn near_the_end(puzzle: &serde_json::Value, plies: usize) -> Position {
    let line = puzzle["pv"].as_array().unwrap();
    let played = line[..line.len().saturating_sub(plies)].iter().map(|name| name.as_str().unwrap());
    let start = position(puzzle["fen"].as_str().unwrap());
    played.fold(start, |at, name| at.play(parse_coordinates(name).unwrap()).unwrap())
}

/// A position after some moves, in coordinates.
pub fn played(fen: &str, moves: &str) -> Position {
    moves.split_whitespace().fold(position(fen), |at, mv| at.play(parse_coordinates(mv).unwrap()).unwrap())
}

/// A table with nothing but exact heuristics and check extensions around it, the rules of repetition and what else is
/// set: for tests of what the table changes.
pub fn exact(settings: &[Setting]) -> Config {
    let mut config = Config::neutral();
    let fields: [Setting; 15] = [
        ("pvs", ON),
        ("iterative", ON),
        ("table", name("bucket")),
        ("table_pv_cutoffs", ON),
        ("hash_move", ON),
        ("root_hash_move", ON),
        ("mvv_lva", ON),
        ("killers", int(2)),
        ("history", name("gravity")),
        ("quiescence", ON),
        ("qsearch_mvv_lva", ON),
        ("check_extension", ON),
        ("path_scores", name("tutorial")),
        ("repetition", int(1)),
        ("move_limit", ON),
    ];
    for (field, value) in fields.iter().chain(settings) {
        config.set(field, value).unwrap();
    }
    config
}

/// The preset `boyi` for xiangqi.
pub fn tuned() -> Config {
    preset("boyi", GameKind::Xiangqi).unwrap()
}

/// A search with the heuristics that were usual before margins pruned most moves: small trees in which every other
/// switch can be seen at work, whatever the preset `boyi` becomes.
pub fn usual() -> Config {
    Config {
        pvs: true,
        mate_distance: MateDistance::Full,
        iterative: true,
        stop_on_mate: true,
        aspiration: 25,
        keep_interrupted: true,
        table: TableUse::Bucket,
        table_mates: true,
        path_scores: PathScores::Tutorial,
        hash_move: true,
        root_hash_move: true,
        internal_deepening_min_depth: 3,
        internal_deepening_reduction: 2,
        mvv_lva: true,
        killers: 2,
        counter_moves: true,
        history: HistoryUse::Gravity,
        quiescence: true,
        qsearch_evasions: true,
        qsearch_mvv_lva: true,
        check_plies: 1,
        check_extension: true,
        single_reply_extension: true,
        null_move: true,
        null_reduction: 3,
        null_min_depth: 2,
        null_material: 200,
        null_eval: true,
        null_verification: true,
        null_verification_reduction: 3,
        internal_reduction_min_depth: 4,
        lmr: true,
        lmr_history: 4096,
        repetition: 1,
        repetition_scope: RepetitionScope::Tree,
        move_limit: true,
        ..Config::neutral()
    }
}

/// Up to `plies` random moves from a position; fewer if the game ends.
pub fn playout(start: Position, plies: usize, rng: &mut Rng) -> Position {
    (0..plies).fold(start, |position, _| {
        let moves = position.legal_moves();
        if moves.is_empty() { position } else { position.play(moves[rng.random_range(0..moves.len())]).unwrap() }
    })
}

/// Two kings and up to `pieces` other pieces thrown onto the board; none if the side not to move is in check.
pub fn thrown(pieces: usize, rng: &mut Rng) -> Option<Position> {
    let mut board = Board::empty();
    // Throws of a piece where it may not stand, or of one too many, miss.
    let mut throw = |piece: u8, rng: &mut Rng| {
        let square = rng.random_range(0..90);
        if board.piece(square) < 14 { false } else { place(&mut board, square, piece).is_ok() }
    };
    for king in [0, 1] {
        while !throw(king, rng) {}
    }
    for _ in 0..pieces {
        let piece = rng.random_range(2..14);
        // Chariots, horses, cannons and pawns make the fights; a palace full of advisors does not.
        let tries = if kind_of(piece) < 3 { 1 } else { 4 };
        let _ = (0..tries).any(|_| throw(piece, rng));
    }
    if rng.random() {
        board.pass();
    }
    check(&board).is_ok().then(|| Position::new(board, 0, 1))
}

/// An evaluation of random numbers from `-most` to `most`, kings included, without any symmetry.
pub fn random_evaluation(most: i16, rng: &mut Rng) -> Arc<PieceSquare> {
    let mut tables = [[[0; 9]; 10]; 7];
    for value in tables.as_flattened_mut().as_flattened_mut() {
        *value = rng.random_range(-most..=most);
    }
    Arc::new(PieceSquare::new(&tables, rng.random_range(-most..=most)))
}

/// A search that nobody stops.
pub fn run(searcher: &mut Searcher, at: &Position, limits: &Limits, observer: &mut impl Observer) -> Report {
    searcher.search(&at.game(), limits, &AtomicBool::new(false), observer, &mut |_| ())
}

/// A fresh searcher's search to a depth, and what was counted.
pub fn search(config: &Config, at: &Position, depth: u32) -> (Report, Counters) {
    let mut searcher = Searcher::new(config.clone()).unwrap();
    let mut counters = Counters::default();
    let report = run(&mut searcher, at, &Limits::depth(depth), &mut counters);
    (report, counters)
}

/// A field's value as a user gives it.
pub fn input(value: Value) -> FieldInput<'static> {
    match value {
        Value::Bool(on) => FieldInput::Bool(on),
        Value::Int(n) => FieldInput::Int(n.into()),
        Value::Name(name) => FieldInput::Text(name),
    }
}

/// All values of a field, or the two ends of its range.
pub fn extremes(domain: Domain) -> Vec<FieldInput<'static>> {
    match domain {
        Domain::Bool => vec![FieldInput::Bool(true), FieldInput::Bool(false)],
        Domain::Int(low, high) => vec![FieldInput::Int(low.into()), FieldInput::Int(high.into())],
        Domain::Names(names) => names.iter().map(|&name| FieldInput::Text(name)).collect(),
    }
}

/// The bytes of a table file with their checksum behind them.
pub fn summed(bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes);
    [&bytes[..], &sum.to_le_bytes()].concat()
}

/// Every value of a field that has at most so many; none of others.
pub fn every_value(domain: Domain, most: usize) -> Vec<FieldInput<'static>> {
    match domain {
        Domain::Int(low, high) if (high as i64 - low as i64) < most as i64 => {
            (low..=high).map(|n| FieldInput::Int(n.into())).collect()
        }
        Domain::Int(..) => Vec::new(),
        Domain::Bool | Domain::Names(_) => extremes(domain),
    }
}

/// Compares a golden file with what it should hold now, line by line; with `BOYI_UPDATE=1` rewrites it instead.
pub fn assert_golden(name: &str, now: &str, test: &str) {
    let path = data_path(name);
    if std::env::var_os("BOYI_UPDATE").is_some() {
        return std::fs::write(path, now).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    if kept == now {
        return;
    }
    let gone = kept.lines().filter(|line| !now.lines().any(|other| other == *line)).map(|line| format!("- {line}\n"));
    let new = now.lines().filter(|line| !kept.lines().any(|other| other == *line)).map(|line| format!("+ {line}\n"));
    panic!(
        "tests/data/{name} has changed (- kept, + now):\n{}{}\
         A change of it is a functional change and needs evidence. To renew the file:\n\
         BOYI_UPDATE=1 cargo test --test engine {test}",
        gone.collect::<String>(),
        new.collect::<String>()
    );
}
