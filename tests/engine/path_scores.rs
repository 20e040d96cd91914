//! The four values of `path_scores` on endgames where table scores depend on the path: what each value corrects and
//! what it does not. The positions were found among random endgames by searching with and without a table.

use std::sync::Arc;

use crate::common::observer::Any;
use crate::common::{ON, exact, int, name, played, position, run, search};
use boyi::game::{Game, Move};
use boyi::games::xiangqi::Position;
use boyi::games::xiangqi::moves::parse_coordinates;
use boyi::score::Score;
use boyi::search::config::FieldInput;
use boyi::search::observe::{Counters, Event, NoObserver};
use boyi::search::table::{Entry, Scheme, Table};
use boyi::search::{Config, Focus, Limits, Searcher};
use boyi::window::Bound;

const POLICIES: [&str; 4] = ["ignore", "tutorial", "chain", "path-key"];

/// A configuration that uses table entries of equal depth only, so that scores change by the path alone.
fn config(policy: &'static str) -> Config {
    exact(&[("table_depth", name("equal")), ("path_scores", name(policy))])
}

fn with(policy: &'static str, fields: &[(&str, FieldInput)]) -> Config {
    let mut config = config(policy);
    fields.iter().for_each(|(field, value)| config.set(field, value).unwrap());
    config
}

/// Searches of one position: the score without a table and with each policy.
struct Case {
    fen: &'static str,
    /// Moves played first, after which the position occurs for the second time.
    moves: &'static str,
    depth: u32,
    repetition: i64,
    truth: Score,
    /// Scores with a table, in the order of [`POLICIES`].
    scores: [Score; 4],
}

const CASES: [Case; 5] = [
    // A win by perpetual check is believed where the checks have not been given.
    Case {
        fen: "3R1a3/2c3r2/5k3/9/4P4/9/3p4C/3A5/9/4K4 b - - 0 1",
        moves: "",
        depth: 6,
        repetition: 1,
        truth: 4,
        scores: [2, 4, 4, 2],
    },
    // A draw by repetition is.
    Case {
        fen: "3a4R/5k3/3a5/9/7P1/7r1/R8/5A3/5K3/7r1 w - - 0 1",
        moves: "a3b3 h0e0 b3a3 e0h0",
        depth: 6,
        repetition: 1,
        truth: 20,
        scores: [0, 20, 20, 0],
    },
    // An evaluation is believed where its line comes to a position for the third time: a look along the line sees it,
    // and so does a key that knows which positions have come twice.
    Case {
        fen: "5k3/4a3R/9/c1r6/9/R8/9/3K5/9/8p b - - 0 1",
        moves: "c6f6 a4h4 f6c6 h4a4",
        depth: 5,
        repetition: 2,
        truth: -66,
        scores: [-62, -62, -66, -66],
    },
    Case {
        fen: "3k3r1/9/9/9/9/9/1R1C4p/4K4/9/9 b - - 0 1",
        moves: "h9h7 d3d8 h7h9 d8d3",
        depth: 6,
        repetition: 2,
        truth: -64,
        scores: [-59, -59, -64, -64],
    },
    // An evaluation that only a repetition avoided has made the best: nothing heals that.
    Case {
        fen: "7P1/4k4/1R7/9/9/9/r8/2r6/4A4/3K5 w - - 0 1",
        moves: "",
        depth: 6,
        repetition: 1,
        truth: -176,
        scores: [-196, -196, -196, -196],
    },
];

#[test]
fn each_policy_heals_what_it_says() {
    for case in CASES {
        let at = played(case.fen, case.moves);
        let score = |policy, table| {
            let config = with(policy, &[("table", name(table)), ("repetition", int(case.repetition))]);
            search(&config, &at, case.depth).0.score
        };
        assert_eq!(score("ignore", "off"), case.truth, "{}", case.fen);
        assert_eq!(POLICIES.map(|policy| score(policy, "bucket")), case.scores, "{}", case.fen);
    }
}

#[test]
fn where_nothing_depends_on_the_path_the_policies_agree_with_no_table() {
    for case in CASES {
        let at = played(case.fen, case.moves);
        let free = [("repetition", int(0)), ("move_limit", crate::common::OFF)];
        let truth = search(&with("ignore", &[&free[..], &[("table", name("off"))]].concat()), &at, 5).0.score;
        for policy in POLICIES {
            assert_eq!(search(&with(policy, &free), &at, 5).0.score, truth, "{policy}: {}", case.fen);
        }
    }
}

/// A position in which chariots can move back and forth.
const SHUFFLE: &str = "3k5/8r/9/9/9/9/9/9/R8/5K3 w - - 0 1";

/// What a table says of the position after a1a2, whose stored line goes on with i8i7 and comes back to the root, and
/// how often a line was refused.
fn answered(policy: &'static str, plies: i64) -> (Score, u64) {
    let config = with(policy, &[("path_chain", int(plies)), ("iterative", crate::common::OFF)]);
    let table = Arc::new(Table::new(0.1, Scheme::Bucket).unwrap());
    let mut game = position(SHUFFLE).game();
    let line = ["a1a2", "i8i7", "a2a1", "i7i8"].map(|mv| parse_coordinates(mv).unwrap());
    game.play(line[0]);
    for &mv in &line[1..] {
        table.store(game.key(), Entry::new(mv, 77, None, 1, Bound::Exact));
        game.play(mv);
    }
    let mut searcher = Searcher::with_table(config, Some(table)).unwrap();
    let (focus, mut counters) = (Focus { moves: vec![line[0]], lines: 1 }, Counters::default());
    let (limits, flag) = (Limits::depth(2), std::sync::atomic::AtomicBool::new(false));
    let report = searcher.search(&position(SHUFFLE).game(), limits.on(&focus), &flag, &mut counters, &mut |_| ());
    (report.score, counters.of(Event::ChainRefused))
}

