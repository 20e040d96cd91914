//! The bench: fixed positions searched to a fixed depth. Its node count is the signature of the search.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::game::Tactics;
use crate::games::gomoku::pattern::FREE_RADIUS;
use crate::games::gomoku::{self, Gomoku, Reach, Rule, text};
use crate::games::{Kind, xiangqi};
use crate::presets::preset;
use crate::search::observe::NoObserver;
use crate::search::{Limits, Searcher};

/// Ten middlegames of the 1st Chinese Computer Games Championship (Beijing 2006).
pub const XIANGQI: [&str; 10] = [
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

/// Six openings and middlegames of freestyle gomoku on 15x15, made for this purpose.
pub const GOMOKU: [&str; 6] = [
    "h8",
    "h8 i9 i8 g8",
    "h8 i9 j10 i10 i8 j8 g10 h9",
    "h8 h9 i8 g8 j9 k10 i10 h11 i9 i11",
    "h8 g9 i9 g7 g8 f8 h10 e9 h9 h7 f10 i10",
    "h8 i8 i9 g7 j10 h10 g9 h9 f8 k11 i11 i7 g11 h6",
];

/// Depth of the bench searches.
const DEPTH: u32 = 8;
/// Depth for gomoku, whose nodes branch more.
const GOMOKU_DEPTH: u32 = 8;

/// The game of one of [`GOMOKU`].
pub fn gomoku_game(moves: &str) -> Gomoku<FREE_RADIUS> {
    let geometry = gomoku::Geometry::square(15).expect("the usual size");
    let moves = text::parse_moves(geometry, moves).expect("a bench position");
    let position = gomoku::Position::from_moves(geometry, Rule::Freestyle, &moves).expect("a bench position");
    Gomoku::of(&position, Reach::Near).expect("five in a row")
}

/// Nodes of preset `boyi` over the bench positions of a game, one thread, a fresh searcher for each position.
pub fn nodes(kind: Kind) -> u64 {
    nodes_until(kind, &AtomicBool::new(false)).expect("nobody stops it")
}

/// [`nodes`] that another thread can stop by setting the flag; it then counts nothing.
pub fn nodes_until(kind: Kind, stop: &AtomicBool) -> Option<u64> {
    match kind {
        Kind::Xiangqi => {
            let game = |fen: &&str| xiangqi::Position::from_fen(fen).expect("a bench position").game();
            XIANGQI.iter().map(|fen| nodes_of(&game(fen), kind, DEPTH, stop)).sum()
        }
        Kind::Gomoku => GOMOKU.iter().map(|moves| nodes_of(&gomoku_game(moves), kind, GOMOKU_DEPTH, stop)).sum(),
    }
}

fn nodes_of<G: Tactics>(game: &G, kind: Kind, depth: u32, stop: &AtomicBool) -> Option<u64> {
    let mut searcher = Searcher::new(preset("boyi", kind).expect("boyi's own")).expect("its table");
    let report = searcher.search(game, &Limits::depth(depth), stop, &mut NoObserver, &mut |_| ());
    (!stop.load(Relaxed)).then_some(report.nodes)
}

/// How the library was built.
pub fn build_info() -> [(&'static str, String); 4] {
    let features = [
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
    ];
    let present: Vec<&str> = features.into_iter().filter(|f| f.1).map(|f| f.0).collect();
    let features = if present.is_empty() { "baseline".into() } else { present.join(" ") };
    [
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("commit", option_env!("BOYI_COMMIT").unwrap_or("unknown").into()),
        ("profile", if cfg!(debug_assertions) { "debug" } else { "release" }.into()),
        ("target_features", features),
    ]
}
