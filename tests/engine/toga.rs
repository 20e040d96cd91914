//! What Toga II adds to Fruit, and Fruit's own rules that need a position to be seen: checked at every node of searches,
//! with the position at hand.

use std::collections::BTreeSet;

use crate::common::along::{Node, follow};
use crate::common::{position, run, search};
use boyi::bench::XIANGQI;
use boyi::game::{Forcing, Game, Move, MoveClass, MoveList, Tactics};
use boyi::games::GameKind;
use boyi::games::xiangqi::{PieceSquare, Xiangqi};
use boyi::presets::preset;
use boyi::search::config::Recaptures;
use boyi::search::observe::{Event, NoObserver};
use boyi::search::picker::Stage;
use boyi::search::table::Table;
use boyi::search::{Config, Limits, Searcher};
use boyi::window::{Bound, Window};

const DEPTH: u32 = 6;

fn toga() -> Config {
    preset("toga", GameKind::Xiangqi).unwrap()
}

fn fruit() -> Config {
    preset("fruit", GameKind::Xiangqi).unwrap()
}

/// Calls `on_leave` at every node of searches of some positions.
fn each_node(config: &Config, mut on_leave: impl FnMut(&mut Xiangqi<PieceSquare>, &Node, Option<&Node>, i32) + Send) {
    for fen in &XIANGQI[..5] {
        follow(config, fen, DEPTH, &mut on_leave);
    }
}

fn gives_check(game: &mut Xiangqi<PieceSquare>, mv: Move) -> bool {
    game.play(mv);
    let check = game.in_check();
    game.undo();
    check
}

fn moves(game: &Xiangqi<PieceSquare>, class: MoveClass) -> Vec<Move> {
    let mut list = MoveList::new();
    game.generate(class, &mut list);
    list.iter().collect()
}

#[test]
fn futility_skips_quiet_moves_without_check_near_the_horizon_and_raises_the_score() {
    let config = Config { history_skip: 0, ..toga() };
    let (mut skipping, mut empty) = (0, 0);
    each_node(&config, |game, node, _, score| {
        if !node.is_full() || node.passed == 0 {
            return;
        }
        skipping += 1;
        let margin = [40, 120][node.depth as usize - 1];
        assert!(!node.is_pv() && !game.in_check(), "{node:?}", node = node.depth);
        assert!(game.evaluate() + margin <= node.window.beta, "the margin of depth {}", node.depth);
        assert!(score >= (game.evaluate() + margin).min(node.window.alpha) - 1, "{score}");
        if node.tried.iter().all(|(mv, _)| !mv.is_some()) {
            // Every move was skipped, and the score is the one that they count as; draws are moved by one.
            assert!((score - game.evaluate() - margin).abs() <= 1);
            assert!(moves(game, MoveClass::Noisy).is_empty());
            assert!(moves(game, MoveClass::Quiet).into_iter().all(|mv| !gives_check(game, mv)));
            empty += 1;
        }
    });
    assert!(skipping > 1000 && empty > 0, "{skipping} {empty}");
}

#[test]
fn moves_skipped_by_history_are_few_plies_from_the_horizon_and_never_lose_by_that() {
    let config = Config { futility: false, ..toga() };
    let mut deepest = 0;
    each_node(&config, |game, node, _, score| {
        if node.is_full() && node.passed > 0 {
            assert!(!node.is_pv() && !game.in_check() && node.depth <= 4);
            assert!(node.tried.iter().any(|(mv, _)| mv.is_some()), "a node has a score of its own");
            assert!(score > -boyi::score::EVAL_LIMIT, "a skipped move might have saved the game");
            deepest = deepest.max(node.depth);
        }
    });
    assert_eq!(deepest, 4);
}

#[test]
fn delta_pruning_skips_captures_without_check_that_win_too_little() {
    let config = Config { delta_pruning: true, qsearch_see: false, qsearch_see_checks: false, ..fruit() };
    let mut skipping = 0;
    each_node(&config, |game, node, _, score| {
        if node.is_full() || node.passed == 0 {
            return;
        }
        skipping += 1;
        assert!(!node.is_pv() && !game.in_check());
        let stand_pat = game.evaluate();
        let tried: BTreeSet<u16> = node.tried.iter().map(|(mv, _)| mv.0).collect();
        let skipped: Vec<Move> =
            moves(game, MoveClass::Noisy).into_iter().filter(|mv| !tried.contains(&mv.0)).collect();
        if node.cut.is_none() && score < node.window.beta {
            assert_eq!(skipped.len(), node.passed);
            for mv in skipped {
                let most = stand_pat + game.captured_value(mv).unwrap() + 20;
                assert!(most <= node.window.alpha + 1 && score >= most - 1 && !gives_check(game, mv));
            }
        }
    });
    assert!(skipping > 1000, "{skipping}");
}

