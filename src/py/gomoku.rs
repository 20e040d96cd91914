//! The Python class `boyi.gomoku.Position`.

use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::errors::option_error;
use super::foreign_names::{POSITION, no_attribute};
use super::moves::interned;
use super::position::position_class;
use super::scene::{ROW, Scene};
use super::texts::{position_text, text, text_or_none};
use super::values::{whole, whole_or_none};
use crate::game::{Move, Side};
use crate::games::GameKind;
use crate::games::gomoku::pattern::{Threat, made};
use crate::games::gomoku::text::{move_name, parse_point};
use crate::games::gomoku::{
    AnyEvaluator, AnyGame, AnyGomoku, Geometry, Gomoku, GomokuEvaluator, Position, Reach, Rule, with_any, with_gomoku,
};

/// An immutable gomoku position with its history. `play` returns a new position.
///
/// `moves` are played from the empty board, black first: a sequence of moves or a text such as "h8 i9 j10". `size` is
/// the side of the square board, 5 to 22. `rule` is "freestyle" (five or more in a row win), "standard" (exactly five)
/// or "renju" (as "standard", but white also wins with more than five, and black has forbidden points). `rows`, `cols`
/// and `k`, the length of a winning row, are for teaching: `rows=3, cols=3, k=3` is tic-tac-toe. Points are named by
/// file, `a` on the left, and rank, 1 at the bottom. Searches try fewer moves than are legal, see `candidates`. Raises
/// OptionError for a bad size or an unknown rule, MoveTextError and IllegalMoveError for bad moves.
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

/// The board geometry for the Python arguments `size`, `rows`, `cols` and `k`.
fn geometry(size: i64, rows: Option<i64>, cols: Option<i64>, k: i64) -> PyResult<Geometry> {
    let count = |n: i64| usize::try_from(n).unwrap_or(0);
    match (rows, cols, k) {
        (None, None, 5) => Ok(Geometry::square(count(size))?),
        _ => Ok(Geometry::new(count(rows.unwrap_or(size)), count(cols.unwrap_or(size)), count(k))?),
    }
}

impl PyPosition {
    /// The position as a game that generates every legal move, not only those near stones.
    fn playable(&self) -> PyResult<AnyGomoku> {
        Ok(AnyGomoku::new(&self.inner, Reach::Everywhere)?)
    }

    fn draw<'py>(&self, py: Python<'py>, arrows: &[Move], options: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        let names = |moves: &[Move]| moves.iter().map(|&mv| move_name(mv)).collect::<Vec<_>>();
        let crosses: Vec<String> = self.forbidden_points(py)?.keys().iter().map(|mv| mv.to_string()).collect();
        options.set_item("moves", names(&self.inner.moves()))?;
        options.set_item("crosses", crosses)?;
        options.set_item("arrows", names(arrows))?;
        py.import("boyi.svg")?.call_method("gomoku_board", (self.to_array(py)?,), Some(options))
    }

    /// The terms of an evaluation of a position.
    pub fn detail<'py>(py: Python<'py>, position: &Position, evaluator: &AnyEvaluator) -> PyResult<Bound<'py, PyDict>> {
        let (detail, game) = (PyDict::new(py), AnyGame::new(position, evaluator)?);
        let (us, total) = (position.side(), evaluator.value(position)?);
        // In quarters of a unit, from the view of the side to move.
        let mut sum = 0;
        for side in [Side::First, Side::Second] {
            let parts = with_any!(&game, game => game.evaluator().parts(game, side));
            let parts = parts.ok_or_else(|| no_sum(evaluator))?;
            let (patterns, threats) = (PyDict::new(py), PyDict::new(py));
            for (name, (count, value)) in made::NAMES.into_iter().zip(parts.patterns) {
                let row = PyDict::new(py);
                row.set_item("count", count)?;
                row.set_item("value", value as f64 / 4.0)?;
                patterns.set_item(name, row)?;
            }
            for (threat, (points, bonus)) in Threat::ALL.into_iter().zip(parts.threats).skip(1) {
                let row = PyDict::new(py);
                row.set_item("count", points)?;
                row.set_item("value", bonus)?;
                threats.set_item(threat.name(), row)?;
            }
            let of_side = PyDict::new(py);
            of_side.set_item("patterns", patterns)?;
            of_side.set_item("threats", threats)?;
            detail.set_item(Self::KIND.player_name(side), of_side)?;
            let values: i32 = parts.patterns.iter().map(|part| part.1).sum();
            let bonuses: i32 = parts.threats.iter().map(|part| part.1).sum();
            sum += if side == us { values + 4 * bonuses } else { -values - 4 * bonuses };
        }
        detail.set_item("rounding", (4 * total - sum) as f64 / 4.0)?;
        detail.set_item("total", total)?;
        Ok(detail)
    }

    /// The threat that a stone on each empty point would make, by side; points without a threat are left out.
    fn all_threats<'py>(py: Python<'py>, game: &AnyGomoku) -> PyResult<Bound<'py, PyDict>> {
        let board = with_gomoku!(game, game => game.board());
        let sides = PyDict::new(py);
        for side in [Side::First, Side::Second] {
            let threats = PyDict::new(py);
            for point in board.empty_points() {
                let threat = with_gomoku!(game, game => game.threat(point, side));
                if threat != Threat::None {
                    let mv = board.geometry().encode(point);
                    threats.set_item(interned(py, Self::KIND, mv)?, threat.name())?;
                }
            }
            sides.set_item(Self::KIND.player_name(side), threats)?;
        }
        Ok(sides)
    }
}

