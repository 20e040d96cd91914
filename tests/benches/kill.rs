//! Kill search over the published puzzles: nodes, and time of a question asked of a solver that remembers nothing.
//!
//! `cargo bench --bench kill` prints a line per puzzle and the medians.

use std::sync::atomic::AtomicBool;

use boyi::game::Tactics;
use boyi::games::gomoku::text::parse_moves;
use boyi::games::gomoku::{AnyGomoku, Geometry, Position, Reach, Rule, with_gomoku};
use boyi::games::{GameKind, xiangqi};
use boyi::search::Limits;
use boyi::search::kill::{Force, KillResult, Question, Solver};
use boyi::search::stop::{Budget, Stop, Stopwatch};
use serde_json::Value;

const NODES: u64 = 20_000_000;

fn json(name: &str) -> Value {
    let path = format!("{}/tests/data/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("a file of puzzles")).expect("JSON")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn lines(value: &Value, between: &str) -> String {
    value.as_array().expect("a list").iter().map(text).collect::<Vec<_>>().join(between)
}

fn gomoku(puzzle: &Value) -> AnyGomoku {
    let rule = Rule::from_name(text(&puzzle["rule"])).expect("a rule");
    let position = if puzzle["moves"].is_array() {
        let geometry = Geometry::square(15).expect("the usual size");
        let moves = parse_moves(geometry, &lines(&puzzle["moves"], " ")).expect("moves");
        Position::from_moves(geometry, rule, &moves)
    } else {
        let turn = GameKind::Gomoku.player(text(&puzzle["side_to_move"])).expect("a side");
        Position::from_diagram(&lines(&puzzle["rows"], "\n"), rule, 5, Some(turn))
    };
    AnyGomoku::new(&position.expect("a position"), Reach::Near).expect("five in a row")
}

/// Asks until a tenth of a second is spent, each time with an empty memory, and answers with the time of one question,
/// its proof included.
fn ask<G: Tactics>(game: &G, force: Force, moves: u32) -> (KillResult, f64) {
    let (flag, question) =
        (AtomicBool::new(false), Question { force, rule: None, plain: Question::NO_LIMIT, moves, estimates: true });
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let (watch, mut asked) = (Stopwatch::start(), 0);
    loop {
        let answer = Solver::new(22).solve(game, &question, &mut Stop::new(&Budget::new(&limits, &flag, 1)));
        asked += 1;
        if watch.cpu() > 0.1 || asked == 1000 {
            return (answer, watch.cpu() / asked as f64);
        }
    }
}

fn report(name: &str, (answer, seconds): &(KillResult, f64)) {
    let plies = answer.proof.as_ref().map_or(0, |proof| proof.plies);
    println!("{:>9} nodes {:>10.1} us {:?} in {plies:>3} plies  {name}", answer.nodes, seconds * 1e6, answer.status);
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|a| name.contains(a.as_str()));
    for file in ["gomoku_freestyle_wins", "gomoku_threats", "gomoku_puzzles"] {
        let (mut vcf, mut vct) = (Vec::new(), Vec::new());
        for puzzle in json(file)["puzzles"].as_array().expect("puzzles") {
            let name = text(&puzzle["id"]);
            if !wanted(name) {
                continue;
            }
            let (force, times) = if puzzle["kind"] == "VCF" {
                (Force::Checks, &mut vcf)
            } else {
                (if arguments.iter().any(|a| a == "any") { Force::AnyThreat } else { Force::Threats }, &mut vct)
            };
            let game = gomoku(puzzle);
            let answer = with_gomoku!(&game, game => ask(game, force, Question::NO_LIMIT));
            report(name, &answer);
            times.push(answer.1);
        }
        if !vcf.is_empty() && !vct.is_empty() {
            println!("{file}: median VCF {:.1} us, VCT {:.1} us", median(vcf) * 1e6, median(vct) * 1e6);
        }
    }
    for puzzle in json("xiangqi_mates")["puzzles"].as_array().expect("puzzles") {
        let (name, moves) = (text(&puzzle["id"]), puzzle["mate_in"].as_u64().expect("a number") as u32);
        if wanted(name) && moves <= 9 {
            let game = xiangqi::Position::from_fen(text(&puzzle["fen"])).expect("a position").game();
            report(&format!("{name} mate in {moves}"), &ask(&game, Force::Checks, Question::NO_LIMIT));
        }
    }
}
