//! Rust errors as the Python exceptions of `boyi.errors`.

use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::error::Error;

/// An exception whose class is named in `boyi.errors`.
pub fn exception(class: &str, message: String) -> PyErr {
    Python::attach(|py| {
        let found = py.import("boyi.errors").and_then(|module| module.getattr(class));
        match found.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
            Ok(class) => PyErr::from_type(class, message),
            Err(error) => error,
        }
    })
}

/// An OptionError: a name, value, size or depth that is not allowed.
pub fn option_error(message: impl Into<String>) -> PyErr {
    exception("OptionError", message.into())
}

/// An InternalError: a bug of boyi, such as a panic on a searching thread.
pub fn internal_error(what: &str) -> PyErr {
    exception("InternalError", format!("{what} failed unexpectedly; this is a defect of boyi, please report it"))
}

impl From<Error> for PyErr {
    fn from(error: Error) -> PyErr {
        let class = match error {
            Error::Position { .. } => "PositionError",
            Error::MoveText { .. } => "MoveTextError",
            Error::IllegalMove { .. } => "IllegalMoveError",
            Error::Value(_) => "OptionError",
            Error::TableFile { .. } => "TableFileError",
            Error::BookFile { .. } => "BookFileError",
            Error::Evaluation(_) | Error::TableMismatch(_) => "GameMismatchError",
        };
        exception(class, error.to_string())
    }
}
