//! Rust errors as the Python exceptions of `boyi.errors`.

use std::path::Path;

use pyo3::exceptions::PyOSError;
use pyo3::import_exception;
use pyo3::prelude::*;

use crate::error::Error;

import_exception!(boyi.errors, BookFileError);
import_exception!(boyi.errors, EvaluationFileError);
import_exception!(boyi.errors, ForkError);
import_exception!(boyi.errors, GameMismatchError);
import_exception!(boyi.errors, IllegalMoveError);
import_exception!(boyi.errors, InternalError);
import_exception!(boyi.errors, MissingFileError);
import_exception!(boyi.errors, MoveTextError);
import_exception!(boyi.errors, NetworkFileError);
import_exception!(boyi.errors, OptionError);
import_exception!(boyi.errors, OptionTypeError);
import_exception!(boyi.errors, PositionError);
import_exception!(boyi.errors, SearcherBusyError);
import_exception!(boyi.errors, TableFileError);

/// Number of the system's error for a file that is not there, the same on every system.
const ENOENT: i32 = 2;

/// An OptionError: a name, value, size or depth that is not allowed.
pub fn option_error(message: impl Into<String>) -> PyErr {
    OptionError::new_err(message.into())
}

/// An OSError for a file.
pub fn io_error(error: &std::io::Error, path: &Path) -> PyErr {
    // Given number, text and path, Python chooses the subclass of OSError and names the file.
    PyOSError::new_err((error.raw_os_error(), error.kind().to_string(), path.to_path_buf()))
}

/// An InternalError: a bug of boyi, such as a panic on a searching thread.
pub fn internal_error(what: &str) -> PyErr {
    InternalError::new_err(format!("{what} failed unexpectedly; this is a defect of boyi, please report it"))
}

impl From<Error> for PyErr {
    fn from(error: Error) -> PyErr {
        let exception = match error {
            Error::MissingFile { path, expected } => {
                return MissingFileError::new_err((ENOENT, format!("no such file, expected {expected}"), path));
            }
            Error::Position { .. } => PositionError::new_err,
            Error::MoveText { .. } => MoveTextError::new_err,
            Error::IllegalMove { .. } => IllegalMoveError::new_err,
            Error::Value(_) => OptionError::new_err,
            Error::TableFile { .. } => TableFileError::new_err,
            Error::Type(_) => OptionTypeError::new_err,
            Error::BookFile { .. } => BookFileError::new_err,
            Error::EvaluationFile { .. } => EvaluationFileError::new_err,
            Error::NetworkFile { .. } => NetworkFileError::new_err,
            Error::Evaluation(_) | Error::TableMismatch(_) => GameMismatchError::new_err,
        };
        exception(error.to_string())
    }
}
