//! `Searcher`, and `Run`: a search under way.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;

use super::any::{AnyGame, AnyPosition, with_game};
use super::book::PyBook;
use super::config::PyConfig;
use super::errors::{exception, internal_error, option_error};
use super::evaluation::PyEvaluation;
use super::limits::{focus, limits};
use super::results::{iteration_object, result_object};
use super::table::PyTable;
use super::turn::{Shared, Turn};
use super::values::{number_or_none, whole, whole_or_none};
use super::waiting::{Received, receive};
use crate::game::Side;
use crate::games::Kind;
use crate::presets::{home, preset};
use crate::search::observe::Counters;
use crate::search::{Config, Focus, Iteration, Limits, Report, Searcher};

/// What a searching thread leaves behind; nothing if it failed.
type Outcome = Option<(Report, Counters)>;

/// A dropped run waits no longer than this for its search to stop.
const PATIENCE: Duration = Duration::from_secs(2);

/// A configured search. It keeps its table and histories between searches; `clear()` resets them.
///
/// `config` is a Config or the name of a preset; a preset that differs from game to game is taken for the game of
/// each position. `table` is used instead of a table of its own (its scheme may differ from the configuration's, but
/// not its layout, or GameMismatchError is raised; its scores are those of whatever evaluations filled it).
/// `evaluation` is a boyi.xiangqi.Evaluation, by default boyi's own; with one, only xiangqi can be searched. `book` is
/// a boyi.xiangqi.Book, or True for the one that ships: a position that it has a move for is not searched but answered
/// at once, with a move drawn by the configuration's seed (see Result.from_book); positions of gomoku are searched.
///
/// >>> import boyi
/// >>> searcher = boyi.Searcher(boyi.Config(null_move=False))
/// >>> mate = boyi.xiangqi.Position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w")
/// >>> result = searcher.search(mate, depth=4)
/// >>> result.score.mate, result.score.plies
/// (1, 1)
#[pyclass(frozen, name = "Searcher", module = "boyi._core")]
pub struct PySearcher {
    shared: Arc<Shared>,
    /// What it does now.
    config: Mutex<Config>,
    /// A preset that was asked for by name, to be had for the game of each position.
    preset: Option<String>,
    table: Option<Py<PyTable>>,
    evaluation: Py<PyEvaluation>,
    /// The evaluation was given, and is for xiangqi.
    only_xiangqi: bool,
    book: Option<Py<PyBook>>,
}

impl PySearcher {
    /// The configuration for a game: that of the preset asked for, or the one given.
    fn config_for(&self, kind: Kind) -> PyResult<Config> {
        match &self.preset {
            Some(name) => Ok(preset(name, kind)?),
            None => Ok(self.config()),
        }
    }

