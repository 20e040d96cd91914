//! Evaluations with weights: the base class of their Python classes, and the argument `evaluation`.

use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::PyClass;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::any::{AnyEvaluator, AnyPosition};
use super::arrays::read_only;
use super::errors::option_error;
use crate::evaluator::DEFAULT;
use crate::search::Config;

/// An evaluation with its weights, for `Searcher(evaluation=…)`, `Position.evaluate` and `boyi.lab.Setup`: the base class of
/// `boyi.xiangqi.Network`, `boyi.gomoku.Network` and all others.
#[pyclass(frozen, subclass, name = "Weights", module = "boyi._core")]
pub struct PyWeights {
    evaluator: AnyEvaluator,
}

#[pymethods]
impl PyWeights {
    /// Name of the game that is evaluated, such as "xiangqi".
    #[getter]
    fn game(&self) -> &'static str {
        self.evaluator.kind().name()
    }

    /// Name and checksum of the weights, such as `network-0123abcd`, by which tables know the evaluation.
    #[getter]
    pub fn fingerprint(&self) -> String {
        self.evaluator.fingerprint()
    }

    /// Static evaluation of a position for the side to move, in evaluation units: `position.evaluate(weights)`.
    fn evaluate(&self, position: &Bound<'_, PyAny>) -> PyResult<i32> {
        Ok(AnyPosition::of(position)?.value(&self.evaluator)?)
    }
}

