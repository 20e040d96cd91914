//! `TranspositionTable`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::any::{AnyPosition, with_game};
use super::arrays::rows_array;
use super::errors::option_error;
use super::moves::{interned, move_list, move_of_code};
use super::values::{PyScore, bound_member, number, record, whole};
use crate::error::Error;
use crate::games::Kind;
use crate::score::Score;
use crate::search::table::{ENTRY_BYTES, Entry, Scheme, Table};

/// A transposition table of at most `mb` MiB that can be looked into.
///
/// `scheme` says what a new entry overwrites: "always", "depth-preferred", "two-tier" or "bucket". A table remembers
/// what it was filled for and refuses positions of another kind with GameMismatchError; `clear()` makes it free.
/// Everything it shows is a snapshot: a search may go on meanwhile. Raises OptionError for a bad size or scheme.
///
/// >>> import boyi
/// >>> searcher = boyi.Searcher()
/// >>> result = searcher.search(boyi.xiangqi.Position(), depth=5)
/// >>> entry = searcher.table.probe(boyi.xiangqi.Position())
/// >>> entry.depth, entry.bound.name, entry.move == result.move
/// (5, 'EXACT', True)
#[pyclass(frozen, name = "TranspositionTable", module = "boyi._core")]
pub struct PyTable {
    pub inner: Arc<Table>,
}

impl PyTable {
    /// A new table; the scheme by name.
    pub fn make(mb: f64, scheme: &str) -> PyResult<PyTable> {
        let found = Scheme::ALL.into_iter().find(|s| s.name() == scheme);
        let scheme = found.ok_or_else(|| Error::unknown("table scheme", scheme, &Scheme::ALL.map(Scheme::name)))?;
        Ok(PyTable { inner: Arc::new(Table::new(mb, scheme)?) })
    }

    /// Refuses a position of another kind than the table was filled for.
    fn check_owner(&self, position: &AnyPosition) -> PyResult<()> {
        let (wanted, owner) = (position.fingerprint(), self.inner.owner());
        match owner {
            Some(owner) if owner != wanted => {
                Err(Error::TableMismatch(format!("it was filled for {owner:?}, not for {wanted:?}")).into())
            }
            _ => Ok(()),
        }
    }
}

#[pymethods]
impl PyTable {
    #[new]
    #[pyo3(signature = (mb=16.0, scheme="bucket"))]
    fn new(#[pyo3(from_py_with = number)] mb: f64, scheme: &str) -> PyResult<PyTable> {
        PyTable::make(mb, scheme)
    }

