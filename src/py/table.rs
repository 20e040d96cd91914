//! The Python class `TranspositionTable`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use pyo3::prelude::*;
use pyo3::types::PyList;

use super::any::{AnyPosition, with_game};
use super::arrays::{leaves_array, rows_array};
use super::bar::Bar;
use super::detached::Detached;
use super::entries::{bounds_object, entry_object, move_texts, owner_text, position_of_owner};
use super::errors::{io_error, option_error};
use super::moves::{interned, move_list};
use super::pieces::{Pieces, occupancy};
use super::records::MoveOrNone;
use super::texts::text;
use super::values::{PyScore, number, whole, whole_or_none};
use super::waiting;
use crate::error::{Error, Result};
use crate::score::{MAX_PLY, Score};
use crate::search::Config;
use crate::search::config::Layout;
use crate::search::table::{Leaves, Progress, Scheme, Table, Walk};

/// A transposition table of at most `mb` MiB (up to 65536), which searches fill and users can inspect.
///
/// * `scheme`: the replacement scheme, "always", "depth-preferred", "two-tier", "bucket" or "aged-bucket".
/// * `layout`: the contents of an entry. "single": one score with its bound. "two-bound": a lower and an upper bound.
///   "leafwalk": as "single", and half of the memory holds static scores of leaves, to which deep entries are walked.
///
/// A table belongs to the first search that uses it: other games, boards, key sets or evaluations (by name and checksum
/// of weights) are refused with GameMismatchError until `clear()`. Methods may be called during a search and see a
/// snapshot. Raises OptionError for a bad size, scheme or layout.
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
    /// The Python object of a table.
    fn holding(table: Table) -> PyTable {
        PyTable { inner: Detached::new(Arc::new(table)) }
    }

    /// A new table of `mb` MiB; scheme and layout are given by name.
    pub fn make(mb: f64, scheme: &str, layout: &str) -> PyResult<PyTable> {
        let found = Scheme::ALL.into_iter().find(|s| s.name() == scheme);
        let scheme = found.ok_or_else(|| Error::unknown("table scheme", scheme, &Scheme::ALL.map(Scheme::name)))?;
        let known = Layout::from_name(layout);
        let layout = known.ok_or_else(|| Error::unknown("table layout", layout, &Layout::NAMES))?;
        Ok(PyTable::holding(Table::with_layout(mb, scheme, layout)?))
    }

    /// A new table with the configuration's size, scheme and layout.
    pub fn of(config: &Config) -> PyResult<PyTable> {
        PyTable::make(config.table_mb as f64, config.table.name(), config.table_layout.name())
    }

    /// Makes the position's game and board, and the evaluation, the table's owner, or refuses if it has another owner.
    pub fn set_owner(&self, position: &AnyPosition, evaluation: &str) -> Result<()> {
        self.inner.set_owner(&owner_text(position, evaluation))
    }

    /// The position that an argument is; refused if the table was filled for another game or board. Any evaluation will
    /// do.
    pub fn position(&self, position: &Bound<'_, PyAny>) -> PyResult<AnyPosition> {
        position_of_owner(&self.inner.owner().unwrap_or_default(), position)
    }

    /// The table's leaves, or an OptionError if its layout has none.
    fn leaf_table(&self) -> PyResult<&Leaves> {
        let none = || option_error("a table of layout 'single' has no leaves; expected one of layout='leafwalk'");
        self.inner.leaves().ok_or_else(none)
    }
}

#[pymethods]
impl PyTable {
    #[new]
    #[pyo3(signature = (mb=16.0, scheme="bucket", layout="single"))]
    fn new(
        #[pyo3(from_py_with = number)] mb: f64,
        #[pyo3(from_py_with = text)] scheme: &str,
        #[pyo3(from_py_with = text)] layout: &str,
    ) -> PyResult<PyTable> {
        PyTable::make(mb, scheme, layout)
    }

