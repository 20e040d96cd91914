//! Perpetual chase under the rules `axf`, in games and in the search.

use crate::common::{json, played, run, tuned};
use boyi::game::Side;
use boyi::games::Reason;
use boyi::games::xiangqi::Rules;
use boyi::score::is_repetition;
use boyi::search::observe::NoObserver;
use boyi::search::{Limits, Searcher};
use serde_json::Value;

/// The side that has lost, by the position after a line that repeats twice.
fn loser(fen: &str, cycle: &str) -> Option<Side> {
    let at = played(fen, &[cycle; 2].join(" ")).under(Rules::Axf);
    let outcome = at.outcome().unwrap_or_else(|| panic!("{cycle} does not repeat"));
    assert!([Reason::PerpetualChase, Reason::Repetition].contains(&outcome.reason), "{outcome:?}");
    outcome.winner.map(|winner| !winner)
}

/// The winner after the moves of a case, up to the third occurrence, and the winner it expects.
fn judged(case: &Value) -> (Option<Option<Side>>, Option<Option<Side>>) {
    let listed = |name: &str| Some(case[name].as_array()?.iter().map(|mv| mv.as_str().unwrap()).collect::<Vec<_>>());
    let moves = listed("moves_to_third_occurrence").or(listed("moves")).unwrap().join(" ");
    let at = played(case["fen"].as_str().unwrap(), &moves).under(Rules::Axf);
    let expected = match case["expected"].as_str().unwrap() {
        "red_wins" => Some(Side::First),
        "black_wins" => Some(Side::Second),
        _ => None,
    };
    (at.outcome().map(|outcome| outcome.winner), Some(expected))
}

/// Cases about whose verdict Fairy-Stockfish and Pikafish differ, and we agree with the list of diagrams.
const DISPUTED: [&str; 3] = ["wxf-056", "wxf-072", "wxf-152"];

#[test]
fn published_cases_are_judged_as_their_sources_agree() {
    let (cases, mut count) = (json("xiangqi_rules.json"), 0);
    for case in cases["cases"].as_array().unwrap() {
        let left_out = case["consensus"] == false && !DISPUTED.contains(&case["id"].as_str().unwrap());
        if left_out || case["expected"].is_null() || case["cycle"].is_null() {
            continue;
        }
        let (winner, expected) = judged(case);
        assert_eq!(winner, expected, "{}: {}", case["id"], case["topic"]);
        count += 1;
    }
    assert!(count > 28, "{count}");
}

#[test]
fn composed_cases_are_judged_as_the_page_of_rules_says() {
    for case in json("xiangqi_chases.json")["cases"].as_array().unwrap() {
        let (winner, expected) = judged(case);
        assert_eq!(winner, expected, "{}: {}", case["id"], case["topic"]);
    }
}

/// A red chariot that attacks a black horse with every move, which jumps to and fro between two squares.
const START: &str = "3k5/9/9/3n5/9/R8/9/9/9/5K3 w";
const LAP: &str = "a4a6 d6c4 a6a4 c4d6";

#[test]
fn a_chariot_that_follows_a_bare_piece_chases_it() {
    assert_eq!(loser(START, LAP), Some(Side::First));
    let protected = "3k5/9/9/3n5/9/R1c6/9/9/9/5K3 w";
    assert_eq!(loser(protected, "a4a5 d9d8 a5a4 d8d9"), None, "nothing is attacked anew with every move");
}

#[test]
fn the_same_game_is_a_draw_under_the_rules_simple() {
    let outcome = played(START, &[LAP; 2].join(" ")).outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (None, Reason::Repetition));
}

#[test]
fn the_evidence_names_the_pieces() {
    let at = played(START, &[LAP; 2].join(" ")).under(Rules::Axf);
    let (text, threats) = at.evidence();
    assert_eq!(text, "red attacked the horse on d6 anew with every move, at last with the chariot on a4");
    assert_eq!(threats.len(), 1);
    assert_eq!(played(START, LAP).under(Rules::Axf).evidence(), Default::default(), "not over yet");
}

#[test]
fn the_search_neither_chases_into_a_loss_nor_believes_in_one() {
    for rules in Rules::ALL {
        // Red is to move; with a4a6 and the horse's only safe answer the position would occur for the third time.
        let at = played(START, &[LAP, "a4a6 d6c4 a6a4"].join(" ")).under(rules);
        let over = at.play(at.move_of_text("c4d6").unwrap()).unwrap();
        let lost = over.outcome().unwrap().winner == Some(Side::Second);
        assert_eq!(lost, rules == Rules::Axf);
        // The horse's side knows it.
        let config = tuned();
        let report = run(&mut Searcher::new(config).unwrap(), &at, &Limits::depth(5), &mut NoObserver);
        assert_eq!(is_repetition(report.score) && report.score > 0, lost, "{rules:?} {}", report.score);
    }
}
