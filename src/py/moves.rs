//! The Python class `Move`: interned objects that behave like their text.

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};

use super::errors::{GameMismatchError, option_error};
use super::texts::{move_argument, move_text, text};
use super::values::whole;
use crate::error::{Error, Result};
use crate::game::Move;
use crate::games::GameKind;

/// A move. It compares, hashes and prints as its text, such as "h2e2" in xiangqi, "h8" in gomoku or "d" in Connect Four,
/// and every function that takes a Move takes the text as well.
///
/// Moves come from positions and results: `position.legal_moves()`, `position.parse(text)`, `result.move`; `Move("h2e2")`
/// is one whether any position allows it or not. Raises MoveTextError for any other text.
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

/// The move objects of a game, indexed by code; each is made at first use.
type Slots = Vec<PyOnceLock<Py<PyMove>>>;
/// Number of 16-bit codes. Codes that are no move are included, because a table may hold any.
const CODES: usize = 1 << 16;

/// The interned moves of a game.
#[inline]
fn slots(py: Python<'_>, kind: GameKind) -> &'static Slots {
    static INTERNED: [PyOnceLock<Slots>; GameKind::ALL.len()] = [const { PyOnceLock::new() }; GameKind::ALL.len()];
    INTERNED[kind as usize].get_or_init(py, || (0..CODES).map(|_| PyOnceLock::new()).collect())
}

/// The object of a move, made if its slot is empty.
#[inline]
fn held<'s>(py: Python<'_>, slots: &'s Slots, kind: GameKind, mv: Move) -> PyResult<&'s Py<PyMove>> {
    let slot = &slots[mv.0 as usize];
    match slot.get(py) {
        Some(object) => Ok(object),
        None => slot.get_or_try_init(py, || new_move(py, kind, mv)),
    }
}

/// The interned object of a move.
pub fn interned(py: Python<'_>, kind: GameKind, mv: Move) -> PyResult<&'static Py<PyMove>> {
    held(py, slots(py, kind), kind, mv)
}

#[cold]
fn new_move(py: Python<'_>, kind: GameKind, mv: Move) -> PyResult<Py<PyMove>> {
    let text = PyString::new(py, &kind.move_name(mv));
    Py::new(py, PyMove { mv, kind, hash: text.hash()?, text: text.unbind() })
}

/// A Python list of moves.
pub fn move_list<'py>(py: Python<'py>, kind: GameKind, moves: &[Move]) -> PyResult<Bound<'py, PyList>> {
    let slots = slots(py, kind);
    // `collect` into a `Result` does not know the length and would grow the vector step by step.
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
    Ok(parse(move_text(text)?)?)
}

impl PyMove {
    /// The error for a move of another game than expected.
    #[cold]
    fn mismatch(&self, expected: GameKind) -> PyErr {
        let (text, game) = (self.kind.move_name(self.mv), self.kind.name());
        let message = format!("{text} is a move of {game}, expected one of {}", expected.name());
        GameMismatchError::new_err(message)
    }
}

/// The move of a code; an OptionError if no move of the game has it.
pub fn move_of_code(kind: GameKind, code: i64) -> PyResult<Move> {
    let mv = Move(u16::try_from(code).unwrap_or(u16::MAX));
    if (kind.sheet().is_move)(mv) {
        Ok(mv)
    } else {
        Err(option_error(format!("no {} move has the code {code}", kind.name())))
    }
}

/// The reason why a text is refused, with an example of each game.
#[cold]
fn no_move() -> String {
    let example = |kind: GameKind| format!("{:?} in {}", kind.sheet().example, kind.name());
    format!("no move, expected one such as {}", GameKind::ALL.map(example).join(", "))
}

#[pymethods]
impl PyMove {
    #[new]
    fn new(py: Python<'_>, #[pyo3(from_py_with = move_argument)] text: &str) -> PyResult<Py<PyMove>> {
        let found = GameKind::ALL.into_iter().find_map(|kind| Some((kind, (kind.sheet().named_move)(text)?)));
        let (kind, mv) = found.ok_or_else(|| Error::move_text(text, no_move()))?;
        Ok(interned(py, kind, mv)?.clone_ref(py))
    }

    /// The move with a 16-bit code, as tables hold it. `game` is the name of a game, such as "gomoku". Raises OptionError for a code
    /// that is not a move of the game.
    #[staticmethod]
    fn from_code(
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] code: i64,
        #[pyo3(from_py_with = text)] game: &str,
    ) -> PyResult<&'static Py<PyMove>> {
        let kind = GameKind::from_name(game)?;
        interned(py, kind, move_of_code(kind, code)?)
    }

    /// The move's 16-bit code, as tables hold it.
    #[getter]
    fn code(&self) -> u16 {
        self.mv.0
    }

    /// Name of the move's game, such as "gomoku".
    #[getter]
    fn game(&self) -> &'static str {
        self.kind.name()
    }

    /// Name of the square that the piece leaves, such as "h2"; None in gomoku.
    #[getter]
    fn from_square(&self) -> Option<String> {
        (self.kind.sheet().squares)(self.mv).0
    }

    /// Name of the square that the piece enters, such as "e2", or the point where the stone is placed.
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
