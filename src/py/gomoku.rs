//! `boyi.gomoku.Position`.

use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyTuple};

use super::any::AnyPosition;
use super::detail;
use super::errors::option_error;
use super::evaluation;
use super::moves::interned;
use super::position::position_class;
use super::values::{whole, whole_or_none};
use crate::game::Side;
use crate::games::gomoku::text::parse_point;
use crate::games::gomoku::{AnyGomoku, Geometry, Position, Reach, Rule};

/// A gomoku position. It never changes: playing a move gives a new one, which remembers how it came about.
///
/// `moves` are played from the empty board, black first: a sequence of moves or a text such as "h8 i9 j10". `size` is
/// 5 to 22; `rows`, `cols` and `k` (how many in a row win) are for teaching, `rows=3, cols=3, k=3` is tic-tac-toe.
/// `rule` is "freestyle" (five or more win), "standard" (exactly five) or "renju" (black has forbidden points, and
/// wins with exactly five). Points are named by file, `a` on the left, and rank, 1 at the bottom. Raises
/// OptionError for bad measures or an unknown rule, MoveTextError and IllegalMoveError for bad moves.
///
/// >>> import boyi
/// >>> pos = boyi.gomoku.Position("h8 i9 i8 g9")
/// >>> pos.turn, pos.ply, pos.play("g8").is_check()
/// ('black', 4, False)
/// >>> boyi.gomoku.Position("a1 a2 b1 b2 c1", rows=3, cols=3, k=3).outcome()
/// Outcome(winner='black', reason='five')
#[pyclass(frozen, name = "GomokuPosition", module = "boyi._core", eq)]
#[derive(PartialEq)]
pub struct PyPosition {
    pub inner: Position,
}

/// Measures of a board as Python gives them.
fn geometry(size: i64, rows: Option<i64>, cols: Option<i64>, k: i64) -> PyResult<Geometry> {
    let count = |n: i64| usize::try_from(n).unwrap_or(0);
    match (rows, cols, k) {
        (None, None, 5) => Ok(Geometry::square(count(size))?),
        _ => Ok(Geometry::new(count(rows.unwrap_or(size)), count(cols.unwrap_or(size)), count(k))?),
    }
}

impl PyPosition {
    /// The position as a game in which every legal move is looked at.
    fn playable(&self) -> PyResult<AnyGomoku> {
        Ok(AnyGomoku::new(&self.inner, Reach::Everywhere)?)
    }
}

