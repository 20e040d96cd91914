//! What notebooks show of compiled classes; `boyi.html` writes it.

use pyo3::prelude::*;

use super::config::PyConfig;
use super::run::Run;
use super::searcher::PySearcher;
use super::table::PyTable;
use super::values::PyScore;

/// The HTML of an object by a function of `boyi.html`.
fn in_html<'py, T>(function: &str, object: &Bound<'py, T>) -> PyResult<Bound<'py, PyAny>> {
    object.py().import("boyi.html")?.call_method1(function, (object.as_any(),))
}

#[pymethods]
impl PyConfig {
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_html("config", slf)
    }
}

#[pymethods]
impl PyScore {
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_html("score", slf)
    }
}

#[pymethods]
impl PySearcher {
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_html("searcher", slf)
    }
}

#[pymethods]
impl PyTable {
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        in_html("contents", slf)
    }
}

#[pymethods]
impl Run {
    /// Shows the iterations in a notebook as they finish, until the search is over.
    fn _ipython_display_(slf: &Bound<'_, Self>) -> PyResult<()> {
        in_html("watch", slf).map(drop)
    }
}
