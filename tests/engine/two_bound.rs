//! Tables of layout two-bound: entries left by a search, inspection, and files.

use std::sync::Arc;

use crate::common::{position, run, search};
use boyi::bench::XIANGQI;
use boyi::game::{Game, Move};
use boyi::games::GameKind;
use boyi::presets::preset;
use boyi::score::{MATE, from_table};
use boyi::search::config::{Layout, TableDepth, TableUse};
use boyi::search::observe::{Counters, Event, NoObserver};
use boyi::search::table::{Bounds, Entry, Scheme, Table};
use boyi::search::{Config, Limits, Searcher};
use boyi::window::Bound;

fn empty(scheme: Scheme) -> Table {
    Table::with_layout(0.01, scheme, Layout::TwoBound).unwrap()
}

fn bound(mv: u16, score: i32, depth: i32, bound: Bound) -> Entry {
    Entry::new(Move(mv), score, None, depth, bound)
}

#[test]
fn both_bounds_of_a_position_lie_in_one_entry_under_every_scheme() {
    for scheme in Scheme::ALL {
        let table = empty(scheme);
        let key = 0x1234_5678_9abc_def0;
        assert!(table.store(key, bound(77, 20, 5, Bound::Lower)));
        assert!(table.store(key, bound(0, 60, 3, Bound::Upper)), "shallower, but the first of its kind");
        let (mv, move_depth) = (Move(77), 5);
        let expected =
            Bounds { mv, move_depth, lower: 20, lower_depth: 5, upper: 60, upper_depth: 3, ..Bounds::unknown(0) };
        assert_eq!(table.bounds(key), Some(expected), "{scheme:?}");
        assert!(!table.store(key, bound(77, 25, 4, Bound::Lower)), "a shallower bound teaches nothing");
        assert_eq!((table.len(), table.rows().len()), (1, 1));
        let deepest = table.probe(key).unwrap();
        assert_eq!((deepest.bound, deepest.score, deepest.depth), (Bound::Lower, 20, 5));
        assert_eq!(table.bounds(key ^ 1), None);
    }
}

#[test]
fn what_was_found_does_not_change_when_another_thread_writes() {
    let table = empty(Scheme::Always);
    let (key, before) = (0x1234_5678_9abc_def0, Bounds::unknown(0).with(&bound(77, 20, 5, Bound::Lower)).unwrap());
    table.store(key, bound(77, 20, 5, Bound::Lower));
    let found = table.look_up(key).unwrap();
    // A write that another thread's search may make between two probes of one node.
    table.store(key, bound(78, -300, 9, Bound::Exact));
    assert_eq!((found.bounds(), found.entry().mv, found.entry().score), (Some(before), Move(77), 20));
    assert_eq!(table.look_up(key).unwrap().entry().score, -300);
}

#[test]
fn rows_show_both_bounds_and_files_keep_them() {
    let config = Config { table_mb: 1, ..preset("fruit", GameKind::Xiangqi).unwrap() };
    let mut searcher = Searcher::new(config).unwrap();
    run(&mut searcher, &position(XIANGQI[0]), &Limits::depth(6), &mut NoObserver);
    let table = searcher.table().unwrap();
    let rows = table.rows();
    assert!(rows.len() > 1000 && rows.len() == table.len());
    for row in &rows {
        let bounds = table.bounds(row.key).unwrap();
        assert_eq!((bounds.lower, bounds.upper), (row.score, row.eval));
        assert_eq!((bounds.lower_depth, bounds.upper_depth, bounds.mv.0), (row.depth, row.more, row.mv));
        assert!((bounds.lower_depth >= 0) == (row.bound & 2 != 0) && (bounds.upper_depth >= 0) == (row.bound & 1 != 0));
    }
    let count = |bits: u8| rows.iter().filter(|row| row.bound == bits).count();
    assert!(count(1) > 0 && count(2) > 0 && count(3) > 0);
    let path = std::env::temp_dir().join(format!("boyi-two-bound-{}.table", std::process::id()));
    table.save(&path).unwrap();
    let loaded = Table::load(&path);
    std::fs::remove_file(&path).unwrap();
    let loaded = loaded.unwrap();
    assert_eq!((loaded.layout(), loaded.rows()), (Layout::TwoBound, rows));
}

#[test]
fn a_window_is_answered_from_either_side() {
    // Compares searches with one bound per position and with two, where the other bound is kept.
    let answers = |table_layout| {
        let config = Config { table_layout, table_mb: 64, ..preset("fruit", GameKind::Xiangqi).unwrap() };
        let mut counters = Counters::default();
        for fen in &XIANGQI[..4] {
            run(&mut Searcher::new(config.clone()).unwrap(), &position(fen), &Limits::depth(7), &mut counters);
        }
        counters.of(Event::TableCutoff) as f64 / counters.of(Event::TableHit) as f64
    };
    assert!(answers(Layout::TwoBound) > answers(Layout::Single));
}

#[test]
fn bounds_hold_where_only_equal_depths_answer() {
    // Exact heuristics only, so that a search of one position alone tells whether its stored bounds are true.
    let exact = Config { iterative: true, pvs: true, mvv_lva: true, ..Config::neutral() };
    let (table, table_depth, table_layout) = (TableUse::Bucket, TableDepth::Equal, Layout::TwoBound);
    let with_table = Config { table, table_depth, table_layout, hash_move: true, ..exact.clone() };
    let at = position(XIANGQI[1]);
    let mut searcher = Searcher::new(with_table).unwrap();
    run(&mut searcher, &at, &Limits::depth(4), &mut NoObserver);
    let mut checked = 0;
    for mv in at.legal_moves() {
        let after = at.play(mv).unwrap();
        let Some(bounds) = searcher.table().unwrap().bounds(after.game().key()) else { continue };
        for (bound, score, depth) in bounds.lower_and_upper().into_iter().filter(|claim| claim.2 > 0) {
            let truth = search(&exact, &after, depth as u32).0.score;
            let holds = if bound == Bound::Lower { score <= truth } else { score >= truth };
            assert!(holds, "{bound:?} {score} at depth {depth}, {truth} is true: {mv:?}");
            checked += 1;
        }
    }
    assert!(checked > 30, "{checked}");
}

#[test]
fn mates_are_believed_at_any_depth_where_their_bound_allows() {
    let table = empty(Scheme::Bucket);
    let mate = MATE - 5;
    table.store(9, bound(7, mate, 2, Bound::Lower));
    table.store(9, bound(0, MATE - 3, 1, Bound::Upper));
    let claims = table.bounds(9).unwrap().lower_and_upper();
    assert_eq!(claims[0], (Bound::Lower, mate, 2));
    assert_eq!(from_table(claims[0].1, 4), mate - 4, "counted from the root");
}

#[test]
fn a_table_of_another_layout_is_refused() {
    let single = Arc::new(Table::new(1.0, Scheme::Bucket).unwrap());
    let refused = Searcher::with_table(preset("fruit", GameKind::Xiangqi).unwrap(), Some(single)).err().unwrap();
    let message = refused.to_string();
    assert!(message.contains("\"single\"") && message.contains("\"two-bound\""), "{message}");
}