    /// Name of the replacement scheme.
    #[getter]
    fn scheme(&self) -> &'static str {
        self.inner.scheme().name()
    }

    /// Size in MiB.
    #[getter]
    fn mb(&self) -> f64 {
        (self.inner.capacity() * ENTRY_BYTES) as f64 / (1 << 20) as f64
    }

    /// Number of entries it can hold.
    #[getter]
    fn capacity(&self) -> usize {
        self.inner.capacity()
    }

    /// Share of the capacity in use, 0 to 1.
    #[getter]
    fn fill(&self, py: Python<'_>) -> f64 {
        py.detach(|| self.inner.fill())
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        py.detach(|| self.inner.len())
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// What the table knows of a position: an Entry, or None.
    fn probe<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = position.py();
        let position = AnyPosition::of(position)?;
        self.check_owner(&position)?;
        let key = position.key();
        let Some(entry) = self.inner.probe(key) else { return Ok(None) };
        let fields = PyDict::new(py);
        fields.set_item("key", key)?;
        fields.set_item("move", entry.mv.is_some().then(|| interned(py, position.kind(), entry.mv)).transpose()?)?;
        fields.set_item("score", PyScore::of(entry.score as Score, position.side(), position.kind()))?;
        fields.set_item("eval", (entry.eval != Entry::NO_EVAL).then_some(entry.eval))?;
        fields.set_item("depth", entry.depth)?;
        fields.set_item("bound", bound_member(py, entry.bound as u8)?)?;
        fields.set_item("age", entry.age)?;
        Ok(Some(record(py, "Entry", &fields)?))
    }

    /// All entries as a read-only structured array, one row per filled slot in slot order: key u8, move u2 (0 for
    /// none), score i2 (as `int(Score)`, distances counted from the entry's position), eval i2 (-32768 for none),
    /// depth i1, bound u1 (see Bound), age u1. A row that two threads were writing at once is left out.
    ///
    /// >>> import boyi
    /// >>> searcher = boyi.Searcher("wizard-table")
    /// >>> _ = searcher.search(boyi.xiangqi.Position(), depth=3)
    /// >>> rows = searcher.table.entries()
    /// >>> len(rows) == len(searcher.table), rows["depth"].max()
    /// (True, np.int8(3))
    fn entries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows = py.detach(|| self.inner.rows());
        rows_array(py, rows)
    }

    /// At most `n` entries from all over the table, chosen by `seed`, as rows like those of `entries()`.
    #[pyo3(signature = (n, seed=0))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] n: i64,
        #[pyo3(from_py_with = whole)] seed: i64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let n = usize::try_from(n).map_err(|_| option_error(format!("n = {n}: expected 0 or more rows")))?;
        let seed = u64::try_from(seed).map_err(|_| option_error(format!("seed = {seed}: expected 0 or more")))?;
        let rows = py.detach(|| self.inner.sample(n, seed));
        rows_array(py, rows)
    }

    /// The line of best moves that the table holds from a position on, at most `length` moves; it ends where a move is
    /// missing or the line returns to a position.
    #[pyo3(signature = (position, length=64))]
    fn pv<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = whole)] length: i64,
    ) -> PyResult<Bound<'py, PyList>> {
        let refused = |_| option_error(format!("length = {length}: expected 0 or more moves"));
        let length = usize::try_from(length).map_err(refused)?;
        let py = position.py();
        let position = AnyPosition::of(position)?;
        self.check_owner(&position)?;
        let game = position.game(Default::default())?;
        move_list(py, position.kind(), &with_game!(&game, game => self.inner.principal_variation(game, length)))
    }

    /// How many entries there are of each depth, bound and age: a dict of dicts, `{"depth": {5: 120, …}, …}`.
    fn occupancy(&self, py: Python<'_>) -> BTreeMap<&'static str, BTreeMap<i32, u64>> {
        let rows = py.detach(|| self.inner.rows());
        let mut counts = BTreeMap::from(["depth", "bound", "age"].map(|name| (name, BTreeMap::new())));
        for row in &rows {
            for (name, value) in [("depth", row.depth as i32), ("bound", row.bound as i32), ("age", row.age as i32)] {
                *counts.entry(name).or_default().entry(value).or_default() += 1;
            }
        }
        counts
    }

    /// The moves of rows of this table as texts, "" for none.
    fn move_text(&self, rows: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let codes = rows.get_item("move").and_then(|column| column.call_method0("tolist"));
        let codes: Vec<i64> = codes
            .and_then(|list| list.extract())
            .map_err(|_| option_error("move_text: expected rows of a table, as entries() gives them".to_string()))?;
        let owner = self.inner.owner();
        let game = owner.as_deref().and_then(|owner| owner.split(' ').next());
        let kind = game.map_or(Ok(Kind::Xiangqi), Kind::from_name)?;
        let name = |code| match code {
            0 => Ok(String::new()),
            _ => move_of_code(kind, code).map(|mv| kind.move_name(mv)),
        };
        codes.into_iter().map(name).collect()
    }

    /// Forgets everything, what it was filled for included.
    fn clear(&self, py: Python<'_>) {
        py.detach(|| self.inner.clear());
    }

    /// Writes the table to a file. Raises OSError if that fails.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let saved = py.detach(|| self.inner.save(&path));
        // With number, text and path, Python finds the right subclass and names the file.
        saved.map_err(|error| PyOSError::new_err((error.raw_os_error(), error.kind().to_string(), path)))
    }

    /// Reads a table from a file. Raises TableFileError if it is not one, or is damaged.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<PyTable> {
        let table = py.detach(|| Table::load(&path))?;
        Ok(PyTable { inner: Arc::new(table) })
    }

    fn __repr__(&self) -> String {
        format!("TranspositionTable(mb={:.4}, scheme={:?})", self.mb(), self.scheme())
    }
}
