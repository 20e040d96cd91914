//! `Move`: small interned objects that behave like their texts.

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};

use super::errors::option_error;
use super::values::whole;
use crate::game::Move;
use crate::games::xiangqi::{Position, moves, notation};

/// Name of the only game so far.
pub const XIANGQI: &str = "xiangqi";

/// A move. It equals, hashes, sorts and prints as its text, so that both can be used everywhere.
///
/// >>> import boyi
/// >>> move = boyi.xiangqi.Position().parse("炮二平五")
/// >>> move, move == "h2e2", move in {"h2e2"}, move.from_square, move.to_square
/// (Move('h2e2'), True, True, 'h2', 'e2')
#[pyclass(frozen, name = "Move", module = "boyi._core")]
pub struct PyMove {
    mv: Move,
    text: Py<PyString>,
    hash: isize,
}

type Slots = Vec<PyOnceLock<Py<PyMove>>>;
static INTERNED: PyOnceLock<Slots> = PyOnceLock::new();

/// The one object of a xiangqi move.
pub fn interned(py: Python<'_>, mv: Move) -> PyResult<&'static Py<PyMove>> {
    let slots = INTERNED.get_or_init(py, || (0..1 << 14).map(|_| PyOnceLock::new()).collect());
    let slot = &slots[mv.0 as usize & 0x3fff];
    match slot.get(py) {
        Some(object) => Ok(object),
        None => slot.get_or_try_init(py, || new_move(py, mv)),
    }
}

#[cold]
fn new_move(py: Python<'_>, mv: Move) -> PyResult<Py<PyMove>> {
    let text = PyString::new(py, &moves::move_name(mv));
    Py::new(py, PyMove { mv, hash: text.hash()?, text: text.unbind() })
}

/// A list of moves.
pub fn move_list<'py>(py: Python<'py>, moves: &[Move]) -> PyResult<Bound<'py, PyList>> {
    let objects: PyResult<Vec<_>> = moves.iter().map(|&mv| interned(py, mv)).collect();
    PyList::new(py, objects?)
}

/// The move that an argument means: a `Move`, or a text in any notation.
pub fn move_argument(position: &Position, argument: &Bound<'_, PyAny>) -> PyResult<Move> {
    if let Ok(mv) = argument.cast::<PyMove>() {
        return Ok(mv.get().mv);
    }
    let Ok(text) = argument.cast::<PyString>() else {
        let kind = argument.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected a boyi.Move or its text, not {kind}")));
    };
    let text = text.to_str()?;
    match moves::parse_coordinates(text) {
        Some(mv) => Ok(mv),
        None => Ok(notation::parse(position, text, None)?),
    }
}

/// The move of a code, if it is one.
pub fn move_of_code(code: i64) -> PyResult<Move> {
    let mv = Move(u16::try_from(code).unwrap_or(u16::MAX));
    let (from, to) = (moves::from_of(mv), moves::to_of(mv));
    if from >= 90 || to >= 90 || from == to {
        return Err(option_error(format!("no xiangqi move has the code {code}")));
    }
    Ok(mv)
}

#[pymethods]
impl PyMove {
    /// The move of a 16-bit code, as tables hold it.
    ///
    /// Raises OptionError for a code that is no move of the game.
    #[staticmethod]
    fn from_code(py: Python<'_>, #[pyo3(from_py_with = whole)] code: i64, game: &str) -> PyResult<&'static Py<PyMove>> {
        if game != XIANGQI {
            return Err(option_error(format!("game {game:?}: expected {XIANGQI:?}")));
        }
        interned(py, move_of_code(code)?)
    }

    /// The 16-bit code that tables hold.
    #[getter]
    fn code(&self) -> u16 {
        self.mv.0
    }

    /// Name of the game it is a move of.
    #[getter]
    fn game(&self) -> &'static str {
        XIANGQI
    }

    /// Square it leaves.
    #[getter]
    fn from_square(&self) -> String {
        moves::square_name(moves::from_of(self.mv))
    }

    /// Square it enters.
    #[getter]
    fn to_square(&self) -> String {
        moves::square_name(moves::to_of(self.mv))
    }

    fn __richcmp__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        if let Ok(other) = other.cast::<PyMove>() {
            return Ok(self.text.bind(py).rich_compare(other.get().text.bind(py), op)?.unbind());
        }
        if other.is_instance_of::<PyString>() {
            return Ok(self.text.bind(py).rich_compare(other, op)?.unbind());
        }
        Ok(py.NotImplemented())
    }

    fn __hash__(&self) -> isize {
        self.hash
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", moves::move_name(self.mv))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (u16, &'static str))> {
        Ok((slf.get_type().getattr("from_code")?.unbind(), (slf.get().mv.0, XIANGQI)))
    }
}
