//! Tables of layout leafwalk: their answers by depth and window, known bugs of published versions that they must not
//! have, and their use by a search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use crate::common::{rng, summed};
use boyi::bench::{GOMOKU, gomoku_game};
use boyi::error::Error;
use boyi::game::{Game, Move, MoveClass, MoveList, Side, Tactics};
use boyi::games::GameKind;
use boyi::games::gomoku::pattern::FREE_RADIUS;
use boyi::games::gomoku::{Geometry, Gomoku};
use boyi::presets::preset;
use boyi::score::{Score, mated_at, to_table};
use boyi::search::config::{Layout, TableDepth};
use boyi::search::observe::{Counters, Event};
use boyi::search::table::{Advice, Entry, SLOT_BYTES, Scheme, Table, Walk};
use boyi::search::{Config, Limits, Report, Searcher};
use boyi::window::{Bound, Window};
use rand::RngExt;

type Free = Gomoku<FREE_RADIUS>;

const OPEN: Window = Window { alpha: -100, beta: 100 };

fn leafwalk() -> Table {
    Table::with_layout(0.1, Scheme::Always, Layout::LeafWalk).unwrap()
}

fn moves(names: &[&str]) -> Vec<Move> {
    let geometry = Geometry::square(15).unwrap();
    boyi::games::gomoku::text::parse_moves(geometry, &names.join(" ")).unwrap()
}

/// An entry as the search stores one at the present position.
fn put(table: &Table, game: &Free, mv: Move, score: Score, depth: i32, bound: Bound) {
    let entry = Entry { last_player: !game.side(), ..Entry::new(mv, score, None, depth, bound) };
    assert!(table.store(game.key(), entry));
}

fn leaf(table: &Table, game: &Free, score: Score) {
    table.leaves().unwrap().store(game.key(), game.side(), score);
}

/// Two stones, and a table with an exact entry of depth 5 and score 500; the line h9 i8 is linked, and a leaf at each
/// of its positions says 7, 8, 9 for the side to move there.
fn linked() -> (Free, Table) {
    let (mut game, table) = (gomoku_game("h8 i9"), leafwalk());
    let line = moves(&["h9", "i8"]);
    leaf(&table, &game, 7);
    put(&table, &game, line[0], 500, 5, Bound::Exact);
    game.play(line[0]);
    leaf(&table, &game, 8);
    put(&table, &game, line[1], -500, 4, Bound::Exact);
    game.play(line[1]);
    leaf(&table, &game, 9);
    game.undo();
    game.undo();
    (game, table)
}

fn advice(table: &Table, game: &Free, depth: i32, window: Window) -> Advice {
    let entry = table.probe(game.key()).expect("an entry");
    let mut played = game.clone();
    let advice = table.advise(&entry, &mut played, 0, depth, window);
    assert_eq!((played.key(), played.played()), (game.key(), game.played()), "the game is left as it was");
    advice
}

// ---- what is answered ----------------------------------------------------

#[test]
fn the_asked_depth_answers_by_its_bound() {
    let (game, table) = (gomoku_game("h8 i9"), leafwalk());
    let says = |bound, score, window| {
        put(&table, &game, moves(&["h9"])[0], score, 3, bound);
        advice(&table, &game, 3, window)
    };
    assert_eq!(says(Bound::Exact, 20, OPEN), Advice::Cutoff(20));
    assert_eq!(says(Bound::Exact, 900, OPEN), Advice::Cutoff(900));
    assert_eq!(says(Bound::Lower, 100, OPEN), Advice::Cutoff(100));
    assert_eq!(says(Bound::Upper, -100, OPEN), Advice::Cutoff(-100));
    // A bound that does not answer the window narrows it; its score stays inside.
    assert_eq!(says(Bound::Lower, 20, OPEN), Advice::Narrowed(Window { alpha: 19, beta: 100 }));
    assert_eq!(says(Bound::Upper, 20, OPEN), Advice::Narrowed(Window { alpha: -100, beta: 21 }));
    assert_eq!(says(Bound::Lower, -200, OPEN), Advice::Narrowed(OPEN));
    assert_eq!(says(Bound::Upper, 200, OPEN), Advice::Narrowed(OPEN));
    let scout = Window { alpha: 19, beta: 20 };
    assert_eq!(says(Bound::Lower, 19, scout), Advice::Narrowed(scout), "a null window cannot be narrower");
}

