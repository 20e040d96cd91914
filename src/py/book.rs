//! The Python class `boyi.xiangqi.Book`: opening books.

use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple, PyType};

use super::any::{AnyGame, AnyPosition, with_game};
use super::arrays::book_array;
use super::errors::{BookFileError, GameMismatchError, option_error};
use super::moves::{PyMove, interned};
use super::values::{whole, whole_or_none};
use super::waiting::Breaks;
use super::xiangqi::PyPosition;
use crate::game::Tactics;
use crate::games::GameKind;
use crate::games::xiangqi::{Book, Ending, Maker, Position};
use crate::score::EVAL_LIMIT;
use crate::search::Report;
use crate::window::Bound as ScoreBound;

/// Largest value of `plies`, the number of plies of each game that enter a book.
const MOST_PLIES: i64 = 1000;

/// An immutable opening book of xiangqi: moves with weights, by position. Books are made by `Book.from_games`,
/// `Book.load` and `Book.shipped`.
///
/// A position is found in its left-right mirror image too. Positions are looked up by the default Zobrist key set,
/// whatever key set they use themselves. Books are equal if their entries are equal.
///
/// >>> import boyi
/// >>> book = boyi.xiangqi.Book.from_games([("炮二平五 马8进7", "1-0"), ("h2e2 h7e7", "1/2-1/2"), ("g3g4", "0-1")])
/// >>> position = boyi.xiangqi.Position().play("h2e2")
/// >>> book.probe(position), position in book
/// ([(Move('h7e7'), 1)], True)
/// >>> book.choose(position.mirror(), seed=1)     # what was played on one side is known on the other
/// Move('b7e7')
#[pyclass(frozen, name = "Book", module = "boyi._core", eq)]
#[derive(PartialEq)]
pub struct PyBook {
    pub inner: Book,
}

impl PyBook {
    /// The book that an argument means: a Book itself, the shipped one for True, none for False and None.
    pub fn of(py: Python<'_>, argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Py<PyBook>>> {
        let Some(argument) = argument else { return Ok(None) };
        if let Ok(book) = argument.cast::<PyBook>() {
            return Ok(Some(book.clone().unbind()));
        }
        match argument.extract::<bool>() {
            Ok(true) => Ok(Some(Py::new(py, PyBook::shipped())?)),
            Ok(false) => Ok(None),
            Err(_) => Err(option_error(format!("book {argument}: expected a boyi.xiangqi.Book, True or False"))),
        }
    }

    /// The report of a search that a book move replaces: zero nodes, with the static evaluation as score. None if the
    /// book has no move for the position, and for other games.
    pub fn report(&self, position: &AnyPosition, game: &AnyGame, seed: u64) -> Option<Report> {
        let AnyPosition::Xiangqi(position) = position else { return None };
        let mv = self.inner.choose(position, seed)?;
        Some(Report {
            mv,
            score: with_game!(game, game => game.evaluate()).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1),
            bound: ScoreBound::None,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            threads: 0,
            time: 0.0,
            cpu_time: 0.0,
            pv: vec![mv],
            interrupted: None,
            iterations: Vec::new(),
        })
    }
}

