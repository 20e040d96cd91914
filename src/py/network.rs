//! The Python class `boyi.xiangqi.Network`: networks that evaluate xiangqi, with their weights as numpy arrays.

use std::path::PathBuf;
use std::sync::Arc;

use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use super::any::{AnyEvaluator, AnyPosition};
use super::arrays::read_only;
use super::errors::{NetworkFileError, option_error};
use super::texts::text;
use super::values::whole;
use crate::evaluator::Named;
use crate::games::xiangqi::eval::{BUCKETS, Weights};
use crate::games::xiangqi::{self, Network};

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
#[pyclass(frozen, name = "Network", module = "boyi._core", eq)]
pub struct PyNetwork {
    pub inner: Arc<Network>,
}

impl PartialEq for PyNetwork {
    fn eq(&self, other: &PyNetwork) -> bool {
        self.inner.weights() == other.inner.weights()
    }
}

impl PyNetwork {
    /// The evaluator for a search or for `Position.evaluate`.
    pub fn evaluator(&self) -> AnyEvaluator {
        AnyEvaluator::Xiangqi(xiangqi::AnyEvaluator::Network(self.inner.clone()))
    }

    fn of(weights: Weights) -> PyResult<PyNetwork> {
        let network = Network::new(weights).map_err(|reason| option_error(format!("bad network: {reason}")))?;
        Ok(PyNetwork { inner: Arc::new(network) })
    }
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
    ) -> PyResult<PyNetwork> {
        let hidden = shape_of(&as_array("inputs", inputs)?)?.last().copied().unwrap_or_default();
        let square = [7, 2, 10, 9];
        PyNetwork::of(Weights {
            hidden,
            scale: scale.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
            inputs: numbers("inputs", inputs, &[&square[..], &[hidden]].concat(), "int16")?,
            bias: numbers("bias", bias, &[hidden], "int16")?,
            output: numbers("output", output, &[BUCKETS, 2, hidden], "int8")?,
            output_bias: numbers("output_bias", output_bias, &[BUCKETS], "int32")?,
            squares: numbers("squares", squares, &[&square[..], &[BUCKETS]].concat(), "int32")?,
            about: about.into(),
        })
    }

    /// The network that ships with boyi, of `Config.evaluation` "network".
    #[staticmethod]
    fn shipped() -> PyNetwork {
        PyNetwork { inner: Network::own() }
    }

    /// Reads a network from a file that `save` wrote. Raises NetworkFileError for a file that is not a complete network
    /// of xiangqi.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<PyNetwork> {
        Ok(PyNetwork { inner: Arc::new(py.detach(|| Network::load(&path))?) })
    }

    /// Writes the network to a file; an existing file is replaced atomically. Raises OSError if it cannot be written.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        Ok(py.detach(|| self.inner.save(&path))?)
    }

    /// Static evaluation of a position for the side to move, in evaluation units: `position.evaluate(network)`.
    fn evaluate<'py>(slf: &Bound<'py, Self>, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        super::evaluation::evaluate(slf.py(), &AnyPosition::of(position)?, Some(slf), false)
    }

    /// Name and checksum of the weights, such as `network-0123abcd`, by which tables know the evaluation.
    #[getter]
    fn fingerprint(&self) -> String {
        self.evaluator().fingerprint()
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

    /// What the network was made of and how, as text.
    #[getter]
    fn about(&self) -> &str {
        &self.inner.weights().about
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

    #[staticmethod]
    fn _restore(bytes: &Bound<'_, PyBytes>) -> PyResult<PyNetwork> {
        let network = Network::parse(bytes.as_bytes()).map_err(NetworkFileError::new_err)?;
        Ok(PyNetwork { inner: Arc::new(network) })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let bytes = PyBytes::new(slf.py(), &slf.get().inner.weights().bytes());
        (slf.get_type().getattr("_restore")?, (bytes,)).into_pyobject(slf.py())
    }
}

/// Weights as a read-only array.
pub fn array<'py, T: Element>(py: Python<'py>, numbers: &[T], shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    read_only(PyArray1::from_slice(py, numbers).call_method1("reshape", (shape.to_vec(),))?)
}

fn no_numbers(name: &str, error: &PyErr) -> PyErr {
    option_error(format!("{name} is no array of numbers: {error}"))
}

/// An array-like argument as an array.
fn as_array<'py>(name: &str, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let array = given.py().import("numpy")?.call_method1("asarray", (given,));
    array.map_err(|error| no_numbers(name, &error))
}

fn shape_of(array: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    array.getattr("shape")?.extract()
}

/// The whole numbers of an array-like argument of this shape, if the type has room for all of them.
pub fn numbers<T: Element + Copy>(
    name: &str,
    given: &Bound<'_, PyAny>,
    shape: &[usize],
    kind: &str,
) -> PyResult<Vec<T>> {
    let numpy = given.py().import("numpy")?;
    let given = as_array(name, given)?;
    let found = shape_of(&given)?;
    if found != shape {
        return Err(option_error(format!("{name} of shape {found:?}: expected {shape:?}")));
    }
    let converted = given.call_method1("astype", (kind,)).map_err(|error| no_numbers(name, &error))?;
    if !numpy.call_method1("array_equal", (&converted, &given))?.extract::<bool>()? {
        return Err(option_error(format!("{name}: expected whole numbers with room in {kind}")));
    }
    let flat = numpy.call_method1("ravel", (converted,))?.cast_into::<PyArray1<T>>()?;
    Ok(flat.to_vec()?)
}

/// The real numbers of an array-like argument of this shape.
pub fn reals(name: &str, given: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<Vec<f32>> {
    let numpy = given.py().import("numpy")?;
    let given = as_array(name, given)?;
    let found = shape_of(&given)?;
    if found != shape {
        return Err(option_error(format!("{name} of shape {found:?}: expected {shape:?}")));
    }
    let converted = given.call_method1("astype", ("float32",)).map_err(|error| no_numbers(name, &error))?;
    Ok(numpy.call_method1("ravel", (converted,))?.cast_into::<PyArray1<f32>>()?.to_vec()?)
}
