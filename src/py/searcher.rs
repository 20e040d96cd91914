//! The Python class `Searcher`: a configured search with its table, histories, book and threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, OnceLock};

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::any::AnyPosition;
use super::book::PyBook;
use super::clock::PyClock;
use super::config::{PyConfig, configured};
use super::detached::Detached;
use super::errors::option_error;
use super::foreign_names::{refuse_keywords, refuse_nameless};
use super::limits::{focus, limits};
use super::own_code::{InSearch, OwnCode};
use super::results::iteration_object;
use super::run::{Outcome, Run, search_on_thread};
use super::table::PyTable;
use super::turn::{Shared, Turn};
use super::values::{number_or_none, whole, whole_or_none};
use super::weights::{check_evaluation, searched_evaluator};
use crate::games::GameKind;
use crate::presets::preset;
use crate::search::{Config, Flags, Focus, Limits, MAX_THREADS, Searcher};

/// Evaluation fingerprint of tables filled with a Python function `evaluate`. All functions share it, because one
/// function cannot be told from another.
const OWN: &str = "own-function";

/// A configured alpha-beta search. It keeps its transposition table and history tables between searches; `clear()`
/// empties them.
///
/// * `config`: a Config, or the name of a preset, which is then resolved for the game of each position.
/// * `table`: a TranspositionTable to use instead of a new one. Its replacement scheme may differ from the
///   configuration's; another layout raises GameMismatchError.
/// * `evaluation`: weights, such as a boyi.xiangqi.Classic or a boyi.gomoku.Network, to use instead of the evaluation
///   named by `config.evaluation`. Only positions of its game can then be searched.
/// * `book`: a boyi.xiangqi.Book, or True for the one that ships with boyi. A position with a book move is not
///   searched: the result is such a move, drawn with `config.seed` (see `Result.from_book`). Gomoku positions are
///   always searched.
/// * `threads`: number of threads that search together, 1 to 256. They share the table and the limits. More threads
///   reach a depth sooner, but the tree depends on their timing, so results do not repeat. Counters are sums over all
///   threads.
/// * `order_by`, `evaluate`: your own move ordering and evaluation functions, for any game; they need `threads=1`.
///
/// Raises OptionError for a value out of range, an unknown preset, or arguments that exclude each other.
///
/// `order_by(position, moves)` returns one number per move. The highest is tried first; equal moves keep generation
/// order. It replaces all move ordering except the table move, in full-width nodes and in check evasions of quiescence;
/// captures and checks in quiescence keep their own order. `moves` is a structured array of at least two moves, with
/// the field code u2 (see Move) and, in xiangqi, from_square and to_square u1 (9 * rank + file), piece and captured i1
/// (as in `to_array`, 0 for none), or, in gomoku, point u2 (cols * rank + file), file and rank u1. Squares and points
/// index `position.to_array().ravel()`.
///
/// `evaluate(position)` returns an int (a bool or numpy integer is accepted) from -9799 to 9799 for the side to move;
/// any other value is an OptionError, and one beyond ±9700 is read as a win or loss that is not proved. The game itself
/// still decides what counts as enough material for a null move, wins visible on the board, and kill search. A table
/// filled by a function refuses named evaluations, but cannot tell two functions apart: give each its own Searcher, or
/// call `clear()`.
///
/// Both functions get positions without history, which may be over. They should depend on their arguments alone, or
/// results do not repeat. They run on the searching thread. Each call of `evaluate` adds about 0.2 microseconds, of
/// `order_by` 2 to 3 (twice that if it returns a list), plus its own run time: `position.evaluate()` as evaluation
/// slows xiangqi from 5.8 to 1.4 million nodes per second, gomoku from 1.3 to 0.30; an order of numpy zeros, from 6.4
/// to 3.1 and from 1.5 to 0.9. An exception in a function stops the search and is raised by `search` or by the Run,
/// with a note that names the position. The searcher can be used again afterwards.
///
/// If the process forks during a search, the search goes on in the parent only. In the child the Searcher is free at
/// once, with the table as it was at the fork, and the Run of that search raises ForkError.
///
/// >>> import boyi
/// >>> searcher = boyi.Searcher(boyi.Config.preset("boyi").replace(null_move=False))
/// >>> mate = boyi.xiangqi.Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w")
/// >>> result = searcher.search(mate, depth=4)
/// >>> result.score.mate, result.score.plies
/// (1, 1)
/// >>> def captures_first(position, moves):
/// ...     return abs(moves["captured"])
/// >>> ordered = boyi.Searcher("plain", order_by=captures_first).search(boyi.xiangqi.Position(), depth=3)
/// >>> ordered.nodes < boyi.Searcher("plain").search(boyi.xiangqi.Position(), depth=3).nodes
/// True
#[pyclass(frozen, name = "Searcher", module = "boyi._core")]
pub struct PySearcher {
    shared: Mutex<Detached<Arc<Shared>>>,
    /// The configuration of the latest search; a preset given by name may change it with the game.
    config: Mutex<Config>,
    /// Name of the preset, if the user gave a name: it is resolved again for the game of each position.
    preset: Option<String>,
    table: Option<Py<PyTable>>,
    /// The argument `evaluation`, which overrides the one that the configuration names.
    evaluation: Option<Py<PyAny>>,
    book: Option<Py<PyBook>>,
    own: OwnCode,
    threads: usize,
}