#[pymethods]
impl PyBook {
    /// Makes a book from games.
    ///
    /// `games` is an iterable of games. A game is a sequence of moves from the start position, a text of moves with
    /// blanks between them (in any notation that `Position.parse` reads), or a Position with its history, which may
    /// start anywhere; or a pair of such a game and its result: "1-0" (red won), "0-1", "1/2-1/2", "*" (unknown) or
    /// None. A missing result is taken from the outcome of the last position, and is unknown if the game is not over
    /// there.
    ///
    /// The first `plies` plies (1 to 1000) of each game enter the book. The weight of a move is 2 per game that its
    /// side won and 1 per game drawn or unknown, as in Polyglot books (Fabien Letouzey, 2004). Moves of weight 0 and
    /// moves played in fewer than `min_count` games (mirror images counted together) are left out.
    ///
    /// Raises IllegalMoveError or MoveTextError, naming game and ply (both counted from 1), for a move that cannot be
    /// played, and OptionError for an unknown result or a number out of range.
    #[staticmethod]
    #[pyo3(signature = (games, *, plies=20, min_count=1))]
    fn from_games(
        games: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = whole)] plies: i64,
        #[pyo3(from_py_with = whole)] min_count: i64,
    ) -> PyResult<PyBook> {
        if !(1..=MOST_PLIES).contains(&plies) {
            return Err(option_error(format!("plies = {plies}: expected 1 to {MOST_PLIES}")));
        }
        if !(1..=i64::from(u32::MAX)).contains(&min_count) {
            return Err(option_error(format!("min_count = {min_count}: expected 1 to {}", u32::MAX)));
        }
        if games.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("games is a text: expected a sequence of games"));
        }
        let (mut maker, mut breaks) = (Maker::new(plies as usize), Breaks::new());
        for (number, game) in (1..).zip(games.try_iter()?) {
            let game = game?;
            breaks.pause(games.py())?;
            let place = format!("game {number}");
            let (moves, ending) = split(&game).map_err(|error| located(games.py(), error, &place))?;
            maker.add(&played(&moves, &place)?, ending);
        }
        Ok(PyBook { inner: games.py().detach(|| maker.book(min_count as u32)) })
    }

    /// The small book that ships with boyi, made from the openings of a 17th-century manual and of Chinese tournament
    /// games.
    ///
    /// >>> import boyi
    /// >>> boyi.xiangqi.Position() in boyi.xiangqi.Book.shipped()
    /// True
    #[staticmethod]
    fn shipped() -> PyBook {
        PyBook { inner: Book::shipped() }
    }

    /// Reads a book from a file that `save` wrote. Raises BookFileError for a file that is not a complete book.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<PyBook> {
        Ok(PyBook { inner: py.detach(|| Book::load(&path))? })
    }

    /// Writes the book to a text file, sorted, so that equal books give equal files. An existing file is replaced
    /// atomically. Raises OSError if the file cannot be written.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        Ok(py.detach(|| self.inner.save(&path))?)
    }

    /// The book moves for a position: a list of pairs (Move, weight), the heaviest first; empty if there are none.
    ///
    /// Moves stored for the mirrored position are mirrored and their weights added. In a position that is its own
    /// mirror image, such as the start position, a move and its mirror image get equal weights. Raises
    /// GameMismatchError for a gomoku position.
    fn probe<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Vec<(&'static Py<PyMove>, u64)>> {
        let moves = self.inner.probe(&xiangqi(position)?).into_iter();
        moves.map(|(mv, weight)| Ok((interned(position.py(), GameKind::Xiangqi, mv)?, weight))).collect()
    }

    /// Chooses a book move for a position at random, with probabilities proportional to the weights; with `best=True`
    /// the heaviest. None if the book has no move.
    ///
    /// `seed` (0 or more) makes the choice repeatable; choices in different positions stay independent. None takes a
    /// seed from Python's `random`. Raises GameMismatchError for a gomoku position and OptionError for a negative seed.
    #[pyo3(signature = (position, seed=None, *, best=false))]
    fn choose<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = whole_or_none)] seed: Option<i64>,
        best: bool,
    ) -> PyResult<Option<&'static Py<PyMove>>> {
        let (py, position) = (position.py(), xiangqi(position)?);
        let seed = match seed {
            Some(seed) => {
                u64::try_from(seed).map_err(|_| option_error(format!("seed = {seed}: expected 0 or more")))?
            }
            None => py.import("random")?.call_method1("getrandbits", (63,))?.extract()?,
        };
        let mv = if best { self.inner.best(&position) } else { self.inner.choose(&position, seed) };
        mv.map(|mv| interned(py, GameKind::Xiangqi, mv)).transpose()
    }

    /// All entries as a read-only structured numpy array, sorted by key and move, with the fields key u8 (of the
    /// default key set), move u2 (see Move.code), weight u4 and games u4 (number of games in which the move was
    /// played). Mirror images are separate entries.
    ///
    /// >>> import boyi
    /// >>> book = boyi.xiangqi.Book.from_games(["h2e2", "h2e2", "b2e2"])
    /// >>> book.entries()[["weight", "games"]].tolist(), book.probe(boyi.xiangqi.Position())
    /// ([(1, 1), (2, 2)], [(Move('b2e2'), 3), (Move('h2e2'), 3)])
    fn entries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        book_array(py, self.inner.rows())
    }

    /// Number of positions in the book.
    fn __len__(&self) -> usize {
        self.inner.positions()
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// Whether the book has a move for a position.
    fn __contains__(&self, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(!self.inner.probe(&xiangqi(position)?).is_empty())
    }

    fn __repr__(&self) -> String {
        format!("Book({} positions, {} entries)", self.inner.positions(), self.inner.rows().len())
    }

    #[staticmethod]
    fn _restore(bytes: &Bound<'_, PyBytes>) -> PyResult<PyBook> {
        let inner = Book::parse(bytes.as_bytes()).map_err(BookFileError::new_err)?;
        Ok(PyBook { inner })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let bytes = PyBytes::new(slf.py(), slf.get().inner.text().as_bytes());
        (slf.get_type().getattr("_restore")?, (bytes,)).into_pyobject(slf.py())
    }
}