/// Makes the Python class of an evaluator: its documentation, the class, its name and error in Python, the game, its folder
/// and the type. The variant without an error is for evaluators that are not [`Saved`](crate::evaluator::Saved).
macro_rules! weights_class {
    ($(#[$doc:meta])+ $Class:ident = $name:literal of $Game:ident in $folder:ident: $Type:ident, $Error:ident) => {
        $crate::py::weights::weights_class! { $(#[$doc])+ $Class = $name of $Game in $folder: $Type }

        impl PartialEq for $Class {
            fn eq(&self, other: &$Class) -> bool {
                self.inner.bytes() == other.inner.bytes()
            }
        }

        #[pymethods]
        impl $Class {
            /// The weights that ship with boyi.
            #[staticmethod]
            fn shipped(py: Python<'_>) -> PyResult<Bound<'_, $Class>> {
                Bound::new(py, $Class::of($Type::own()))
            }

            /// Reads a file that `save` wrote.
            #[doc = concat!("Raises ", stringify!($Error), " for a file that does not hold weights of this evaluation.")]
            #[staticmethod]
            fn load(py: Python<'_>, path: std::path::PathBuf) -> PyResult<Bound<'_, $Class>> {
                Bound::new(py, $Class::of(Arc::new(py.detach(|| $Type::load(&path))?)))
            }

            /// Writes the weights to a file; an existing file is replaced atomically. Raises OSError if it cannot be written.
            fn save(&self, py: Python<'_>, path: std::path::PathBuf) -> PyResult<()> {
                Ok(py.detach(|| self.inner.save(&path))?)
            }

            /// What the weights were made of and how, as text.
            #[getter]
            fn about(&self) -> &str {
                self.inner.about()
            }

            #[staticmethod]
            fn _restore<'py>(bytes: &Bound<'py, pyo3::types::PyBytes>) -> PyResult<Bound<'py, $Class>> {
                let inner = $Type::parse(bytes.as_bytes()).map_err($crate::py::errors::$Error::new_err)?;
                Bound::new(bytes.py(), $Class::of(Arc::new(inner)))
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
                let bytes = pyo3::types::PyBytes::new(slf.py(), &slf.get().inner.bytes());
                (slf.get_type().getattr("_restore")?, (bytes,)).into_pyobject(slf.py())
            }
        }
    };
    ($(#[$doc:meta])+ $Class:ident = $name:literal of $Game:ident in $folder:ident: $Type:ident) => {
        $(#[$doc])+
        #[pyclass(frozen, eq, extends = $crate::py::weights::PyWeights, name = $name, module = "boyi._core")]
        pub struct $Class {
            inner: Arc<$Type>,
        }

        impl $Class {
            /// The object with this evaluator.
            fn of(inner: Arc<$Type>) -> PyClassInitializer<$Class> {
                let evaluator = $crate::games::$folder::AnyEvaluator::$Type(inner.clone());
                $crate::py::any::AnyEvaluator::$Game(evaluator).object($Class { inner })
            }
        }
    };
}
pub(super) use weights_class;

impl AnyEvaluator {
    /// A Python object of a class of [`PyWeights`] with this evaluator.
    pub fn object<C: PyClass<BaseType = PyWeights>>(self, class: C) -> PyClassInitializer<C> {
        PyClassInitializer::from(PyWeights { evaluator: self }).add_subclass(class)
    }
}

/// Refuses an argument that is no object of an evaluation.
pub fn check_evaluation(argument: &Bound<'_, PyAny>) -> PyResult<()> {
    if argument.is_instance_of::<PyWeights>() { Ok(()) } else { Err(refusal(argument, "")?) }
}

/// The evaluator of a search of a position: the one that was given, or else the one that the configuration names.
pub fn searched_evaluator(
    position: &AnyPosition,
    given: Option<&Bound<'_, PyAny>>,
    config: &Config,
) -> PyResult<AnyEvaluator> {
    match given {
        None => Ok(position.evaluator(config.evaluation.text())?),
        given => evaluator_of(position, given),
    }
}

/// The evaluator that an argument means for a position: an Evaluation, a name, or None for the game's own.
fn evaluator_of(position: &AnyPosition, argument: Option<&Bound<'_, PyAny>>) -> PyResult<AnyEvaluator> {
    let Some(argument) = argument else { return Ok(position.evaluator(DEFAULT)?) };
    if let Ok(given) = argument.cast::<PyWeights>() {
        return Ok(given.get().evaluator.clone());
    }
    match argument.extract::<String>() {
        Ok(name) => Ok(position.evaluator(&name)?),
        Err(_) => Err(refusal(argument, "the name of an evaluation, ")?),
    }
}

/// The TypeError for an argument `evaluation` that is no object of an evaluation, nor what is `also` allowed.
fn refusal(argument: &Bound<'_, PyAny>, also: &str) -> PyResult<PyErr> {
    let expected = "expected weights, such as boyi.xiangqi.Network.shipped(), ";
    let kind = argument.get_type().name()?;
    Ok(PyTypeError::new_err(format!("evaluation: {expected}{also}or None, not {kind}")))
}

/// The method `Position.evaluate` of all games: an int, or with `detail` a dict of the terms.
pub fn evaluate<'py>(
    py: Python<'py>,
    position: &AnyPosition,
    evaluation: Option<&Bound<'py, PyAny>>,
    detail: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let evaluator = evaluator_of(position, evaluation)?;
    if detail {
        return Ok(position.detail(py, &evaluator)?.into_any());
    }
    Ok(position.value(&evaluator)?.into_pyobject(py)?.into_any())
}

/// Weights as a read-only array.
pub fn array<'py, T: Element>(py: Python<'py>, numbers: &[T], shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    read_only(PyArray1::from_slice(py, numbers).call_method1("reshape", (shape.to_vec(),))?)
}

/// An array-like argument as an array of numbers.
pub fn as_array<'py>(name: &str, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let refused = |reason| option_error(format!("{name} is no array of numbers: {reason}"));
    let array = given.py().import("numpy")?.call_method1("asarray", (given,));
    let array = array.map_err(|error| refused(error.to_string()))?;
    let dtype = array.getattr("dtype")?;
    if !"iufb".contains(&dtype.getattr("kind")?.extract::<String>()?) {
        return Err(refused(format!("expected numbers, not {dtype}")));
    }
    Ok(array)
}

/// The shape of an array.
pub fn shape_of(array: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    array.getattr("shape")?.extract()
}

/// The numbers of an array-like argument of this shape as numbers of a type, and whether all are the same there.
fn converted<T: Element + Copy>(name: &str, given: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<(Vec<T>, bool)> {
    let (py, given) = (given.py(), as_array(name, given)?);
    let found = shape_of(&given)?;
    if found != shape {
        return Err(option_error(format!("{name} of shape {found:?}: expected {}", PyTuple::new(py, shape)?)));
    }
    let (numpy, converted) = (py.import("numpy")?, given.call_method1("astype", (T::get_dtype(py),))?);
    let same = numpy.call_method1("array_equal", (&converted, &given))?.extract()?;
    let flat = numpy.call_method1("ravel", (converted,))?.cast_into::<PyArray1<T>>()?;
    Ok((flat.to_vec()?, same))
}

/// The whole numbers of an array-like argument of this shape, if their type has room for all of them.
pub fn numbers<T: Element + Copy>(name: &str, given: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<Vec<T>> {
    match converted(name, given, shape)? {
        (numbers, true) => Ok(numbers),
        _ => Err(option_error(format!("{name}: expected whole numbers with room in {}", T::get_dtype(given.py())))),
    }
}

/// The real numbers of an array-like argument of this shape, rounded to their type.
pub fn reals<T: Element + Copy>(name: &str, given: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<Vec<T>> {
    Ok(converted(name, given, shape)?.0)
}