#[test]
fn a_chain_that_comes_back_to_the_path_is_refused() {
    assert_eq!(answered("tutorial", 8), (-77, 0), "believed at sight");
    let (score, refused) = answered("chain", 8);
    assert!(score != -77 && refused == 1, "{score} {refused}");
    assert_eq!(answered("chain", 2), (-77, 0), "two plies do not lead back");
}

/// The score of a position searched with the table that another one has filled.
fn kept(policy: &'static str, first: &Position, then: &Position, depth: u32) -> Score {
    let mut searcher = Searcher::new(config(policy)).unwrap();
    run(&mut searcher, first, &Limits::depth(depth), &mut NoObserver);
    run(&mut searcher, then, &Limits::depth(depth), &mut NoObserver).score
}

#[test]
fn only_keys_that_know_the_path_keep_clocks_apart() {
    let cases = [
        ("3k5/4a4/5a3/P8/1C7/9/7r1/3A5/4A4/4K4 b", 0, 93),
        ("3k1P3/9/3a1a3/6R2/r8/9/9/3A5/4A4/2c1K4 b", 0, 72),
        ("9/1R7/5k3/5c3/9/9/9/9/9/2CK5 w", 5, 305),
    ];
    for (board, truth, believed) in cases {
        let [first, late] = [0, 117].map(|clock| position(&format!("{board} - - {clock} 80")));
        assert_eq!(search(&with("ignore", &[("table", name("off"))]), &late, 4).0.score, truth, "{board}");
        for policy in ["tutorial", "chain"] {
            assert_eq!(kept(policy, &first, &late, 4), believed, "{policy}: {board}");
        }
        assert_eq!(kept("path-key", &first, &late, 4), truth, "{board}");
    }
}

#[test]
fn keys_that_know_the_path_keep_histories_apart() {
    let (fresh, again) = (position(SHUFFLE), played(SHUFFLE, "a1a2 i8i7 a2a1 i7i8"));
    assert_eq!(fresh.game().key(), again.game().key());
    for (policy, met) in [("tutorial", true), ("path-key", false)] {
        let mut searcher = Searcher::new(config(policy)).unwrap();
        run(&mut searcher, &fresh, &Limits::depth(3), &mut NoObserver);
        let mut counters = Counters::default();
        run(&mut searcher, &again, &Limits::depth(1), &mut counters);
        assert_eq!(counters.of(Event::TableHit) > 0, met, "{policy}");
    }
}

#[test]
fn a_table_that_gives_only_moves_changes_no_score() {
    for case in CASES {
        let at = played(case.fen, case.moves);
        let repetition = ("repetition", int(case.repetition));
        let silent = with("ignore", &[repetition, ("table_answers", int(-1))]);
        let (report, counters) = search(&silent, &at, case.depth);
        assert_eq!((report.score, counters.of(Event::TableCutoff)), (case.truth, 0), "{}", case.fen);
        assert!(counters.of(Event::TableHit) > 0);
    }
}

#[test]
fn so_many_answers_and_no_more() {
    let at = position(CASES[0].fen);
    for wanted in [1, 7, 100] {
        let (_, counters) = search(&with("ignore", &[("table_answers", int(wanted))]), &at, 5);
        assert_eq!(counters.of(Event::TableCutoff), wanted as u64);
    }
    let leafwalk = [("table_layout", name("leafwalk")), ("table_depth", name("at-least")), ("table_answers", int(-1))];
    let (_, counters) = search(&with("ignore", &leafwalk), &at, 5);
    assert_eq!(counters.of(Event::TableCutoff) + counters.of(Event::Walk), 0);
}

/// The table answer with a number, counted from 1, and the moves that lead to it.
fn nth(config: &Config, at: &Position, depth: u32, number: u64) -> Option<boyi::search::table_cutoff::FoundCutoff> {
    let mut watching = boyi::search::table_cutoff::CutoffFinder::new(number);
    run(&mut Searcher::new(config.clone()).unwrap(), at, &Limits::depth(depth), &mut Any(&mut watching));
    watching.into_found()
}

#[test]
fn an_answer_is_found_with_its_path() {
    let (config, at) = (with("ignore", &[("null_move", ON), ("null_verification", ON)]), position(CASES[0].fen));
    let total = search(&config, &at, 5).1.of(Event::TableCutoff);
    for number in [1, 2, total / 2, total] {
        let given = nth(&config, &at, 5, number).unwrap();
        let mut game = at.game();
        for &mv in &given.path {
            match mv {
                Move::NONE => assert!(boyi::game::Forcing::play_null(&mut game)),
                mv => game.play(mv),
            }
        }
        assert_eq!(game.key(), given.cutoff.key, "the path leads to the entry's position");
        assert!(given.cutoff.window.is_settled_by(given.cutoff.bound, given.cutoff.score));
        assert!((1..=5).contains(&given.iteration) && given.cutoff.depth == given.cutoff.deep, "equal depth");
    }
    assert_eq!(nth(&config, &at, 5, total + 1), None);
}
