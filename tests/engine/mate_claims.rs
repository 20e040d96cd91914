//! Mate scores are correct: whatever the loser replies, the game ends within the number of plies announced. Verified by
//! the rules alone: the winner plays the moves of searches, the loser every legal move.

use std::sync::atomic::AtomicBool;

use crate::common::{json, near_the_end, playout, rng, sized, thrown, tuned};
use boyi::game::{Game, MoveClass, MoveList, Tactics, Verdict};
use boyi::games::GameKind;
use boyi::games::gomoku::{AnyGomoku, Geometry, Position, Reach, Rule, with_gomoku};
use boyi::presets::preset;
use boyi::score::{is_mate, is_repetition, plies_to_end};
use boyi::search::config::MateDistance;
use boyi::search::observe::NoObserver;
use boyi::search::{Config, Limits, Report, Searcher};
use rand::RngExt;
use rayon::prelude::*;

/// Longest mate score, in plies, that is verified to its end.
const LONGEST: i32 = 7;

fn search<G: Tactics>(searcher: &mut Searcher, game: &G, depth: u32) -> Report {
    let limits = Limits { nodes: Some(200_000), ..Limits::depth(depth) };
    searcher.search(game, &limits, &AtomicBool::new(false), &mut NoObserver, &mut |_| ())
}

/// Result of a game that is over, from the view of the side to move.
fn end<G: Game>(game: &G) -> Option<Verdict> {
    let verdict_rules = boyi::game::VerdictRules { recur: 0, since: 0, move_limit: false };
    game.verdict(verdict_rules).or_else(|| (game.count_moves() == 0).then(|| game.stuck()))
}

/// Checks that the side to move wins within `plies` by the moves of searches.
fn wins<G: Tactics>(searcher: &mut Searcher, game: &mut G, plies: i32) -> Result<(), String> {
    match end(game) {
        Some(Verdict::Won) => return Ok(()),
        Some(over) => return Err(format!("{over:?} for the winner")),
        None => {}
    }
    let report = search(searcher, game, plies.max(1) as u32 + 4);
    // What is played to its end need not be proved.
    let promised = plies_to_end(report.score).filter(|_| !is_repetition(report.score) && report.score > 0);
    if promised.is_none_or(|promised| promised > plies) {
        return Err(format!("no win in {plies} plies is found where one was promised, but {}", report.score));
    }
    game.play(report.mv);
    let result = loses(searcher, game, plies - 1);
    game.undo();
    result
}

/// Checks that every move of the side to move loses within `plies`.
fn loses<G: Tactics>(searcher: &mut Searcher, game: &mut G, plies: i32) -> Result<(), String> {
    match end(game) {
        Some(Verdict::Lost) => return Ok(()),
        Some(over) => return Err(format!("{over:?} for the loser")),
        None if plies <= 0 => return Err("the game goes on".into()),
        None => {}
    }
    let mut replies = MoveList::new();
    game.generate(MoveClass::Candidates, &mut replies);
    for mv in replies.iter() {
        game.play(mv);
        let result = wins(searcher, game, plies - 1).map_err(|error| format!("{mv:?}: {error}"));
        game.undo();
        result?;
    }
    Ok(())
}

/// Verifies the mate score of a search, if it has one; returns its plies, negative for a loss.
fn follow<G: Tactics>(config: &Config, game: &G, depth: u32) -> Result<Option<i32>, String> {
    let mut searcher = Searcher::new(Config { table_mb: 4, ..config.clone() }).unwrap();
    let score = search(&mut searcher, game, depth).score;
    let Some(plies) = plies_to_end(score).filter(|&plies| is_mate(score) && plies <= LONGEST && plies > 0) else {
        return Ok(None);
    };
    // From here on the shortest win counts, not the first, nor one that is longer but proved: no move is left out.
    let whole = Config { width: 0, threat_doubles: false, ..config.clone() };
    searcher.reconfigure(Config { stop_on_mate: false, mate_distance: MateDistance::Full, ..whole }).unwrap();
    let mut game = game.clone();
    let kept = if score > 0 { wins(&mut searcher, &mut game, plies) } else { loses(&mut searcher, &mut game, plies) };
    kept.map(|()| Some(plies * score.signum()))
}

/// Counts verified wins and losses; panics with the mate scores that are wrong.
fn assert_kept(results: Vec<Result<Option<i32>, String>>) -> [usize; 2] {
    let broken: Vec<&String> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    assert!(broken.is_empty(), "{} promises broken:\n{}", broken.len(), broken[0]);
    let promised = |sign: i32| results.iter().flatten().flatten().filter(|plies| **plies * sign > 0).count();
    [promised(1), promised(-1)]
}

#[test]
fn mates_in_xiangqi_are_kept() {
    let mut rng = rng(6);
    let compositions = json("xiangqi_mates.json");
    let puzzles = compositions["puzzles"].as_array().unwrap();
    let mut positions: Vec<_> =
        puzzles.iter().step_by(sized(4, 1)).flat_map(|p| [7, 6, 3, 2].map(|plies| near_the_end(p, plies))).collect();
    while positions.len() < sized(200, 800) {
        let pieces = rng.random_range(4..12);
        positions.extend(thrown(pieces, &mut rng).map(|start| playout(start, 2, &mut rng)));
    }
    let without_bets = Config { iterative: true, pvs: true, mvv_lva: true, ..Config::neutral() };
    for (config, depth) in [(tuned(), 6), (preset("fruit", GameKind::Xiangqi).unwrap(), 6), (without_bets, 4)] {
        let follow = |at: &boyi::games::xiangqi::Position| {
            follow(&config, &at.game(), depth).map_err(|error| format!("{}: {error}", at.fen()))
        };
        let [wins, losses] = assert_kept(positions.par_iter().map(follow).collect());
        assert!(wins > sized(25, 100) && losses > sized(2, 10), "{wins} wins and {losses} losses were promised");
    }
}

#[test]
fn wins_in_gomoku_are_kept() {
    let mut rng = rng(7);
    let mut positions = Vec::new();
    for (rule, size) in [(Rule::Freestyle, 8), (Rule::Standard, 8), (Rule::Renju, 9)] {
        for _ in 0..sized(25, 80) {
            let geometry = Geometry::square(size).unwrap();
            let mut at = Position::new(geometry, rule).unwrap();
            for _ in 0..rng.random_range(10..22) {
                let moves = at.legal_moves();
                if let Some(&mv) = moves.get(rng.random_range(0..moves.len().max(1))) {
                    at = at.play(mv).unwrap();
                }
            }
            positions.push(at);
        }
    }
    let follow = |at: &Position| {
        // Every legal reply, not only those that the search considers.
        let game = AnyGomoku::new(at, Reach::Everywhere).unwrap();
        let config = preset("boyi", GameKind::Gomoku).unwrap();
        let result = with_gomoku!(&game, game => follow(&config, game, 6));
        result.map_err(|error| format!("{}\n{error}", boyi::games::gomoku::text::diagram(at.board())))
    };
    let [wins, losses] = assert_kept(positions.par_iter().map(follow).collect());
    assert!(wins > sized(8, 30) && losses > sized(0, 3), "{wins} wins and {losses} losses were promised");
}