    /// Name of the replacement scheme, "always", "depth-preferred", "two-tier", "bucket" or "aged-bucket".
    #[getter]
    fn scheme(&self) -> &'static str {
        self.inner.scheme().name()
    }

    /// Name of the layout, "single", "two-bound" or "leafwalk".
    #[getter]
    fn layout(&self) -> &'static str {
        self.inner.layout().name()
    }

    /// Memory in MiB, including that of leaves.
    #[getter]
    fn mb(&self) -> f64 {
        self.inner.bytes() as f64 / (1 << 20) as f64
    }

    /// Number of entries that the table can hold.
    #[getter]
    fn capacity(&self) -> usize {
        self.inner.capacity()
    }

    /// Share of the capacity that is in use, from 0 to 1.
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

    /// The stored entry of a position: an Entry (in the layout "two-bound" a Bounds), or None. Raises GameMismatchError
    /// for a position of another game or board than the table was filled for.
    fn probe<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = position.py();
        let position = self.position(position)?;
        let key = position.key();
        if let Some(bounds) = self.inner.bounds(key) {
            return Ok(Some(bounds_object(py, key, &bounds, &position)?));
        }
        self.inner.probe(key).map(|entry| entry_object(py, key, &entry, &position)).transpose()
    }

    /// All entries as a read-only structured numpy array, one row per filled slot in slot order.
    ///
    /// Fields: key u8, move u2 (see Move.code; 0 for none), score i2 (as `int(Score)`, for the side to move, mate
    /// distances counted from the entry's position), eval i2 (static evaluation, -32768 for none), depth i1 (plies),
    /// bound u1 (see Bound), age u1, and in the layout "leafwalk" last_player u1 (0 for the side that moves first in
    /// the game, 1 for the other). In the layout "two-bound": key, move, lower i2, upper i2, lower_depth i1 (-1 for
    /// none), bounds u1 (2 lower, 1 upper, 3 both), age u1, upper_depth i1, move_depth i1 (-1 for none), eval i2.
    ///
    /// A row torn by two threads writing it at once is recognized by its key and left out, except for the one in
    /// `number of buckets` whose mixed key belongs to the bucket by chance.
    ///
    /// >>> import boyi
    /// >>> searcher = boyi.Searcher("wizard-table")
    /// >>> _ = searcher.search(boyi.xiangqi.Position(), depth=3)
    /// >>> rows = searcher.table.entries()
    /// >>> len(rows) == len(searcher.table), rows["depth"].max()
    /// (True, np.int8(3))
    ///
    /// With `chunk` it is an iterator over such arrays of at most so many rows, for tables whose entries do not fit into
    /// memory twice; each shows the table as it is when it is asked for. Raises OptionError for a chunk below 1.
    #[pyo3(signature = (chunk=None))]
    fn entries<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole_or_none)] chunk: Option<i64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(chunk) = chunk {
            return Ok(Pieces::of_table((*self.inner).clone(), chunk)?.into_pyobject(py)?.into_any());
        }
        let rows = py.detach(|| self.inner.rows());
        rows_array(py, rows, self.inner.layout())
    }

    /// A random sample of at most `n` entries, in the format of `entries()`. Equal seeds (`seed`, 0 or more) choose
    /// equal slots. Raises OptionError for a negative number.
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

    /// The principal variation stored in the table: a list of at most `length` best moves from a position on. It ends
    /// where no legal move is stored, or where a position repeats.
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

    /// The exact score of a position searched to exactly `depth` plies, as a pair (Score, best Move or None); None if
    /// the table holds no such score. `depth` is 0 to 96.
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

    /// The best move stored for a position, from a search of any depth; None if no legal move is stored.
    fn best_move(&self, position: &Bound<'_, PyAny>) -> PyResult<MoveOrNone> {
        let py = position.py();
        let position = self.position(position)?;
        let game = position.plain_game()?;
        let mv = with_game!(&game, game => self.inner.best_move(game));
        mv.map(|mv| interned(py, position.kind(), mv)).transpose()
    }

    /// The static score of a position for the side to move, if it was a leaf of a search; None otherwise. Raises
    /// OptionError if the layout is not "leafwalk".
    fn leaf(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<Score>> {
        let position = self.position(position)?;
        Ok(self.leaf_table()?.get(position.key(), position.side()))
    }

    /// Follows `depth` stored moves from a position to a stored leaf, which is how the layout "leafwalk" serves a
    /// search of `depth` plies from a deeper entry.
    ///
    /// Returns the static score of the leaf, for the side to move in `position`, and the line of moves; None if a move
    /// or the leaf is missing. Raises OptionError if the layout is not "leafwalk" or `depth` is not 0 to 96.
    ///
    /// >>> import boyi
    /// >>> searcher = boyi.Searcher("leafwalk")
    /// >>> start = boyi.gomoku.Position("h8 i9 i8 g8")
    /// >>> _ = searcher.search(start, depth=4)
    /// >>> score, line = searcher.table.walk(start, 2)
    /// >>> line == searcher.table.pv(start, 2), int(score) == start.play_all(line).evaluate("patterns")
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

    /// All leaves as a read-only structured numpy array in slot order, with the fields key u8 and score i2 (static, for
    /// the side that moves first in the game). Raises OptionError if the layout is not "leafwalk".
    fn leaves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let leaves = self.leaf_table()?;
        let rows = py.detach(|| leaves.rows());
        leaves_array(py, rows)
    }

    /// Number of entries by depth, by bound and by age: a dict of dicts, such as `{"depth": {5: 120, …}, …}`. In the
    /// layout "two-bound", the depth is that of the deeper bound, -1 where only a move is stored, and bound 3 means that
    /// both bounds are.
    fn occupancy(&self, py: Python<'_>) -> BTreeMap<&'static str, BTreeMap<i32, u64>> {
        py.detach(|| occupancy(&self.inner))
    }

    /// The moves of some rows of `entries()` or `sample()` as a list of texts, "" for no move. Raises OptionError for
    /// anything but such rows.
    fn move_text(&self, rows: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        move_texts(&self.inner.owner().unwrap_or_default(), rows)
    }

    /// Removes all entries and leaves, and frees the table for another game or evaluation.
    ///
    /// With `min_depth` above 0, removes only the entries of a depth below `min_depth` plies; leaves stay, because
    /// deeper entries are walked to them. Raises OptionError for a negative `min_depth`.
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

    /// Writes the table to a file, with a checksum; `progress` shows a bar. Raises OSError if that fails, MissingExtraError
    /// if a bar is asked for and tqdm is missing. After an error or Ctrl-C an existing file is unchanged.
    #[pyo3(signature = (path, *, progress=false))]
    fn save(&self, py: Python<'_>, path: PathBuf, progress: bool) -> PyResult<()> {
        let (done, mut bar) = (AtomicU64::new(0), Bar::new(py, progress, self.inner.bytes() as u64, "saving")?);
        let work = |stop: &_| self.inner.save_with_progress(&path, &Progress { stop, done: &done });
        let saved = waiting::run_shown(py, "saving a table", work, |py, _| bar.show(py, &done))?;
        bar.close(py)?;
        saved.map_err(|error| io_error(&error, &path))
    }

    /// Reads a table from a file that `save` wrote; `progress` shows a bar. Raises TableFileError for a file that is not a
    /// table, is damaged, or has the format of another version of boyi, OptionError if the memory has no room for it,
    /// MissingExtraError if a bar is asked for and tqdm is missing. `TableFile` reads a file where it lies.
    #[staticmethod]
    #[pyo3(signature = (path, *, progress=false))]
    fn load(py: Python<'_>, path: PathBuf, progress: bool) -> PyResult<PyTable> {
        let bytes = path.metadata().map_or(0, |file| file.len());
        let (done, mut bar) = (AtomicU64::new(0), Bar::new(py, progress, bytes, "loading")?);
        let work = |stop: &_| Table::load_with_progress(&path, &Progress { stop, done: &done });
        let table = waiting::run_shown(py, "loading a table", work, |py, _| bar.show(py, &done))?;
        bar.close(py)?;
        Ok(PyTable::holding(table?))
    }

    fn __repr__(&self) -> String {
        format!("TranspositionTable(mb={:.4}, scheme={:?}, layout={:?})", self.mb(), self.scheme(), self.layout())
    }
}

/// Checks a depth in plies, 0 to 96, as entries may hold it.
fn plies(depth: i64) -> PyResult<usize> {
    let possible = usize::try_from(depth).ok().filter(|depth| *depth <= MAX_PLY);
    possible.ok_or_else(|| option_error(format!("depth = {depth}: expected 0 to {MAX_PLY} plies")))
}