#[test]
fn a_mate_of_the_asked_depth_answers_relative_to_the_node() {
    let (mut game, table) = (gomoku_game("h8 i9"), leafwalk());
    // Stored three plies from the root: mate two plies on.
    put(&table, &game, moves(&["h9"])[0], to_table(-mated_at(5), 3), 4, Bound::Exact);
    let entry = table.probe(game.key()).unwrap();
    assert_eq!(table.advise(&entry, &mut game, 7, 4, Window::FULL), Advice::Cutoff(-mated_at(9)));
}

#[test]
fn what_is_shallower_or_deep_without_being_exact_says_nothing() {
    let (game, table) = linked();
    assert_eq!(advice(&table, &game, 6, OPEN), Advice::Nothing);
    for bound in [Bound::Lower, Bound::Upper] {
        put(&table, &game, moves(&["h9"])[0], 500, 5, bound);
        assert_eq!(advice(&table, &game, 2, OPEN), Advice::Nothing, "{bound:?}");
    }
}

#[test]
fn a_walk_ends_at_the_leaf_after_the_asked_plies() {
    let (game, table) = linked();
    let mut line = Vec::new();
    assert_eq!(table.walk(&mut game.clone(), 2, |mv| line.push(mv)), Walk::Leaf(9));
    assert_eq!(line, moves(&["h9", "i8"]));
    // One ply on the other side is to move: the leaf's 8 is its own.
    assert_eq!(table.walk(&mut game.clone(), 1, |_| ()), Walk::Leaf(-8));
}

#[test]
fn a_leaf_is_the_first_players_and_turns_with_who_asks() {
    let (table, black) = (leafwalk(), gomoku_game("h8 i9"));
    let white = gomoku_game("h8 i9 h9");
    assert_eq!((black.side(), white.side()), (Side::First, Side::Second));
    leaf(&table, &black, 30);
    leaf(&table, &white, 40);
    let mut scores: Vec<i16> = table.leaves().unwrap().rows().iter().map(|row| row.score).collect();
    scores.sort();
    assert_eq!(scores, [-40, 30]);
    for (game, score) in [(black, 30), (white, 40)] {
        assert_eq!(table.walk(&mut game.clone(), 0, |_| ()), Walk::Leaf(score), "for the side to move");
    }
}

#[test]
fn an_entry_that_disagrees_about_who_moved_is_another_positions() {
    let (game, table) = linked();
    let entry = table.probe(game.key()).unwrap();
    assert_eq!((entry.last_player, table.best_move(&game)), (Side::Second, Some(moves(&["h9"])[0])));
    table.store(game.key(), Entry { last_player: Side::First, ..entry });
    assert_eq!((table.best_move(&game), table.exact(&game, 5)), (None, None));
    assert_eq!(table.walk(&mut game.clone(), 2, |_| ()), Walk::BrokenLink);
}

#[test]
fn the_score_of_a_line_is_that_of_its_depth_only() {
    let (game, table) = linked();
    let mv = moves(&["h9"])[0];
    assert_eq!(table.exact(&game, 5), Some((500, Some(mv))));
    assert_eq!((table.exact(&game, 4), table.exact(&game, 6)), (None, None));
    put(&table, &game, mv, 500, 5, Bound::Lower);
    assert_eq!(table.exact(&game, 5), None);
}

// ---- published defects ---------------------------------------------------

#[test]
fn a_missing_link_is_a_miss_and_not_a_stale_key() {
    let (game, table) = linked();
    // The published loop keeps the key of the last link it has found, and reads the leaf there.
    assert_eq!(advice(&table, &game, 3, OPEN), Advice::Walked(Walk::BrokenLink));
    let mut after = game.clone();
    after.play(moves(&["h9"])[0]);
    // A move that cannot be played is no link either.
    put(&table, &after, moves(&["h8"])[0], -500, 4, Bound::Exact);
    assert_eq!(advice(&table, &game, 2, OPEN), Advice::Walked(Walk::BrokenLink));
    let bare = leafwalk();
    put(&bare, &game, Move::NONE, 500, 5, Bound::Exact);
    assert_eq!(advice(&bare, &game, 1, OPEN), Advice::Walked(Walk::BrokenLink), "an entry without a move");
}

