//! Rust structs for the result classes of the Python module `boyi.values`, one for each class, with typed fields.
//!
//! The classes themselves are Python dataclasses, because these bring comparison, printing, pickling, `replace`,
//! `asdict` and `match`; PyO3 classes would need more code and offer less. Each class is imported once, and the fields
//! of its struct are the keyword arguments of its constructor.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};

use super::moves::{PyMove, interned};
use super::values::PyScore;
use crate::game::Move;
use crate::games::GameKind;
use crate::window;

/// A struct with the fields of a class of `boyi.values`.
pub trait Record<'py>: IntoPyObject<'py, Target = PyDict, Output = Bound<'py, PyDict>, Error = PyErr> {
    /// The class, imported at its first use.
    fn class(py: Python<'py>) -> PyResult<&'py Bound<'py, PyType>>;

    /// The Python object with these fields.
    fn object(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Self::class(py)?.call((), Some(&self.into_pyobject(py)?))
    }
}

/// Connects each struct with the class of `boyi.values` that has its name.
macro_rules! records {
    ($($record:ident $(<$py:lifetime>)?),*) => {$(
        impl<'py> Record<'py> for $record$(<$py>)? {
            fn class(py: Python<'py>) -> PyResult<&'py Bound<'py, PyType>> {
                static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
                CLASS.import(py, "boyi.values", stringify!($record))
            }
        }
    )*};
}
records!(Bounds, Entry, Iteration<'py>, KillResult<'py>, Line<'py>, Outcome<'py>, Proof<'py>, Result<'py>);

/// A move, or None.
pub type MoveOrNone = Option<&'static Py<PyMove>>;

/// A member of `boyi.Bound`.
pub type BoundMember = &'static Py<PyAny>;

/// `boyi.Outcome`: the result of a game.
#[derive(IntoPyObject)]
pub struct Outcome<'py> {
    pub winner: Option<&'static str>,
    pub reason: &'static str,
    pub explanation: String,
    pub threats: Bound<'py, PyTuple>,
}

/// `boyi.Entry`: a position's entry in a table of layout `single` or `leafwalk`.
#[derive(IntoPyObject)]
pub struct Entry {
    pub key: u64,
    #[pyo3(item("move"))]
    pub mv: MoveOrNone,
    pub score: PyScore,
    pub eval: Option<i16>,
    pub depth: i8,
    pub bound: BoundMember,
    pub age: u8,
}

/// `boyi.Bounds`: a position's entry in a table of layout `two-bound`.
#[derive(IntoPyObject)]
pub struct Bounds {
    pub key: u64,
    #[pyo3(item("move"))]
    pub mv: MoveOrNone,
    pub move_depth: Option<i8>,
    pub lower: Option<PyScore>,
    pub lower_depth: Option<i8>,
    pub upper: Option<PyScore>,
    pub upper_depth: Option<i8>,
    pub eval: Option<i16>,
    pub age: u8,
}

/// `boyi.Line`: a principal variation and its score.
#[derive(IntoPyObject)]
pub struct Line<'py> {
    pub score: PyScore,
    pub pv: Bound<'py, PyList>,
}

/// `boyi.Iteration`: the result of one finished iteration.
#[derive(IntoPyObject)]
pub struct Iteration<'py> {
    pub depth: u32,
    pub seldepth: u32,
    pub score: PyScore,
    pub bound: BoundMember,
    #[pyo3(item("move"))]
    pub mv: MoveOrNone,
    pub pv: Bound<'py, PyList>,
    pub nodes: u64,
    pub time: f64,
    pub fill: Option<f64>,
    pub lines: Bound<'py, PyTuple>,
}

/// `boyi.Result`: the result of a search.
#[derive(IntoPyObject)]
pub struct Result<'py> {
    #[pyo3(item("move"))]
    pub mv: MoveOrNone,
    pub score: PyScore,
    pub bound: BoundMember,
    pub depth: u32,
    pub seldepth: u32,
    pub nodes: u64,
    pub time: f64,
    pub cpu_time: f64,
    pub pv: Bound<'py, PyList>,
    pub iterations: Bound<'py, PyList>,
    pub interrupted: Option<Bound<'py, PyAny>>,
    pub counters: Bound<'py, PyDict>,
    pub from_book: bool,
    pub threads: u32,
}

/// `boyi.Proof`: a tree that proves a forced win of the side to move.
#[derive(IntoPyObject)]
pub struct Proof<'py> {
    #[pyo3(item("move"))]
    pub mv: &'static Py<PyMove>,
    pub replies: Bound<'py, PyDict>,
    pub plies: u32,
}

/// `boyi.KillResult`: the result of a kill search.
#[derive(IntoPyObject)]
pub struct KillResult<'py> {
    pub status: &'static str,
    pub line: Bound<'py, PyList>,
    pub proof: Option<Bound<'py, PyAny>>,
    pub nodes: u64,
    pub position: Bound<'py, PyAny>,
}

/// The object of a move, or None for `Move::NONE`.
pub fn move_or_none(py: Python<'_>, kind: GameKind, mv: Move) -> PyResult<MoveOrNone> {
    mv.is_some().then(|| interned(py, kind, mv)).transpose()
}

/// The member of the enum `boyi.Bound` for a bound.
pub fn bound_member(py: Python<'_>, bound: window::Bound) -> PyResult<BoundMember> {
    static MEMBERS: PyOnceLock<[Py<PyAny>; 4]> = PyOnceLock::new();
    let members = MEMBERS.get_or_try_init(py, || {
        let class = py.import("boyi.bound")?.getattr("Bound")?;
        let member = |number: u8| class.call1((number,)).map(Bound::unbind);
        PyResult::Ok([member(0)?, member(1)?, member(2)?, member(3)?])
    })?;
    Ok(&members[bound as usize])
}
