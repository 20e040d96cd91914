use boyi::games::xiangqi::Position;
use boyi::search::{Config, Limits, Searcher, observe::*};
use std::sync::atomic::AtomicBool;
const M: [&str; 10] = [
    "r1bakab2/4n1c2/4c1n2/pCp1p1R1p/6p2/2P1P2r1/P1N3P1P/4C1N2/9/R1BAKAB2 w - - 0 1",
    "r1b1kab2/4a1c2/1cn3n2/p1p1pR2p/4P4/2P3p2/P3N1P1P/1CN1C4/7r1/R1BAKAB2 b - - 0 1",
    "r1b1kab1r/4a4/6nc1/p3p1p1p/c1R2n3/9/P5P1P/1CN1B2CN/4A4/R3KAB2 w - - 0 1",
    "2baka2r/r4n3/4b4/p3p1p1p/2p6/5NP2/R3P2Rc/N3BC3/9/3AKAB2 b - - 0 1",
    "2baka3/9/n3bcn2/pC2p4/6p2/8r/P3P1P2/2N1B3c/5R1C1/3AKAB2 w - - 0 1",
    "1rbakab2/2cr5/2n3n1c/p3p1p1p/2R6/6P2/P1P1P3P/C1N3N1C/9/2BAKABR1 w - - 0 1",
    "2bnka3/1r7/c1n2a3/p3p3R/2p3p2/9/P1PrP1P1P/R1N2C3/4A4/2BAKNB2 b - - 0 1",
    "1rbaka2r/9/1c2b1n2/p3p3p/3n2pc1/2R6/P3P1P1P/2N1C1NC1/3R5/2BAKAB2 w - - 0 1",
    "C3kabr1/3n2c2/4ba2n/3C4p/2P6/1R7/P3P1P1P/2N3c2/9/2BAKAB2 w - - 0 1",
    "4kab2/4a4/b1n1c3n/4p1p1p/p1prPc3/1RP2NP2/P7P/2N1C4/4A4/2BCKAB2 b - - 0 1",
];
fn main() {
    let depth: u32 = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(9);
    let n = boyi::perft::perft(&mut Position::start().game(), 5);
    println!("{n}");
    let (mut nodes, mut cpu) = (0, 0.0);
    for fen in M {
        let mut s = Searcher::new(Config::default()).unwrap();
        let g = Position::from_fen(fen).unwrap().game();
        let mut c = Counters::default();
        let r = s.search(&g, &Limits::depth(depth), &AtomicBool::new(false), &mut c, &mut |_| ());
        println!(
            "{} {:.2}s {:.2} Mnps {} fh1 {:.3} sel {} q {}",
            r.nodes,
            r.cpu_time,
            r.nodes as f64 / r.cpu_time / 1e6,
            r.score,
            c.cutoffs_by_index[0] as f64 / c.cutoffs() as f64,
            r.seldepth,
            c.of(Event::QNode) as f64 / r.nodes as f64
        );
        nodes += r.nodes;
        cpu += r.cpu_time;
    }
    println!("total {nodes} {:.2}s {:.2} Mnps", cpu, nodes as f64 / cpu / 1e6);
}
