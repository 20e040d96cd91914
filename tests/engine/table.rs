//! The transposition table, seen from outside: entries left by a search, ownership by game and evaluation, and files.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::common::{position, run, sized, summed, usual};
use boyi::bench::XIANGQI;
use boyi::error::Error;
use boyi::game::{Game, Move, Side};
use boyi::games::xiangqi::Position;
use boyi::search::config::Layout;
use boyi::search::observe::NoObserver;
use boyi::search::table::{Entry, Progress, Row, SLOT_BYTES, Scheme, Stored, StoredEntry, Table};
use boyi::search::{Limits, Searcher};
use boyi::window::Bound;

/// A file in the system's folder for temporary files, removed at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("boyi-{test}-{}.table", std::process::id())))
    }

    fn with(test: &str, bytes: &[u8]) -> Scratch {
        let scratch = Scratch::new(test);
        std::fs::write(&scratch.0, bytes).unwrap();
        scratch
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A test that failed before it wrote the file has none to remove.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A table that a search of a position has filled.
fn searched(at: &Position, mb: f64, scheme: Scheme) -> Arc<Table> {
    let table = Arc::new(Table::new(mb, scheme).unwrap());
    let mut searcher = Searcher::with_table(usual(), Some(table.clone())).unwrap();
    run(&mut searcher, at, &Limits::depth(6), &mut NoObserver);
    table
}

fn entry(mv: u16, depth: i32) -> Entry {
    Entry::new(Move(mv), 12, Some(-3), depth, Bound::Lower)
}

#[test]
fn what_is_stored_is_found_and_shown() {
    for scheme in Scheme::ALL {
        let table = Table::new(0.01, scheme).unwrap();
        assert!(table.is_empty() && table.rows().is_empty() && table.probe(7).is_none(), "{scheme:?}");
        let key = 0x1234_5678_9abc_def0;
        assert!(table.store(key, entry(77, 5)));
        assert_eq!(table.probe(key), Some(entry(77, 5)), "{scheme:?}");
        assert_eq!(table.probe(key ^ 1), None, "{scheme:?}: another position in the same slot");
        let row = Row { key, mv: 77, score: 12, eval: -3, depth: 5, bound: Bound::Lower as u8, ..Row::default() };
        assert_eq!((table.rows(), table.len()), (vec![row], 1), "{scheme:?}");
        // An entry without a move keeps the move that it replaces.
        assert!(table.store(key, entry(0, 6)));
        assert_eq!(table.probe(key), Some(entry(77, 6)), "{scheme:?}");
        table.clear();
        assert!(table.is_empty() && table.probe(key).is_none(), "{scheme:?}");
    }
}

#[test]
fn rows_and_samples_agree_with_probes() {
    for scheme in Scheme::ALL {
        let table = searched(&position(XIANGQI[0]), 0.05, scheme);
        let rows = table.rows();
        assert_eq!(rows.len(), table.len(), "{scheme:?}");
        assert!(table.fill() > 0.5 && table.fill() <= 1.0 && rows.len() <= table.capacity(), "{}", table.fill());
        for row in &rows {
            let found = table.probe(row.key).unwrap_or_else(|| panic!("{scheme:?}: {row:?} is not found"));
            // In two tiers a position may stand in both; the deeper one answers.
            let deepest = rows.iter().filter(|other| other.key == row.key).max_by_key(|other| other.depth).unwrap();
            assert!(deepest == row || scheme == Scheme::TwoTier, "{scheme:?}: {row:?} and {deepest:?}");
            assert_eq!(
                (found.mv.0, found.score, found.depth),
                (deepest.mv, deepest.score, deepest.depth),
                "{scheme:?}"
            );
        }
        let sample = table.sample(100, 3);
        assert!(sample.len() == 100 && sample.iter().all(|row| rows.contains(row)), "{scheme:?}");
        assert_eq!(sample, table.sample(100, 3), "the same seed, the same sample");
        let mut everything = table.sample(usize::MAX, 9);
        everything.sort_by_key(|row| row.key);
        everything.dedup();
        assert_eq!(everything.len(), rows.len(), "{scheme:?}: a sample visits each slot once");
    }
}

#[test]
fn sizes_are_checked() {
    for mb in [0.0, -1.0, f64::NAN, f64::INFINITY, 65_537.0] {
        let error = Table::new(mb, Scheme::Bucket).expect_err("an absurd size").to_string();
        assert!(error.contains(&format!("mb = {mb}")) && error.contains("expected"), "{error}");
    }
    for scheme in Scheme::ALL {
        assert_eq!(Table::new(1e-9, scheme).unwrap().capacity(), scheme.ways(), "at least a bucket");
        assert_eq!(Table::new(1.0, scheme).unwrap().capacity(), (1 << 20) / SLOT_BYTES);
    }
}

#[test]
fn the_principal_variation_is_legal() {
    for (i, fen) in XIANGQI.into_iter().enumerate() {
        let at = position(fen);
        let table = searched(&at, [0.02, 4.0][i % 2], Scheme::ALL[i % 4]);
        let line = table.principal_variation(&at.game(), 20);
        assert!(line.len() <= 20);
        line.iter().fold(at.clone(), |at, &mv| at.play(mv).unwrap_or_else(|error| panic!("{line:?}: {error}")));
        if i % 2 == 1 {
            let held = table.probe(at.game().key()).expect("the root is stored");
            assert_eq!(line.first(), Some(&held.mv), "{fen}");
        }
        assert!(table.principal_variation(&at.game(), 0).is_empty());
    }
}

#[test]
fn the_principal_variation_ends_where_it_leads_back() {
    let (start, table) = (position("3k5/9/9/9/9/9/9/9/9/5K3 w"), Table::new(0.01, Scheme::Bucket).unwrap());
    let cycle = ["f0f1", "d9d8", "f1f0", "d8d9"];
    let mut game = start.game();
    for name in cycle {
        let mv = boyi::games::xiangqi::moves::parse_coordinates(name).unwrap();
        table.store(game.key(), entry(mv.0, 4));
        game.play(mv);
    }
    assert_eq!(table.principal_variation(&start.game(), 50).len(), cycle.len());
    // A move that is illegal, as after a collision of keys, ends it too.
    table.store(start.game().key(), entry(1, 9));
    assert!(table.principal_variation(&start.game(), 50).is_empty());
}

#[test]
fn a_table_belongs_to_one_kind_of_position() {
    let table = Table::new(0.01, Scheme::Always).unwrap();
    assert_eq!(table.owner(), None);
    table.set_owner("xiangqi simple").unwrap();
    table.set_owner("xiangqi simple").unwrap();
    let error = table.set_owner("gomoku 15").expect_err("another game");
    assert!(matches!(error, Error::TableMismatch(_)), "{error:?}");
    let text = error.to_string();
    assert!(["xiangqi simple", "gomoku 15", "clear()"].iter().all(|part| text.contains(part)), "{text}");
    assert_eq!(table.owner().as_deref(), Some("xiangqi simple"));
    table.clear();
    table.set_owner("gomoku 15").unwrap();
}

#[test]
fn a_table_is_saved_and_loaded_as_it_was() {
    for scheme in Scheme::ALL {
        for owner in [None, Some("xiangqi simple 9x10")] {
            let file = Scratch::new(&format!("saved-{}-{}", scheme.name(), owner.is_some()));
            let table = searched(&position(XIANGQI[1]), 0.05, scheme);
            owner.inspect(|owner| table.set_owner(owner).unwrap());
            table.advance_age();
            table.save(&file.0).unwrap();
            let loaded = Table::load(&file.0).unwrap();
            assert_eq!((loaded.rows(), loaded.capacity()), (table.rows(), table.capacity()), "{scheme:?}");
            assert_eq!((loaded.owner(), loaded.scheme()), (owner.map(String::from), scheme));
            // The next search of both has the same age.
            assert!(table.store(1 << 63, entry(5, 60)) && loaded.store(1 << 63, entry(5, 60)));
            assert_eq!(loaded.probe(1 << 63), table.probe(1 << 63));
        }
    }
}

#[test]
fn files_that_are_no_tables_are_refused() {
    let table = Table::new(0.001, Scheme::TwoTier).unwrap();
    table.store(99, entry(3, 3));
    let whole = Scratch::new("whole");
    table.save(&whole.0).unwrap();
    let bytes = std::fs::read(&whole.0).unwrap();
    let header_end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    let body = &bytes[header_end..bytes.len() - 4];
    let header = |text: &str| summed([text.as_bytes(), body].concat());
    let cases: [(&str, Vec<u8>); 17] = [
        ("empty", vec![]),
        ("a line only", b"hello\n".to_vec()),
        ("no line at all", vec![b'x'; 10_000]),
        ("garbage", (0..=255).cycle().take(5_000).collect()),
        ("zeros", vec![0; 4_096]),
        ("not text", [&[0xff, 0xfe, b'\n'][..], &bytes].concat()),
        ("cut in the header", bytes[..header_end / 2].to_vec()),
        ("cut after the header", bytes[..=header_end].to_vec()),
        ("cut in the entries", bytes[..bytes.len() - 1].to_vec()),
        ("too long", [&bytes[..], b"!"].concat()),
        ("another format", header("boyi-table-4 two-tier single 64 0 0 ")),
        ("no checksum", bytes[..bytes.len() - 4].to_vec()),
        ("another scheme", header("boyi-table-5 three-tier single 64 0 0 ")),
        ("another scheme's buckets", header("boyi-table-5 bucket single 65 0 0 ")),
        ("capacity", header("boyi-table-5 two-tier single many 0 0 ")),
        ("absurd capacity", header("boyi-table-5 two-tier single 18446744073709551615 0 0 ")),
        ("age", header("boyi-table-5 two-tier single 64 0 -1 ")),
    ];
    for (what, bytes) in cases {
        let file = Scratch::with("refused", &bytes);
        match Table::load(&file.0) {
            Err(Error::TableFile { path, reason }) => {
                assert!(path == file.0.display().to_string() && reason.len() > 10, "{what}: {reason}");
            }
            other => panic!("{what}: {other:?}"),
        }
    }
    assert_eq!(Table::load(&whole.0).unwrap().rows(), table.rows(), "and the file itself is read");
    assert!(matches!(Table::load(&whole.0.with_extension("missing")), Err(Error::MissingFile { .. })));
}

#[test]
fn a_file_with_any_flipped_bit_is_refused() {
    for layout in [Layout::Single, Layout::TwoBound, Layout::LeafWalk] {
        let table = Table::with_layout(0.0005, Scheme::TwoTier, layout).unwrap();
        for n in 0..9 {
            table.store(u64::MAX / 9 * n, entry(n as u16, 3));
        }
        table.leaves().inspect(|leaves| leaves.store(7, Side::First, 30));
        table.set_owner("xiangqi simple").unwrap();
        let file = Scratch::new(&format!("flipped-{}", layout.name()));
        table.save(&file.0).unwrap();
        let bytes = std::fs::read(&file.0).unwrap();
        for bit in (0..8 * bytes.len()).step_by(sized(7, 1)) {
            let mut bytes = bytes.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&file.0, bytes).unwrap();
            match Table::load(&file.0) {
                Err(Error::TableFile { .. }) => {}
                other => panic!("{layout:?}, bit {bit}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_table_of_an_older_format_is_named() {
    let file = Scratch::with("older", b"boyi-table-4 two-tier single 64 0 0 \n0123456789");
    let error = Table::load(&file.0).unwrap_err().to_string();
    assert!(error.contains("its format is \"boyi-table-4\"") && error.contains("\"boyi-table-5\""), "{error}");
}

#[test]
fn saving_and_loading_can_be_stopped() {
    let (table, file) = (Table::new(0.01, Scheme::Always).unwrap(), Scratch::new("stopped"));
    let stop = AtomicBool::new(true);
    let progress = Progress { stop: &stop, done: &AtomicU64::new(0) };
    assert_eq!(table.save_with_progress(&file.0, &progress).unwrap_err().kind(), std::io::ErrorKind::Interrupted);
    assert!(matches!(Table::load(&file.0), Err(Error::MissingFile { .. })), "nothing is left of half a file");
    table.save(&file.0).unwrap();
    let whole = std::fs::read(&file.0).unwrap();
    assert!(table.save_with_progress(&file.0, &progress).is_err());
    assert_eq!(std::fs::read(&file.0).unwrap(), whole, "a file that is there is unchanged");
    assert!(Table::load_with_progress(&file.0, &progress).is_err());
    assert_eq!(Table::load(&file.0).unwrap().capacity(), table.capacity());
}

#[test]
fn a_saved_table_is_read_where_it_lies() {
    let (file, at) = (Scratch::new("stored"), position(XIANGQI[0]));
    for layout in [Layout::Single, Layout::TwoBound, Layout::LeafWalk] {
        let table = Arc::new(Table::with_layout(0.5, Scheme::Bucket, layout).unwrap());
        let mut config = usual();
        config.table_layout = layout;
        let mut searcher = Searcher::with_table(config, Some(table.clone())).unwrap();
        run(&mut searcher, &at, &Limits::depth(5), &mut NoObserver);
        table.set_owner("a game").unwrap();
        table.save(&file.0).unwrap();
        let stored = Stored::open(&file.0).unwrap();
        assert_eq!((stored.layout(), stored.scheme(), stored.capacity()), (layout, table.scheme(), table.capacity()));
        assert_eq!((stored.bytes(), stored.owner()), (table.bytes() as u64, "a game"));
        let rows = table.rows();
        assert!(rows.len() > 100);
        for most in [7, 100_000] {
            let (mut found, mut next) = (Vec::new(), 0);
            while next < stored.capacity() {
                let (rows, behind) = stored.rows_from(next, most).unwrap();
                assert!(rows.len() <= most && behind > next);
                found.extend(rows);
                next = behind;
            }
            assert_eq!(found, rows, "{layout:?}");
        }
        for row in &rows {
            match stored.probe(row.key).unwrap().expect("an entry") {
                StoredEntry::Single(entry) => assert_eq!(Some(entry), table.probe(row.key)),
                StoredEntry::Both(bounds) => assert_eq!(Some(bounds), table.bounds(row.key)),
            }
        }
        assert_eq!(stored.probe(1).unwrap(), None);
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let progress = Progress { stop: &stop, done: &done };
        stored.check(&progress).unwrap();
        let mut bytes = std::fs::read(&file.0).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&file.0, bytes).unwrap();
        assert!(stored.check(&progress).unwrap_err().to_string().contains("checksum"));
        stop.store(true, Ordering::Relaxed);
        assert!(stored.check(&progress).unwrap_err().to_string().contains("stopped"));
    }
}

#[test]
fn a_torn_entry_is_a_miss() {
    // A word changed on disk stands for one torn in memory: the key no longer fits the data.
    let (table, file) = (Table::new(0.001, Scheme::Always).unwrap(), Scratch::new("torn"));
    let key = u64::MAX / 3;
    table.store(key, entry(9, 9));
    table.save(&file.0).unwrap();
    let mut bytes = std::fs::read(&file.0).unwrap();
    let header = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let slot = bytes[header..].chunks(SLOT_BYTES).position(|slot| slot.iter().any(|&byte| byte != 0)).unwrap();
    // The high byte of the data moves the key out of its bucket as well.
    bytes[header + slot * SLOT_BYTES + 7] ^= 0x3c;
    bytes.truncate(bytes.len() - 4);
    std::fs::write(&file.0, summed(bytes)).unwrap();
    let torn = Table::load(&file.0).unwrap();
    assert_eq!(torn.probe(key), None);
    assert!(torn.rows().is_empty(), "{:?}", torn.rows());
}
