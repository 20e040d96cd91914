//! `TranspositionTable`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::any::{AnyPosition, with_game};
use super::arrays::{leaves_array, rows_array};
use super::detached::Detached;
use super::errors::option_error;
use super::moves::{interned, move_list, move_of_code};
use super::records::{self, MoveOrNone, Record, bound_member, move_or_none};
use super::values::{PyScore, number, whole, whole_or_none};
use super::waiting;
use crate::error::{Error, Result};
use crate::games::GameKind;
use crate::score::{MAX_PLY, Score};
use crate::search::Config;
use crate::search::config::Layout;
use crate::search::table::{Bounds, Entry, Leaves, Row, Scheme, Table, Walk};

/// Tables up to this size, in MiB, are made before a thread for it would have been started.
const QUICK_MB: f64 = 64.0;

/// What stands between the kind of position and the evaluation in what a table was filled for.
const EVALUATION: &str = " evaluation=";

/// A transposition table of at most `mb` MiB that can be looked into.
///
/// `scheme` says what a new entry overwrites: "always", "depth-preferred", "two-tier" or "bucket". `layout` says what the
/// table holds: "single" a score with its bound, "two-bound" a lower and an upper bound, "leafwalk" also, in half the memory, static scores of leaves, to which
/// deep entries are walked. A table remembers for which positions and with which evaluation (its name and a checksum
/// of its weights) it was filled, and refuses others with GameMismatchError; `clear()` makes it free. Everything it shows is a snapshot: a search may go on meanwhile. Raises
/// OptionError for a bad size, scheme or layout.
///
/// >>> import boyi
/// >>> searcher = boyi.Searcher()
/// >>> result = searcher.search(boyi.xiangqi.Position(), depth=5)
/// >>> entry = searcher.table.probe(boyi.xiangqi.Position())
/// >>> entry.depth, entry.bound.name, entry.move == result.move
/// (5, 'EXACT', True)
#[pyclass(frozen, name = "TranspositionTable", module = "boyi._core")]
pub struct PyTable {
    pub inner: Detached<Arc<Table>>,
}

impl PyTable {
    /// A table as Python holds it.
    fn holding(table: Table) -> PyTable {
        PyTable { inner: Detached::new(Arc::new(table)) }
    }

    /// A new table; scheme and layout by name. The interpreter is free meanwhile, and Ctrl-C ends the making of a large
    /// one.
    pub fn make(py: Python<'_>, mb: f64, scheme: &str, layout: &str) -> PyResult<PyTable> {
        let found = Scheme::ALL.into_iter().find(|s| s.name() == scheme);
        let scheme = found.ok_or_else(|| Error::unknown("table scheme", scheme, &Scheme::ALL.map(Scheme::name)))?;
        let known = Layout::from_name(layout);
        let layout = known.ok_or_else(|| Error::unknown("table layout", layout, &Layout::NAMES))?;
        let make = |stop: &AtomicBool| Table::with_layout_until(mb, scheme, layout, stop);
        let table = if mb > QUICK_MB {
            waiting::run(py, "making a table", make)?
        } else {
            py.detach(|| make(&AtomicBool::new(false)))
        };
        Ok(PyTable::holding(table?))
    }

    /// The table that a configuration names.
    pub fn of(py: Python<'_>, config: &Config) -> PyResult<PyTable> {
        PyTable::make(py, config.table_mb as f64, config.table.name(), config.table_layout.name())
    }

    /// Makes sure that the table is used for one kind of position and with one evaluation only.
    pub fn claim(&self, position: &AnyPosition, evaluation: &str) -> Result<()> {
        self.inner.claim(&format!("{}{EVALUATION}{evaluation}", position.fingerprint()))
    }

    /// A position that the table may have been filled for, with whatever evaluation; refuses one of another kind.
    fn position(&self, position: &Bound<'_, PyAny>) -> PyResult<AnyPosition> {
        let position = AnyPosition::of(position)?;
        let owner = self.inner.owner().unwrap_or_default();
        let evaluation = owner.find(EVALUATION).map_or("", |at| &owner[at..]);
        self.inner.check(&format!("{}{evaluation}", position.fingerprint()))?;
        Ok(position)
    }

    /// The leaves of a table that has such.
    fn leaf_table(&self) -> PyResult<&Leaves> {
        let none = || option_error("a table of layout 'single' has no leaves; expected one of layout='leafwalk'");
        self.inner.leaves().ok_or_else(none)
    }
}

#[pymethods]
impl PyTable {
    #[new]
    #[pyo3(signature = (mb=16.0, scheme="bucket", layout="single"))]
    fn new(py: Python<'_>, #[pyo3(from_py_with = number)] mb: f64, scheme: &str, layout: &str) -> PyResult<PyTable> {
        PyTable::make(py, mb, scheme, layout)
    }

