//! Many threads write to one small table at once: a read for a position never returns data written for another.
//!
//! Entries can be verified, because every field follows from the key and a number that the score contains. The table
//! has one bucket, for more keys than it has slots, so that nearly every write races with others.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Barrier, Mutex};
use std::thread;

use boyi::game::{Move, Side};
use boyi::search::config::Layout;
use boyi::search::table::{Entry, Scheme, Table};
use boyi::window::Bound;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Number of threads: more than most machines have cores, so that some are suspended during a write.
const THREADS: usize = 4;
/// Number of writes and reads of each thread.
const ROUNDS: usize = 200_000;
/// Number of keys that are written.
const KEYS: usize = 4;
/// Number of different entries per key.
const NUMBERS: i32 = 1000;
/// Size of the smallest table in MiB: one bucket, and one leaf in the layout leafwalk.
const ONE_BUCKET: f64 = 1e-9;

/// A number that looks random and follows from two others.
fn mixed(key: u64, number: i32) -> u64 {
    (key ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 8
}

fn move_of(key: u64) -> Move {
    Move(mixed(key, -1) as u16 | 1)
}

fn depth_of(key: u64, score: i32) -> i32 {
    (mixed(key, score) % 60) as i32
}

/// The entry of a key and a number; lower bounds are below 0 and upper ones above, so that they never contradict.
fn written(key: u64, number: i32) -> Entry {
    let score = if number % 2 == 0 { -number - 1 } else { number + 1 };
    let bound = if score < 0 { Bound::Lower } else { Bound::Upper };
    let eval = Some(mixed(key, score) as i16 as i32 / 2);
    Entry::new(move_of(key), score, eval, depth_of(key, score), bound)
}

fn static_score(key: u64) -> i32 {
    (mixed(key, -2) % 9000) as i32
}

/// Whether an entry is one of those of a key; the age is the table's affair.
fn is_written(key: u64, entry: &Entry) -> bool {
    let score = entry.score as i32;
    let number = if score < 0 { -score - 1 } else { score - 1 };
    (0..NUMBERS).contains(&number) && Entry { age: 0, ..*entry } == written(key, number)
}

/// One write, in one of the ways that a search has; a scheme may refuse it.
fn write(table: &Table, key: u64, number: i32, rng: &mut Xoshiro256PlusPlus) {
    let entry = written(key, number);
    match rng.random_range(0..1024) {
        0 => table.clear_below(number % 60),
        1..50 => table.fill_in(key, entry),
        50..100 => _ = table.look_up(key).inspect(|found| found.renew(key)),
        100..200 => _ = table.store(key, Entry { mv: Move::NONE, ..entry }),
        _ => _ = table.store(key, entry),
    }
}

/// Reads what is known of a position in every way, and answers whether anything is.
fn check(table: &Table, key: u64, what: &str) -> bool {
    if let Some(bounds) = table.bounds(key) {
        assert!([Move::NONE, move_of(key)].contains(&bounds.mv), "{what}: {bounds:?} of {key:x}");
        for (_, score, depth) in bounds.lower_and_upper().into_iter().filter(|(.., depth)| *depth >= 0) {
            assert_eq!(depth, depth_of(key, score), "{what}: {bounds:?} of {key:x}");
        }
        return true;
    }
    let found = table.probe(key).filter(|_| table.layout() != Layout::TwoBound);
    if let Some(entry) = &found {
        let whole = Entry { mv: move_of(key), ..*entry };
        let own = entry.mv == Move::NONE || entry.mv == whole.mv;
        assert!(own && is_written(key, &whole), "{what}: {entry:?} of {key:x}");
    }
    found.is_some()
}

/// Lets the threads write and read: `round` gets a key to write, another to read and a source of random numbers, and
/// answers whether it has found anything.
fn in_many_threads(what: &str, round: impl Fn(u64, u64, &mut Xoshiro256PlusPlus) -> bool + Sync) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let keys: Vec<u64> = (0..KEYS).map(|_| rng.random()).collect();
    let (start, found) = (Barrier::new(THREADS), AtomicUsize::new(0));
    // The tests take turns: only threads on different cores that use one table meet in the midst of a write.
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(|e| e.into_inner());
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let (keys, start, found, round) = (&keys, &start, &found, &round);
            scope.spawn(move || {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(thread as u64);
                start.wait();
                let mut one = || keys[rng.random_range(0..KEYS)];
                let pairs: Vec<(u64, u64)> = (0..1000).map(|_| (one(), one())).collect();
                let pairs = pairs.iter().cycle().take(ROUNDS);
                found.fetch_add(pairs.filter(|&&(to, from)| round(to, from, &mut rng)).count(), Relaxed);
            });
        }
    });
    drop(turn);
    assert!(found.into_inner() > THREADS * ROUNDS / 100, "{what}: hardly anything was found");
}

fn stress(scheme: Scheme, layout: Layout) {
    let what = format!("{scheme:?}, {layout:?}");
    let table = Table::with_layout(ONE_BUCKET, scheme, layout).unwrap();
    in_many_threads(&what, |to, from, rng| {
        write(&table, to, rng.random_range(0..NUMBERS), rng);
        check(&table, from, &what)
    });
}

#[test]
fn single_bounds_are_never_mixed() {
    Scheme::ALL.into_iter().for_each(|scheme| stress(scheme, Layout::Single));
}

#[test]
fn two_bounds_are_never_mixed() {
    Scheme::ALL.into_iter().for_each(|scheme| stress(scheme, Layout::TwoBound));
}

#[test]
fn entries_beside_leaves_are_never_mixed() {
    Scheme::ALL.into_iter().for_each(|scheme| stress(scheme, Layout::LeafWalk));
}

#[test]
fn leaves_are_never_mixed() {
    let table = Table::with_layout(ONE_BUCKET, Scheme::Always, Layout::LeafWalk).unwrap();
    let leaves = table.leaves().unwrap();
    in_many_threads("leaves", |to, from, _| {
        leaves.store(to, Side::First, static_score(to));
        let found = leaves.get(from, Side::First);
        assert!(found.is_none_or(|score| score == static_score(from)), "{found:?} of {from:x}");
        found.is_some()
    });
}
