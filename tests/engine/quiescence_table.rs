//! The table in quiescence, and static evaluations from it: another way to the same score.

use std::sync::atomic::AtomicBool;

use crate::common::{ON, Setting, exact, int, name, playout, rng, sized};
use boyi::bench::{GOMOKU, gomoku_game};
use boyi::game::Tactics;
use boyi::games::gomoku::Gomoku;
use boyi::games::gomoku::pattern::FREE_RADIUS;
use boyi::games::xiangqi::{Position, Xiangqi};
use boyi::guided::Guided;
use boyi::search::observe::{Counters, Event};
use boyi::search::{Config, Limits, Report, Searcher};
use rand::RngExt;
use rayon::prelude::*;

const VALUES: [&str; 3] = ["moves", "scores", "evaluation"];

/// Exact heuristics and quiescence alone, without what depends on the path; the table answers only at equal depth.
fn truthful(settings: &[Setting]) -> Config {
    let mut config = exact(&[
        ("table_depth", name("equal")),
        ("path_scores", name("ignore")),
        ("repetition", int(0)),
        ("move_limit", crate::common::OFF),
        ("check_extension", crate::common::OFF),
    ]);
    settings.iter().for_each(|(field, value)| config.set(field, value).unwrap());
    config
}

fn searched<G: Tactics>(config: &Config, game: &G, depth: u32) -> (Report, Counters) {
    let (mut searcher, mut counters) = (Searcher::new(config.clone()).unwrap(), Counters::default());
    let flag = AtomicBool::new(false);
    let report = searcher.search(game, &Limits::depth(depth), &flag, &mut counters, &mut |_| ());
    (report, counters)
}

fn places() -> Vec<Xiangqi> {
    let mut rng = rng(64);
    let plies: Vec<usize> = (0..sized(15, 60)).map(|_| rng.random_range(8..90)).collect();
    let positions = plies.into_iter().map(|plies| playout(Position::start(), plies, &mut rng));
    positions.filter(|at| at.count_moves() > 0).map(|at| at.game()).collect()
}

#[test]
fn the_score_is_that_of_quiescence_without_the_table() {
    let around: [&[Setting]; 5] = [
        &[],
        &[("check_plies", int(1))],
        &[("check_plies", int(2)), ("qsearch_evasions", ON)],
        &[("qsearch_evasions", ON), ("table_layout", name("two-bound"))],
        &[("qsearch_floor", int(10)), ("table_pv_cutoffs", crate::common::OFF), ("check_plies", int(1))],
    ];
    for settings in around {
        let without = truthful(settings);
        let wrong: Vec<String> = places()
            .par_iter()
            .flat_map_iter(|game| {
                let truth = searched(&without, game, 4).0;
                VALUES.iter().filter_map(move |value| {
                    let mut config = truthful(settings);
                    config.set("qsearch_table", &name(value)).unwrap();
                    config.set("stored_evaluation", &ON).unwrap();
                    let found = searched(&config, game, 4).0;
                    let scores = |report: &Report| report.iterations.iter().map(|it| it.score).collect::<Vec<_>>();
                    (scores(&found) != scores(&truth))
                        .then(|| format!("{value}: {:?}, {:?}", scores(&found), scores(&truth)))
                })
            })
            .collect();
        assert!(wrong.is_empty(), "{settings:?}: {} wrong, the first: {}", wrong.len(), wrong[0]);
    }
}

#[test]
fn gomoku_has_the_same_scores_too() {
    let mut games: Vec<Gomoku<FREE_RADIUS>> = GOMOKU.iter().map(|moves| gomoku_game(moves)).collect();
    for game in games.drain(..) {
        let truth = searched(&truthful(&[]), &game, 3).0;
        for value in VALUES {
            let found = searched(&truthful(&[("qsearch_table", name(value))]), &game, 3).0;
            assert_eq!((found.score, found.depth), (truth.score, truth.depth), "{value}");
        }
    }
}

/// Savings of each value: nodes by table cutoffs, evaluations by those stored in entries.
#[test]
fn each_value_saves_what_it_promises() {
    let mut counts = [[0; 3]; 4];
    for game in places().iter().take(12) {
        for (count, value) in counts.iter_mut().zip(["off", "moves", "scores", "evaluation"]) {
            let config = truthful(&[("qsearch_table", name(value))]);
            let (report, counters) = searched(&config, game, 5);
            count[0] += report.nodes;
            count[1] += counters.of(Event::Evaluation);
            count[2] += counters.of(Event::EvaluationStored);
        }
    }
    let [off, moves, scores, evaluation] = counts;
    assert!(scores[0] < off[0] && scores[1] < off[1], "{counts:?}");
    assert!(evaluation[1] < scores[1] && evaluation[2] > 0, "{counts:?}");
    assert_eq!([off[2], moves[2], scores[2]], [0; 3]);
}

#[test]
fn evaluations_from_the_table_do_not_change_the_tree() {
    for game in places().iter().take(20) {
        let nodes = |stored| {
            let config =
                truthful(&[("stored_evaluation", crate::common::input(boyi::search::config::Value::Bool(stored)))]);
            let (report, counters) = searched(&config, game, 5);
            assert_eq!(counters.of(Event::EvaluationStored) > 0, stored);
            (report.nodes, report.score, counters.of(Event::Evaluation) + counters.of(Event::EvaluationStored))
        };
        let (with, without) = (nodes(true), nodes(false));
        assert_eq!((with.0, with.1), (without.0, without.1));
    }
}

/// A table does not know which function of a user has made an evaluation.
#[test]
fn evaluations_by_a_users_function_are_never_taken_from_the_table() {
    let config = truthful(&[("stored_evaluation", ON), ("qsearch_table", name("evaluation"))]);
    let game = places().swap_remove(3);
    let evaluate = |game: &Xiangqi| game.evaluate();
    let (_, counters) = searched(&config, &Guided::new(game, Some(&evaluate), None), 4);
    assert!(counters.of(Event::EvaluationStored) == 0 && counters.of(Event::Evaluation) > 0);
}