#[test]
fn a_bound_is_compared_by_its_own_score() {
    // The published probe compares the score that its caller has not set yet, here far outside of everything.
    let (game, table) = (gomoku_game("h8 i9"), leafwalk());
    put(&table, &game, moves(&["h9"])[0], 50, 3, Bound::Lower);
    assert_eq!(advice(&table, &game, 3, Window { alpha: -900, beta: 900 }), {
        Advice::Narrowed(Window { alpha: 49, beta: 900 })
    });
    assert_eq!(advice(&table, &game, 3, Window { alpha: 60, beta: 900 }), {
        Advice::Narrowed(Window { alpha: 60, beta: 900 })
    });
}

#[test]
fn the_deep_score_is_never_returned() {
    let (game, table) = linked();
    // The deep score of 500 would cut off in each of these windows; what is answered is the leaf's.
    for window in [OPEN, Window { alpha: 8, beta: 9 }, Window { alpha: -9_000, beta: 300 }, Window::FULL] {
        assert_eq!(advice(&table, &game, 2, window), Advice::Walked(Walk::Leaf(9)), "{window:?}");
    }
}

#[test]
fn a_missing_leaf_is_a_miss_and_not_minus_infinity() {
    let (game, table) = (gomoku_game("h8 i9"), leafwalk());
    put(&table, &game, moves(&["h9"])[0], 500, 5, Bound::Exact);
    assert_eq!(advice(&table, &game, 1, OPEN), Advice::Walked(Walk::MissingLeaf));
}

#[test]
fn at_depth_0_no_ply_is_walked() {
    let (game, table) = linked();
    let mut line = Vec::new();
    assert_eq!(table.walk(&mut game.clone(), 0, |mv| line.push(mv)), Walk::Leaf(7));
    assert!(line.is_empty());
    assert_eq!(advice(&table, &game, 0, OPEN), Advice::Walked(Walk::Leaf(7)));
}

// ---- tables --------------------------------------------------------------

#[test]
fn memory_is_shared_between_entries_and_leaves() {
    for scheme in Scheme::ALL {
        let table = Table::with_layout(1.0, scheme, Layout::LeafWalk).unwrap();
        let leaves = table.leaves().unwrap().capacity();
        assert_eq!((table.capacity(), leaves), ((1 << 19) / SLOT_BYTES, (1 << 19) / SLOT_BYTES));
        assert_eq!((table.bytes(), table.layout(), table.scheme()), (1 << 20, Layout::LeafWalk, scheme));
        let least = Table::with_layout(1e-9, scheme, Layout::LeafWalk).unwrap();
        assert_eq!((least.capacity(), least.leaves().unwrap().capacity()), (scheme.ways(), 1));
    }
    assert!(Table::new(1.0, Scheme::Always).unwrap().leaves().is_none());
}

#[test]
fn clearing_keeps_what_is_deep_enough_and_the_leaves() {
    for scheme in Scheme::ALL {
        let (config, game) =
            (Config { table_mb: 1, ..preset("leafwalk", GameKind::Gomoku).unwrap() }, gomoku_game(GOMOKU[1]));
        let table = Arc::new(Table::with_layout(1.0, scheme, config.table_layout).unwrap());
        table.set_owner("a game").unwrap();
        search(&mut Searcher::with_table(config, Some(table.clone())).unwrap(), &game, 4);
        let (rows, leaves) = (table.rows(), table.leaves().unwrap().rows());
        let deep: Vec<_> = rows.iter().copied().filter(|row| row.depth >= 3).collect();
        assert!(!deep.is_empty() && deep.len() < rows.len() && !leaves.is_empty(), "{scheme:?}");
        table.clear_below(3);
        assert_eq!((table.rows(), table.leaves().unwrap().rows()), (deep, leaves), "{scheme:?}");
        assert!(table.set_owner("another game").is_err(), "what is left is still of the first");
        table.clear_below(128);
        assert!(table.is_empty());
        table.clear();
        assert!(table.leaves().unwrap().rows().is_empty() && table.set_owner("another game").is_ok());
    }
}