impl PySearcher {
    /// The configuration for a game: the named preset resolved for it, or else the given Config.
    fn config_for(&self, kind: GameKind) -> PyResult<Config> {
        match &self.preset {
            Some(name) => Ok(preset(name, kind)?),
            None => Ok(self.config()),
        }
    }

    fn config(&self) -> Config {
        self.config.lock().unwrap_or_else(|e| e.into_inner()).clone()
    }

    /// Exclusive right to search. In a child that was forked during a search, the state locked by the parent's thread
    /// is replaced by a new one over the same table; history tables are lost.
    fn turn(&self) -> PyResult<Turn> {
        let mut shared = self.shared.lock().unwrap_or_else(|e| e.into_inner());
        if shared.is_lost() {
            let table = self.table.as_ref().map(|table| Arc::clone(&table.get().inner));
            let mut searcher = Searcher::with_table(self.config(), table)?;
            searcher.set_threads(self.threads);
            *shared = Detached::new(Shared::new(searcher));
        }
        Turn::take(&shared)
    }

    /// Reconfigures the search if the configuration differs from the current one.
    fn adopt(&self, config: Config, turn: &Turn) -> PyResult<()> {
        let mut current = self.config.lock().unwrap_or_else(|e| e.into_inner());
        if *current != config {
            turn.0.searcher.lock().unwrap_or_else(|e| e.into_inner()).reconfigure(config.clone())?;
            *current = config;
        }
        Ok(())
    }

    /// Starts a search on a thread of its own.
    fn spawn(
        &self,
        py: Python<'_>,
        position: AnyPosition,
        limits: Limits,
        focus: Focus,
        ponder: bool,
    ) -> PyResult<Run> {
        let config = self.config_for(position.kind())?;
        limits.check(&config)?;
        let given = self.evaluation.as_ref().map(|given| given.bind(py));
        let evaluator = searched_evaluator(&position, given, &config)?;
        let game = position.game(&evaluator)?;
        let turn = self.turn()?;
        self.adopt(config, &turn)?;
        if let Some(table) = &self.table {
            let evaluation = if self.own.evaluate.is_some() { OWN.into() } else { evaluator.fingerprint() };
            table.get().set_owner(&position, &evaluation)?;
        }
        let (sender, receiver) = channel();
        // A book serves neither several lines nor a choice of root moves.
        let book = self.book.as_ref().filter(|_| focus == Focus::default());
        let known = book.and_then(|book| book.get().report(&position, &game, self.config().seed as u64));
        let (stop, done) = (Arc::new(AtomicBool::new(false)), Arc::new(OnceLock::new()));
        let ponder = Arc::new(AtomicBool::new(ponder));
        let own = InSearch::begin(&self.own, py, stop.clone());
        let run = Run {
            kind: position.kind(),
            side: position.side(),
            from_book: known.is_some(),
            stop: stop.clone(),
            ponder: ponder.clone(),
            done: done.clone(),
            receiver: Mutex::new(receiver),
            calls_python: own.is_some(),
            process: std::process::id(),
        };
        if let Some(report) = known {
            // Returning drops `turn` and `sender`, which frees the searcher and closes the channel: the run is over.
            let _ = done.set(Outcome::Found(report, Box::default()));
            return Ok(run);
        }
        std::thread::Builder::new().name("boyi search".into()).spawn(move || {
            let flags = Flags { stop: &stop, ponder: Some(&ponder) };
            let search = || search_on_thread(turn, &game, limits.on(&focus), flags, own, &sender);
            let outcome = catch_unwind(AssertUnwindSafe(search)).unwrap_or(Outcome::Defect);
            // Set before the sender is dropped, so that whoever sees the channel closed finds the outcome.
            let _ = done.set(outcome);
            drop(sender);
        })?;
        Ok(run)
    }
}

