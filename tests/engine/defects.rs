//! Known bugs of published transposition tables, each reproduced on a small example and compared with a correct table.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::observer::Any;
use crate::common::{OFF, ON, Setting, exact, int, name, played, position, run, search};
use boyi::game::{Game, Move};
use boyi::games::xiangqi::Position;
use boyi::games::xiangqi::moves::parse_coordinates;
use boyi::score::{Score, mated_at};
use boyi::search::observe::{Event, NoObserver, Observer};
use boyi::search::table::{Entry, Row, Scheme, Table};
use boyi::search::{Focus, Limits, Searcher};
use boyi::window::Bound;

fn score(settings: &[Setting], at: &Position, depth: u32) -> Score {
    search(&exact(settings), at, depth).0.score
}

const EQUAL: Setting = ("table_depth", name("equal"));

/// A position, and moves to play first, in which a side can save itself by a repetition.
const DRAWN: (&str, &str) = ("3a4R/5k3/3a5/9/7P1/7r1/R8/5A3/5K3/7r1 w - - 0 1", "a3b3 h0e0 b3a3 e0h0");

/// Observer that finds changes of a table with one slot although nothing was stored.
struct Slot {
    table: Arc<Table>,
    before: Option<Row>,
    stored: bool,
    /// The rows before and after each change.
    changes: Vec<(Row, Row)>,
}

impl Observer for Slot {
    fn count(&mut self, event: Event) {
        self.stored |= event == Event::TableStore;
    }

    fn leave(&mut self, _score: Option<Score>) {
        let now = self.table.rows().first().copied();
        if let (Some(before), Some(now), false) = (self.before, now, self.stored)
            && before != now
        {
            self.changes.push((before, now));
        }
        (self.before, self.stored) = (now, false);
    }
}

#[test]
fn refused_store_leaves_depth_and_bound_behind() {
    for (defect, happens) in [("off", false), ("refused-store", true)] {
        let table = Arc::new(Table::new(1e-6, Scheme::Always).unwrap());
        assert_eq!(table.capacity(), 1);
        let mut slot = Slot { table: table.clone(), before: None, stored: false, changes: Vec::new() };
        let settings = [EQUAL, ("table", name("always")), ("defect", name(defect))];
        let mut searcher = Searcher::with_table(exact(&settings), Some(table)).unwrap();
        run(&mut searcher, &played(DRAWN.0, DRAWN.1), &Limits::depth(4), &mut Any(&mut slot));
        assert_eq!(!slot.changes.is_empty(), happens, "{defect}");
        for (old, new) in slot.changes {
            assert_eq!((old.key, old.mv, old.score, old.eval), (new.key, new.mv, new.score, new.eval));
            assert_ne!((old.depth, old.bound), (new.depth, new.bound));
        }
    }
}

/// The root's scores in four searches that ask the table for one and the same entry, a mate in five plies.
fn asked_again(defect: &'static str) -> [Score; 4] {
    let start = position("3k5/8r/9/9/9/9/9/9/R8/5K3 w - - 0 1");
    let (mv, mut game) = (parse_coordinates("a1a2").unwrap(), start.game());
    game.play(mv);
    let table = Arc::new(Table::new(0.1, Scheme::Bucket).unwrap());
    table.store(game.key(), Entry::new(Move::NONE, -mated_at(5), None, 20, Bound::Exact));
    let settings = [("iterative", OFF), ("defect", name(defect))];
    let mut searcher = Searcher::with_table(exact(&settings), Some(table)).unwrap();
    let focus = Focus { moves: vec![mv], lines: 1 };
    std::array::from_fn(|_| {
        let (limits, flag) = (Limits::depth(2), AtomicBool::new(false));
        searcher.search(&start.game(), limits.on(&focus), &flag, &mut NoObserver, &mut |_| ()).score
    })
}

#[test]
fn probe_shifts_moves_a_mate_away_each_time_it_is_asked() {
    assert_eq!(asked_again("off"), [mated_at(6); 4]);
    assert_eq!(asked_again("probe-shifts"), [mated_at(6), mated_at(7), mated_at(8), mated_at(9)]);
}

#[test]
fn no_draw_guard_believes_draws_of_other_paths() {
    let at = played(DRAWN.0, DRAWN.1);
    assert_eq!([score(&[EQUAL, ("table", name("off"))], &at, 6), score(&[EQUAL], &at, 6)], [20, 20]);
    assert_eq!(score(&[EQUAL, ("defect", name("no-draw-guard"))], &at, 6), 0);
}

#[test]
fn repetitions_believes_wins_by_perpetual_check_of_other_paths() {
    let at = position("3R1a3/2c3r2/5k3/9/4P4/9/3p4C/3A5/9/4K4 b - - 0 1");
    assert_eq!([score(&[EQUAL, ("table", name("off"))], &at, 6), score(&[EQUAL], &at, 6)], [4, 4]);
    assert_eq!(score(&[EQUAL, ("defect", name("no-draw-guard"))], &at, 6), 4, "no draw is at stake");
    assert_eq!(score(&[EQUAL, ("defect", name("repetitions"))], &at, 6), 2);
}

#[test]
fn any_mate_overlooks_a_nearer_mate() {
    for fen in ["5k3/9/R8/9/6NP1/9/9/7n1/3K5/9 w", "C2R1a3/9/3P1k3/9/9/5c3/9/9/4K4/9 w"] {
        let free = [("repetition", int(0)), ("move_limit", OFF), ("path_scores", name("ignore")), ("table_mates", ON)];
        let score = |setting| score(&[&free[..], &[setting]].concat(), &position(fen), 5);
        // Five plies either way; a bound of a mate that a shallow search has seen along checks hides the nearer one.
        assert_eq!([score(("table", name("off"))), score(("defect", name("off")))], [-mated_at(5); 2], "{fen}");
        assert_eq!(score(("defect", name("any-mate"))), -mated_at(7), "{fen}");
    }
}

#[test]
fn no_ageing_keeps_deep_entries_for_good() {
    let [first, then] = [boyi::bench::XIANGQI[0], boyi::bench::XIANGQI[3]].map(position);
    for (defect, key) in [("off", then.game().key()), ("no-ageing", first.game().key())] {
        // One slot: the root of the second search is not as deep as that of the first.
        let table = Arc::new(Table::new(1e-6, Scheme::DepthPreferred).unwrap());
        let settings = [("table", name("depth-preferred")), ("defect", name(defect))];
        let mut searcher = Searcher::with_table(exact(&settings), Some(table.clone())).unwrap();
        run(&mut searcher, &first, &Limits::depth(4), &mut NoObserver);
        run(&mut searcher, &then, &Limits::depth(3), &mut NoObserver);
        let left = table.rows()[0];
        assert_eq!(left.key, key, "{defect}");
        assert_eq!(left.age == 0, defect == "no-ageing");
    }
}
