//! The Python class `boyi.xiangqi.Evaluation`: piece-square tables as numpy arrays.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::errors::option_error;
use super::values::whole;
use super::weights::{array, reals, weights_class};
use crate::games::xiangqi::PieceSquare;
use crate::games::xiangqi::eval::VALUE_LIMIT;

const SHAPE: [usize; 3] = [7, 10, 9];

weights_class! {
    /// A piece-square evaluation of xiangqi: the sum of the values of the side to move's pieces on their squares, minus the
    /// opponent's, plus a tempo bonus. Without arguments it has boyi's own values, those of `Config.evaluation`
    /// "piece-square".
    ///
    /// `piece_square` is an array of shape (7, 10, 9), indexed by kind of piece (king, advisor, elephant, horse, chariot,
    /// cannon, pawn), rank and file; rank 0 is the owner's back rank, file 0 the owner's left: for black, the board is
    /// turned by 180 degrees. `tempo` is the bonus for the side to move. All values are whole numbers from -9000 to 9000;
    /// boyi's chariot is about 200. A search clamps sums to ±9699, below the scores of won games. Raises OptionError for
    /// another shape, type or value.
    ///
    /// >>> import numpy as np, boyi
    /// >>> material = np.array([0, 20, 20, 90, 200, 95, 15]).reshape(7, 1, 1) * np.ones((1, 10, 9), int)
    /// >>> evaluation = boyi.xiangqi.Evaluation(material, tempo=0)
    /// >>> boyi.xiangqi.Position().evaluate(evaluation), evaluation.piece_square.shape
    /// (0, (7, 10, 9))
    PyEvaluation = "Evaluation" of Xiangqi in xiangqi: PieceSquare
}

impl PartialEq for PyEvaluation {
    fn eq(&self, other: &PyEvaluation) -> bool {
        self.inner == other.inner
    }
}

#[pymethods]
impl PyEvaluation {
    #[new]
    #[pyo3(signature = (piece_square=None, tempo=3))]
    fn new(
        piece_square: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole)] tempo: i64,
    ) -> PyResult<PyClassInitializer<PyEvaluation>> {
        let limit = VALUE_LIMIT as i64;
        if !(-limit..=limit).contains(&tempo) {
            return Err(option_error(format!("tempo = {tempo}: expected -{limit} to {limit}")));
        }
        let tables = match piece_square {
            None => PieceSquare::default().piece_square(),
            Some(array) => read_tables(array)?,
        };
        Ok(PyEvaluation::of(Arc::new(PieceSquare::new(&tables, tempo as i16))))
    }

    /// The piece-square values: a read-only int16 array of shape (7, 10, 9), indexed by kind of piece, rank and file.
    #[getter]
    fn piece_square<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, self.inner.piece_square().as_flattened().as_flattened(), &SHAPE)
    }

    /// The bonus for the side to move.
    #[getter]
    fn tempo(&self) -> i16 {
        self.inner.tempo()
    }

    fn __repr__(&self) -> String {
        let own = self.inner.piece_square() == PieceSquare::default().piece_square();
        format!("Evaluation({}, tempo={})", if own { "boyi's own values" } else { "piece_square=..." }, self.tempo())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let values = slf.get().piece_square(slf.py())?;
        (slf.get_type(), (values, slf.get().tempo())).into_pyobject(slf.py())
    }
}

fn read_tables(array: &Bound<'_, PyAny>) -> PyResult<[[[i16; 9]; 10]; 7]> {
    let mut tables = [[[0; 9]; 10]; 7];
    let numbers = reals::<f64>("piece_square", array, &SHAPE)?;
    for (value, number) in tables.as_flattened_mut().as_flattened_mut().iter_mut().zip(numbers) {
        if number.fract() != 0.0 || number.abs() > VALUE_LIMIT as f64 || number.is_nan() {
            return Err(option_error(format!(
                "piece_square value {number}: expected a whole number from -{VALUE_LIMIT} to {VALUE_LIMIT}"
            )));
        }
        *value = number as i16;
    }
    Ok(tables)
}