/// Depths lost, in plies, by captures at PV nodes that neither check nor answer a check, by whether they recapture, with
/// gain.
fn lost(config: &Config) -> BTreeSet<(bool, bool, i32)> {
    let mut seen = BTreeSet::new();
    each_node(config, |game, node, above, _| {
        let Some(above) = above.filter(|above| above.is_pv() && above.is_full() && node.is_full()) else { return };
        let (mv, _) = above.tried[above.tried.len() - 1];
        if node.again || node.depth == 0 || game.in_check() || !mv.is_some() {
            return;
        }
        game.undo();
        if !game.in_check() && game.is_noisy(mv) && above.depth > 2 {
            seen.insert((game.recaptures(mv), game.see_at_least(mv, 1), above.depth - node.depth));
        }
        game.play(mv);
    });
    seen
}

#[test]
fn recaptures_at_pv_nodes_are_extended_if_they_win_or_always() {
    let winning = lost(&Config { null_move: false, root_exact: false, ..fruit() });
    assert!(winning.contains(&(true, true, 0)) && winning.contains(&(true, false, 1)));
    assert!(winning.iter().all(|&(recaptures, wins, lost)| (lost == 0) == (recaptures && wins)), "{winning:?}");
    let all = lost(&Config { recapture_extension: Recaptures::All, null_move: false, ..fruit() });
    assert!(all.iter().all(|&(recaptures, _, lost)| (lost == 0) == recaptures), "{all:?}");
}

#[test]
fn early_captures_at_pv_nodes_are_extended() {
    // Four plies short of the iteration: at depth 6, at the root and the ply below it.
    let config = Config { capture_extension: 4, recapture_extension: Recaptures::Off, iterative: false, ..fruit() };
    let mut extended = BTreeSet::new();
    each_node(&config, |game, node, above, _| {
        let Some(above) = above.filter(|above| above.is_pv() && above.is_full() && !node.again) else { return };
        let (mv, check) = (above.tried[above.tried.len() - 1].0, game.in_check());
        game.undo();
        if !check && !game.in_check() && mv.is_some() && game.is_noisy(mv) && node.depth > 0 {
            extended.insert((above.ply.min(2), above.depth - node.depth));
        }
        match mv {
            Move::NONE => assert!(game.play_null()),
            mv => game.play(mv),
        }
    });
    assert_eq!(extended, BTreeSet::from([(0, 0), (1, 0), (2, 1)]));
}

#[test]
fn killers_of_two_plies_above_are_tried_too() {
    let most = |config: &Config| {
        let mut most = 0;
        each_node(config, |_, node, _, _| {
            let by = |stage| node.tried.iter().filter(|(_, by)| *by == Some(stage)).count();
            most = most.max(by(Stage::Killer));
        });
        most
    };
    assert_eq!((most(&fruit()), most(&toga())), (2, 4));
}

#[test]
fn in_check_killers_come_before_other_quiet_moves() {
    // Killers are kept for cutoffs only, and no other search of a node comes between its beginning and its moves.
    let config = Config {
        killers: 2,
        killers_in_check: true,
        history_on_alpha: false,
        internal_deepening: false,
        null_move: false,
        ..fruit()
    };
    let (mut early, mut killers) = (0, [[Move::NONE; 2]; 100]);
    follow(&config, XIANGQI[0], 7, |game, node, _, _| {
        if game.in_check() && node.is_full() {
            // Killers of the ply change below the node only after two more plies, and siblings come after it.
            let quiet: Vec<Move> = node.tried.iter().map(|(mv, _)| *mv).filter(|&mv| !game.is_noisy(mv)).collect();
            let hash = node.tried.first().is_some_and(|(_, stage)| *stage == Some(Stage::Hash)) as usize;
            let known = |mv: &Move| killers[node.ply].contains(mv);
            let rest = &quiet[hash.min(quiet.len())..];
            if let Some(last) = rest.iter().rposition(known) {
                assert!(rest[..last].iter().all(known), "{rest:?} {:?}", killers[node.ply]);
                early += (rest.len() > last + 1) as usize;
            }
        }
        if let Some(cut) = node.cut.filter(|&cut| node.is_full() && !game.is_noisy(cut)) {
            let [newest, _] = killers[node.ply];
            if newest != cut {
                killers[node.ply] = [cut, newest];
            }
        }
    });
    assert!(early > 20, "{early}");
}

#[test]
fn a_ply_in_check_does_not_count_as_one_of_quiet_checks() {
    let after_evasions = |config: &Config| {
        let mut count = 0;
        each_node(config, |game, node, above, _| {
            let Some(above) = above.filter(|above| !above.is_full() && !node.is_full()) else { return };
            if game.in_check() || !node.tried.iter().any(|(_, stage)| *stage == Some(Stage::Check)) {
                return;
            }
            count += above.tried.iter().all(|(_, stage)| *stage == Some(Stage::All)) as usize;
        });
        count
    };
    // With one ply of checks, a check is the last one, whether or not its answer counts.
    let two = Config { check_plies: 2, ..fruit() };
    assert!(after_evasions(&two) > 100);
    assert_eq!(after_evasions(&Config { check_plies_skip_evasions: false, ..two }), 0);
}

