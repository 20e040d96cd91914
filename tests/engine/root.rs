//! The root: several lines (multipv), restricted root moves, sorting by scores, and a choice among nearly equal moves.

use std::sync::atomic::AtomicBool;

use crate::common::observer::Any;
use crate::common::{position, search, tuned};
use boyi::bench::{XIANGQI, gomoku_game};
use boyi::game::{Game, Move, MoveClass, MoveList};
use boyi::games::GameKind;
use boyi::presets::preset;
use boyi::score::Score;
use boyi::search::config::RootSort;
use boyi::search::observe::{Counters, Event, NoObserver, Observer};
use boyi::search::picker::Stage;
use boyi::search::table::Entry;
use boyi::search::{Config, Focus, Iteration, Limits, Report, Searcher};
use boyi::window::{Bound, Window};

const DEPTH: u32 = 5;

fn focused(config: &Config, fen: &str, focus: &Focus, each: &mut dyn FnMut(&Iteration)) -> (Searcher, Report) {
    let (mut searcher, flag) = (Searcher::new(config.clone()).unwrap(), AtomicBool::new(false));
    let game = position(fen).game();
    let report = searcher.search(&game, Limits::depth(DEPTH).on(focus), &flag, &mut NoObserver, each);
    (searcher, report)
}

#[test]
fn lines_are_the_best_of_what_is_left() {
    // Exact heuristics only, so that a line's score is that of a search without the earlier lines' moves.
    let config = Config { iterative: true, pvs: true, mvv_lva: true, ..Config::neutral() };
    for fen in &XIANGQI[..3] {
        let (_, report) = focused(&config, fen, &Focus { lines: 3, ..Focus::default() }, &mut |_| ());
        let last = report.iterations.last().unwrap();
        let others: Vec<Move> = last.others.iter().map(|line| line.pv[0]).collect();
        assert_eq!(others.len(), 2);
        assert!(last.score >= last.others[0].score && last.others[0].score >= last.others[1].score);
        let mut left = position(fen).legal_moves();
        left.retain(|mv| *mv != report.mv);
        let (_, second) = focused(&config, fen, &Focus { moves: left.clone(), lines: 1 }, &mut |_| ());
        assert_eq!(second.score, last.others[0].score, "{fen}");
        left.retain(|mv| *mv != others[0]);
        let (_, third) = focused(&config, fen, &Focus { moves: left, lines: 1 }, &mut |_| ());
        assert_eq!(third.score, last.others[1].score, "{fen}");
    }
}

#[test]
fn only_the_moves_asked_for_are_played_and_the_table_does_not_take_their_score_for_the_positions() {
    let at = position(XIANGQI[1]);
    for moves in at.legal_moves().chunks(7) {
        let focus = Focus { moves: moves.to_vec(), lines: 1 };
        let mut begun = Vec::new();
        let (searcher, report) = focused(&tuned(), XIANGQI[1], &focus, &mut |it| begun.push(it.pv[0]));
        assert!(moves.contains(&report.mv) && begun.iter().all(|mv| moves.contains(mv)));
        assert!(searcher.table().unwrap().probe(at.board().key()).is_none());
    }
}

/// Observer that records the root moves in the order in which they are first tried.
#[derive(Default)]
struct RootOrder {
    plies: usize,
    tried: Vec<Move>,
}

impl Observer for RootOrder {
    fn enter(&mut self, _: Event, _: usize, _: i32, _: Window) {
        self.plies += 1;
    }

    fn leave(&mut self, _: Option<Score>) {
        self.plies -= 1;
    }

    fn tries(&mut self, mv: Move, _: Option<Stage>) {
        if self.plies == 1 && !self.tried.contains(&mv) {
            self.tried.push(mv);
        }
    }
}