/// The error for an evaluation that is not a sum of terms.
fn no_sum(evaluator: &AnyEvaluator) -> PyErr {
    let name = evaluator.name();
    option_error(format!("detail=True: the evaluation {name:?} is not made of parts; in gomoku \"patterns\" is"))
}

position_class! {
    Gomoku in gomoku,
    /// Side to move, "black" or "white".
    turn,
    /// Zobrist key of stones and side to move, 64 bits, equal in every process.
    key,
    /// The position as one line of text, which `from_text` reads: ranks from the highest down, separated by `/`, then
    /// the side to move, `b` or `w`.
    fen,
    /// All legal moves, a list in the order a1, b1, … to the highest rank. Empty when the game is over; in renju
    /// without black's forbidden points.
    legal_moves,
    /// The moves that a search tries, a list: legal points at most two steps from a stone in both directions, or the
    /// middle of an empty board; where a side can complete a row, only the points that do, or that stop the opponent's.
    /// A search goes on to all legal moves only where each of these loses. Raises OptionError on boards with `k` above 5.
    ///
    /// >>> import boyi
    /// >>> pos = boyi.gomoku.Position("h8 a1 h9 a3 h10 a5 h11")
    /// >>> len(pos.legal_moves()), pos.candidates()
    /// (218, [Move('h7'), Move('h12')])
    candidates,
    /// Whether a move, given as a Move or as text, is legal. Raises MoveTextError for a text that is not a point of the
    /// board, GameMismatchError for a move of another game.
    is_legal,
    /// The position after a move, given as a Move or as text. Raises IllegalMoveError if a stone stands there, if the
    /// point is forbidden or if the game is over, MoveTextError for a text that is no point of the board.
    play,
    /// The position after several moves: a sequence of moves, or a text such as "h8 i9" or "h8i9". Errors are those of
    /// `play`.
    play_all,
    /// The legal move that a text such as "h8" means. `notation` is "uci" or None. Raises MoveTextError for a text that
    /// is not a point of the board and IllegalMoveError for an illegal move.
    parse,
    /// A legal move as text. The only notation is "uci", such as "h8". Raises IllegalMoveError for an illegal move and
    /// OptionError for another notation.
    format,
    /// Perft: number of move sequences of exactly `depth` plies, 0 to 12; a won game is not played on. Raises
    /// OptionError for another depth, and on boards with `k` above 5.
    perft,
    /// Perft split by first move: a dict from each legal move to the number of sequences of `depth` plies that begin
    /// with it. Raises OptionError for a depth outside 0 to 12, and on boards with `k` above 5.
    divide,
    /// The result of the game, or None if it is not over: an Outcome with the winner and the reason "five",
    /// "no_legal_move" (black has only forbidden points left, and loses) or "board_full" (a draw).
    outcome,
    /// The position with its history, mirrored left to right: file a becomes the last file.
    mirror,
    /// Static evaluation for the side to move; a unit is a hundredth of a logit (the logarithm of the odds of winning).
    ///
    /// `evaluation` is the name of one of gomoku's evaluations (see `Config.evaluations`), or a `boyi.gomoku.Network`; None
    /// means "network". Raises OptionError for an unknown name and on boards with `k` above 5, GameMismatchError for an
    /// evaluation of another game.
    ///
    /// With `detail=True` it returns the terms of the evaluation "patterns" as a dict. `"black"` and `"white"` hold the `"patterns"` that
    /// one more stone on an empty point would make along one direction, and the `"threats"` that it would make in all,
    /// each with count and value; the value of a threat is a bonus for being able to make it, and depends on whose turn
    /// it is. `"total"` is the side to move's values minus the opponent's, plus `"rounding"`. Raises OptionError for an
    /// evaluation that is not a sum of terms.
    ///
    /// >>> import boyi
    /// >>> boyi.gomoku.Position("h8 a1 i8 a3").evaluate("patterns", detail=True)["black"]["patterns"]["open_three"]
    /// {'count': 4, 'value': 46.0}
    evaluate,
    /// The board as SVG text: stones numbered in the order played, the last one marked, renju's forbidden points
    /// crossed. `arrows` are moves to draw as dotted rings, `size` is the width in pixels, 1 or more, `flipped=True`
    /// turns the board by 180 degrees. Raises OptionError for a bad size, MoveTextError for an arrow that is not a
    /// move.
    svg,
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (moves=None, size=15, rule="freestyle", *, rows=None, cols=None, k=5))]
    fn new(
        moves: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole)] size: i64,
        #[pyo3(from_py_with = text)] rule: &str,
        #[pyo3(from_py_with = whole_or_none)] rows: Option<i64>,
        #[pyo3(from_py_with = whole_or_none)] cols: Option<i64>,
        #[pyo3(from_py_with = whole)] k: i64,
    ) -> PyResult<PyPosition> {
        let empty = PyPosition { inner: Position::new(geometry(size, rows, cols, k)?, Rule::from_name(rule)?)? };
        moves.map_or_else(|| Ok(PyPosition { inner: empty.inner.clone() }), |moves| empty.play_all(moves))
    }

    /// The position shown in a text: a diagram with one line per rank, highest rank first, `.` empty, `X` black, `O`
    /// white, or a line as the property `fen` returns.
    ///
    /// `turn` is "black" or "white". Without it, black is to move if both sides have equally many stones, and white if
    /// black has one more. `rule` and `k` are those of the constructor. Raises PositionError for a text that is not a
    /// board, and for other numbers of stones if `turn` is missing.
    ///
    /// >>> import boyi
    /// >>> pos = boyi.gomoku.Position.from_text("..O\n.X.\nX..", k=3)
    /// >>> pos.turn, pos.play("a3").forbidden_points()
    /// ('white', {})
    #[staticmethod]
    #[pyo3(signature = (text, rule="freestyle", *, turn=None, k=5))]
    fn from_text(
        #[pyo3(from_py_with = position_text)] text: &str,
        #[pyo3(from_py_with = text)] rule: &str,
        #[pyo3(from_py_with = text_or_none)] turn: Option<&str>,
        #[pyo3(from_py_with = whole)] k: i64,
    ) -> PyResult<PyPosition> {
        let (k, turn) = (usize::try_from(k).unwrap_or(0), turn.map(|turn| Self::KIND.player(turn)).transpose()?);
        let inner = Position::from_diagram(text, Rule::from_name(rule)?, k, turn)?;
        Ok(PyPosition { inner })
    }

    /// The position given by a two-dimensional integer array, indexed `array[rank, file]` with rank 0 at the bottom: 0
    /// empty, 1 black, 2 white. `turn`, `rule` and `k` are those of `from_text`. Raises PositionError for a bad array.
    #[staticmethod]
    #[pyo3(signature = (array, turn=None, rule="freestyle", *, k=5))]
    fn from_array(
        array: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = text_or_none)] turn: Option<&str>,
        #[pyo3(from_py_with = text)] rule: &str,
        #[pyo3(from_py_with = whole)] k: i64,
    ) -> PyResult<PyPosition> {
        let (cells, [ranks, files]) = super::arrays::stones_from_array(array)?;
        let geometry = Geometry::new(ranks, files, usize::try_from(k).unwrap_or(0))?;
        let turn = turn.map(|turn| Self::KIND.player(turn)).transpose()?;
        let inner = Position::from_cells(geometry, Rule::from_name(rule)?, &cells, turn)?;
        Ok(PyPosition { inner })
    }

    /// Name of the rule, "freestyle", "standard" or "renju".
    #[getter]
    fn rule(&self) -> &'static str {
        self.inner.rule().name()
    }

    /// Name of the rule, equal to `rule`; xiangqi positions have this property too.
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

    /// Number of stones in a row that win, usually 5.
    #[getter]
    fn k(&self) -> usize {
        self.inner.geometry().k()
    }

    /// Key of 64 bits that is equal for positions which differ only by a rotation or reflection of the board.
    #[getter]
    fn canonical_key(&self) -> u64 {
        self.inner.canonical_key()
    }

    /// Whether the opponent has a four: threatens to complete a row of `k` with the next move. Raises OptionError on
    /// boards with `k` above 5.
    fn is_check(&self) -> PyResult<bool> {
        Ok(self.inner.is_check()?)
    }

    /// Whether a move makes a four: threatens to complete a row of `k` with the next move. Raises IllegalMoveError if
    /// the move is not legal, OptionError on boards with `k` above 5.
    fn gives_check(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.inner.gives_check(self.legal_argument(r#move)?)?)
    }

    /// Whether the side to move can complete a row of `k` with its next move. Raises OptionError on boards with `k`
    /// above 5.
    fn has_mate_in_one(&self) -> PyResult<bool> {
        Ok(self.inner.has_mate_in_one()?)
    }

    /// The points that renju forbids to black, whoever is to move: a dict from move to "overline", "double-four" or
    /// "double-three". Empty under the other rules.
    fn forbidden_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (geometry, dict) = (self.inner.geometry(), PyDict::new(py));
        for (point, foul) in self.inner.forbidden_points() {
            dict.set_item(interned(py, Self::KIND, geometry.encode(point))?, foul.name())?;
        }
        Ok(dict)
    }

    /// The threat that a stone on each empty point would make: a dict with one dict for "black" and one for "white",
    /// from move to "three", "double_three", "four", "four_three", "open_four" or "five". Points without a threat are
    /// left out.
    ///
    /// A "three" is an open three, which can become an open four; "open_four" includes a double four. Renju's forbidden
    /// points are listed like others. Raises OptionError on boards with `k` above 5.
    ///
    /// >>> import boyi
    /// >>> pos = boyi.gomoku.Position("h8 a1 i8 a3 j8 a5")
    /// >>> pos.threats()["black"]["k8"], "k8" in pos.threats()["white"]
    /// ('open_four', False)
    fn threats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        Self::all_threats(py, &self.playable()?)
    }

    /// The stone on a point such as "h8": "X" for black, "O" for white, None for an empty point. Raises OptionError for
    /// a text that is not a point of the board.
    fn piece_at(&self, #[pyo3(from_py_with = text)] square: &str) -> PyResult<Option<&'static str>> {
        let point = parse_point(self.inner.geometry(), square).map_err(|error| option_error(error.to_string()))?;
        Ok(self.inner.board().at(point).map(|side| ["X", "O"][side.index()]))
    }

    /// The stones as a numpy int8 array of shape (rows, cols), in the encoding of `from_array`.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        super::arrays::stones_to_array(py, self.inner.board())
    }

    fn __getattr__(&self, name: &str) -> PyResult<()> {
        Err(no_attribute("Position", name, POSITION))
    }

    fn __repr__(&self) -> String {
        let origin = self.inner.origin();
        let mut more = String::new();
        if self.rule() != Rule::default().name() {
            more += &format!(", rule={:?}", self.rule());
        }
        if self.k() != 5 {
            more += &format!(", k={}", self.k());
        }
        let is_set_up = origin.board().cells().iter().any(Option::is_some) || origin.side() != Side::First;
        if is_set_up {
            return format!("Position.from_text({:?}{more})", self.inner.fen());
        }
        let moves: Vec<String> = self.inner.moves().into_iter().map(move_name).collect();
        let size = match (self.rows(), self.cols()) {
            (15, 15) => String::new(),
            (rows, cols) if rows == cols => format!(", {rows}"),
            (rows, cols) => format!(", rows={rows}, cols={cols}"),
        };
        format!("Position({:?}{size}{more})", moves.join(" "))
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

impl<const RADIUS: usize, E: GomokuEvaluator<RADIUS>> Scene for Gomoku<RADIUS, E> {
    const KIND: GameKind = GameKind::Gomoku;
    const FIELDS: &'static [(&'static str, &'static str)] =
        &[("code", "<u2"), ("point", "<u2"), ("file", "u1"), ("rank", "u1")];

    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (board, open) = (self.board().clone(), !self.is_won() && self.over().is_none());
        let inner = if open { Position::from_open_board(board) } else { Position::from_board(board) };
        Ok(Bound::new(py, PyPosition { inner })?.into_any())
    }

    fn row(&self, mv: Move) -> [u8; ROW] {
        let geometry = self.board().geometry();
        let point = geometry.point_of(mv);
        let ([low, high], [point_low, point_high]) = (mv.0.to_le_bytes(), point.to_le_bytes());
        [low, high, point_low, point_high, geometry.file_of(point) as u8, geometry.rank_of(point) as u8]
    }
}
