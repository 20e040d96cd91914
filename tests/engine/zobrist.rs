//! Zobrist key sets: the keys of the XiangQi Wizard tutorial, and that a key set changes nothing but keys.

use crate::common::{ON, Setting, int, name, played, playout, position, rng, search, tuned};
use boyi::game::{Game, Tactics};
use boyi::games::xiangqi::Position;
use boyi::games::xiangqi::fen::START;
use boyi::games::xiangqi::keys::{DEFAULT, RC4};
use boyi::search::{Config, Report};
use proptest::prelude::*;

const LATER: &str = "r1bakab2/4n1c2/4c1n2/pCp1p1R1p/6p2/2P1P2r1/P1N3P1P/4C1N2/9/R1BAKAB2 w - - 0 1";

#[test]
fn the_tutorials_start_position() {
    // Its key is e6db463e and its second lock 052656d5.
    let start = Position::start().rekeyed(&RC4);
    assert_eq!(start.board().key(), 0x052656d5_e6db463e);
    let black = position(&START.replace(" w ", " b ")).rekeyed(&RC4);
    assert_eq!(black.board().key(), 0x052656d5_e6db463e ^ 0x671e068a_418918de);
}

#[test]
fn numbers_of_a_set_differ() {
    for keys in [&*DEFAULT, &*RC4] {
        let mut all: Vec<u64> = keys.pieces.iter().flatten().copied().chain([keys.side]).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 14 * 90 + 1, "{}", keys.name);
    }
}

proptest! {
    #[test]
    fn a_set_is_kept_and_changes_keys_only(plies in 0..90usize, seed: u64) {
        let plain = playout(Position::start(), plies, &mut rng(seed));
        let other = plain.rekeyed(&RC4);
        prop_assert!(other == plain && other.moves() == plain.moves() && other.fen() == plain.fen());
        prop_assert_eq!(other.default_key(), plain.board().key());
        prop_assert_ne!(other.board().key(), plain.board().key());
        prop_assert_eq!(other.board().key(), other.board().rotated().rotated().key());
        prop_assert_eq!(other.rekeyed(&DEFAULT).board().key(), plain.board().key());
        prop_assert_eq!(other.mirrored().board().key(), plain.mirrored().rekeyed(&RC4).board().key());
        prop_assert_eq!(other.cycle(1), plain.cycle(1));
        let mut game = other.game();
        for _ in 0..plain.ply() {
            prop_assert_eq!(game.board().keys().name, "rc4");
            prop_assert_eq!(game.key(), game.board().rotated().rotated().key());
            game.undo();
        }
        prop_assert_eq!(game.key(), Position::start().rekeyed(&RC4).board().key());
    }
}

fn with(mut config: Config, settings: &[Setting]) -> Config {
    for (name, value) in settings {
        config.set(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    config
}

/// Results of searches of one position under both key sets.
fn both(at: &Position, config: &Config, depth: u32) -> [Report; 2] {
    [&*DEFAULT, &*RC4].map(|keys| search(config, &at.rekeyed(keys), depth).0)
}

#[test]
fn without_a_table_the_tree_is_the_same_to_the_node() {
    let config = with(tuned(), &[("table", name("off"))]);
    for fen in [START, LATER] {
        let [first, second] = both(&position(fen), &config, 7);
        assert_eq!((first.score, first.nodes, first.pv), (second.score, second.nodes, second.pv), "{fen}");
    }
}

#[test]
fn with_an_exact_table_the_score_is_the_same() {
    let table = [("table", name("always")), ("table_mb", int(1)), ("table_depth", name("equal")), ("hash_move", ON)];
    let config = with(Config::neutral(), &table);
    let [first, second] = both(&position(LATER), &config, 4);
    assert_eq!(first.score, second.score);
    let without = search(&with(config, &[("table", name("off"))]), &position(LATER), 4).0;
    assert_eq!(first.score, without.score);
}

#[test]
fn the_structure_key_changes_with_pawns_and_with_nothing_else() {
    let key = |moves| played(START, moves).game().structure_key().unwrap();
    assert_eq!(key(""), key("h2e2 h9g7 b0c2"));
    assert_ne!(key(""), key("c3c4"));
    assert_ne!(key("c3c4"), key("h2e2 c6c5"), "red's pawns and black's are told apart");
    assert_eq!(key("c3c4 g6g5"), key("h2e2 g6g5 c3c4"));
}
