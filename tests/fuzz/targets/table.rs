//! Changed files of tables of every layout: read, and then searched with, or refused.
#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use boyi::search::config::{Config, FieldInput, TableUse};
use boyi::search::table::Table;
use boyi_fuzz::{edited, position};
use libfuzzer_sys::fuzz_target;

/// A file of each layout, with entries, and where changed ones are put.
static FILES: LazyLock<(Vec<Vec<u8>>, PathBuf)> = LazyLock::new(|| {
    let path = std::env::temp_dir().join(format!("boyi-fuzz-{}.table", std::process::id()));
    let files = ["single", "two-bound", "leafwalk"].map(|layout| {
        let mut config = Config { table: TableUse::Bucket, ..Config::neutral() };
        config.set("table_layout", &FieldInput::Text(layout)).expect("a layout");
        let table = Table::of(&config, 0.01).expect("a small table").expect("a table");
        table.save(&path).expect("a place for files");
        std::fs::read(&path).expect("the file")
    });
    (files.to_vec(), path)
});

fuzz_target!(|data: &[u8]| {
    let Some((&layout, data)) = data.split_first() else { return };
    let (files, path) = &*FILES;
    std::fs::write(path, edited(&files[usize::from(layout) % files.len()], data)).expect("a place for files");
    match Table::load(path) {
        Ok(table) => {
            let at = position(layout).game();
            let _ = (table.len(), table.best_move(&at), table.principal_variation(&at, 8));
            table.advance_age();
            table.save(path).expect("a place for files");
            assert_eq!(Table::load(path).expect("what was saved").len(), table.len());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
