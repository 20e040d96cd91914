//! Traces: the recorded nodes are those of the tree that was searched, and recording does not change the search.

use std::sync::atomic::AtomicBool;

use crate::common::observer::Any;
use crate::common::{ON, Setting, int, name, position};
use boyi::bench::{GOMOKU, XIANGQI, gomoku_game};
use boyi::game::{Move, Tactics};
use boyi::games::GameKind;
use boyi::presets::preset;
use boyi::score::MATE;
use boyi::search::observe::{Counters, Event, NoObserver};
use boyi::search::picker::Stage;
use boyi::search::trace::{Cut, NO_STAGE, NodeKind, NodeRow, STAGE_NAMES, Scope, Trace};
use boyi::search::{Config, Limits, Report, Searcher};
use boyi::window::{Bound, Window};

type Traced = (Report, Counters, Trace);

fn traced<G: Tactics>(config: &Config, game: &G, limits: &Limits, scope: Scope) -> Traced {
    let mut searcher = Searcher::new(config.clone()).unwrap();
    let mut both = (Counters::default(), Trace::new(scope));
    let report = searcher.search(game, limits, &AtomicBool::new(false), &mut Any(&mut both), &mut |_| ());
    (report, both.0, both.1)
}

fn all() -> Scope {
    Scope { rows: usize::MAX, all_iterations: true, ..Scope::default() }
}

/// A check of one search, generic over games.
trait Look {
    fn at<G: Tactics>(&mut self, config: &Config, game: &G, depth: u32);
}