position_class! {
    Gomoku in gomoku,
    /// Side to move, "black" or "white".
    turn,
    /// Zobrist key of stones and side to move, 64 bits; the same in every process.
    key,
    /// The position in one line that `from_text` reads: ranks from the highest, `/` between, and the side, b or w.
    fen,
    /// All legal moves, from a1 along the ranks; none once the game is over, no forbidden points for black in renju.
    legal_moves,
    /// Whether a move can be played. Raises MoveTextError for a text that is no point of the board.
    is_legal,
    /// The position after a move, given as a Move or as text. Raises IllegalMoveError if a stone stands there, if the
    /// point is forbidden or if the game is over, MoveTextError for a text that is no point of the board.
    play,
    /// The position after several moves: a sequence of moves, or a text such as "h8 i9" or "h8i9".
    play_all,
    /// The legal move that a text such as "h8" means.
    parse,
    /// A legal move as text; there is one notation, "uci".
    format,
    /// Number of sequences of exactly `depth` moves (0 to 12); a game that is won ends there. Raises OptionError for rows
    /// longer than 5.
    perft,
    /// `perft` of each legal move: a dict from moves to numbers. Raises OptionError for rows longer than 5.
    divide,
    /// How the game has ended, or None: an Outcome with winner and reason "five", "no_legal_move" or "board_full".
    outcome,
    /// The position, and its history, seen in a mirror: file a becomes the last.
    mirror,
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (moves=None, size=15, rule="freestyle", *, rows=None, cols=None, k=5))]
    fn new(
        moves: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole)] size: i64,
        rule: &str,
        #[pyo3(from_py_with = whole_or_none)] rows: Option<i64>,
        #[pyo3(from_py_with = whole_or_none)] cols: Option<i64>,
        #[pyo3(from_py_with = whole)] k: i64,
    ) -> PyResult<PyPosition> {
        let empty = PyPosition { inner: Position::new(geometry(size, rows, cols, k)?, Rule::from_name(rule)?)? };
        moves.map_or_else(|| Ok(PyPosition { inner: empty.inner.clone() }), |moves| empty.play_all(moves))
    }

    /// The position of a text diagram: one line a rank, the highest first, `.` empty, `X` black, `O` white; or `fen`. `turn` is
    /// "black" or "white"; without it, equally many stones mean black, one more black stone white, and any other
    /// counts are an error. Raises PositionError for a text that is no board.
    ///
    /// >>> import boyi
    /// >>> pos = boyi.gomoku.Position.from_text("..O\n.X.\nX..", k=3)
    /// >>> pos.turn, pos.play("a3").forbidden_points()
    /// ('white', {})
    #[staticmethod]
    #[pyo3(signature = (text, rule="freestyle", *, turn=None, k=5))]
    fn from_text(
        text: &str,
        rule: &str,
        turn: Option<&str>,
        #[pyo3(from_py_with = whole)] k: i64,
    ) -> PyResult<PyPosition> {
        let (k, turn) = (usize::try_from(k).unwrap_or(0), turn.map(|turn| Self::KIND.player(turn)).transpose()?);
        let inner = Position::from_diagram(text, Rule::from_name(rule)?, k, turn)?;
        Ok(PyPosition { inner })
    }

    /// The position of an array `array[rank, file]`, rank 0 at the bottom: 0 empty, 1 black, 2 white. `turn` as for
    /// `from_text`. Raises PositionError for anything else.
    #[staticmethod]
    #[pyo3(signature = (array, turn=None, rule="freestyle", *, k=5))]
    fn from_array(
        array: &Bound<'_, PyAny>,
        turn: Option<&str>,
        rule: &str,
        #[pyo3(from_py_with = whole)] k: i64,
    ) -> PyResult<PyPosition> {
        let (cells, [ranks, files]) = super::arrays::stones_from_array(array)?;
        let geometry = Geometry::new(ranks, files, usize::try_from(k).unwrap_or(0))?;
        let turn = turn.map(|turn| Self::KIND.player(turn)).transpose()?;
        let inner = Position::from_cells(geometry, Rule::from_name(rule)?, &cells, turn)?;
        Ok(PyPosition { inner })
    }

    /// Name of the rule.
    #[getter]
    fn rule(&self) -> &'static str {
        self.inner.rule().name()
    }

    /// Name of the rule, as `rule`.
    #[getter]
    fn rules(&self) -> &'static str {
        self.rule()
    }

    /// Number of ranks.
    #[getter]
    fn rows(&self) -> usize {
        self.inner.geometry().rows()
    }

    /// Number of files.
    #[getter]
    fn cols(&self) -> usize {
        self.inner.geometry().cols()
    }

    /// How many in a row win.
    #[getter]
    fn k(&self) -> usize {
        self.inner.geometry().k()
    }

    /// A key that is the same for positions which differ by a symmetry of the board only.
    #[getter]
    fn canonical_key(&self) -> u64 {
        self.inner.canonical_key()
    }

    /// Whether the opponent threatens to complete a row with the next move. Raises OptionError for rows longer than 5.
    fn is_check(&self) -> PyResult<bool> {
        Ok(self.inner.is_check()?)
    }

    /// Whether a move makes a threat to complete a row with the next move. Raises IllegalMoveError if it cannot be played,
    /// OptionError for rows longer than 5.
    fn gives_check(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.inner.gives_check(self.legal_argument(r#move)?)?)
    }

    /// Whether the side to move can complete a row with its next move. Raises OptionError for rows longer than 5.
    fn has_mate_in_one(&self) -> PyResult<bool> {
        Ok(self.inner.has_mate_in_one()?)
    }

    /// The points that renju forbids to black, whoever is to move: a dict from moves to "overline", "double-four" or
    /// "double-three"; empty under other rules.
    fn forbidden_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (geometry, dict) = (self.inner.geometry(), PyDict::new(py));
        for (point, foul) in self.inner.forbidden_points() {
            dict.set_item(interned(py, Self::KIND, geometry.encode(point))?, foul.name())?;
        }
        Ok(dict)
    }

    /// What a stone on each empty point would threaten: a dict with a dict for "black" and one for "white", from moves
    /// to "three", "double_three", "four", "four_three", "open_four" or "five"; points without a threat are left out.
    /// A three is one that may become an open four, an "open_four" also two fours at once. Forbidden points are not
    /// told apart. Raises OptionError for rows longer than 5.
    ///
    /// >>> import boyi
    /// >>> pos = boyi.gomoku.Position("h8 a1 i8 a3 j8 a5")
    /// >>> pos.threats()["black"]["k8"], "k8" in pos.threats()["white"]
    /// ('open_four', False)
    fn threats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        detail::threats(py, &self.playable()?)
    }

    /// Static evaluation for the side to move. `evaluation` is the name of one of gomoku's evaluations (see
    /// `Config.evaluations`); None means "patterns". Raises OptionError for an unknown name and for rows longer than 5,
    /// GameMismatchError for an evaluation of another game.
    ///
    /// With `detail`, what it is made of from the views of `"black"` and `"white"`: count and value of the `"patterns"` that
    /// a stone on an empty point would make in a direction, and of the `"threats"` (the value is for being able to make it,
    /// and depends on whose turn it is). `"total"` is the side to move's values less the opponent's, and `"rounding"`.
    ///
    /// >>> import boyi
    /// >>> boyi.gomoku.Position("h8 a1 i8 a3").evaluate(detail=True)["black"]["patterns"]["open_three"]
    /// {'count': 4, 'value': 46.0}
    #[pyo3(signature = (evaluation=None, *, detail=false))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        evaluation: Option<&Bound<'py, PyAny>>,
        detail: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        evaluation::evaluate(py, &AnyPosition::Gomoku(self.inner.clone()), evaluation, detail)
    }

    /// `"X"` for a black stone on a point such as "h8", `"O"` for a white one, None if it is empty.
    fn piece_at(&self, square: &str) -> PyResult<Option<&'static str>> {
        let point = parse_point(self.inner.geometry(), square).map_err(|error| option_error(error.to_string()))?;
        Ok(self.inner.board().at(point).map(|side| ["X", "O"][side.index()]))
    }

    /// The stones as an int8 array, see `from_array`.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        super::arrays::stones_to_array(py, self.inner.board())
    }

    /// The board as SVG text: stones numbered in the order played, the last one marked, forbidden points crossed.
    /// `arrows` are moves drawn as dotted rings; `size` is the width in pixels; `flipped` turns the board by 180 degrees.
    #[pyo3(signature = (*, arrows=None, size=360, flipped=false))]
    fn svg<'py>(
        &self,
        py: Python<'py>,
        arrows: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] size: i64,
        flipped: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut drawn = Vec::new();
        for arrow in arrows.map(PyIterator::from_object).transpose()?.into_iter().flatten() {
            drawn.push(Self::KIND.move_name(self.read(&arrow?)?));
        }
        let options = PyDict::new(py);
        let moves: Vec<String> = self.inner.moves().into_iter().map(|mv| Self::KIND.move_name(mv)).collect();
        let crosses: Vec<String> = self.forbidden_points(py)?.keys().iter().map(|mv| mv.to_string()).collect();
        options.set_item("moves", moves)?;
        options.set_item("crosses", crosses)?;
        options.set_item("arrows", drawn)?;
        options.set_item("size", size)?;
        options.set_item("flipped", flipped)?;
        py.import("boyi.svg")?.call_method("gomoku_board", (self.to_array(py)?,), Some(&options))
    }

    fn __repr__(&self) -> String {
        let stones = self.inner.board().stones(Side::First) + self.inner.board().stones(Side::Second);
        format!("<gomoku {} {}x{}, {stones} stones, {} to move>", self.rule(), self.rows(), self.cols(), self.turn())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        let origin = PyPosition { inner: this.inner.origin().clone() };
        let parts = (origin.to_array(slf.py())?, origin.turn(), origin.rule(), this.k(), this.moves(slf.py())?);
        (slf.get_type().getattr("_restore")?, parts).into_pyobject(slf.py())
    }

    #[staticmethod]
    fn _restore(
        array: &Bound<'_, PyAny>,
        turn: &str,
        rule: &str,
        #[pyo3(from_py_with = whole)] k: i64,
        moves: &Bound<'_, PyAny>,
    ) -> PyResult<PyPosition> {
        Self::from_array(array, Some(turn), rule, k)?.play_all(moves)
    }
}
