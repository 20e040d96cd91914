//! The Python class `TableFile`.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use pyo3::prelude::*;

use super::any::AnyPosition;
use super::bar::Bar;
use super::entries::{bounds_object, entry_object, move_texts, position_of_owner};
use super::errors::io_error;
use super::pieces::Pieces;
use super::values::whole;
use super::waiting;
use crate::search::table::{Progress, Stored, StoredEntry};

/// A file that `TranspositionTable.save` wrote, whose entries are read where they lie: for tables that are larger than the
/// memory, and for a look at one entry without loading the rest.
///
/// Opening looks at the header and the length, not at all bytes; `check()` does. Raises TableFileError for a file that is
/// not a table, was cut short, or has the format of another version of boyi; MissingFileError if there is none.
///
/// >>> import boyi, tempfile, pathlib
/// >>> searcher, start = boyi.Searcher(), boyi.xiangqi.Position()
/// >>> _ = searcher.search(start, depth=4)
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     path = pathlib.Path(folder, "a.table")
/// ...     searcher.table.save(path)
/// ...     file = boyi.TableFile(path)
/// ...     found = file.probe(start) == searcher.table.probe(start), sum(map(len, file.entries()))
/// >>> found == (True, len(searcher.table))
/// True
#[pyclass(frozen, name = "TableFile", module = "boyi._core")]
pub struct PyTableFile {
    inner: Arc<Stored>,
}

impl PyTableFile {
    fn position(&self, position: &Bound<'_, PyAny>) -> PyResult<AnyPosition> {
        position_of_owner(self.inner.owner(), position)
    }
}

#[pymethods]
impl PyTableFile {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<PyTableFile> {
        Ok(PyTableFile { inner: Arc::new(py.detach(|| Stored::open(&path))?) })
    }

    /// The file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.inner.path().into()
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

    /// Size of entries and leaves in MiB.
    #[getter]
    fn mb(&self) -> f64 {
        self.inner.bytes() as f64 / (1 << 20) as f64
    }

    /// Number of entries that the table can hold.
    #[getter]
    fn capacity(&self) -> usize {
        self.inner.capacity()
    }

    /// An iterator over arrays of at most `chunk` rows, which together are those of `TranspositionTable.entries()`. Raises
    /// OptionError for a chunk below 1, and OSError if the file cannot be read.
    #[pyo3(signature = (chunk=1_048_576), text_signature = "($self, chunk=1048576)")]
    fn entries(&self, #[pyo3(from_py_with = whole)] chunk: i64) -> PyResult<Pieces> {
        Pieces::of_file(self.inner.clone(), chunk)
    }

    /// The stored entry of a position: an Entry (in the layout "two-bound" a Bounds), or None. Raises GameMismatchError for
    /// a position of another game or board than the table was filled for, and OSError if the file cannot be read.
    fn probe<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = position.py();
        let position = self.position(position)?;
        let key = position.key();
        let found = py.detach(|| self.inner.probe(key)).map_err(|error| io_error(&error, self.inner.path()))?;
        found
            .map(|found| match found {
                StoredEntry::Single(entry) => entry_object(py, key, &entry, &position),
                StoredEntry::Both(bounds) => bounds_object(py, key, &bounds, &position),
            })
            .transpose()
    }

    /// The moves of some rows of `entries()` as a list of texts, "" for no move. Raises OptionError for anything but such
    /// rows.
    fn move_text(&self, rows: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        move_texts(self.inner.owner(), rows)
    }

    /// Reads the whole file and compares its checksum; `progress` shows a bar. Raises TableFileError if any byte was
    /// changed, MissingExtraError if a bar is asked for and tqdm is missing.
    #[pyo3(signature = (*, progress=false))]
    fn check(&self, py: Python<'_>, progress: bool) -> PyResult<()> {
        let (done, mut bar) = (AtomicU64::new(0), Bar::new(py, progress, self.inner.bytes(), "checking")?);
        let work = |stop: &_| self.inner.check(&Progress { stop, done: &done });
        let checked = waiting::run_shown(py, "checking a table", work, |py, _| bar.show(py, &done))?;
        bar.close(py)?;
        Ok(checked?)
    }

    fn __repr__(&self) -> String {
        format!("TableFile({:?})", self.inner.path().display().to_string())
    }
}
