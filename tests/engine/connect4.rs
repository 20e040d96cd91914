//! Connect Four: published counts, texts, the laws of any game, the oracle of plain minimax, and known values.

use std::sync::Arc;

use rand::RngExt;
use rayon::prelude::*;

use crate::common::laws;
use crate::common::truth::{self, Case, Subject, assert_exact};
use crate::common::{ON, Rng, Setting, int, name, rng, sized};
use boyi::evaluator::{Evaluator, Named};
use boyi::game::{Forcing, Move, Side, Tactics};
use boyi::games::connect4::{Board, Connect4, Lines, Position};
use boyi::games::{GameKind, Outcome, Reason};
use boyi::perft::perft;
use boyi::presets::{preset, presets};
use boyi::score::{Score, is_mate, mated_at};
use boyi::search::observe::{Counters, Event, NoObserver};
use boyi::search::{Limits, Report, Searcher};
use boyi::solve::solve;

fn played(moves: &str) -> Position {
    let mut position = Position::default();
    position.play_text(moves).unwrap();
    position
}

/// The position after up to `plies` random moves; not over.
fn playout(plies: usize, rng: &mut Rng) -> Position {
    let mut position = Position::default();
    for _ in 0..plies {
        let moves = position.legal_moves();
        let next = position.play(moves[rng.random_range(0..moves.len())]).unwrap();
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

#[test]
fn leaves_are_those_published() {
    // John Tromp's counts of games; a won game is not played on.
    let counts = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572];
    for (depth, &count) in counts[..sized(8, counts.len())].iter().enumerate() {
        assert_eq!(perft(&mut Position::default().game(), depth as u32), count);
    }
}

#[test]
fn games_end_with_four_or_a_full_board() {
    let over = |winner, reason| Some(Outcome { winner, reason });
    // A row, a column, both diagonals.
    for moves in ["aabbccd", "abababa", "abbccdcddgd", "gffeededdad"] {
        let end = played(moves);
        assert_eq!(end.outcome(), over(Some(Side::First), Reason::Four), "{moves}");
        assert!(end.legal_moves().is_empty() && end.play(Move(4)).is_err());
    }
    let mut rng = rng(4);
    let ends: Vec<_> = (0..3_000)
        .map(|_| {
            let mut position = Position::default();
            while position.outcome().is_none() {
                let moves = position.legal_moves();
                position = position.play(moves[rng.random_range(0..moves.len())]).unwrap();
            }
            (position.ply(), position.outcome().unwrap())
        })
        .collect();
    for &(plies, end) in &ends {
        assert_eq!(end.reason == Reason::BoardFull, end.winner.is_none());
        assert!(plies == 42 || end.winner == Some(if plies % 2 == 1 { Side::First } else { Side::Second }));
    }
    assert!(ends.iter().any(|end| end.1.winner.is_none()) && ends.iter().any(|end| end.0 < 12));
}

#[test]
fn texts_are_read_and_written() {
    let mut rng = rng(5);
    for plies in 0..42 {
        let at = playout(plies, &mut rng);
        for text in [at.fen(), at.diagram(), at.fen()[..47].replace('/', "\n").to_lowercase()] {
            assert!(Position::from_text(&text).unwrap() == at, "{text}");
        }
        assert!(at.mirrored().mirrored() == at && at.mirrored().moves() == at.mirrored().mirrored().mirrored().moves());
    }
    assert!(played("445") == played("D, d e") && played("dde").moves().len() == 3);
    for text in ["", "X", "......./......./......./......./......./.......x", &played("d").fen().replace('y', "r")] {
        assert!(Position::from_text(text).is_err(), "{text}");
    }
    let wrong = [
        ("......./......./......./...X.../......./.......", "none below"),
        ("......./......./......./......./......./XX.....", "2 stones of red"),
        ("......./......./......./......./XXXX.../OOOO...", "has four"),
        ("......./......./......./......./......./..Z....", "'Z'"),
    ];
    for (text, reason) in wrong {
        let Err(error) = Position::from_text(text) else { panic!("{text} is read") };
        assert!(error.to_string().contains(reason), "{error}");
    }
    for text in ["h", "0", "8", "dd", "", "4 "] {
        assert!(Position::default().move_of_text(text).is_err(), "{text:?}");
    }
}

#[test]
fn laws_of_any_game_hold() {
    let mut rng = rng(6);
    for plies in (0..42).cycle().take(sized(84, 840)) {
        let game = playout(plies, &mut rng).game();
        laws::undo_restores_everything(&game, &mut rng);
        laws::keys_after_moves_are_known(&game);
        laws::noisy_and_quiet_moves_are_all_moves(&game);
        laws::codes_know_whether_they_are_generated(&game);
        laws::every_move_has_a_slot_of_its_own(&game);
        laws::a_null_move_passes_the_turn(&game);
    }
}

#[test]
fn a_mirrored_board_is_the_same_game() {
    let (mut rng, config) = (rng(7), preset("boyi", GameKind::Connect4).unwrap());
    for plies in 0..sized(14, 40) {
        let at = playout(plies, &mut rng);
        let mirror = |mv: Move| Move(8 - mv.0);
        laws::an_image_is_the_same_game(&at.game(), &at.mirrored().game(), mirror, &config, 4);
    }
}

/// What is said of wins without a search is what minimax finds.
#[test]
fn ends_in_sight_are_right() {
    let (mut rng, mut seen) = (rng(8), [0; 3]);
    for plies in (4..40).cycle().take(2_000) {
        let mut game = playout(plies, &mut rng).game();
        let score = solve(&mut game, 3); // two plies, and the end is seen where a third would begin
        let known = game.known_end();
        if let Some(end) = known {
            assert_eq!(score, if end > 0 { -mated_at(1) } else { mated_at(2) });
            seen[(end > 0) as usize] += 1;
        } else {
            assert_ne!(score, -mated_at(1)); // a loss in two plies may be a lack of other moves
            seen[2] += 1;
        }
        assert_eq!(game.winning_move().is_some(), known == Some(1));
        assert_eq!(game.has_mate_in_one(), known == Some(1));
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

/// An evaluator without any order in its values.
struct Random(i32);

impl Evaluator<Board> for Random {
    type State = ();
    type Undo = ();

    fn refresh(&self, _: &Board) {}

    fn update(&self, _: &mut (), _: &Board, _: u64) {}

    fn undo(&self, _: &mut (), _: ()) {}

    fn value(&self, _: &(), board: &Board, _: Side) -> i32 {
        (board.key() >> 40) as i32 % self.0
    }
}

/// A position with random values, of which the largest is given, or by lines.
struct Valued(Position, i32);

impl Valued {
    fn game(&self) -> Connect4<Random> {
        Connect4::new(*self.0.board(), Arc::new(Random(self.1)))
    }
}

impl Subject for Valued {
    fn name(&self) -> String {
        format!("{}, values below {}", self.0.fen(), self.1)
    }

    fn find(&self, searcher: &mut Searcher, limits: &Limits) -> Report {
        searcher.search(&self.game(), limits, &false.into(), &mut NoObserver, &mut |_| ())
    }

    fn truth(&self, deepest: usize, affordable: u64) -> Vec<Vec<(Move, Score)>> {
        truth::truth(&mut self.game(), deepest, affordable)
    }

    fn end_of(&self, line: &[Move], depth: u32) -> Option<Score> {
        truth::end_of(&mut self.game(), line, depth)
    }
}

#[test]
fn exact_fields_never_change_the_answer() {
    let mut rng = rng(9);
    let places = (0..24).map(|plies| Valued(playout(plies + 4, &mut rng), [2, 9, 300][plies % 3]));
    let subjects: Vec<Valued> = places.collect();
    let cases: Vec<Case<Valued>> = subjects.into_par_iter().map(|subject| Case::new(subject, 6, 50_000)).collect();
    assert_exact(&cases, 4, 500, &mut rng);
}

/// The preset `boyi` finds the value of the game, as minimax does, and proves the wins that it reports.
#[test]
fn values_of_late_positions_are_those_of_minimax() {
    let (mut rng, mut values) = (rng(10), [0; 3]);
    let config = preset("boyi", GameKind::Connect4).unwrap();
    let config = boyi::search::Config { table_mb: 1, ..config };
    let late = std::iter::repeat_with(|| playout(33, &mut rng)).filter(|at| at.ply() == 33);
    for at in late.take(sized(300, 3_000)) {
        let left = 43 - at.ply(); // the end is seen where a move after the last would begin
        let (mut game, mut searcher) = (at.game(), Searcher::new(config.clone()).unwrap());
        let report = searcher.search(&game, &Limits::depth(left), &false.into(), &mut NoObserver, &mut |_| ());
        let truth = solve(&mut game, left);
        assert_eq!(is_mate(truth), is_mate(report.score), "{}: {} is {truth}", at.fen(), report.score);
        if is_mate(truth) {
            assert_eq!(report.score > 0, truth > 0, "{}", at.fen());
        }
        values[(is_mate(truth) as usize) * (1 + (truth > 0) as usize)] += 1;
    }
    assert!(values.iter().all(|&count| count > 0), "{values:?}");
}

#[test]
fn lines_are_counted_and_valued() {
    assert_eq!(Lines::own().counts(played("d").board(), Side::First), [0, 7, 0, 0]);
    // Red's line b1 to e1 has three stones; yellow's stones above share no line with an empty cell below them.
    assert_eq!(Lines::own().counts(played("ccddee").board(), Side::First)[3], 2);
    assert_eq!([played("").game().evaluate(), played("d").game().evaluate()], [4, 4 - 7], "a tempo, and red's lines");
}

/// Threats follow on threats in most positions: were they noisy, a quiescence search would not end.
#[test]
fn every_preset_ends_its_iterations() {
    for made in presets() {
        let config = boyi::search::Config { table_mb: 1, ..made.config(GameKind::Connect4) };
        let limits =
            if config.iterative { Limits { nodes: Some(100_000), ..Limits::default() } } else { Limits::depth(3) };
        let mut searcher = Searcher::new(config).unwrap();
        let report = searcher.search(&played("ddc").game(), &limits, &false.into(), &mut NoObserver, &mut |_| ());
        assert!(report.depth >= 3, "{}: depth {}", made.name, report.depth);
    }
}

/// Six columns are full, and stones fall into the last one until the board is full too: each move is the only one.
#[test]
fn the_only_move_of_a_board_that_fills_up_is_singular() {
    let game = played("ccbfbeffeaceabbgebgefgfaafcacceabggg").game();
    let mut config = preset("plain", GameKind::Connect4).unwrap();
    let settings: [Setting; 7] = [
        ("iterative", ON),
        ("table", name("always")),
        ("hash_move", ON),
        ("singular_extension", ON),
        ("singular_min_depth", int(2)),
        ("singular_margin", int(0)),
        ("singular_cutoff", ON),
    ];
    settings.iter().for_each(|(field, value)| config.set(field, value).unwrap());
    let mut counters = Counters::default();
    let report =
        Searcher::new(config).unwrap().search(&game, &Limits::depth(8), &false.into(), &mut counters, &mut |_| ());
    assert_eq!(report.score, 0, "the board fills up");
    let [searches, extensions, multicuts] =
        [Event::SingularSearch, Event::SingularExtension, Event::Multicut].map(|event| counters.of(event));
    assert!(searches > 0 && extensions == searches && multicuts == 0, "{searches} {extensions} {multicuts}");
}
