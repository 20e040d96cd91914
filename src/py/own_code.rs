//! User-defined Python functions in a search: `order_by` and `evaluate` of a `Searcher`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;

use super::at_exit::Guest;
use super::errors::option_error;
use super::scene::Scene;
use super::values::integer;
use crate::error::shown;
use crate::game::Ranked;
use crate::games::GameKind;
use crate::guided::{Evaluate, Guided, Rank};
use crate::score::UNPROVED_MATE;

/// Largest absolute value that `evaluate` may return; larger scores mean won games.
const MOST: i64 = UNPROVED_MATE as i64 - 1;

/// The user's functions, if given.
#[derive(Default)]
pub struct OwnCode {
    pub order_by: Option<Py<PyAny>>,
    pub evaluate: Option<Py<PyAny>>,
}

impl OwnCode {
    /// Takes the arguments `order_by` and `evaluate`; a TypeError for an object that is not callable.
    pub fn new(order_by: Option<Bound<'_, PyAny>>, evaluate: Option<Bound<'_, PyAny>>) -> PyResult<OwnCode> {
        Ok(OwnCode {
            order_by: function("order_by", "(position, moves)", order_by)?,
            evaluate: function("evaluate", "(position)", evaluate)?,
        })
    }

    /// Whether at least one function is given.
    pub fn takes_part(&self) -> bool {
        self.order_by.is_some() || self.evaluate.is_some()
    }

    /// Shows the functions to Python's garbage collector.
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.order_by)?;
        visit.call(&self.evaluate)
    }
}

fn function(name: &str, takes: &str, given: Option<Bound<'_, PyAny>>) -> PyResult<Option<Py<PyAny>>> {
    match given {
        Some(given) if !given.is_callable() => {
            let kind = given.get_type().name()?;
            Err(PyTypeError::new_err(format!("{name}: expected a function of {takes} or None, not {kind}")))
        }
        given => Ok(given.map(Bound::unbind)),
    }
}

/// The user's functions during one search. The first exception stops the search and is kept for its result.
pub struct InSearch {
    code: OwnCode,
    stop: Arc<AtomicBool>,
    failure: OnceLock<PyErr>,
    _guest: Guest,
}

impl InSearch {
    /// The user's functions for a search that `stop` ends; None if there are none.
    pub fn begin(code: &OwnCode, py: Python<'_>, stop: Arc<AtomicBool>) -> Option<InSearch> {
        let copy = |function: &Option<Py<PyAny>>| function.as_ref().map(|function| function.clone_ref(py));
        let code = OwnCode { order_by: copy(&code.order_by), evaluate: copy(&code.evaluate) };
        let any = code.order_by.is_some() || code.evaluate.is_some();
        any.then(|| InSearch { code, _guest: Guest::new(stop.clone()), stop, failure: OnceLock::new() })
    }

    /// The exception that ended the search, if any.
    pub fn failure(self) -> Option<PyErr> {
        self.failure.into_inner()
    }