    /// Name of the replacement scheme.
    #[getter]
    fn scheme(&self) -> &'static str {
        self.inner.scheme().name()
    }

    /// Name of the layout.
    #[getter]
    fn layout(&self) -> &'static str {
        self.inner.layout().name()
    }

    /// Size in MiB, leaves included.
    #[getter]
    fn mb(&self) -> f64 {
        self.inner.bytes() as f64 / (1 << 20) as f64
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

    /// What the table knows of a position: an Entry, in the layout two-bound a Bounds, or None.
    fn probe<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = position.py();
        let position = self.position(position)?;
        let key = position.key();
        if let Some(bounds) = self.inner.bounds(key) {
            return Ok(Some(bounds_object(py, key, &bounds, &position)?));
        }
        let Some(entry) = self.inner.probe(key) else { return Ok(None) };
        let entry = records::Entry {
            key,
            mv: move_or_none(py, position.kind(), entry.mv)?,
            score: PyScore::of(entry.score as Score, position.side(), position.kind()),
            eval: (entry.eval != Entry::NO_EVAL).then_some(entry.eval),
            depth: entry.depth,
            bound: bound_member(py, entry.bound)?,
            age: entry.age,
        };
        Ok(Some(entry.object(py)?))
    }

    /// All entries as a read-only structured array, one row per filled slot in slot order: key u8, move u2 (0 for
    /// none), score i2 (as `int(Score)`, distances counted from the entry's position), eval i2 (-32768 for none),
    /// depth i1, bound u1 (see Bound), age u1, and in the layout leafwalk last_player u1 (0 the side that moves first in
    /// the game, 1 the other). In the layout two-bound: key, move, lower i2, upper i2, lower_depth i1 (-1 for none),
    /// bounds u1 (2 lower, 1 upper, 3 both), age u1, upper_depth i1. A row that two threads were writing at once is left
    /// out, but for those, one in as many as there are buckets, whose mixed key happens to belong where it is.
    ///
    /// >>> import boyi
    /// >>> searcher = boyi.Searcher("wizard-table")
    /// >>> _ = searcher.search(boyi.xiangqi.Position(), depth=3)
    /// >>> rows = searcher.table.entries()
    /// >>> len(rows) == len(searcher.table), rows["depth"].max()
    /// (True, np.int8(3))
    fn entries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows = py.detach(|| self.inner.rows());
        rows_array(py, rows, self.inner.layout())
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
        let rows = waiting::run(py, "sample", |stop| self.inner.sample_until(n, seed, stop))?;
        rows_array(py, rows, self.inner.layout())
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
        let position = self.position(position)?;
        let game = position.plain_game()?;
        move_list(py, position.kind(), &with_game!(&game, game => self.inner.principal_variation(game, length)))
    }

    /// The score of a position searched to exactly `depth` plies and its best move (or None), if the table holds such a
    /// score and it is exact; None otherwise.
    fn probe_pv(
        &self,
        position: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole)] depth: i64,
    ) -> PyResult<Option<(PyScore, MoveOrNone)>> {
        let (py, depth) = (position.py(), plies(depth)?);
        let position = self.position(position)?;
        let game = position.plain_game()?;
        let Some((score, mv)) = with_game!(&game, game => self.inner.exact(game, depth as u32)) else {
            return Ok(None);
        };
        let mv = mv.map(|mv| interned(py, position.kind(), mv)).transpose()?;
        Ok(Some((PyScore::of(score, position.side(), position.kind()), mv)))
    }

    /// The move that the table holds for a position, from a search of any depth; None if it has none that is legal.
    fn best_move(&self, position: &Bound<'_, PyAny>) -> PyResult<MoveOrNone> {
        let py = position.py();
        let position = self.position(position)?;
        let game = position.plain_game()?;
        let mv = with_game!(&game, game => self.inner.best_move(game));
        mv.map(|mv| interned(py, position.kind(), mv)).transpose()
    }

    /// The static score of a position for the side to move, if some search's horizon was there; None otherwise. Only a
    /// table of layout leafwalk knows any: OptionError for another.
    fn leaf(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<Score>> {
        let position = self.position(position)?;
        Ok(self.leaf_table()?.get(position.key(), position.side()))
    }

    /// What a search that asks for `depth` plies would be told by a deeper entry: follows exactly so many stored moves
    /// and answers with the static score there, for the side to move here, and the line; None where a move or the leaf
    /// is missing. Only for a table of layout leafwalk: OptionError for another.
    ///
    /// >>> import boyi
    /// >>> searcher = boyi.Searcher("leafwalk")
    /// >>> start = boyi.gomoku.Position("h8 i9 i8 g8")
    /// >>> _ = searcher.search(start, depth=4)
    /// >>> score, line = searcher.table.walk(start, 2)
    /// >>> line == searcher.table.pv(start, 2), int(score) == start.play_all(line).evaluate()
    /// (True, True)
    fn walk<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = whole)] depth: i64,
    ) -> PyResult<Option<(PyScore, Bound<'py, PyList>)>> {
        let (py, depth) = (position.py(), plies(depth)?);
        let position = self.position(position)?;
        self.leaf_table()?;
        let (game, mut line) = (position.plain_game()?, Vec::new());
        let end = with_game!(&game, game => self.inner.walk(&mut game.clone(), depth, |mv| line.push(mv)));
        let Walk::Leaf(score) = end else { return Ok(None) };
        let score = PyScore::of(score, position.side(), position.kind());
        Ok(Some((score, move_list(py, position.kind(), &line)?)))
    }

    /// All leaves as a read-only structured array, in slot order: key u8, score i2 (static, for the side that moves
    /// first in the game). Only a table of layout leafwalk has any: OptionError for another.
    fn leaves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let leaves = self.leaf_table()?;
        let rows = py.detach(|| leaves.rows());
        leaves_array(py, rows)
    }

    /// How many entries there are of each depth, bound and age: a dict of dicts, `{"depth": {5: 120, …}, …}`. In the
    /// layout two-bound the depth is that of the deeper bound, and a bound of 3 says that there are both.
    fn occupancy(&self, py: Python<'_>) -> BTreeMap<&'static str, BTreeMap<i32, u64>> {
        py.detach(|| occupancy(&self.inner))
    }

    /// The moves of rows of this table as texts, "" for none.
    fn move_text(&self, rows: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let codes = rows.get_item("move").and_then(|column| column.call_method0("tolist"));
        let codes: Vec<i64> = codes
            .and_then(|list| list.extract())
            .map_err(|_| option_error("move_text: expected rows of a table, as entries() gives them".to_string()))?;
        let owner = self.inner.owner();
        let game = owner.as_deref().and_then(|owner| owner.split(' ').next());
        let kind = game.map_or(Ok(GameKind::Xiangqi), GameKind::from_name)?;
        let name = |code| match code {
            0 => Ok(String::new()),
            _ => move_of_code(kind, code).map(|mv| kind.move_name(mv)),
        };
        rows.py().detach(|| codes.into_iter().map(name).collect())
    }

    /// Forgets everything, what it was filled for included. With a `min_depth` above 0 it forgets only entries less
    /// deep than that, and keeps leaves, from which nothing deep is missing.
    ///
    /// >>> import boyi
    /// >>> searcher = boyi.Searcher()
    /// >>> _ = searcher.search(boyi.xiangqi.Position(), depth=4)
    /// >>> searcher.table.clear(min_depth=3)
    /// >>> int(searcher.table.entries()["depth"].min())
    /// 3
    #[pyo3(signature = (min_depth=None))]
    fn clear(&self, py: Python<'_>, #[pyo3(from_py_with = whole_or_none)] min_depth: Option<i64>) -> PyResult<()> {
        let refused = |_| option_error(format!("min_depth = {}: expected 0 or more plies", min_depth.unwrap_or(0)));
        let min_depth = u64::try_from(min_depth.unwrap_or(0)).map_err(refused)?;
        py.detach(|| match min_depth {
            0 => self.inner.clear(),
            deep => self.inner.clear_below(deep.min(i32::MAX as u64) as i32),
        });
        Ok(())
    }

    /// Writes the table to a file, with a checksum. Raises OSError if that fails; after that, or an interrupt, the file is
    /// no table.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let saved = waiting::run(py, "saving a table", |stop| self.inner.save_until(&path, stop))?;
        // With number, text and path, Python finds the right subclass and names the file.
        saved.map_err(|error| PyOSError::new_err((error.raw_os_error(), error.kind().to_string(), path)))
    }

    /// Reads a table from a file. Raises TableFileError if it is not one, is damaged, or was written by a version of boyi
    /// with another format.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<PyTable> {
        let table = waiting::run(py, "loading a table", |stop| Table::load_until(&path, stop))?;
        Ok(PyTable::holding(table?))
    }

    fn __repr__(&self) -> String {
        format!("TranspositionTable(mb={:.4}, scheme={:?}, layout={:?})", self.mb(), self.scheme(), self.layout())
    }
}

/// The number of entries by depth, bound and age.
fn occupancy(table: &Table) -> BTreeMap<&'static str, BTreeMap<i32, u64>> {
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

/// A `boyi.Bounds`.
fn bounds_object<'py>(
    py: Python<'py>,
    key: u64,
    bounds: &Bounds,
    position: &AnyPosition,
) -> PyResult<Bound<'py, PyAny>> {
    let (kind, side) = (position.kind(), position.side());
    let known = |score: i16, depth: i8| (depth >= 0).then(|| (PyScore::of(score as Score, side, kind), depth)).unzip();
    let (lower, lower_depth) = known(bounds.lower, bounds.lower_depth);
    let (upper, upper_depth) = known(bounds.upper, bounds.upper_depth);
    let mv = move_or_none(py, kind, bounds.mv)?;
    records::Bounds { key, mv, lower, lower_depth, upper, upper_depth, age: bounds.age }.object(py)
}

/// A depth that entries may have been stored with.
fn plies(depth: i64) -> PyResult<usize> {
    let possible = usize::try_from(depth).ok().filter(|depth| *depth <= MAX_PLY);
    possible.ok_or_else(|| option_error(format!("depth = {depth}: expected 0 to {MAX_PLY} plies")))
}
