//! The rules of xiangqi, checked against published and independently computed data.

use crate::common::json;
use boyi::game::Side;
use boyi::games::xiangqi::Position;
use boyi::games::xiangqi::moves::{move_name, parse_coordinates};
use boyi::perft::{divide, perft};
use serde_json::Value;

fn list<'a>(value: &'a Value, name: &str) -> Vec<&'a str> {
    value[name].as_array().map_or(vec![], |a| a.iter().map(|m| m.as_str().unwrap()).collect())
}

fn position(value: &Value) -> Position {
    Position::from_fen(value["fen"].as_str().unwrap()).unwrap()
}

/// Largest perft depth of an ordinary test run; the environment variable `BOYI_PERFT_DEPTH` overrides it.
fn perft_depth() -> u32 {
    std::env::var("BOYI_PERFT_DEPTH").map_or(5, |text| text.parse().expect("a depth"))
}

#[test]
fn perft_equals_the_published_counts() {
    for case in json("xiangqi_perft.json")["positions"].as_array().unwrap() {
        for (depth, nodes) in case["nodes"].as_object().unwrap() {
            let depth: u32 = depth.parse().unwrap();
            if depth <= perft_depth() {
                let counted = perft(&mut position(case).game(), depth);
                assert_eq!(counted, nodes.as_u64().unwrap(), "{} depth {depth}", case["id"]);
            }
        }
    }
}

#[test]
fn divide_adds_up_to_perft() {
    let mut game = Position::start().game();
    let parts = divide(&mut game, 3);
    assert_eq!(parts.len(), 44);
    assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 79_666);
    assert!(divide(&mut game, 0).is_empty());
}

#[test]
fn legal_moves_checks_and_check_state_equal_the_lists() {
    for case in json("xiangqi_move_lists.json")["positions"].as_array().unwrap() {
        let position = position(case);
        let mut moves: Vec<String> = position.legal_moves().into_iter().map(move_name).collect();
        moves.sort();
        assert_eq!(moves, list(case, "moves"), "{}", case["id"]);
        let checking: Vec<&String> =
            moves.iter().filter(|m| position.gives_check(parse_coordinates(m).unwrap())).collect();
        assert_eq!(checking, list(case, "checking_moves"), "{}", case["id"]);
        assert_eq!(position.is_check(), case["in_check"].as_bool().unwrap(), "{}", case["id"]);
    }
}

#[test]
fn verdicts_of_the_simple_rules() {
    for case in json("xiangqi_rules.json")["cases"].as_array().unwrap() {
        let mut position = position(case);
        let key = if case["moves_to_third_occurrence"].is_array() { "moves_to_third_occurrence" } else { "moves" };
        for text in list(case, key) {
            position = position.play(parse_coordinates(text).unwrap()).unwrap();
        }
        for text in list(case, "moves_illegal") {
            assert!(position.play(parse_coordinates(text).unwrap()).is_err(), "{} {text}", case["id"]);
        }
        let expected = case.get("expected_if_only_perpetual_check_counts").unwrap_or(&case["expected"]);
        let judged = match position.outcome() {
            None => "undecided",
            Some(outcome) => match outcome.winner {
                None => "draw",
                Some(Side::First) => "red_wins",
                Some(Side::Second) => "black_wins",
            },
        };
        if expected.as_str().is_some_and(|e| e != "illegal") {
            assert_eq!(judged, expected.as_str().unwrap(), "{} {:?}", case["id"], position.outcome());
        }
    }
}
