//! `Move`: small interned objects that behave like their texts.

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};

use super::errors::{exception, option_error};
use super::values::whole;
use crate::error::Result;
use crate::game::Move;
use crate::games::GameKind;

/// A move. It equals, hashes, sorts and prints as its text, so that both can be used everywhere.
///
/// >>> import boyi
/// >>> move = boyi.xiangqi.Position().parse("炮二平五")
/// >>> move, move == "h2e2", move in {"h2e2"}, move.from_square, move.to_square
/// (Move('h2e2'), True, True, 'h2', 'e2')
#[pyclass(frozen, name = "Move", module = "boyi._core")]
pub struct PyMove {
    mv: Move,
    kind: GameKind,
    text: Py<PyString>,
    hash: isize,
}

/// The objects of a game's moves, by code; made when they are first wanted.
type Slots = Vec<PyOnceLock<Py<PyMove>>>;
/// Number of all codes, those of no move too: a table may hold any.
const CODES: usize = 1 << 16;

/// The slots of a game.
#[inline]
fn slots(py: Python<'_>, kind: GameKind) -> &'static Slots {
    static INTERNED: [PyOnceLock<Slots>; GameKind::ALL.len()] = [const { PyOnceLock::new() }; GameKind::ALL.len()];
    INTERNED[kind as usize].get_or_init(py, || (0..CODES).map(|_| PyOnceLock::new()).collect())
}

/// What a slot holds for a move, made if it is empty.
#[inline]
fn held<'s>(py: Python<'_>, slots: &'s Slots, kind: GameKind, mv: Move) -> PyResult<&'s Py<PyMove>> {
    let slot = &slots[mv.0 as usize];
    match slot.get(py) {
        Some(object) => Ok(object),
        None => slot.get_or_try_init(py, || new_move(py, kind, mv)),
    }
}

/// The one object of a move of a game.
pub fn interned(py: Python<'_>, kind: GameKind, mv: Move) -> PyResult<&'static Py<PyMove>> {
    held(py, slots(py, kind), kind, mv)
}

#[cold]
fn new_move(py: Python<'_>, kind: GameKind, mv: Move) -> PyResult<Py<PyMove>> {
    let text = PyString::new(py, &kind.move_name(mv));
    Py::new(py, PyMove { mv, kind, hash: text.hash()?, text: text.unbind() })
}

/// A list of moves.
pub fn move_list<'py>(py: Python<'py>, kind: GameKind, moves: &[Move]) -> PyResult<Bound<'py, PyList>> {
    let slots = slots(py, kind);
    // Collecting results would not know the length, and grow the vector step by step.
    let mut objects = Vec::with_capacity(moves.len());
    for &mv in moves {
        objects.push(held(py, slots, kind, mv)?);
    }
    PyList::new(py, objects)
}

/// The move that an argument means: a `Move` of the game, or a text, which `parse` reads.
pub fn read_move(
    kind: GameKind,
    argument: &Bound<'_, PyAny>,
    parse: impl FnOnce(&str) -> Result<Move>,
) -> PyResult<Move> {
    if let Ok(mv) = argument.cast::<PyMove>() {
        let mv = mv.get();
        return if mv.kind == kind { Ok(mv.mv) } else { Err(mv.mismatch(kind)) };
    }
    let Ok(text) = argument.cast::<PyString>() else {
        let class = argument.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string());
        return Err(PyTypeError::new_err(format!("expected a boyi.Move or its text, not {class}")));
    };
    Ok(parse(text.to_str()?)?)
}

impl PyMove {
    /// The error for a move of another game than expected.
    #[cold]
    fn mismatch(&self, expected: GameKind) -> PyErr {
        let (text, game) = (self.kind.move_name(self.mv), self.kind.name());
        let message = format!("{text} is a move of {game}, expected one of {}", expected.name());
        exception("GameMismatchError", message)
    }
}

/// The move of a code, if it is one.
pub fn move_of_code(kind: GameKind, code: i64) -> PyResult<Move> {
    let mv = Move(u16::try_from(code).unwrap_or(u16::MAX));
    if (kind.sheet().is_move)(mv) {
        Ok(mv)
    } else {
        Err(option_error(format!("no {} move has the code {code}", kind.name())))
    }
}

#[pymethods]
impl PyMove {
    /// The move of a 16-bit code, as tables hold it.
    ///
    /// Raises OptionError for a code that is no move of the game.
    #[staticmethod]
    fn from_code(py: Python<'_>, #[pyo3(from_py_with = whole)] code: i64, game: &str) -> PyResult<&'static Py<PyMove>> {
        let kind = GameKind::from_name(game)?;
        interned(py, kind, move_of_code(kind, code)?)
    }

    /// The 16-bit code that tables hold.
    #[getter]
    fn code(&self) -> u16 {
        self.mv.0
    }

    /// Name of the game it is a move of.
    #[getter]
    fn game(&self) -> &'static str {
        self.kind.name()
    }

    /// Square it leaves; None in gomoku.
    #[getter]
    fn from_square(&self) -> Option<String> {
        (self.kind.sheet().squares)(self.mv).0
    }

    /// Square it enters.
    #[getter]
    fn to_square(&self) -> String {
        (self.kind.sheet().squares)(self.mv).1
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

    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        self.text.bind(py).call_method1("__format__", (spec,))
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.kind.move_name(self.mv))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (u16, &'static str))> {
        Ok((slf.get_type().getattr("from_code")?.unbind(), (slf.get().mv.0, slf.get().kind.name())))
    }
}