    /// Runs a search on a game that calls the user's functions. The thread state of Python is kept for the whole
    /// search, which makes each call cheaper; the interpreter is held during calls only.
    pub fn with_guided<G: Scene, T: Send>(&self, game: &G, search: impl FnOnce(&Guided<'_, G>) -> T + Send) -> T {
        let game = game.clone();
        Python::attach(|py| {
            py.detach(move || {
                let evaluate = |game: &G| self.evaluate(game);
                let rank = |game: &G, moves: &mut [Ranked]| self.rank(game, moves);
                let evaluate = self.code.evaluate.is_some().then_some(&evaluate as &Evaluate<G>);
                let rank = self.code.order_by.is_some().then_some(&rank as &Rank<G>);
                search(&Guided::new(game, evaluate, rank))
            })
        })
    }

    /// Calls `evaluate`. After an error the value does not matter, because the search is stopped.
    fn evaluate<G: Scene>(&self, game: &G) -> i32 {
        let asked = self.ask("evaluate", &self.code.evaluate, game, |function, position| {
            let returned = function.call1((position,))?;
            let value = integer(&returned).ok().filter(|value| (-MOST..=MOST).contains(value));
            value.ok_or_else(|| {
                option_error(format!("evaluate returned {}: expected an int from -{MOST} to {MOST}", text(&returned)))
            })
        });
        asked.unwrap_or(0) as i32
    }

    /// Calls `order_by` and scores the moves by the rank of their numbers; equal numbers keep generation order.
    fn rank<G: Scene>(&self, game: &G, moves: &mut [Ranked]) {
        let asked = self.ask("order_by", &self.code.order_by, game, |function, position| {
            let rows = game.rows(function.py(), moves)?;
            numbers(&function.call1((position, rows))?, G::KIND, moves)
        });
        let Some(numbers) = asked else { return };
        let mut sorted = numbers.clone();
        sorted.sort_unstable_by(|a, b| b.total_cmp(a));
        for (ranked, number) in moves.iter_mut().zip(numbers) {
            let rank = sorted.partition_point(|&other| other > number);
            *ranked = ranked.scored(-(rank as i32));
        }
    }

    /// Calls a function with a position. If that raises an exception, stops the search and returns None.
    fn ask<G: Scene, T>(
        &self,
        name: &str,
        function: &Option<Py<PyAny>>,
        game: &G,
        question: impl FnOnce(&Bound<'_, PyAny>, &Bound<'_, PyAny>) -> PyResult<T>,
    ) -> Option<T> {
        // Attaching fails only while the interpreter shuts down.
        let returned = Python::try_attach(|py| {
            let (function, position) = (function.as_ref()?.bind(py), game.position(py));
            let returned = position.and_then(|position| {
                question(function, &position).inspect_err(|error| note(py, error, name, &position))
            });
            returned.map_err(|error| self.failure.set(error)).ok()
        });
        let returned = returned.flatten();
        if returned.is_none() {
            self.stop.store(true, Ordering::Relaxed);
        }
        returned
    }
}

/// Adds a note with the position to an exception. Failure is ignored: `add_note` may be overridden.
fn note(py: Python<'_>, error: &PyErr, name: &str, position: &Bound<'_, PyAny>) {
    let fen = position.getattr("fen").map(|fen| fen.to_string()).unwrap_or_default();
    let _ = error.value(py).call_method1("add_note", (format!("{name} was asked about the position {fen}"),));
}

/// The `repr` of a function's result, shortened for messages.
fn text(returned: &Bound<'_, PyAny>) -> String {
    let text = returned.repr().and_then(|text| Ok(shown(&text.to_str()?.replace('\n', " "))));
    text.unwrap_or_else(|_| "what cannot be shown".into())
}

/// The result of `order_by` as one float per move; an OptionError for another type, shape or nan.
fn numbers(returned: &Bound<'_, PyAny>, kind: GameKind, moves: &[Ranked]) -> PyResult<Vec<f64>> {
    let refused = |what: String| {
        let count = moves.len();
        option_error(format!("order_by returned {}{what}: expected {count} numbers, one for each move", text(returned)))
    };
    let array = match returned.cast::<PyArray1<f64>>() {
        Ok(array) => array.clone().into_any(),
        Err(_) => {
            let array = returned.py().import("numpy")?.call_method1("asarray", (returned,));
            let array = array.map_err(|error| refused(format!(" ({error})")))?;
            let dtype = array.getattr("dtype")?;
            if !"iufb".contains(&dtype.getattr("kind")?.extract::<String>()?) {
                return Err(refused(format!(", of type {dtype}")));
            }
            array.call_method1("astype", ("float64",))?
        }
    };
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if shape != [moves.len()] {
        return Err(refused(format!(", of shape {}", array.getattr("shape")?)));
    }
    let array = array.cast_into::<PyArray1<f64>>()?;
    let numbers = match array.to_vec() {
        Ok(numbers) => numbers,
        // The array is not contiguous, such as `a[::2]`.
        Err(_) => array.call_method0("copy")?.cast_into::<PyArray1<f64>>()?.to_vec()?,
    };
    match numbers.iter().position(|number| number.is_nan()) {
        Some(at) => {
            let name = kind.move_name(moves[at].mv());
            Err(refused(format!(", nan for the move {name}")))
        }
        None => Ok(numbers),
    }
}
