//! The entries of a table as numpy arrays, piece by piece, and what is counted over them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use pyo3::prelude::*;

use super::arrays::rows_array;
use super::detached::Detached;
use super::errors::option_error;
use crate::search::config::Layout;
use crate::search::table::{Row, Table};

/// The iterator that `TranspositionTable.entries(chunk=…)` returns.
#[pyclass(frozen, name = "EntryPieces", module = "boyi._core")]
pub struct Pieces {
    table: Detached<Arc<Table>>,
    rows: usize,
    /// The slot from which the next piece begins.
    next: AtomicUsize,
}

impl Pieces {
    /// Pieces of at most so many rows.
    pub fn new(table: Arc<Table>, rows: i64) -> PyResult<Pieces> {
        let refused = || option_error(format!("chunk = {rows}: expected 1 row or more"));
        let rows = usize::try_from(rows).ok().filter(|&rows| rows > 0).ok_or_else(refused)?;
        Ok(Pieces { table: Detached::new(table), rows, next: AtomicUsize::new(0) })
    }
}

#[pymethods]
impl Pieces {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (rows, next) = py.detach(|| self.table.rows_from(self.next.load(Relaxed), self.rows));
        self.next.store(next, Relaxed);
        if rows.is_empty() { Ok(None) } else { rows_array(py, rows, self.table.layout()).map(Some) }
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