/// The xiangqi position that an argument is; a GameMismatchError for another game.
fn xiangqi(argument: &Bound<'_, PyAny>) -> PyResult<Position> {
    match AnyPosition::of(argument)? {
        AnyPosition::Xiangqi(position) => Ok(position),
        other => {
            let message = format!("the book is of xiangqi, and the position is of {}", other.kind().name());
            Err(GameMismatchError::new_err(message))
        }
    }
}

/// Splits an item of `games` into the moves and the result, if one is given.
fn split<'py>(game: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Option<Ending>)> {
    let Some(pair) = game.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2) else {
        return Ok((game.clone(), None));
    };
    let (first, second) = (pair.get_item(0)?, pair.get_item(1)?);
    if second.is_none() {
        return Ok((first, None));
    }
    let text: Option<String> = second.extract().ok();
    match text
        .map_or_else(|| Err(option_error(format!("result {second}: expected a text"))), |t| Ok(Ending::from_text(&t)?))
    {
        Ok(ending) => Ok((first, Some(ending))),
        // A pair of two moves is a game of two plies without a result.
        Err(_) if is_one_move(&first) => Ok((game.clone(), None)),
        Err(error) => Err(error),
    }
}

fn is_one_move(argument: &Bound<'_, PyAny>) -> bool {
    let text: Option<String> = argument.extract().ok();
    argument.is_instance_of::<PyMove>() || text.is_some_and(|text| text.split_whitespace().count() == 1)
}

/// The last position of a game.
fn played(moves: &Bound<'_, PyAny>, place: &str) -> PyResult<Position> {
    if let Ok(position) = moves.cast::<PyPosition>() {
        return Ok(position.get().inner.clone());
    }
    let mut position = Position::start();
    match PyPosition::play_moves(&mut position, moves) {
        Ok(()) => Ok(position),
        Err(error) => Err(located(moves.py(), error, &format!("{place}, ply {}", position.ply() + 1))),
    }
}

/// An error with the place (game and ply) before its message, if it is a TypeError or one of boyi's; others unchanged.
fn located(py: Python<'_>, error: PyErr, place: &str) -> PyErr {
    let own = py.import("boyi.errors").and_then(|module| Ok(module.getattr("BoyiError")?.cast_into::<PyType>()?));
    let about_it = error.is_instance_of::<PyTypeError>(py) || own.is_ok_and(|own| error.is_instance(py, &own));
    if about_it { PyErr::from_type(error.get_type(py), format!("{place}: {}", error.value(py))) } else { error }
}
