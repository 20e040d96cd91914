//! `Searcher`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::any::{AnyGame, AnyPosition, with_game};
use super::book::PyBook;
use super::config::PyConfig;
use super::detached::Detached;
use super::errors::option_error;
use super::evaluation::PyEvaluation;
use super::limits::{focus, limits};
use super::own_code::{InSearch, OwnCode};
use super::results::iteration_object;
use super::run::{Outcome, Run};
use super::table::PyTable;
use super::turn::{Shared, Turn};
use super::values::{number_or_none, whole, whole_or_none};
use crate::games::GameKind;
use crate::presets::{home, preset};
use crate::search::observe::Counters;
use crate::search::{Config, Focus, Iteration, Limits, MOST_THREADS, Searcher};

/// What a table remembers of evaluations by a function of the user's own: not which one.
const OWN: &str = "own-function";

/// A configured search. It keeps its table and histories between searches; `clear()` resets them.
///
/// `config` is a Config or the name of a preset; a preset that differs from game to game is taken for the game of
/// each position. `table` is used instead of a table of its own (its scheme may differ from the configuration's, but
/// not its layout, or GameMismatchError is raised; a table that was filled with one evaluation refuses another).
/// Positions are evaluated as the configuration's field `evaluation` says, by a name that the position's game must have;
/// `evaluation`, a boyi.xiangqi.Evaluation, takes its place, and then only xiangqi can be searched. `book` is
/// a boyi.xiangqi.Book, or True for the one that ships: a position that it has a move for is not searched but answered
/// at once, with a move drawn by the configuration's seed (see Result.from_book); positions of gomoku are searched.
///
/// With `threads` above 1 (at most 256) so many threads search together, over one table and within one limit of nodes. A
/// search then comes sooner to a depth, and cannot be repeated: its tree depends on which thread comes first. The
/// counters are those of all threads. Functions of your own have one thread.
///
/// Two functions of your own may take part, for either game:
///
/// * `order_by(position, moves)` gives a number for each move, the highest is tried first, and of equal ones the one
///   generated first. It takes the place of every other order but the table's move, in nodes and in the replies to a
///   check beyond the horizon; captures and checks there keep theirs. `moves` is a structured array of the moves that the search
///   considers, two at least: code (see Move) u2; in xiangqi from_square and to_square u1 (9 rank + file), piece and
///   captured i1 (as in `to_array`, 0 none); in gomoku point u2 (cols rank + file), file and rank u1. Squares and
///   points are places in `position.to_array().ravel()`.
/// * `evaluate(position)` gives an int from -9799 to 9799 for the side to move, instead of `evaluation`; a bool or an
///   integer of numpy will do. Any other answer, such as a float, None or a larger number, is an OptionError. A table that
///   a function has filled refuses every evaluation by name, but cannot tell one function from another: give each
///   function a Searcher with a table of its own, or `clear()`.
///   What counts as enough material for a null move, ends in sight and kill search stay the game's.
///
/// `position` is a position of the game without its history, and may be over. Both functions should depend on their
/// arguments alone, or searches cannot be repeated. They are called on the searching thread, one thread at a time. A call
/// costs 0.2 microseconds for `evaluate` and 2 to 3 for `order_by`, twice that if it returns a list, and what the
/// function itself takes: with `position.evaluate()` as evaluation xiangqi is searched at 1.4 million nodes a second
/// instead of 5.8, gomoku at 0.30 instead of 1.3; with an order of numpy zeros at 3.1 instead of 6.4, and 0.9 instead of
/// 1.5. What a function raises
/// stops the search at once and is raised by `search`, or by a Run, with a note that names the position; so is
/// OptionError for an answer of another kind. The searcher works on afterwards.
///
/// A search that is under way when the process forks goes on in the parent only. In the child the searcher can be used
/// at once, with the table as it was then; its Run raises ForkError.
///
/// >>> import boyi
/// >>> searcher = boyi.Searcher(boyi.Config(null_move=False))
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
    /// What it does now.
    config: Mutex<Config>,
    /// A preset that was asked for by name, to be had for the game of each position.
    preset: Option<String>,
    table: Option<Py<PyTable>>,
    /// The evaluation that was given in the place of the configuration's.
    evaluation: Option<Py<PyEvaluation>>,
    book: Option<Py<PyBook>>,
    own: OwnCode,
    threads: usize,
}

impl PySearcher {
    /// The configuration for a game: that of the preset asked for, or the one given.
    fn config_for(&self, kind: GameKind) -> PyResult<Config> {
        match &self.preset {
            Some(name) => Ok(preset(name, kind)?),
            None => Ok(self.config()),
        }
    }

    fn config(&self) -> Config {
        self.config.lock().unwrap_or_else(|e| e.into_inner()).clone()
    }

    /// The turn to search. In a child that was forked during a search, which goes on in the parent alone, the search
    /// begins anew with the same table; what else the searcher had learned stays behind.
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

