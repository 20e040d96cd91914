//! The bench: fixed positions searched to a fixed depth. The number of nodes is the signature of the search, which
//! changes only if the search tree does.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use crate::game::Tactics;
use crate::games::{GameKind, for_all_games};
use crate::presets::preset;
use crate::search::observe::NoObserver;
use crate::search::{Limits, Searcher};

pub use crate::games::gomoku::bench::{POSITIONS as GOMOKU, game_by_patterns as gomoku_game};
pub use crate::games::xiangqi::bench::{POSITIONS as XIANGQI, game as xiangqi_game};

/// Nodes of preset `boyi` over the bench positions of a game, one thread, a fresh searcher for each position.
#[inline]
pub fn nodes(kind: GameKind) -> u64 {
    nodes_until(kind, &AtomicBool::new(false)).expect("nobody stops it")
}

macro_rules! benches {
    ($($(#[$doc:meta])* $Game:ident = $folder:ident,)+) => {
        /// [`nodes`] that another thread can stop by setting the flag; it then returns `None`.
        // Inline, so that the searches of all games are compiled where they are called, not with each build of the library.
        #[inline]
        pub fn nodes_until(kind: GameKind, stop: &AtomicBool) -> Option<u64> {
            match kind {
                $(GameKind::$Game => {
                    use crate::games::$folder::bench::{DEPTH, POSITIONS, game};
                    POSITIONS.iter().map(|place| nodes_of(&game(place), kind, DEPTH, stop)).sum()
                })+
            }
        }
    };
}
for_all_games!(benches!);

fn nodes_of<G: Tactics>(game: &G, kind: GameKind, depth: u32, stop: &AtomicBool) -> Option<u64> {
    let mut searcher = Searcher::new(preset("boyi", kind).expect("boyi's own")).expect("its table");
    let report = searcher.search(game, &Limits::depth(depth), stop, &mut NoObserver, &mut |_| ());
    (!stop.load(Relaxed)).then_some(report.nodes)
}

/// How the library was built: names and values of version, commit, profile and processor features.
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