/// The root move tried first if the table has only a best move for the position.
fn first_tried(config: &Config, fen: &str, remembered: Move) -> Move {
    let searcher = &mut Searcher::new(config.clone()).unwrap();
    let table = searcher.table().unwrap();
    table.store(position(fen).board().key(), Entry::new(remembered, 0, None, 0, Bound::Lower));
    let mut order = RootOrder::default();
    let (game, limits, flag) = (position(fen).game(), Limits::depth(1), AtomicBool::new(false));
    searcher.search(&game, limits.on(&Focus::default()), &flag, &mut Any(&mut order), &mut |_| ());
    order.tried[0]
}

#[test]
fn a_list_of_the_root_begins_with_the_tables_move() {
    for root_sort in [RootSort::Off, RootSort::Best, RootSort::All] {
        let config = Config { root_sort, ..tuned() };
        let last = *position(XIANGQI[0]).legal_moves().last().unwrap();
        assert_eq!(first_tried(&config, XIANGQI[0], last), last, "{root_sort:?}");
        let without = Config { root_hash_move: false, ..config };
        assert_ne!(first_tried(&without, XIANGQI[0], last), last, "{root_sort:?}");
    }
}

#[test]
fn there_are_no_more_lines_than_moves() {
    let focus = Focus { lines: 500, ..Focus::default() };
    let (_, report) = focused(&tuned(), "3k5/9/9/9/9/9/9/R8/9/4K4 b", &focus, &mut |_| ());
    let moves = position("3k5/9/9/9/9/9/9/R8/9/4K4 b").legal_moves().len();
    assert_eq!(report.iterations.last().unwrap().others.len() + 1, moves);
}

#[test]
fn a_margin_lets_the_seed_choose_among_moves_that_are_nearly_as_good() {
    let (margin, mut choices) = (12, 0);
    // A narrow window around the last score must not hide what lies within the margin.
    for (fen, aspiration) in XIANGQI[..4].iter().flat_map(|fen| [(fen, 0), (fen, 2)]) {
        let (iterative, aspiration_min_depth) = (true, 1);
        let exact =
            Config { iterative, pvs: true, mvv_lva: true, aspiration, aspiration_min_depth, ..Config::neutral() };
        let best = search(&exact, &position(fen), 3).0.score;
        let mut chosen = Vec::new();
        for seed in 0..12 {
            let (report, _) = search(&Config { root_margin: margin, seed, ..exact.clone() }, &position(fen), 3);
            assert!(report.score <= best && report.score >= best - margin, "{fen}");
            // The score is the true one of the move, not a bound.
            let only = Focus { moves: vec![report.mv], lines: 1 };
            let (mut searcher, flag) = (Searcher::new(exact.clone()).unwrap(), AtomicBool::new(false));
            let (game, limits) = (position(fen).game(), Limits::depth(3));
            let alone = searcher.search(&game, limits.on(&only), &flag, &mut Counters::default(), &mut |_| ());
            assert_eq!(alone.score, report.score, "{fen} {:?}", report.mv);
            chosen.push(report.mv);
        }
        chosen.sort();
        chosen.dedup();
        choices += chosen.len();
    }
    assert!(choices >= 16, "{choices} moves chosen in 4 positions, twice");
}

#[test]
fn a_move_that_the_game_does_not_think_of_is_searched_if_it_is_asked_for() {
    let game = gomoku_game("h8 i8");
    let mut generated = MoveList::new();
    game.generate(MoveClass::Candidates, &mut generated);
    let far = Move(1);
    assert!(game.is_legal(far) && !generated.iter().any(|mv| mv == far));
    let mut searcher = Searcher::new(preset("boyi", GameKind::Gomoku).unwrap()).unwrap();
    let (limits, focus) = (Limits::depth(3), Focus { moves: vec![far], lines: 1 });
    let flag = AtomicBool::new(false);
    let report = searcher.search(&game, limits.on(&focus), &flag, &mut NoObserver, &mut |_| ());
    assert_eq!((report.mv, report.depth), (far, 3));
}
