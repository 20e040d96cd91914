//! Progress bars of work that is done in Rust.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A bar of bytes, of `boyi.run.progress`.
pub struct Bar {
    bar: Py<PyAny>,
    shown: u64,
}

impl Bar {
    /// A bar for so many bytes, or one that shows nothing. Raises MissingExtraError if bars cannot be shown.
    pub fn new(py: Python<'_>, shown: bool, bytes: u64, what: &str) -> PyResult<Bar> {
        let options = PyDict::new(py);
        options.set_item("total", bytes)?;
        options.set_item("unit", "B")?;
        options.set_item("unit_scale", true)?;
        options.set_item("desc", what)?;
        let class = py.import("boyi.run.progress")?.call_method1("progress_bar", (shown,))?;
        let bar = class.call((), Some(&options))?.call_method0("__enter__")?.unbind();
        Ok(Bar { bar, shown: 0 })
    }

    /// Shows that so many bytes are done.
    pub fn show(&mut self, py: Python<'_>, done: &AtomicU64) -> PyResult<()> {
        let done = done.load(Relaxed);
        self.bar.call_method1(py, "update", (done - self.shown,))?;
        self.shown = done;
        Ok(())
    }

    /// Closes the bar.
    pub fn close(self, py: Python<'_>) -> PyResult<()> {
        self.bar.call_method1(py, "__exit__", (py.None(), py.None(), py.None())).map(drop)
    }
}
