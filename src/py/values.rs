//! The Python class `Score`, and conversion of Python numbers.

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use super::errors::option_error;
use super::texts::text;
use crate::error::shown;
use crate::game::Side;
use crate::games::GameKind;
use crate::score::{self, MATE};

/// An argument that is a Python integer, and not True or False, as [`integer`] reads it.
pub fn whole(argument: &Bound<'_, PyAny>) -> PyResult<i64> {
    if argument.is_instance_of::<PyBool>() {
        return Err(not_a_number(argument, "a whole number"));
    }
    integer(argument)
}

/// A Python integer of any size, saturated to 64 bits, so that the caller can refuse it as out of range and name the
/// argument.
pub fn integer(argument: &Bound<'_, PyAny>) -> PyResult<i64> {
    match argument.extract::<i64>() {
        Err(error) if error.is_instance_of::<PyTypeError>(argument.py()) => {
            Err(not_a_number(argument, "a whole number"))
        }
        Err(error) if error.is_instance_of::<PyOverflowError>(argument.py()) => {
            Ok(if argument.lt(0)? { i64::MIN } else { i64::MAX })
        }
        other => other,
    }
}

/// The TypeError of an argument that is no number; its note names the argument.
fn not_a_number(argument: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    let text = argument.repr().map_or_else(|_| argument.get_type().to_string(), |repr| repr.to_string());
    PyTypeError::new_err(format!("{}: expected {expected}", shown(&text)))
}

/// A Python integer, as [`whole`] reads it, or None.
pub fn whole_or_none(argument: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    if argument.is_none() { Ok(None) } else { whole(argument).map(Some) }
}

/// A Python number as a float; an int too large for a float becomes infinite.
pub fn number(argument: &Bound<'_, PyAny>) -> PyResult<f64> {
    match argument.extract::<f64>() {
        _ if argument.is_instance_of::<PyBool>() => Err(not_a_number(argument, "a number")),
        Err(error) if error.is_instance_of::<PyTypeError>(argument.py()) => Err(not_a_number(argument, "a number")),
        Err(error) if error.is_instance_of::<PyOverflowError>(argument.py()) => {
            Ok(if argument.lt(0)? { f64::NEG_INFINITY } else { f64::INFINITY })
        }
        other => other,
    }
}

/// A Python number, as [`number`] reads it, or None.
pub fn number_or_none(argument: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    if argument.is_none() { Ok(None) } else { number(argument).map(Some) }
}

/// A score from one side's point of view: an evaluation, a mate in some moves, or a win or loss by repetition.
///
/// A mate is proved: it holds whatever the loser plays. A mate that a search has found without trying every move of the
/// loser is no mate yet but of kind "mate?", and prints as "mate? in 3", or "mate? in -3" for the loser.
///
/// `raw`, also `int(score)`, is the number that tables hold, from -10000 to 10000. `turn` is the side whose point of
/// view it is: "red" or "black" in xiangqi, "black" or "white" in gomoku, "red" or "yellow" in Connect Four. Scores compare
/// with scores and integers by `raw` alone. Raises OptionError for a number out of range, an unknown side or an unknown
/// game.
///
/// >>> from boyi import Score
/// >>> Score(35, "red"), Score(9997, "red"), Score(-9996, "red").mate
/// (Score(35, "red"), Score(9997, "red"), -2)
/// >>> str(Score(9997, "red"))
/// 'mate in 2'
/// >>> Score(35, "red").pov("black").value, Score(9997, "red") > Score(35, "red")
/// (-35, True)
#[pyclass(frozen, name = "Score", module = "boyi._core")]
#[derive(Clone, Copy)]
pub struct PyScore {
    raw: score::Score,
    turn: Side,
    kind: GameKind,
}

impl PyScore {
    pub fn of(raw: score::Score, turn: Side, kind: GameKind) -> PyScore {
        PyScore { raw, turn, kind }
    }

    /// Number of the winner's moves to the end of the game, negative if this side loses.
    fn moves(&self) -> Option<i32> {
        let plies = score::plies_to_end(self.raw)?;
        Some(if self.raw > 0 { (plies + 1) / 2 } else { -(plies + 1) / 2 })
    }
}

