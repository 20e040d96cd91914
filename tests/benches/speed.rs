fn main() {
    let t = std::time::Instant::now();
    let n = boyi::perft::perft(&mut boyi::games::xiangqi::Position::start().game(), 5);
    let s = t.elapsed().as_secs_f64();
    println!("{n} {:.1} Mnps", n as f64 / s / 1e6);
    let fen = "r1b1kab2/4a1c2/1cn3n2/p1p1pR2p/4P4/2P3p2/P3N1P1P/1CN1C4/7r1/R1BAKAB2 b - - 0 1";
    let t = std::time::Instant::now();
    let n = boyi::perft::perft(&mut boyi::games::xiangqi::Position::from_fen(fen).unwrap().game(), 5);
    let s = t.elapsed().as_secs_f64();
    println!("{n} {:.1} Mnps", n as f64 / s / 1e6);
}
