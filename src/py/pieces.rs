//! The entries of a table as numpy arrays, piece by piece, and what is counted over them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use pyo3::prelude::*;

use super::arrays::rows_array;
use super::detached::Detached;
use super::errors::{io_error, option_error};
use crate::search::config::Layout;
use crate::search::table::{Row, Stored, Table};

/// Where entries are read.
enum Source {
    Memory(Detached<Arc<Table>>),
    File(Arc<Stored>),
}

/// The iterator that `entries(chunk=…)` of a table or of its file returns.
#[pyclass(frozen, name = "EntryPieces", module = "boyi._core")]
pub struct Pieces {
    source: Source,
    rows: usize,
    /// The slot from which the next piece begins.
    next: AtomicUsize,
}

impl Pieces {
    /// Pieces of a table, of at most so many rows.
    pub fn of_table(table: Arc<Table>, rows: i64) -> PyResult<Pieces> {
        Pieces::new(Source::Memory(Detached::new(table)), rows)
    }

    /// Pieces of a table in a file.
    pub fn of_file(file: Arc<Stored>, rows: i64) -> PyResult<Pieces> {
        Pieces::new(Source::File(file), rows)
    }

    fn new(source: Source, rows: i64) -> PyResult<Pieces> {
        let refused = || option_error(format!("chunk = {rows}: expected 1 row or more"));
        let rows = usize::try_from(rows).ok().filter(|&rows| rows > 0).ok_or_else(refused)?;
        Ok(Pieces { source, rows, next: AtomicUsize::new(0) })
    }
}

#[pymethods]
impl Pieces {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let from = self.next.load(Relaxed);
        let ((rows, next), layout) = match &self.source {
            Source::Memory(table) => (py.detach(|| table.rows_from(from, self.rows)), table.layout()),
            Source::File(file) => {
                let read = py.detach(|| file.rows_from(from, self.rows));
                (read.map_err(|error| io_error(&error, file.path()))?, file.layout())
            }
        };
        self.next.store(next, Relaxed);
        if rows.is_empty() { Ok(None) } else { rows_array(py, rows, layout).map(Some) }
    }
}

/// Number of entries by depth, by bound and by age.
pub fn occupancy(table: &Table) -> BTreeMap<&'static str, BTreeMap<i32, u64>> {
    let two_bound = table.layout() == Layout::TwoBound;
    let depth = |row: &Row| if two_bound { row.depth.max(row.more) } else { row.depth };
    let mut counts = BTreeMap::from(["depth", "bound", "age"].map(|name| (name, BTreeMap::new())));
    for row in &table.rows() {
        for (name, value) in [("depth", depth(row) as i32), ("bound", row.bound as i32), ("age", row.age as i32)] {
            *counts.entry(name).or_default().entry(value).or_default() += 1;
        }
    }
    counts
}
