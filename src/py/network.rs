//! The Python class `boyi.xiangqi.Network`: networks that evaluate xiangqi, with their weights as numpy arrays.

use std::sync::Arc;

use pyo3::prelude::*;

use super::errors::option_error;
use super::texts::text;
use super::values::whole;
use super::weights::{array, as_array, numbers, shape_of, weights_class};
use crate::evaluator::{Named, Saved};
use crate::games::xiangqi::Network;
use crate::games::xiangqi::eval::{BUCKETS, Weights};

weights_class! {
    /// A neural network that evaluates xiangqi positions, for `Searcher(evaluation=…)`, `Position.evaluate` and
    /// `boyi.lab.Setup`. `Network.shipped()` is the one of `Config.evaluation` "network"; `boyi.lab.train` makes others.
    ///
    /// Each side sees the board from its own back rank: an input for each kind (king, advisor, elephant, horse, chariot,
    /// cannon, pawn), owner (0 the side itself, 1 its opponent), rank and file. Inputs feed the side's hidden units. With
    /// sets of output weights b by the number of pieces on the board, `b = (pieces - 1) // 4`, the value to the side to move
    /// is
    ///
    /// * sum(side) = bias + the rows of `inputs` for the pieces,
    /// * hidden = sum over units of `output[b, 0] * clip(sum(mover), 0, 255)**2 + output[b, 1] * clip(sum(other), 0, 255)**2`,
    /// * ticks = hidden / 255 + output_bias[b] + sum(mover) - sum(other) of `squares[…, b]`,
    /// * value = ticks * scale / 16320,
    ///
    /// where divisions cut off towards zero. 16320 ticks are a logit: the logarithm of the odds of winning.
    ///
    /// * `inputs`: whole numbers from -960 to 960 of shape (7, 2, 10, 9, hidden), hidden a multiple of 32 up to 1024;
    /// * `bias`: from -960 to 960, shape (hidden,);
    /// * `output`: from -127 to 127, shape (8, 2, hidden); absolute values of a set add up to at most 33025;
    /// * `output_bias`: ticks from -2**24 to 2**24, shape (8,);
    /// * `squares`: values of pieces on squares in ticks, from -2**24 to 2**24, shape (7, 2, 10, 9, 8);
    /// * `scale`: evaluation units in a logit, 1 to 10000;
    /// * `about`: what the network was made of and how; JSON by convention.
    ///
    /// Raises OptionError for another shape or a number out of range.
    ///
    /// >>> import boyi
    /// >>> network = boyi.xiangqi.Network.shipped()
    /// >>> position = boyi.xiangqi.Position()
    /// >>> network.inputs.shape[:4], position.evaluate(network) == position.evaluate("network")
    /// ((7, 2, 10, 9), True)
    PyNetwork = "Network" of Xiangqi in xiangqi: Network, NetworkFileError
}

#[pymethods]
impl PyNetwork {
    #[new]
    #[pyo3(signature = (inputs, bias, output, output_bias, squares, *, scale=95, about="{}"))]
    fn new(
        inputs: &Bound<'_, PyAny>,
        bias: &Bound<'_, PyAny>,
        output: &Bound<'_, PyAny>,
        output_bias: &Bound<'_, PyAny>,
        squares: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole)] scale: i64,
        #[pyo3(from_py_with = text)] about: &str,
    ) -> PyResult<PyClassInitializer<PyNetwork>> {
        let hidden = shape_of(&as_array("inputs", inputs)?)?.last().copied().unwrap_or_default();
        let square = [7, 2, 10, 9];
        let weights = Weights {
            hidden,
            scale: scale.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
            inputs: numbers("inputs", inputs, &[&square[..], &[hidden]].concat())?,
            bias: numbers("bias", bias, &[hidden])?,
            output: numbers("output", output, &[BUCKETS, 2, hidden])?,
            output_bias: numbers("output_bias", output_bias, &[BUCKETS])?,
            squares: numbers("squares", squares, &[&square[..], &[BUCKETS]].concat())?,
            about: about.into(),
        };
        let network = Network::new(weights).map_err(|reason| option_error(format!("bad network: {reason}")))?;
        Ok(PyNetwork::of(Arc::new(network)))
    }

    /// Number of hidden units of each side.
    #[getter]
    fn hidden(&self) -> usize {
        self.inner.weights().hidden
    }

    /// Evaluation units in a logit.
    #[getter]
    fn scale(&self) -> i32 {
        self.inner.weights().scale
    }

    /// Input weights: a read-only int16 array of shape (7, 2, 10, 9, hidden).
    #[getter]
    fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.inner.weights().inputs, &[7, 2, 10, 9, self.hidden()])
    }

    /// Biases of the hidden units: a read-only int16 array of shape (hidden,).
    #[getter]
    fn bias<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.inner.weights().bias, &[self.hidden()])
    }

    /// Output weights: a read-only int8 array of shape (8, 2, hidden).
    #[getter]
    fn output<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.inner.weights().output, &[BUCKETS, 2, self.hidden()])
    }

    /// Output biases in ticks: a read-only int32 array of shape (8,).
    #[getter]
    fn output_bias<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.inner.weights().output_bias, &[BUCKETS])
    }

    /// Values of pieces on squares in ticks: a read-only int32 array of shape (7, 2, 10, 9, 8).
    #[getter]
    fn squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.inner.weights().squares, &[7, 2, 10, 9, BUCKETS])
    }

    fn __repr__(&self) -> String {
        format!("Network(hidden={}, scale={})", self.hidden(), self.scale())
    }
}