    /// Changes to a configuration, if it is another one.
    fn adopt(&self, config: Config, turn: &Turn) -> PyResult<()> {
        let mut current = self.config.lock().unwrap_or_else(|e| e.into_inner());
        if *current != config {
            turn.0.searcher.lock().unwrap_or_else(|e| e.into_inner()).reconfigure(config.clone())?;
            *current = config;
        }
        Ok(())
    }

    /// Starts a search on a thread of its own.
    fn spawn(&self, py: Python<'_>, position: AnyPosition, limits: Limits, focus: Focus) -> PyResult<Run> {
        let config = self.config_for(position.kind())?;
        limits.check(&config)?;
        let evaluator = match &self.evaluation {
            Some(given) => given.get().evaluator(),
            None => position.evaluator(config.evaluation.text())?,
        };
        let game = position.game(&evaluator)?;
        let turn = self.turn()?;
        self.adopt(config, &turn)?;
        if let Some(table) = &self.table {
            let evaluation = if self.own.evaluate.is_some() { OWN.into() } else { evaluator.fingerprint() };
            table.get().claim(&position, &evaluation)?;
        }
        let (sender, receiver) = channel();
        // A book answers the plain question only.
        let book = self.book.as_ref().filter(|_| focus == Focus::default());
        let known = book.and_then(|book| book.get().answer(&position, &game, self.config().seed as u64));
        let (stop, done) = (Arc::new(AtomicBool::new(false)), Arc::new(OnceLock::new()));
        let own = InSearch::begin(&self.own, py, stop.clone());
        let run = Run {
            kind: position.kind(),
            side: position.side(),
            from_book: known.is_some(),
            stop: stop.clone(),
            done: done.clone(),
            receiver: Mutex::new(receiver),
            calls_python: own.is_some(),
            process: std::process::id(),
        };
        if let Some(report) = known {
            // Turn and sender go with this call: the run is over.
            let _ = done.set(Outcome::Found(report, Box::default()));
            return Ok(run);
        }
        std::thread::Builder::new().name("boyi search".into()).spawn(move || {
            let search = || search_on_thread(turn, &game, &limits, &focus, &stop, own, &sender);
            let outcome = catch_unwind(AssertUnwindSafe(search)).unwrap_or(Outcome::Defect);
            // Before the sender is gone: whoever sees the channel closed finds the outcome.
            let _ = done.set(outcome);
            drop(sender);
        })?;
        Ok(run)
    }
}

/// Searches, and frees the searcher: whoever hears that the search is done may begin the next one at once.
fn search_on_thread(
    turn: Turn,
    game: &AnyGame,
    limits: &Limits,
    focus: &Focus,
    stop: &AtomicBool,
    own: Option<InSearch>,
    sender: &Sender<Iteration>,
) -> Outcome {
    let mut counters = Box::<Counters>::default();
    let mut searcher = turn.0.searcher.lock().unwrap_or_else(|e| e.into_inner());
    let searcher = &mut *searcher;
    // Nobody may be listening any more: that is no reason to fail.
    let mut tell = |iteration: &Iteration| drop(sender.send(iteration.clone()));
    let report = with_game!(game, game => match &own {
        None => searcher.search_focused(game, limits, focus, stop, &mut *counters, &mut tell),
        Some(own) => own.with_guided(game, |game| {
            searcher.search_focused(game, limits, focus, stop, &mut *counters, &mut tell)
        }),
    });
    own.and_then(InSearch::failure).map_or(Outcome::Found(report, counters), Outcome::Raised)
}