#[pymethods]
impl PyScore {
    #[new]
    #[pyo3(signature = (raw, turn, game="xiangqi"))]
    fn new(
        #[pyo3(from_py_with = whole)] raw: i64,
        #[pyo3(from_py_with = text)] turn: &str,
        #[pyo3(from_py_with = text)] game: &str,
    ) -> PyResult<PyScore> {
        let kind = GameKind::from_name(game)?;
        if raw.unsigned_abs() > MATE as u64 {
            return Err(option_error(format!("score {raw}: expected -{MATE} to {MATE}")));
        }
        Ok(PyScore { raw: raw as score::Score, turn: kind.player(turn)?, kind })
    }

    /// The evaluation in its own units (in xiangqi a chariot is about 200, in gomoku a unit is a hundredth of a logit,
    /// in Connect Four it is an open line with a single stone), or None for a mate, proved or not, or a repetition.
    #[getter]
    fn value(&self) -> Option<i32> {
        self.plies().is_none().then_some(self.raw)
    }

    /// Number of the winner's moves to mate, negative if this side is mated; None if the score is no proved mate.
    #[getter]
    fn mate(&self) -> Option<i32> {
        self.moves().filter(|_| score::is_mate(self.raw))
    }

    /// Number of plies to the end of the game, or None for an evaluation.
    #[getter]
    fn plies(&self) -> Option<i32> {
        score::plies_to_end(self.raw)
    }

    /// What the score is: "value" (an evaluation), "mate" (proved), "mate?" (found, not proved) or "repetition".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.plies() {
            None => "value",
            Some(_) if score::is_mate(self.raw) => "mate",
            Some(_) if score::is_repetition(self.raw) => "repetition",
            Some(_) => "mate?",
        }
    }

    /// The side whose point of view it is: "red", "black" or "white".
    #[getter]
    fn turn(&self) -> &'static str {
        self.kind.player_name(self.turn)
    }

    /// The score from the point of view of `side`, "red", "black" or "white". Raises OptionError for a side that the
    /// game does not have.
    fn pov(&self, #[pyo3(from_py_with = text)] side: &str) -> PyResult<PyScore> {
        Ok(if self.kind.player(side)? == self.turn { *self } else { self.__neg__() })
    }

    fn __neg__(&self) -> PyScore {
        PyScore { raw: -self.raw, turn: !self.turn, kind: self.kind }
    }

    fn __int__(&self) -> i32 {
        self.raw
    }

    fn __richcmp__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let other = match other.cast::<PyScore>() {
            Ok(score) => score.get().raw as i64,
            Err(_) => match whole(other) {
                Ok(number) => number,
                Err(_) => return Ok(py.NotImplemented()),
            },
        };
        let result = op.matches((self.raw as i64).cmp(&other));
        Ok(pyo3::types::PyBool::new(py, result).to_owned().into_any().unbind())
    }

    /// Hash of `int(score)`, because a score equals that number.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyInt::new(py, self.raw).hash()
    }

    fn __str__(&self) -> String {
        let Some((moves, plies)) = self.moves().zip(self.plies()) else { return self.raw.to_string() };
        match self.kind() {
            "mate" if self.raw > 0 => format!("mate in {moves}"),
            "mate" => format!("mated in {}", -moves),
            "repetition" if self.raw > 0 => format!("won by repetition in {plies} plies"),
            "repetition" => format!("lost by repetition in {plies} plies"),
            kind => format!("{kind} in {moves}"),
        }
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        PyString::new(py, &self.__str__()).call_method1("__format__", (spec,))
    }

    fn __repr__(&self) -> String {
        let game = if self.kind == GameKind::DEFAULT { String::new() } else { format!(", {:?}", self.kind.name()) };
        format!("Score({}, {:?}{game})", self.raw, self.turn())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (i32, &'static str, &'static str)) {
        let this = slf.get();
        (slf.get_type().into_any().unbind(), (this.raw, this.turn(), this.kind.name()))
    }
}
