//! Perpetual chase under the rules `axf`, in games and in the search.

mod common;

use boyi::game::Side;
use boyi::games::Reason;
use boyi::games::xiangqi::Rules;
use boyi::score::is_repetition;
use boyi::search::observe::NoObserver;
use boyi::search::{Config, Limits, Searcher};
use common::{json, played, run};

/// The side that has lost, by the position after a line that repeats twice.
fn loser(fen: &str, cycle: &str) -> Option<Side> {
    let at = played(fen, &[cycle; 2].join(" ")).under(Rules::Axf);
    let outcome = at.outcome().unwrap_or_else(|| panic!("{cycle} does not repeat"));
    assert!([Reason::PerpetualChase, Reason::Repetition].contains(&outcome.reason), "{outcome:?}");
    outcome.winner.map(|winner| !winner)
}

#[test]
fn published_cases_are_judged_as_their_sources_agree() {
    let (cases, mut judged) = (json("xiangqi_rules.json"), 0);
    for case in cases["cases"].as_array().unwrap() {
        let text = |name: &str| {
            let moves = case[name].as_array();
            moves.map(|moves| moves.iter().map(|mv| mv.as_str().unwrap()).collect::<Vec<_>>().join(" "))
        };
        if case["consensus"] == false || case["expected"].is_null() || case["cycle"].is_null() {
            continue;
        }
        let moves = text("moves_to_third_occurrence").or(text("moves")).unwrap();
        let at = played(case["fen"].as_str().unwrap(), &moves).under(Rules::Axf);
        let winner = at.outcome().map(|outcome| outcome.winner);
        let expected = match case["expected"].as_str().unwrap() {
            "red_wins" => Some(Side::First),
            "black_wins" => Some(Side::Second),
            _ => None,
        };
        assert_eq!(winner, Some(expected), "{}: {}", case["id"], case["topic"]);
        judged += 1;
    }
    assert!(judged > 25, "{judged}");
}

/// A red chariot that attacks a black horse with every move, which jumps to and fro between two squares.
const START: &str = "3k5/9/9/3n5/9/R8/9/9/9/5K3 w";
const LAP: &str = "a4a6 d6c4 a6a4 c4d6";

#[test]
fn a_chariot_that_follows_a_bare_piece_chases_it() {
    assert_eq!(loser(START, LAP), Some(Side::First));
    let protected = "3k5/9/9/3n5/9/R1c6/9/9/9/5K3 w";
    assert_eq!(loser(protected, "a4a5 d9d8 a5a4 d8d9"), None, "nothing is attacked anew with every move");
    assert_eq!(loser("3k5/3r5/9/3n5/9/R8/9/9/9/5K3 w", LAP), None, "protected on one of the squares");
}

#[test]
fn an_attack_that_a_check_interrupts_is_not_new() {
    // The black chariot attacks the cannon all the time, also while its king is in check; the horse does every other move.
    assert_eq!(loser("3k5/9/1n7/8R/C8/r8/9/5K3/9/9 w", "i6d6 b7d8 d6i6 d8b7"), None);
}

#[test]
fn a_piece_left_in_danger_is_chased_by_what_could_not_capture_it_before() {
    // The cannon and the chariot on d1 attack the horse wherever it jumps, before the chariot on file a joins them.
    assert_eq!(loser("4k4/9/9/3n5/9/R8/2P6/9/2CR5/5K3 w", LAP), Some(Side::First));
    // The horse on g0 stays in danger. One move takes its protection away, the other brings a second attacker.
    assert_eq!(loser("3k5/9/9/9/9/6c2/9/6R2/9/5Kn1R w", "g2e2 d9d8 e2g2 d8d9"), None);
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
        let config = Config::default();
        let report = run(&mut Searcher::new(config).unwrap(), &at, &Limits::depth(5), &mut NoObserver);
        assert_eq!(is_repetition(report.score) && report.score > 0, lost, "{rules:?} {}", report.score);
    }
}