/// Traces searches of xiangqi and gomoku with configurations that together use every feature.
fn everywhere(look: &mut impl Look) {
    let changed = |kind, preset_name: &str, settings: &[Setting]| {
        let mut config = preset(preset_name, kind).unwrap();
        settings.iter().for_each(|(field, value)| config.set(field, value).unwrap());
        config
    };
    let pruning: [Setting; 4] =
        [("reverse_futility", ON), ("razoring", ON), ("futility", ON), ("late_move_pruning", ON)];
    let verifying: [Setting; 2] = [("null_verified_material", int(8000)), ("fail_hard", ON)];
    let early: [Setting; 7] = [
        ("probcut", ON),
        ("probcut_min_depth", int(2)),
        ("probcut_margin", int(0)),
        ("singular_extension", ON),
        ("singular_min_depth", int(2)),
        ("singular_cutoff", ON),
        ("see_pruning", ON),
    ];
    for config in [
        changed(GameKind::Xiangqi, "boyi", &[]),
        changed(GameKind::Xiangqi, "boyi", &pruning),
        changed(GameKind::Xiangqi, "boyi", &early),
        changed(GameKind::Xiangqi, "boyi", &verifying),
        changed(GameKind::Xiangqi, "boyi", &[("table_pv_cutoffs", ON), ("kill_horizon", name("checks"))]),
        changed(GameKind::Xiangqi, "wizard-table", &[]),
        changed(GameKind::Xiangqi, "wizard", &[("root_margin", int(0))]),
        changed(GameKind::Xiangqi, "fruit", &[("mate_in_one", ON)]),
        changed(GameKind::Xiangqi, "toga", &[]),
        changed(GameKind::Xiangqi, "plain", &[("iterative", ON)]),
    ] {
        XIANGQI[..3].iter().for_each(|fen| look.at(&config, &position(fen).game(), 4));
        // A board with mates and repetitions in reach.
        look.at(&config, &position("3k5/4P4/9/9/9/9/9/9/4p4/5K3 w - - 117 80").game(), 5);
        look.at(&config, &position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w").game(), 5);
    }
    for config in [
        changed(GameKind::Gomoku, "boyi", &[]),
        changed(GameKind::Gomoku, "boyi", &[("razoring", ON), ("quiescence", ON)]),
        changed(GameKind::Gomoku, "report", &[]),
        changed(GameKind::Gomoku, "leafwalk", &[]),
        changed(GameKind::Gomoku, "boyi", &[("table_leaves", ON), ("kill_horizon", name("off"))]),
    ] {
        GOMOKU[2..5].iter().for_each(|moves| look.at(&config, &gomoku_game(moves), 4));
    }
}

#[test]
fn watching_does_not_change_the_tree() {
    struct Same;
    impl Look for Same {
        fn at<G: Tactics>(&mut self, config: &Config, game: &G, depth: u32) {
            let limits = Limits::depth(depth);
            let alone = |observer: &mut Counters| {
                let mut searcher = Searcher::new(config.clone()).unwrap();
                searcher.search(game, &limits, &AtomicBool::new(false), observer, &mut |_| ())
            };
            let mut counters = Counters::default();
            let counted = alone(&mut counters);
            let unseen = Searcher::new(config.clone()).unwrap().search(
                game,
                &limits,
                &AtomicBool::new(false),
                &mut NoObserver,
                &mut |_| (),
            );
            for scope in [all(), Scope { rows: 7, plies: 2, ..Scope::default() }] {
                let (report, beside, trace) = traced(config, game, &limits, scope);
                let facts = |report: &Report| (report.nodes, report.score, report.pv.clone(), report.seldepth);
                assert_eq!(facts(&report), facts(&unseen));
                assert_eq!(facts(&report), facts(&counted));
                assert_eq!(beside, counters);
                assert!(!trace.rows().is_empty());
            }
        }
    }
    everywhere(&mut Same);
}

#[test]
fn every_node_is_there_once_and_what_ended_it_is_what_was_counted() {
    /// Number of nodes by the reason that ended them, over all searches.
    #[derive(Default)]
    struct Count([u64; Cut::NAMES.len()]);
    impl Look for Count {
        fn at<G: Tactics>(&mut self, config: &Config, game: &G, depth: u32) {
            let (report, counters, trace) = traced(config, game, &Limits::depth(depth), all());
            let rows = trace.rows();
            let number = |wanted: &dyn Fn(&NodeRow) -> bool| rows.iter().filter(|row| wanted(row)).count() as u64;
            let kind = |kind: NodeKind| number(&|row| row.kind == kind as u8);
            assert_eq!(kind(NodeKind::Full), counters.of(Event::Node));
            assert_eq!(kind(NodeKind::Quiescence), counters.of(Event::QNode));
            assert_eq!(report.nodes, kind(NodeKind::Full) + kind(NodeKind::Quiescence) + counters.of(Event::KillNode));
            assert_eq!(trace.total(), rows.len() as u64);
            let ending = Event::ALL.iter().filter_map(|&event| Some((Cut::by(event)?, event)));
            for (cut, event) in ending.chain([(Cut::Kill, Event::KillHorizonWin)]) {
                assert_eq!(number(&|row| row.cut == cut as u8), counters.of(event), "{cut:?}");
            }
            assert_eq!(number(&|row| row.hit == 1), counters.of(Event::TableHit));
            assert_eq!(number(&|row| row.cut == Cut::Stopped as u8), 0);
            let passed: u64 = rows.iter().map(|row| row.passed as u64).sum();
            let events = Event::ALL.iter().filter(|event| event.passes_over());
            assert_eq!(passed, events.map(|&event| counters.of(event)).sum::<u64>());
            let cut = |row: &NodeRow| row.cut == Cut::Move as u8 && row.kind == NodeKind::Full as u8;
            for (stage, cutoffs) in counters.cutoffs_by_stage.into_iter().enumerate() {
                assert_eq!(number(&|row| cut(row) && row.cut_stage as usize == stage), cutoffs);
            }
            assert_eq!(number(&|row| cut(row) && row.cut_index == 0), counters.cutoffs_by_index[0]);
            assert_eq!(number(&|row| cut(row) && row.cut_index == 3), counters.cutoffs_by_index[3]);
            // A null move is a child of its own stage, and nothing else is.
            assert_eq!(number(&|row| STAGE_NAMES[row.stage as usize] == "null"), counters.of(Event::NullTried));
            rows.iter().for_each(|row| self.0[row.cut as usize] += 1);
        }
    }
    let mut count = Count::default();
    everywhere(&mut count);
    let unseen: Vec<_> = Cut::NAMES.iter().copied().zip(count.0).filter(|&(_, seen)| seen == 0).collect();
    assert_eq!(unseen, [("stopped", 0)], "the searches above leave something out");
}

#[test]
fn rows_fit_together() {
    struct Fit;
    impl Look for Fit {
        fn at<G: Tactics>(&mut self, config: &Config, game: &G, depth: u32) {
            let (report, _, trace) = traced(config, game, &Limits::depth(depth), all());
            let rows = trace.rows();
            let mut below = vec![1u32; rows.len()];
            for (index, row) in rows.iter().enumerate().rev() {
                assert_eq!(row.id as usize, index);
                assert_eq!(row.nodes, below[index]);
                if row.parent >= 0 {
                    below[row.parent as usize] += row.nodes;
                }
            }
            rows.iter().for_each(|row| assert_fits(row, rows, config));
            let root = rows.iter().rfind(|row| row.parent < 0).unwrap();
            // An answer of kill search at the root is no node.
            if report.bound == Bound::Exact {
                assert_eq!((root.score as i32, root.iteration as u32), (report.score, report.depth));
            }
            rows.iter().step_by(37).for_each(|row| assert_is_played(row, rows, game.clone()));
        }
    }
    everywhere(&mut Fit);
}

/// Checks a row against the row of its parent.
fn assert_fits(row: &NodeRow, rows: &[NodeRow], config: &Config) {
    let (window, score) = (Window { alpha: row.alpha.into(), beta: row.beta.into() }, row.score as i32);
    assert!(window.alpha < window.beta && score.abs() <= MATE, "{row:?}");
    assert_eq!(row.bound, window.bound(score) as u8);
    let by_move = row.cut == Cut::Move as u8;
    assert_eq!((row.cut_move != 0, row.cut_stage != NO_STAGE), (by_move, by_move));
    if by_move {
        // Beta is met, or the nearest mate that is still possible.
        assert!(score >= window.beta.min(MATE - row.ply as i32 - 1), "{row:?}");
        // ProbCut tries captures before the moves that have an index.
        let all = row.cut_index as u16 == row.tried - 1 || config.probcut && row.cut_index as u16 <= row.tried;
        assert!((row.cut_stage as usize) < Stage::NAMES.len() && all, "{row:?}");
    }
    let Ok(parent) = usize::try_from(row.parent) else {
        assert_eq!((row.ply, STAGE_NAMES[row.stage as usize]), (0, "root"));
        return;
    };
    let above = &rows[parent];
    assert!(above.id < row.id && above.iteration == row.iteration);
    let again = STAGE_NAMES[row.stage as usize] == "again";
    assert_eq!(row.ply, above.ply + !again as u8, "{row:?} {above:?}");
    // A window lies inside the one above, seen from the other side, unless internal deepening or the first move of a root
    // with an aspiration window has opened it.
    let inside = if again { (above.alpha, above.beta) } else { (-above.beta, -above.alpha) };
    let least = -MATE as i16;
    let opened = if again { row.alpha == least } else { above.ply == 0 && above.alpha > least };
    // Searches without the hash move and those of ProbCut have windows beside that of their node.
    let opened = opened || again && config.singular_extension || config.probcut;
    assert!(opened || row.alpha >= inside.0 && row.beta <= inside.1, "{row:?} {above:?}");
    assert_eq!(row.mv == 0, ["null", "again"].contains(&STAGE_NAMES[row.stage as usize]));
}

/// Plays the moves that lead to a node.
fn assert_is_played<G: Tactics>(row: &NodeRow, rows: &[NodeRow], mut game: G) {
    for (stage, mv) in way(row, rows) {
        match stage {
            "null" => assert!(game.play_null()),
            _ => {
                assert!(game.is_legal(mv), "{row:?}");
                game.play(mv);
            }
        }
    }
}

/// Stages and moves from the root to a node.
fn way(row: &NodeRow, rows: &[NodeRow]) -> Vec<(&'static str, Move)> {
    let above = std::iter::successors(Some(row), |row| usize::try_from(row.parent).ok().map(|parent| &rows[parent]));
    let mut way: Vec<_> = above.map(|row| (STAGE_NAMES[row.stage as usize], Move(row.mv))).collect();
    way.retain(|(stage, _)| !["root", "again"].contains(stage));
    way.reverse();
    way
}

fn classic_at(moves: &str, depth: u32, scope: Scope) -> Trace {
    traced(&preset("boyi-classic", GameKind::Gomoku).unwrap(), &gomoku_game(moves), &Limits::depth(depth), scope).2
}

#[test]
fn memory_is_bounded_and_the_first_nodes_are_kept() {
    let whole = classic_at(GOMOKU[3], 5, all());
    for rows in [0, 1, 2, 1500, whole.rows().len() - 1] {
        let part = classic_at(GOMOKU[3], 5, Scope { rows, ..all() });
        assert_eq!(part.total(), whole.total());
        assert_eq!(part.rows(), &whole.rows()[..rows]);
        assert!(part.into_rows().capacity() <= rows);
    }
}

#[test]
fn the_last_iteration_remains() {
    let whole = classic_at(GOMOKU[3], 5, all());
    let last = classic_at(GOMOKU[3], 5, Scope { rows: usize::MAX, ..Scope::default() });
    let rows: Vec<_> = whole.rows().iter().filter(|row| row.iteration == 5).copied().collect();
    assert!(rows.len() < whole.rows().len() && last.total() == rows.len() as u64);
    let (first, shifted) = (rows[0].id, |row: &NodeRow| NodeRow { id: 0, parent: 0, ..*row });
    assert!(last.rows().iter().zip(&rows).all(|(a, b)| a.id + first == b.id));
    assert_eq!(last.rows().iter().map(shifted).collect::<Vec<_>>(), rows.iter().map(shifted).collect::<Vec<_>>());
}

#[test]
fn a_sub_tree_is_that_part_of_the_tree() {
    let game = position(XIANGQI[1]).game();
    let config = preset("boyi", GameKind::Xiangqi).unwrap();
    let trace = |scope| traced(&config, &game, &Limits::depth(5), scope).2;
    let whole = trace(all());
    let ways: Vec<Vec<Move>> =
        whole.rows().iter().map(|row| way(row, whole.rows()).into_iter().map(|step| step.1).collect()).collect();
    let deep = |stage: &str| {
        let wanted = |row: &&NodeRow| row.ply == 2 && row.nodes > 20 && STAGE_NAMES[row.stage as usize] == stage;
        whole.rows().iter().find(wanted).unwrap().id as usize
    };
    for path in [ways[deep("quiet")].clone(), ways[deep("null")].clone()] {
        for plies in [0, 1, usize::MAX] {
            let part = trace(Scope { path: path.clone(), plies, ..all() });
            let most = path.len().saturating_add(plies);
            let of_part = |row: &&NodeRow| ways[row.id as usize].starts_with(&path) && row.ply as usize <= most;
            let expected: Vec<_> = whole.rows().iter().filter(of_part).collect();
            assert!(!expected.is_empty() && part.total() == expected.len() as u64);
            let facts = |row: &NodeRow| NodeRow { id: 0, parent: 0, ..*row };
            assert_eq!(
                part.rows().iter().map(facts).collect::<Vec<_>>(),
                expected.iter().map(|row| facts(row)).collect::<Vec<_>>()
            );
            assert!(part.rows().iter().all(|row| (row.parent < 0) == (row.ply as usize == path.len() && !again(row))));
        }
    }
    assert!(trace(Scope { path: vec![Move(u16::MAX)], ..all() }).rows().is_empty());
}

fn again(row: &NodeRow) -> bool {
    STAGE_NAMES[row.stage as usize] == "again"
}

#[test]
fn a_stopped_search_leaves_its_last_line_open() {
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let (report, _, trace) =
        traced(&preset("boyi", GameKind::Xiangqi).unwrap(), &position(XIANGQI[0]).game(), &limits, all());
    let rows = trace.rows();
    assert_eq!((report.nodes, rows.len()), (5_000, 5_000));
    let stopped: Vec<_> = rows.iter().filter(|row| row.cut == Cut::Stopped as u8).collect();
    assert_eq!(stopped[0].ply, 0);
    assert!(stopped.windows(2).all(|pair| pair[1].parent == pair[0].id as i32), "one line from the root");
    assert!(rows.iter().all(|row| (row.bound == Bound::None as u8) == (row.cut == Cut::Stopped as u8)));
}

#[test]
fn a_re_search_is_a_second_child_with_the_same_move() {
    let (_, counters, trace) =
        traced(&preset("boyi", GameKind::Xiangqi).unwrap(), &position(XIANGQI[0]).game(), &Limits::depth(5), all());
    let key = |row: &NodeRow| (row.parent, row.mv, row.stage);
    let moves: std::collections::HashSet<_> = trace.rows().iter().filter(|row| row.ply > 0).map(key).collect();
    let children = trace.rows().iter().filter(|row| row.ply > 0).count() - moves.len();
    let researches = counters.of(Event::ReductionResearch) + counters.of(Event::ScoutResearch);
    assert!(researches > 0);
    assert_eq!(children as u64, researches);
}
