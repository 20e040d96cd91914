//! `boyi.xiangqi.Book`: opening books.

use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple, PyType};

use super::any::{AnyGame, AnyPosition, with_game};
use super::arrays::book_array;
use super::errors::{exception, option_error};
use super::moves::{PyMove, interned};
use super::values::{whole, whole_or_none};
use super::waiting::Breaks;
use super::xiangqi::PyPosition;
use crate::game::Tactics;
use crate::games::GameKind;
use crate::games::xiangqi::{Book, Ending, Maker, Position};
use crate::score::WIN;
use crate::search::Report;
use crate::window::Bound as ScoreBound;

/// Longest part of a game that a book may be made of, in plies.
const MOST_PLIES: i64 = 1000;

/// An opening book: weighted moves by position. It never changes; `Book.from_games`, `Book.load` and `Book.shipped`
/// make one.
///
/// A book keeps moves as they were played and answers for the mirrored position too. It uses the default key set,
/// whatever set a position uses. Books are equal when their entries are.
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
    /// The book that an argument means: itself, the one that ships for True, none for False and None.
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

    /// What a search answers with whose position is in the book: the book's move, nothing searched, and for a score the
    /// static evaluation. None in other positions and other games.
    pub fn answer(&self, position: &AnyPosition, game: &AnyGame, seed: u64) -> Option<Report> {
        let AnyPosition::Xiangqi(position) = position else { return None };
        let mv = self.inner.choose(position, seed)?;
        Some(Report {
            mv,
            score: with_game!(game, game => game.evaluate()).clamp(1 - WIN, WIN - 1),
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
    /// The book of these games. A game is a sequence of moves from the start position, a text with blanks between them,
    /// or a Position with its history, which may begin anywhere; moves in any notation that a Position reads. With its
    /// result a game is a pair `(game, result)`, of "1-0" (red won), "0-1", "1/2-1/2" and "*" (unknown). Without, or
    /// with None, it ended as its last position says, and is unknown if that is not the end of a game.
    ///
    /// The first `plies` plies (1 to 1000) of each game count. A move weighs 2 points for each game that its side won
    /// and 1 for each that was drawn or whose end is unknown, as in books of the Polyglot format (Letouzey 2004). Moves
    /// that made no point are left out, and so are those played in fewer than `min_count` games, their mirror images
    /// included.
    ///
    /// Raises IllegalMoveError or MoveTextError with the number of the game and the ply, both from 1, for what cannot be
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

    /// The small book that ships with boyi: the first plies of lines of a manual of the 17th century and of games of
    /// Chinese tournaments.
    ///
    /// >>> import boyi
    /// >>> boyi.xiangqi.Position() in boyi.xiangqi.Book.shipped()
    /// True
    #[staticmethod]
    fn shipped() -> PyBook {
        PyBook { inner: Book::shipped() }
    }

    /// Reads a book from a file. Raises BookFileError for anything but a whole book as `save` writes it.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<PyBook> {
        Ok(PyBook { inner: py.detach(|| Book::load(&path))? })
    }

    /// Writes the book to a file, as sorted text: equal books are equal files. An existing file is replaced as a whole,
    /// or stays as it was. Raises OSError if that is impossible.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        Ok(py.detach(|| self.inner.save(&path))?)
    }

    /// The moves for a position with their weights, the heaviest first; an empty list if the book has none.
    ///
    /// What was played in the mirrored position is turned back, and its weight added. In a position that is its own
    /// mirror image, such as the start, left and right weigh the same. Raises GameMismatchError for a position of
    /// gomoku.
    fn probe<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Vec<(&'static Py<PyMove>, u64)>> {
        let moves = self.inner.probe(&xiangqi(position)?).into_iter();
        moves.map(|(mv, weight)| Ok((interned(position.py(), GameKind::Xiangqi, mv)?, weight))).collect()
    }

    /// A move for a position, drawn with chances as the weights are, or with `best` the heaviest; None if the book has
    /// none.
    ///
    /// The same `seed`, 0 or more, draws the same move, and from position to position anew; None takes one from Python's
    /// `random`. Raises GameMismatchError for a position of gomoku.
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

    /// All entries as a read-only structured array, sorted by key and move: key u8 (of the default set), move u2 (its
    /// code), weight u4, games u4 (those in which the move was played). Mirrored positions stand apart.
    ///
    /// >>> import boyi
    /// >>> book = boyi.xiangqi.Book.from_games(["h2e2", "h2e2", "b2e2"])
    /// >>> book.entries()[["weight", "games"]].tolist(), book.probe(boyi.xiangqi.Position())
    /// ([(1, 1), (2, 2)], [(Move('b2e2'), 3), (Move('h2e2'), 3)])
    fn entries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        book_array(py, self.inner.rows())
    }

    /// Number of different positions.
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
        let inner = Book::parse(bytes.as_bytes()).map_err(|reason| exception("BookFileError", reason))?;
        Ok(PyBook { inner })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let bytes = PyBytes::new(slf.py(), slf.get().inner.text().as_bytes());
        (slf.get_type().getattr("_restore")?, (bytes,)).into_pyobject(slf.py())
    }
}

/// A position of xiangqi.
fn xiangqi(argument: &Bound<'_, PyAny>) -> PyResult<Position> {
    match AnyPosition::of(argument)? {
        AnyPosition::Xiangqi(position) => Ok(position),
        other => {
            let message = format!("the book is of xiangqi, and the position is of {}", other.kind().name());
            Err(exception("GameMismatchError", message))
        }
    }
}

/// The moves of a game, and its result if that is said.
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
        // Two moves are a game as well.
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

/// The same error, if it is about what was given, with the place where that stands.
fn located(py: Python<'_>, error: PyErr, place: &str) -> PyErr {
    let own = py.import("boyi.errors").and_then(|module| Ok(module.getattr("BoyiError")?.cast_into::<PyType>()?));
    let about_it = error.is_instance_of::<PyTypeError>(py) || own.is_ok_and(|own| error.is_instance(py, &own));
    if about_it { PyErr::from_type(error.get_type(py), format!("{place}: {}", error.value(py))) } else { error }
}