#[pymethods]
impl PySearcher {
    #[new]
    #[pyo3(
        signature = (config=None, table=None, evaluation=None, book=None, *, order_by=None, evaluate=None, threads=1, **unknown),
        text_signature = "(config='boyi', table=None, evaluation=None, book=None, *, order_by=None, evaluate=None, threads=1)"
    )]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn new(
        py: Python<'_>,
        config: Option<&Bound<'_, PyAny>>,
        table: Option<Py<PyTable>>,
        evaluation: Option<Bound<'_, PyAny>>,
        book: Option<&Bound<'_, PyAny>>,
        order_by: Option<Bound<'_, PyAny>>,
        evaluate: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: i64,
        unknown: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PySearcher> {
        refuse_keywords("Searcher", unknown)?;
        let most = MAX_THREADS as i64;
        if !(1..=most).contains(&threads) {
            return Err(option_error(format!("threads = {threads}: expected 1 to {most}")));
        }
        if evaluation.is_some() && evaluate.is_some() {
            return Err(option_error("evaluation= and evaluate=: expected one of the two"));
        }
        evaluation.as_ref().map(check_evaluation).transpose()?;
        let (book, own) = (PyBook::of(py, book)?, OwnCode::new(order_by, evaluate)?);
        if threads > 1 && own.takes_part() {
            let message = "with order_by= or evaluate=: functions of Python run one at a time; expected 1";
            return Err(option_error(format!("threads = {threads} {message}")));
        }
        let (config, named) = configured(config)?;
        let wants_table = config.table.name() != "off";
        let table = match table {
            None if wants_table => Some(Py::new(py, PyTable::of(&config)?)?),
            Some(_) if !wants_table => {
                return Err(option_error("table = a table: the configuration says table='off'; expected None"));
            }
            given => given,
        };
        let mut searcher = Searcher::with_table(config.clone(), table.as_ref().map(|t| Arc::clone(&t.get().inner)))?;
        searcher.set_threads(threads as usize);
        Ok(PySearcher {
            shared: Mutex::new(Detached::new(Shared::new(searcher))),
            config: Mutex::new(config),
            preset: named,
            table,
            evaluation: evaluation.map(Bound::unbind),
            book,
            own,
            threads: threads as usize,
        })
    }

    /// Number of threads that search together, 1 to 256.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// The configuration. If a preset was given by name, the one used in the latest search; before the first search,
    /// the one for the game that the preset was made for, or xiangqi.
    #[getter(config)]
    fn py_config(&self) -> PyConfig {
        PyConfig { inner: self.config() }
    }

    /// The transposition table, or None if the configuration says table="off".
    #[getter]
    fn table(&self, py: Python<'_>) -> Option<Py<PyTable>> {
        self.table.as_ref().map(|table| table.clone_ref(py))
    }

    /// The evaluation in use: the object given to the constructor, or else the name in the
    /// configuration ("default" means the first in `Config.evaluations(game)`); None if a function `evaluate` was
    /// given.
    #[getter]
    fn evaluation<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        if self.own.evaluate.is_some() {
            return None;
        }
        let given = self.evaluation.as_ref().map(|given| given.bind(py).clone());
        Some(given.unwrap_or_else(|| PyString::new(py, self.config().evaluation.text()).into_any()))
    }

    /// The opening book, or None.
    #[getter]
    fn book(&self, py: Python<'_>) -> Option<Py<PyBook>> {
        self.book.as_ref().map(|book| book.clone_ref(py))
    }

    /// The user's move ordering function, or None.
    #[getter]
    fn order_by(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.own.order_by.as_ref().map(|function| function.clone_ref(py))
    }

    /// The user's evaluation function, or None.
    #[getter]
    fn evaluate(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.own.evaluate.as_ref().map(|function| function.clone_ref(py))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.own.traverse(&visit)
    }

    /// Searches a position by iterative deepening until a limit is reached, and returns a Result.
    ///
    /// At least one limit is needed, and the first one reached ends the search: `depth` (1 to 96 plies), `nodes` (1 or
    /// more), `time` (wall seconds, above 0), `cpu_time` (CPU seconds of all threads together, above 0) and `clock`, a
    /// Clock of which the search takes what the move is worth. `on_iteration(iteration)` is called after each finished
    /// iteration. `multipv` is the number of best lines to report in `Iteration.lines`, 1 to 500. `root_moves` restricts
    /// the root to some legal moves. Ctrl-C and exceptions in `on_iteration`, `order_by` or `evaluate` stop the search
    /// and reach the caller.
    ///
    /// Raises OptionError for a missing or bad limit, IllegalMoveError for an illegal root move, GameMismatchError if
    /// the game lacks the evaluation or the table was filled with another game, board or evaluation, and
    /// SearcherBusyError during another search.
    #[pyo3(
        signature = (position, *extra, depth=None, nodes=None, time=None, cpu_time=None, clock=None, on_iteration=None, multipv=1, root_moves=None, **unknown),
        text_signature = "($self, position, *, depth=None, nodes=None, time=None, cpu_time=None, clock=None, on_iteration=None, multipv=1, root_moves=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn search<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        extra: &Bound<'py, PyTuple>,
        #[pyo3(from_py_with = whole_or_none)] depth: Option<i64>,
        #[pyo3(from_py_with = whole_or_none)] nodes: Option<i64>,
        #[pyo3(from_py_with = number_or_none)] time: Option<f64>,
        #[pyo3(from_py_with = number_or_none)] cpu_time: Option<f64>,
        clock: Option<PyRef<'py, PyClock>>,
        on_iteration: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] multipv: i64,
        root_moves: Option<&Bound<'py, PyAny>>,
        unknown: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        refuse_nameless("search", extra)?;
        refuse_keywords("search", unknown)?;
        let limits = limits(depth, nodes, time, cpu_time, clock.as_deref())?;
        if limits == Limits::default() {
            return Err(option_error("a search needs a limit: depth=, nodes=, time=, cpu_time= or clock="));
        }
        let (py, position) = (position.py(), AnyPosition::of(position)?);
        let focus = focus(&position, multipv, root_moves)?;
        let run = self.spawn(py, position, limits, focus, false)?;
        while let Some(iteration) = run.next(py)? {
            if let Some(callback) = on_iteration {
                let told = iteration_object(py, &iteration, run.kind, run.side).and_then(|it| callback.call1((it,)));
                told.map_err(|error| run.abandon(py, error))?;
            }
        }
        run.outcome(py)
    }

    /// Starts a search in the background and returns a Run at once. Arguments and errors are those of `search`; without
    /// a limit, the search deepens until it is stopped or reaches `config.max_ply`.
    ///
    /// With `ponder` the search thinks in the opponent's time: `time` and `clock` do not end it until `Run.ponder_hit()`.
    /// `time` runs from then on, while a clock counts what was thought before as thought.
    ///
    /// >>> import boyi
    /// >>> with boyi.Searcher().start(boyi.xiangqi.Position(), depth=4) as run:
    /// ...     [iteration.depth for iteration in run]
    /// [1, 2, 3, 4]
    #[pyo3(
        signature = (position, *extra, depth=None, nodes=None, time=None, cpu_time=None, clock=None, multipv=1, root_moves=None, ponder=false, **unknown),
        text_signature = "($self, position, *, depth=None, nodes=None, time=None, cpu_time=None, clock=None, multipv=1, root_moves=None, ponder=False)"
    )]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn start(
        &self,
        position: &Bound<'_, PyAny>,
        extra: &Bound<'_, PyTuple>,
        #[pyo3(from_py_with = whole_or_none)] depth: Option<i64>,
        #[pyo3(from_py_with = whole_or_none)] nodes: Option<i64>,
        #[pyo3(from_py_with = number_or_none)] time: Option<f64>,
        #[pyo3(from_py_with = number_or_none)] cpu_time: Option<f64>,
        clock: Option<PyRef<'_, PyClock>>,
        #[pyo3(from_py_with = whole)] multipv: i64,
        root_moves: Option<&Bound<'_, PyAny>>,
        ponder: bool,
        unknown: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Run> {
        refuse_nameless("start", extra)?;
        refuse_keywords("start", unknown)?;
        let limits = limits(depth, nodes, time, cpu_time, clock.as_deref())?;
        let (py, position) = (position.py(), AnyPosition::of(position)?);
        let focus = focus(&position, multipv, root_moves)?;
        self.spawn(py, position, limits, focus, ponder)
    }

    /// Empties the table and the history tables, so that the next search visits the same nodes as that of a new
    /// Searcher. Raises SearcherBusyError during a search.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let turn = self.turn()?;
        py.detach(|| turn.0.searcher.lock().unwrap_or_else(|e| e.into_inner()).clear());
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("Searcher({})", self.py_config().text())
    }
}
