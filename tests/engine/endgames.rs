//! Endgame tables: every value follows from those of the positions that legal moves lead to, as the rules of the game and not
//! those of the tables find them; published endings; files.

use std::sync::atomic::AtomicBool;

use rand::RngExt;

use crate::common::{rng, sized};
use boyi::games::xiangqi::Position;
use boyi::oracle::endgames::{Class, Endgame, Value};

fn made(name: &str) -> Endgame {
    let class = Class::parse(name).unwrap();
    Endgame::make(class, None, &AtomicBool::new(false), &mut |_| ()).unwrap().unwrap()
}

/// The value that follows from those after all legal moves.
fn by_moves(endgame: &Endgame, position: &Position) -> Value {
    let (mut quickest, mut slowest, mut holds) = (None::<u8>, 0, false);
    for mv in position.legal_moves() {
        match endgame.probe(position.play(mv).unwrap().board()).expect("a move leads to a class of the table") {
            Value::Loss(moves) => quickest = Some(quickest.map_or(moves + 1, |before| before.min(moves + 1))),
            Value::Win(moves) => slowest = slowest.max(moves),
            Value::Draw => holds = true,
        }
    }
    match (quickest, holds) {
        (Some(moves), _) => Value::Win(moves),
        (None, true) => Value::Draw,
        (None, false) => Value::Loss(slowest),
    }
}

#[test]
fn values_follow_from_those_after_all_moves() {
    let mut rng = rng(1);
    let classes = ["R-A", "PE-A", "C-E", "-AE", "HP-", "PP-", "R-AE", "CA-E", "H-AA", "P-EE", "RP-A"];
    for name in &classes[..sized(6, classes.len())] {
        let endgame = made(name);
        let mut seen = 0;
        while seen < sized(2_000, 100_000) {
            if let Some((position, value)) = endgame.position(rng.random_range(0..endgame.values().len())) {
                assert_eq!(by_moves(&endgame, &position), value, "{name} {}", position.fen());
                seen += 1;
            }
        }
    }
}

#[test]
fn a_position_has_the_value_of_its_images() {
    let (endgame, mut rng) = (made("H-A"), rng(2));
    for _ in 0..3_000 {
        if let Some((position, value)) = endgame.position(rng.random_range(0..endgame.values().len())) {
            assert_eq!(endgame.probe(position.mirrored().board()), Some(value));
            assert_eq!(endgame.probe(&position.board().rotated()), Some(value), "with the colours exchanged");
        }
    }
    let start = Position::start();
    assert_eq!(endgame.probe(start.board()), None, "too many pieces");
}
