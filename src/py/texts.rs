//! Texts of Python as texts of Rust, which hold whole characters only: half of a surrogate pair is an error of boyi.

use pyo3::prelude::*;
use pyo3::types::PyString;

use super::errors::option_error;
use crate::error::{Error, shown};

/// Why such a text is refused.
const HALF: &str = "half of a surrogate pair stands in it, expected whole characters";

/// A text argument, such as a name; OptionError for half of a surrogate pair.
pub fn text<'a>(argument: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    or_refused(argument.cast()?, |text| option_error(format!("{:?}: {HALF}", shown(text))))
}

/// A text argument, as [`text`] reads it, or None.
pub fn text_or_none<'a>(argument: &'a Bound<'_, PyAny>) -> PyResult<Option<&'a str>> {
    if argument.is_none() { Ok(None) } else { text(argument).map(Some) }
}

/// The text of a position; PositionError for half of a surrogate pair.
pub fn position_text<'a>(argument: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    or_refused(argument.cast()?, |text| Error::position(text, HALF).into())
}

/// The text of a position, as [`position_text`] reads it, or None.
pub fn position_text_or_none<'a>(argument: &'a Bound<'_, PyAny>) -> PyResult<Option<&'a str>> {
    if argument.is_none() { Ok(None) } else { position_text(argument).map(Some) }
}

/// The text of a move or of several; MoveTextError for half of a surrogate pair.
pub fn move_text<'a>(argument: &'a Bound<'_, PyString>) -> PyResult<&'a str> {
    or_refused(argument, |text| Error::move_text(text, HALF).into())
}

/// The text of a move as an argument, as [`move_text`] reads it.
pub fn move_argument<'a>(argument: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    move_text(argument.cast()?)
}

fn or_refused<'a>(text: &'a Bound<'_, PyString>, refuse: impl FnOnce(&str) -> PyErr) -> PyResult<&'a str> {
    text.to_str().map_err(|_| refuse(&text.to_string_lossy()))
}