#[test]
fn below_pv_nodes_quiet_checks_go_a_ply_deeper() {
    let deepest = |config: &Config| {
        let mut deepest = [0; 2];
        let config = Config { qsearch_evasions: false, ..config.clone() };
        let mut plies = vec![0; 200];
        each_node(&config, |_, node, above, _| {
            // Plies since the horizon are known once the node above is seen, which is later: nodes are left from below.
            let first = above.is_none_or(|above| above.is_full());
            let below = std::mem::take(&mut plies[node.ply + 1]);
            let checks = node.tried.iter().any(|(_, stage)| *stage == Some(Stage::Check));
            let mine: i32 = if below > 0 { below + 1 } else { checks as i32 };
            if first && !node.is_full() {
                let pv = node.is_pv() as usize;
                deepest[pv] = deepest[pv].max(mine);
            } else if !node.is_full() {
                plies[node.ply] = plies[node.ply].max(mine);
            }
        });
        deepest
    };
    assert_eq!(deepest(&Config { check_plies_pv: 0, ..toga() }), [1, 1]);
    assert_eq!(deepest(&toga()), [1, 2]);
}

#[test]
fn the_window_is_opened_for_the_first_root_move_alone() {
    let config = Config { aspiration: 4, ..toga() };
    let mut lower = 0;
    for fen in XIANGQI {
        let mut windows: Vec<(Window, usize, i32)> = Vec::new();
        let iterations = follow(&config, fen, 7, |_, node, above, score| {
            if above.is_none() {
                let first = node.tried.first().map(|(mv, _)| *mv);
                assert!(node.tried.iter().skip(1).all(|(mv, _)| Some(*mv) != first), "the first move is tried once");
                windows.push((node.window, node.tried.len(), score));
            }
        });
        assert_eq!(windows.len(), iterations.len(), "the root is searched once for each depth");
        for (last, (now, &(window, tried, score))) in iterations.iter().zip(iterations.iter().zip(&windows).skip(1)) {
            assert_eq!(window, Window { alpha: last.score - 4, beta: last.score + 4 });
            assert_eq!(now.score, score);
            assert_ne!(now.bound, Bound::Upper);
            if now.bound == Bound::Lower {
                assert!(score >= window.beta && tried > 1, "a later move has reached beta");
                lower += 1;
            }
        }
    }
    assert!(lower > 0);
}

#[test]
fn the_root_is_not_stored_but_its_move_is_written_back() {
    let mut searcher = Searcher::new(fruit()).unwrap();
    let at = position(XIANGQI[0]);
    let report = run(&mut searcher, &at, &Limits::depth(5), &mut NoObserver);
    let table = searcher.table().unwrap();
    let root = table.bounds(at.board().key()).unwrap();
    assert_eq!((root.mv, root.move_depth, root.lower_depth, root.upper_depth), (report.mv, -1, -1, -1));
    let mut at = at;
    for &mv in &report.pv {
        assert!(table.best_move(&at.game()).is_some(), "every position of the line has a move");
        at = at.play(mv).unwrap();
    }
}

#[test]
fn verification_is_a_loop_over_the_moves_and_no_node_of_its_own() {
    let config = Config { null_verified_officers: 6, internal_deepening: false, ..fruit() };
    let again = |config: &Config| {
        let mut again = [0, 0];
        for fen in &XIANGQI[..3] {
            follow(config, fen, 8, |_, node, _, _| again[0] += node.again as u64);
            again[1] += search(config, &position(fen), 8).1.of(Event::NullVerified);
        }
        again
    };
    let [bare, verified] = again(&config);
    assert!(bare == 0 && verified > 10, "{bare} {verified}");
    let [whole, verified] = again(&Config { null_verification_bare: false, ..config });
    assert!(whole == verified && verified > 10, "{whole} {verified}");
}

#[test]
fn a_found_entry_becomes_one_of_the_current_search() {
    let ages = |table_renewal| {
        let config = Config { table_renewal, table_mb: 64, ..fruit() };
        let table = Table::of(&config, 4.0).unwrap().map(std::sync::Arc::new);
        let mut searcher = Searcher::with_table(config, table).unwrap();
        let at = position(XIANGQI[0]);
        run(&mut searcher, &at, &Limits::depth(6), &mut NoObserver);
        let before = searcher.table().unwrap().rows();
        run(&mut searcher, &at, &Limits::depth(2), &mut NoObserver);
        let after = searcher.table().unwrap().rows();
        assert!(before.iter().all(|row| row.age == before[0].age));
        (after.iter().filter(|row| row.age != before[0].age).count(), after.len() - before.len())
    };
    // The second search finds what the first one has stored, and has nothing to add.
    let ((renewed, new), (stored, _)) = (ages(true), ages(false));
    assert!(renewed > stored + 10 && new < renewed, "{renewed} {stored} {new}");
}