#[test]
fn a_table_of_another_layout_is_refused() {
    let layouts = [Layout::Single, Layout::LeafWalk];
    for (made, wanted) in layouts.into_iter().flat_map(|made| layouts.map(|wanted| (made, wanted))) {
        // Another scheme is no matter.
        let table = Table::with_layout(0.1, Scheme::TwoTier, made).unwrap();
        let config = Config { table_layout: wanted, ..preset("leafwalk", GameKind::Gomoku).unwrap() };
        match Searcher::with_table(config, Some(Arc::new(table))) {
            Ok(_) => assert_eq!(made, wanted),
            Err(Error::TableMismatch(text)) => {
                assert!(made != wanted && text.contains(made.name()) && text.contains(wanted.name()), "{text}");
            }
            Err(other) => panic!("{other:?}"),
        }
    }
    let config = preset("leafwalk", GameKind::Gomoku).unwrap();
    assert_eq!(Table::of(&config, 0.1).unwrap().map(|table| table.layout()), Some(Layout::LeafWalk));
    assert!(Table::of(&Config { table: boyi::search::config::TableUse::Off, ..config }, 0.1).unwrap().is_none());
}

#[test]
fn files_carry_layout_and_leaves() {
    let path = std::env::temp_dir().join(format!("boyi-leafwalk-{}.table", std::process::id()));
    let (game, table) = linked();
    table.set_owner("a game").unwrap();
    table.save(&path).unwrap();
    let loaded = Table::load(&path).unwrap();
    assert_eq!((loaded.layout(), loaded.bytes(), loaded.owner()), (Layout::LeafWalk, table.bytes(), table.owner()));
    assert_eq!((loaded.rows(), loaded.leaves().unwrap().rows()), (table.rows(), table.leaves().unwrap().rows()));
    assert_eq!(loaded.rows().iter().filter(|row| row.more == Side::First as i8).count(), 1);
    assert_eq!(loaded.walk(&mut game.clone(), 2, |_| ()), Walk::Leaf(9));
    // A leaf with a score beyond every evaluation, which no search stores.
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.truncate(bytes.len() - size_of::<u32>());
    let last = bytes.len() - SLOT_BYTES;
    bytes[last..last + 8].copy_from_slice(&(1u64 << 16 | 9_900).to_le_bytes());
    std::fs::write(&path, summed(bytes)).unwrap();
    let refused = Table::load(&path).expect_err("a damaged leaf").to_string();
    std::fs::remove_file(&path).unwrap();
    assert!(refused.contains("leaves"), "{refused}");
}

// ---- under the search ----------------------------------------------------

fn search(searcher: &mut Searcher, game: &Free, depth: u32) -> (Report, Counters) {
    let mut counters = Counters::default();
    let flag = AtomicBool::new(false);
    let report = searcher.search(game, &Limits::depth(depth), &flag, &mut counters, &mut |_| ());
    (report, counters)
}

/// A searcher of the preset, with a table that holds what a search of a position to depth 5 has left.
fn searched(game: &Free, config: Config) -> Searcher {
    let mut searcher = Searcher::new(config).unwrap();
    search(&mut searcher, game, 5);
    searcher
}

#[test]
fn leaves_are_static_scores_of_the_horizon() {
    let game = gomoku_game(GOMOKU[1]);
    let mut searcher = Searcher::new(preset("leafwalk", GameKind::Gomoku).unwrap()).unwrap();
    search(&mut searcher, &game, 3);
    let table = searcher.table().unwrap();
    assert!(table.leaves().unwrap().rows().len() > 1_000);
    let (mut at, mut list) = (game.clone(), MoveList::new());
    game.generate(MoveClass::Candidates, &mut list);
    let mut found = 0;
    for mv in list.iter() {
        at.play(mv);
        if let Some(score) = table.leaves().unwrap().get(at.key(), at.side()) {
            assert_eq!(score, at.evaluate());
            found += 1;
        }
        at.undo();
    }
    assert!(found > 20, "the first iteration has its horizon here: {found}");
    assert!(table.rows().iter().any(|row| row.more == 0) && table.rows().iter().any(|row| row.more == 1));
}

