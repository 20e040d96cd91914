//! Repetition inside a search: which earlier occurrences count, before the root and below it.

use std::sync::atomic::AtomicBool;

use crate::common::{Rng, played, rng, run, search, thrown, tuned};
use boyi::game::{Forcing, Game, Move, Side, Tactics, Verdict, VerdictRules};
use boyi::games::Reason;
use boyi::games::xiangqi::Position;
use boyi::games::xiangqi::moves::{encode, from_of, parse_coordinates, to_of};
use boyi::score::is_repetition;
use boyi::search::config::RepetitionScope;
use boyi::search::observe::NoObserver;
use boyi::search::{Config, Focus, Limits, Searcher};
use rand::RngExt;

/// A position in which a chariot can check a bare king perpetually.
const CHASED: &str = "3k5/9/9/9/9/9/9/9/R8/5K3 w";

#[test]
fn one_repetition_of_a_position_before_the_root_is_no_win() {
    // The position of the root has come twice; black, who has nothing left, is to move.
    let at = played(CHASED, "a1d1 d9e9 d1e1 e9d9 e1d1");
    assert_eq!(at.outcome(), None);
    let config = tuned();
    let (report, _) = search(&config, &at, 6);
    assert!(report.score < 0, "{}", report.score);
    // The tutorial's way: red has checked since the position came before, and would lose.
    let (report, _) = search(&Config { repetition_scope: RepetitionScope::Game, ..config }, &at, 6);
    assert!(is_repetition(report.score) && report.score > 0);
}

#[test]
fn the_third_occurrence_is_judged_wherever_the_first_two_were() {
    // Red checks for the fifth time: the same position for the third time, and the rules say that red has lost.
    let at = played(CHASED, "a1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9");
    let third = parse_coordinates("e1d1").unwrap();
    let outcome = at.play(third).unwrap().outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Side::Second), Reason::PerpetualCheck));
    for repetition in 1..=2 {
        let config = Config { repetition, ..tuned() };
        let focus = Focus { moves: vec![third], lines: 1 };
        let (mut searcher, flag) = (Searcher::new(config).unwrap(), AtomicBool::new(false));
        let report = searcher.search(&at.game(), Limits::depth(4).on(&focus), &flag, &mut NoObserver, &mut |_| ());
        assert!(is_repetition(report.score) && report.score < 0, "repetition = {repetition}: {}", report.score);
        // Free to choose, red keeps the chariot and what it is worth.
        assert!(run(&mut searcher, &at, &Limits::depth(4), &mut NoObserver).score > 0);
    }
}

/// Verdict on the last position of a game by the definition of the rule, from all positions of the game.
fn by_definition(at: &Position, verdict_rules: VerdictRules) -> Option<Verdict> {
    let mut game = at.origin().game();
    // For each position the key, and whether the move to it gave check or captured.
    let mut steps = vec![(game.key(), false, false)];
    for mv in at.moves() {
        let captures = game.is_noisy(mv);
        game.play(mv);
        steps.push((game.key(), game.in_check(), captures));
    }
    let last = steps.len() - 1;
    let begin = (1..=last).rev().find(|&i| steps[i].2).unwrap_or(0);
    let same: Vec<usize> = (begin..last).rev().filter(|&i| steps[i].0 == steps[last].0).collect();
    let needed = |i: usize| if i >= verdict_rules.since { verdict_rules.recur } else { verdict_rules.recur.max(2) };
    let first = same.iter().enumerate().find(|&(found, &i)| found as u32 + 1 >= needed(i)).map(|(_, &i)| i)?;
    // The side to move made the moves that lead to positions of the other parity.
    let [theirs, ours] = [0, 1].map(|turn| (first + 1..=last).rev().skip(turn).step_by(2).all(|i| steps[i].1));
    Some(match (ours, theirs) {
        (true, false) => Verdict::LostByRepetition,
        (false, true) => Verdict::WonByRepetition,
        _ => Verdict::DrawnByRepetition,
    })
}

/// A position after `plies` random moves, most of them checks or moves back.
fn shuffled(start: Position, plies: usize, rng: &mut Rng) -> Position {
    (0..plies).fold(start, |at, _| {
        let (moves, before) = (at.legal_moves(), at.moves());
        let back = |mv: &Move| before.iter().rev().nth(1).is_some_and(|own| encode(to_of(*own), from_of(*own)) == *mv);
        let checks = |mv: &Move| at.play(*mv).unwrap().is_check();
        let wanted: Vec<Move> = moves.iter().copied().filter(|mv| checks(mv) || back(mv)).collect();
        let choice = if wanted.is_empty() || rng.random_ratio(1, 8) { moves } else { wanted };
        if choice.is_empty() { at } else { at.play(choice[rng.random_range(0..choice.len())]).unwrap() }
    })
}

#[test]
fn verdicts_are_those_of_the_definition() {
    let (mut rng, mut said) = (rng(3), [0; 3]);
    for _ in 0..3000 {
        let Some(start) = thrown(3, &mut rng) else { continue };
        let at = shuffled(start, rng.random_range(0..24), &mut rng);
        let game = at.game();
        for recur in 1..=3 {
            let verdict_rules = VerdictRules { recur, since: rng.random_range(0..=game.played()), move_limit: false };
            let verdict = game.verdict(verdict_rules);
            assert_eq!(verdict, by_definition(&at, verdict_rules), "{verdict_rules:?} {}", at.fen());
            match verdict {
                Some(Verdict::DrawnByRepetition) => said[0] += 1,
                Some(_) => said[1] += 1,
                None => said[2] += 1,
            }
        }
    }
    assert!(said[0] > 100 && said[1] > 20, "{said:?} drawn, decided, open");
}
