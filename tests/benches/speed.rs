//! Speed of the search on the ten bench middlegames, in nodes per CPU second.
//!
//! `cargo bench --bench speed` prints a line per position. `-- work DEPTH (counters|nothing)` only does the searches
//! and prints the nodes, for tools that count instructions (see `bench.py` beside this file).

use std::sync::atomic::AtomicBool;

use boyi::bench::{XIANGQI, build_info};
use boyi::games::xiangqi::Position;
use boyi::search::observe::{Counters, NoObserver, Observer};
use boyi::search::{Config, Limits, Report, Searcher};

fn search(fen: &str, depth: u32, observer: &mut impl Observer) -> Report {
    let game = Position::from_fen(fen).expect("a bench position").game();
    let mut searcher = Searcher::new(Config::default()).expect("the default configuration");
    searcher.search(&game, &Limits::depth(depth), &AtomicBool::new(false), observer, &mut |_| ())
}

fn work(depth: u32, observer: &mut impl Observer) {
    let nodes: u64 = XIANGQI.iter().map(|fen| search(fen, depth, observer).nodes).sum();
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
    let [_, _, _, (_, features)] = build_info();
    println!("preset boyi, depth 11, one thread, built for: {features}");
    let (mut nodes, mut seconds, mut rates) = (0, 0.0, Vec::new());
    for fen in XIANGQI {
        let report = search(fen, 11, &mut Counters::default());
        let rate = report.nodes as f64 / report.cpu_time / 1e6;
        println!("{:>9} nodes {:>6.3} s {rate:>6.2} M nodes/s  {fen}", report.nodes, report.cpu_time);
        nodes += report.nodes;
        seconds += report.cpu_time;
        rates.push(rate);
    }
    rates.sort_by(f64::total_cmp);
    let total = nodes as f64 / seconds / 1e6;
    println!("in all {nodes} nodes, {total:.2} M nodes per CPU second (positions {:.2} to {:.2})", rates[0], rates[9]);
}