#[test]
fn a_second_search_walks_what_the_first_has_left() {
    let game = gomoku_game(GOMOKU[2]);
    let mut searcher = searched(&game, preset("leafwalk", GameKind::Gomoku).unwrap());
    let (_, counters) = search(&mut searcher, &game, 4);
    let [walks, answers, broken, missing] =
        [Event::Walk, Event::WalkAnswer, Event::WalkBrokenLink, Event::WalkMissingLeaf].map(|e| counters.of(e));
    assert!(walks > 0 && answers > 0, "{walks} walks, {answers} answers");
    assert_eq!(walks, answers + broken + missing);
    assert!(answers <= counters.of(Event::TableCutoff));
    // Equal depths only, and nothing is walked, nor are leaves kept.
    let equal = Config { table_depth: TableDepth::Equal, ..preset("leafwalk", GameKind::Gomoku).unwrap() };
    let mut searcher = searched(&game, equal);
    let (_, counters) = search(&mut searcher, &game, 4);
    assert_eq!(counters.of(Event::Walk), 0);
    assert!(searcher.table().unwrap().leaves().unwrap().rows().is_empty());
}

#[test]
fn a_broken_link_is_counted_and_searched() {
    let (game, config) = (gomoku_game(GOMOKU[2]), preset("leafwalk", GameKind::Gomoku).unwrap());
    let alone = search(&mut Searcher::new(config.clone()).unwrap(), &game, 3).0;
    // Only the reply to the best move is known, deep and exact, and its move cannot be played: the point is taken.
    let mut searcher = Searcher::new(config).unwrap();
    let mut after = game.clone();
    after.play(alone.pv[0]);
    put(searcher.table().unwrap(), &after, alone.pv[0], 700, 9, Bound::Exact);
    let (report, counters) = search(&mut searcher, &game, 3);
    assert_eq!((counters.of(Event::WalkBrokenLink), counters.of(Event::WalkAnswer)), (1, 0));
    assert_eq!((report.score, report.pv), (alone.score, alone.pv), "and nothing is made of it");
}

#[test]
fn many_threads_store_probe_and_walk_at_once() {
    let table = Arc::new(Table::with_layout(0.05, Scheme::Bucket, Layout::LeafWalk).unwrap());
    let config = preset("leafwalk", GameKind::Gomoku).unwrap();
    let games: Vec<Free> = GOMOKU[1..4].iter().map(|moves| gomoku_game(moves)).collect();
    thread::scope(|scope| {
        for game in &games {
            let mut searcher = Searcher::with_table(config.clone(), Some(table.clone())).unwrap();
            scope.spawn(move || {
                let (report, _) = search(&mut searcher, game, 4);
                let mut played = game.clone();
                for mv in report.pv {
                    assert!(played.is_legal(mv));
                    played.play(mv);
                }
            });
        }
        for (seed, game) in games.iter().enumerate() {
            let table = &table;
            scope.spawn(move || {
                let (mut rng, mut game) = (rng(seed as u64), game.clone());
                let (key, mut answered) = (game.key(), 0);
                for round in 0..20_000 {
                    // Another thread clears the table meanwhile.
                    if round % 5_000 == 4_999 {
                        table.clear_below(2);
                    }
                    let end = table.walk(&mut game, rng.random_range(0..5), |_| ());
                    assert_eq!(game.key(), key);
                    // Torn slots are misses: no score lies beyond the evaluations.
                    if let Walk::Leaf(score) = end {
                        assert!(score.abs() < boyi::score::EVAL_LIMIT, "{score}");
                        answered += 1;
                    }
                }
                answered
            });
        }
    });
    assert!(!table.is_empty() && !table.leaves().unwrap().rows().is_empty());
    for row in table.rows() {
        assert!(row.depth >= 1 && i32::from(row.score).abs() <= boyi::score::MATE, "{row:?}");
    }
    for row in table.leaves().unwrap().rows() {
        assert!(i32::from(row.score).abs() < boyi::score::EVAL_LIMIT, "{row:?}");
    }
}