#[pymethods]
impl PySearcher {
    #[new]
    #[pyo3(
        signature = (config=None, table=None, evaluation=None, book=None, *, order_by=None, evaluate=None, threads=1),
        text_signature = "(config='boyi', table=None, evaluation=None, book=None, *, order_by=None, evaluate=None, threads=1)"
    )]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn new(
        py: Python<'_>,
        config: Option<&Bound<'_, PyAny>>,
        table: Option<Py<PyTable>>,
        evaluation: Option<Py<PyEvaluation>>,
        book: Option<&Bound<'_, PyAny>>,
        order_by: Option<Bound<'_, PyAny>>,
        evaluate: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole)] threads: i64,
    ) -> PyResult<PySearcher> {
        let most = MOST_THREADS as i64;
        if !(1..=most).contains(&threads) {
            return Err(option_error(format!("threads = {threads}: expected 1 to {most}")));
        }
        if evaluation.is_some() && evaluate.is_some() {
            return Err(option_error("evaluation= and evaluate=: expected one of the two"));
        }
        let (book, own) = (PyBook::of(py, book)?, OwnCode::new(order_by, evaluate)?);
        if threads > 1 && own.takes_part() {
            let message = "with order_by= or evaluate=: functions of Python run one at a time; expected 1";
            return Err(option_error(format!("threads = {threads} {message}")));
        }
        let (config, named) = match config.map(|given| (given, given.cast::<PyConfig>())) {
            None => (Config::default(), Some("boyi".to_string())),
            Some((_, Ok(config))) => (config.get().inner.clone(), None),
            Some((given, Err(_))) => {
                let name: String = given.extract().map_err(|_| {
                    option_error(format!("config {given}: expected a boyi.Config or the name of a preset"))
                })?;
                (preset(&name, home(&name))?, Some(name))
            }
        };
        let wants_table = config.table.name() != "off";
        let table = match table {
            None if wants_table => Some(Py::new(py, PyTable::of(py, &config)?)?),
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
            evaluation,
            book,
            own,
            threads: threads as usize,
        })
    }

    /// Number of threads of a search.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// What it does. With the name of a preset that differs from game to game: what it did in the last search, and
    /// before the first what it does in xiangqi.
    #[getter(config)]
    fn py_config(&self) -> PyConfig {
        PyConfig { inner: self.config() }
    }

    /// Its table, or None if its configuration has none.
    #[getter]
    fn table(&self, py: Python<'_>) -> Option<Py<PyTable>> {
        self.table.as_ref().map(|table| table.clone_ref(py))
    }

    /// What evaluates its positions: the boyi.xiangqi.Evaluation that was given, or else the name that its configuration
    /// has, "default" for the evaluation that the game of a position calls its own; None if the function `evaluate` does.
    #[getter]
    fn evaluation<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        if self.own.evaluate.is_some() {
            return None;
        }
        let given = self.evaluation.as_ref().map(|given| given.bind(py).clone().into_any());
        Some(given.unwrap_or_else(|| PyString::new(py, self.config().evaluation.text()).into_any()))
    }

    /// Its opening book, if it has one.
    #[getter]
    fn book(&self, py: Python<'_>) -> Option<Py<PyBook>> {
        self.book.as_ref().map(|book| book.clone_ref(py))
    }

    /// The function that orders its moves, or None.
    #[getter]
    fn order_by(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.own.order_by.as_ref().map(|function| function.clone_ref(py))
    }

    /// The function that evaluates its positions, or None.
    #[getter]
    fn evaluate(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.own.evaluate.as_ref().map(|function| function.clone_ref(py))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.own.traverse(&visit)
    }

    /// Searches a position until a limit is reached, and answers with a Result.
    ///
    /// `depth` is in plies (1 to 96), `nodes` in nodes, `time` in seconds; at least one must be given, and the first one
    /// reached ends the search. `on_iteration` is called with an Iteration after each iteration; an exception in it
    /// stops the search and goes on to the caller. Ctrl-C and an exception in `order_by` or `evaluate` do the same.
    /// `root_moves` restricts the choice to some legal moves; `multipv` asks for so many lines, the best first, in each
    /// iteration's `lines`. Raises OptionError without a limit or for one out of range, IllegalMoveError for a root move
    /// that is not legal, GameMismatchError for an evaluation that the position's game does not have and for a table that
    /// was filled for other positions or with another evaluation, SearcherBusyError during another search.
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, on_iteration=None, multipv=1, root_moves=None))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn search<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = whole_or_none)] depth: Option<i64>,
        #[pyo3(from_py_with = whole_or_none)] nodes: Option<i64>,
        #[pyo3(from_py_with = number_or_none)] time: Option<f64>,
        on_iteration: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] multipv: i64,
        root_moves: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = limits(depth, nodes, time)?;
        if limits == Limits::default() {
            return Err(option_error("a search needs a limit: depth=, nodes= or time="));
        }
        let (py, position) = (position.py(), AnyPosition::of(position)?);
        let focus = focus(&position, multipv, root_moves)?;
        let run = self.spawn(py, position, limits, focus)?;
        while let Some(iteration) = run.next(py)? {
            if let Some(callback) = on_iteration {
                let told = iteration_object(py, &iteration, run.kind, run.side).and_then(|it| callback.call1((it,)));
                told.map_err(|error| run.abandon(py, error))?;
            }
        }
        run.outcome(py)
    }

    /// Starts a search in the background and answers with a Run at once. Limits as for `search`; without any, it
    /// deepens until it is stopped or reaches the configuration's max_ply. `multipv` and `root_moves` as for `search`.
    ///
    /// >>> import boyi
    /// >>> with boyi.Searcher().start(boyi.xiangqi.Position(), depth=4) as run:
    /// ...     [iteration.depth for iteration in run]
    /// [1, 2, 3, 4]
    #[pyo3(signature = (position, *, depth=None, nodes=None, time=None, multipv=1, root_moves=None))]
    fn start(
        &self,
        position: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole_or_none)] depth: Option<i64>,
        #[pyo3(from_py_with = whole_or_none)] nodes: Option<i64>,
        #[pyo3(from_py_with = number_or_none)] time: Option<f64>,
        #[pyo3(from_py_with = whole)] multipv: i64,
        root_moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Run> {
        let limits = limits(depth, nodes, time)?;
        let (py, position) = (position.py(), AnyPosition::of(position)?);
        let focus = focus(&position, multipv, root_moves)?;
        self.spawn(py, position, limits, focus)
    }

    /// Forgets everything, so that the next search is the same, to the node, as that of a new Searcher. Raises
    /// SearcherBusyError during a search.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let turn = self.turn()?;
        py.detach(|| turn.0.searcher.lock().unwrap_or_else(|e| e.into_inner()).clear());
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("Searcher({})", self.py_config().text())
    }
}