    fn config(&self) -> Config {
        self.config.lock().unwrap_or_else(|e| e.into_inner()).clone()
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
    fn spawn(&self, position: AnyPosition, limits: Limits, focus: Focus) -> PyResult<Run> {
        if self.only_xiangqi && position.kind() != Kind::Xiangqi {
            let message =
                format!("this Searcher evaluates xiangqi only, and the position is of {}", position.kind().name());
            return Err(exception("GameMismatchError", message));
        }
        let config = self.config_for(position.kind())?;
        limits.check(&config)?;
        let game = position.game(self.evaluation.get().inner.clone())?;
        let turn = Turn::take(&self.shared)?;
        self.adopt(config, &turn)?;
        if let Some(table) = &self.table {
            table.get().inner.claim(&position.fingerprint())?;
        }
        let (sender, receiver) = channel();
        // A book answers the plain question only.
        let book = self.book.as_ref().filter(|_| focus == Focus::default());
        let known = book.and_then(|book| book.get().answer(&position, &game, self.config().seed as u64));
        let (stop, done) = (Arc::new(AtomicBool::new(false)), Arc::new(OnceLock::new()));
        let run = Run {
            kind: position.kind(),
            side: position.side(),
            from_book: known.is_some(),
            stop: stop.clone(),
            done: done.clone(),
            receiver: Mutex::new(receiver),
        };
        if let Some(report) = known {
            // Turn and sender go with this call: the run is over.
            let _ = done.set(Some((report, Counters::default())));
            return Ok(run);
        }
        std::thread::Builder::new().name("boyi search".into()).spawn(move || {
            let search = AssertUnwindSafe(|| search_on_thread(turn, &game, &limits, &focus, &stop, &sender));
            let outcome = catch_unwind(search).ok();
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
    sender: &Sender<Iteration>,
) -> (Report, Counters) {
    let mut counters = Counters::default();
    let mut searcher = turn.0.searcher.lock().unwrap_or_else(|e| e.into_inner());
    // Nobody may be listening any more: that is no reason to fail.
    let mut tell = |iteration: &Iteration| drop(sender.send(iteration.clone()));
    let report = with_game!(game, game => searcher.search_focused(game, limits, focus, stop, &mut counters, &mut tell));
    (report, counters)
}

#[pymethods]
impl PySearcher {
    #[new]
    #[pyo3(signature = (config=None, table=None, evaluation=None, book=None), text_signature = "(config='boyi', table=None, evaluation=None, book=None)")]
    fn new(
        py: Python<'_>,
        config: Option<&Bound<'_, PyAny>>,
        table: Option<Py<PyTable>>,
        evaluation: Option<Py<PyEvaluation>>,
        book: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PySearcher> {
        let book = PyBook::of(py, book)?;
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
            None if wants_table => Some(Py::new(py, PyTable::of(&config)?)?),
            Some(_) if !wants_table => {
                return Err(option_error("table = a table: the configuration says table='off'; expected None"));
            }
            given => given,
        };
        let only_xiangqi = evaluation.is_some();
        let evaluation = match evaluation {
            Some(evaluation) => evaluation,
            None => Py::new(py, PyEvaluation { inner: Default::default() })?,
        };
        let searcher = Searcher::with_table(config.clone(), table.as_ref().map(|t| t.get().inner.clone()))?;
        Ok(PySearcher {
            shared: Shared::new(searcher),
            config: Mutex::new(config),
            preset: named,
            table,
            evaluation,
            only_xiangqi,
            book,
        })
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

    /// Its evaluation.
    #[getter]
    fn evaluation(&self, py: Python<'_>) -> Py<PyEvaluation> {
        self.evaluation.clone_ref(py)
    }

    /// Its opening book, if it has one.
    #[getter]
    fn book(&self, py: Python<'_>) -> Option<Py<PyBook>> {
        self.book.as_ref().map(|book| book.clone_ref(py))
    }

    /// Searches a position until a limit is reached, and answers with a Result.
    ///
    /// `depth` is in plies (1 to 96), `nodes` in nodes, `time` in seconds; at least one must be given, and the first one
    /// reached ends the search. `on_iteration` is called with an Iteration after each iteration; an exception in it
    /// stops the search and goes on to the caller. Ctrl-C does the same. `root_moves` restricts the choice to some
    /// legal moves; `multipv` asks for so many lines, the best first, in each iteration's `lines`. Raises OptionError
    /// without a limit or for one out of range, IllegalMoveError for a root move that is not legal, SearcherBusyError
    /// during another search.
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
        let run = self.spawn(position, limits, focus)?;
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
        let position = AnyPosition::of(position)?;
        let focus = focus(&position, multipv, root_moves)?;
        self.spawn(position, limits, focus)
    }

    /// Forgets everything, so that the next search is the same, to the node, as that of a new Searcher. Raises
    /// SearcherBusyError during a search.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let turn = Turn::take(&self.shared)?;
        py.detach(|| turn.0.searcher.lock().unwrap_or_else(|e| e.into_inner()).clear());
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("Searcher({})", self.py_config().text())
    }
}

/// A search under way. Iterate over it to see each iteration as it is finished; `with` stops it in the end.
#[pyclass(frozen, name = "Run", module = "boyi._core")]
pub struct Run {
    kind: Kind,
    side: Side,
    from_book: bool,
    stop: Arc<AtomicBool>,
    done: Arc<OnceLock<Outcome>>,
    receiver: Mutex<Receiver<Iteration>>,
}

impl Run {
    /// The next iteration, or that the search is over; `until` limits the wait.
    fn wait(&self, py: Python<'_>, until: Option<Instant>) -> PyResult<Received<Iteration>> {
        receive(py, &self.receiver, until).map_err(|error| self.abandon(py, error))
    }

    fn next(&self, py: Python<'_>) -> PyResult<Option<Iteration>> {
        match self.wait(py, None)? {
            Received::Message(iteration) => Ok(Some(iteration)),
            _ => Ok(None),
        }
    }

    /// Stops the search because of an error and waits until its Searcher is free.
    fn abandon(&self, py: Python<'_>, error: PyErr) -> PyErr {
        self.stop();
        py.detach(|| {
            let receiver = self.receiver.lock().unwrap_or_else(|e| e.into_inner());
            while receiver.recv().is_ok() {}
        });
        error
    }

    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let outcome = self.done.get().and_then(Option::as_ref);
        let (report, counters) = outcome.ok_or_else(|| internal_error("the search"))?;
        result_object(py, report, counters, self.kind, self.side, self.from_book)
    }
}

#[pymethods]
impl Run {
    /// Asks the search to stop; it does within a millisecond or so. `result()` then has what was found.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search is over.
    fn done(&self) -> bool {
        self.done.get().is_some()
    }

    /// Waits for the end of the search and answers with its Result. Raises TimeoutError if it is not over after
    /// `timeout` seconds; the search goes on then.
    #[pyo3(signature = (timeout=None))]
    fn result<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = number_or_none)] timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(seconds) = timeout.filter(|t| !(0.0..=1e9).contains(t)) {
            return Err(option_error(format!("timeout = {seconds}: expected seconds, 0 to 1e9")));
        }
        let until = timeout.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
        loop {
            match self.wait(py, until)? {
                Received::Message(_) => {}
                Received::Closed => return self.outcome(py),
                Received::TimedOut => return Err(PyTimeoutError::new_err("the search is not over yet")),
            }
        }
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.next(py)? {
            Some(iteration) => Ok(Some(iteration_object(py, &iteration, self.kind, self.side)?)),
            None => Ok(None),
        }
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) -> PyResult<()> {
        self.stop();
        while self.next(py)?.is_some() {}
        Ok(())
    }
}

impl Drop for Run {
    /// Stops the search and waits a little, so that the Searcher is free for the next one. Not for ever: after a fork
    /// there is nobody to wait for.
    fn drop(&mut self) {
        self.stop();
        let until = Instant::now() + PATIENCE;
        let receiver = self.receiver.get_mut().unwrap_or_else(|e| e.into_inner());
        while receiver.recv_timeout(until.saturating_duration_since(Instant::now())).is_ok() {}
    }
}
