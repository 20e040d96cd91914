//! The Python class `boyi.connect4.Position`.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::errors::option_error;
use super::foreign_names::{POSITION, no_attribute};
use super::position::position_class;
use super::scene::{ROW, Scene};
use super::texts::{position_text, text};
use crate::evaluator::Evaluator;
use crate::game::{Game, Move, Side};
use crate::games::GameKind;
use crate::games::connect4::board::{COLS, ROWS, cell};
use crate::games::connect4::text::{move_name, named_move};
use crate::games::connect4::{AnyEvaluator, Board, Connect4, Lines, Position};

/// An immutable position of Connect Four with its history: seven columns of six cells, the first with four stones in a row
/// wins. `play` returns a new position.
///
/// `moves` are played from the empty board, red first: a sequence of moves or a text such as "d d e" or "dde". A move is
/// named by its column, `a` to `g` from the left; numbers from 1 to 7 are read too. Raises MoveTextError and
/// IllegalMoveError for bad moves.
///
/// >>> import boyi
/// >>> pos = boyi.connect4.Position("dedede")
/// >>> pos.turn, pos.has_mate_in_one(), pos.play("d").outcome()
/// ('red', True, Outcome(winner='red', reason='four'))
/// >>> boyi.connect4.Position("4455").moves
/// [Move('d'), Move('d'), Move('e'), Move('e')]
#[pyclass(frozen, name = "Connect4Position", module = "boyi._core", eq)]
#[derive(PartialEq)]
pub struct PyPosition {
    pub inner: Position,
}

impl PyPosition {
    /// The position as a game in which moves can be played and taken back.
    fn playable(&self) -> PyResult<Connect4> {
        Ok(self.inner.game())
    }

    fn draw<'py>(&self, py: Python<'py>, arrows: &[Move], options: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        let names = |moves: &[Move]| moves.iter().map(|&mv| move_name(mv)).collect::<Vec<_>>();
        options.set_item("last_move", self.inner.moves().last().map(|&mv| move_name(mv)))?;
        options.set_item("arrows", names(arrows))?;
        py.import("boyi.games.connect4")?.call_method("board", (self.to_array(py)?,), Some(options))
    }

    /// The terms of an evaluation of a position.
    pub fn detail<'py>(py: Python<'py>, position: &Position, evaluator: &AnyEvaluator) -> PyResult<Bound<'py, PyDict>> {
        let AnyEvaluator::Lines(lines) = evaluator;
        let (detail, mut sum) = (PyDict::new(py), 0);
        for side in [Side::First, Side::Second] {
            let of_side = PyDict::new(py);
            for (stones, count) in lines.counts(position.board(), side).into_iter().enumerate().skip(1) {
                let (row, value) = (PyDict::new(py), count as i32 * Lines::value_of(stones));
                row.set_item("count", count)?;
                row.set_item("value", value)?;
                of_side.set_item(["one", "two", "three"][stones - 1], row)?;
                sum += if side == position.side() { value } else { -value };
            }
            detail.set_item(Self::KIND.player_name(side), of_side)?;
        }
        let total = evaluator.value(position)?;
        detail.set_item("tempo", total - sum)?;
        detail.set_item("total", total)?;
        Ok(detail)
    }
}

position_class! {
    Connect4 in connect4,
    /// Side to move, "red" or "yellow".
    turn,
    /// Key of stones and side to move, 64 bits, equal in every process. Different positions have different keys.
    key,
    /// The position as one line of text, which `from_text` reads: rows from the highest down, separated by `/`, then the
    /// side to move, `r` or `y`.
    fen,
    /// All legal moves, a list of columns from the left. Empty when the game is over.
    legal_moves,
    /// The moves that a search tries: all legal ones.
    candidates,
    /// Whether a move, given as a Move or as text, is legal. Raises MoveTextError for a text that is no column,
    /// GameMismatchError for a move of another game.
    is_legal,
    /// The position after a move, given as a Move or as text. Raises IllegalMoveError if the column is full or the game
    /// is over, MoveTextError for a text that is no column.
    play,
    /// The position after several moves: a sequence of moves, or a text such as "d d e", "dde" or "445". Errors are those
    /// of `play`.
    play_all,
    /// The legal move that a text such as "d" means. `notation` is "uci" or None. Raises MoveTextError for a text that
    /// is no column and IllegalMoveError for an illegal move.
    parse,
    /// A legal move as text. The only notation is "uci", such as "d". Raises IllegalMoveError for an illegal move and
    /// OptionError for another notation.
    format,
    /// Perft: number of move sequences of exactly `depth` plies, 0 to 12; a won game is not played on. Raises
    /// OptionError for another depth.
    ///
    /// >>> import boyi
    /// >>> boyi.connect4.Position().perft(7)
    /// 823536
    perft,
    /// Perft split by first move: a dict from each legal move to the number of sequences of `depth` plies that begin
    /// with it. Raises OptionError for a depth outside 0 to 12.
    divide,
    /// The result of the game, or None if it is not over: an Outcome with the winner and the reason "four" or
    /// "board_full" (a draw).
    outcome,
    /// The position with its history, mirrored left to right: column a becomes column g.
    mirror,
    /// Static evaluation for the side to move, by the lines of four that each side can still complete.
    ///
    /// `evaluation` is the name of one of the game's evaluations (see `Config.evaluations`); None means "lines". Raises
    /// OptionError for an unknown name, GameMismatchError for an evaluation of another game.
    ///
    /// With `detail=True` it returns the terms as a dict: for `"red"` and `"yellow"` the lines with `"one"`, `"two"` and
    /// `"three"` stones of that side and none of the other, each with count and value, the `"tempo"` of the side to move,
    /// and the `"total"`.
    ///
    /// >>> import boyi
    /// >>> boyi.connect4.Position("d").evaluate(detail=True)["red"]["one"]
    /// {'count': 7, 'value': 7}
    evaluate,
    /// The board as SVG text, with the last stone marked. `arrows` are moves to draw as dotted rings, `size` is the width
    /// in pixels, 1 or more, `flipped=True` mirrors the board left to right. Raises OptionError for a bad size,
    /// MoveTextError for an arrow that is not a move.
    svg,
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (moves=None))]
    fn new(moves: Option<&Bound<'_, PyAny>>) -> PyResult<PyPosition> {
        let empty = PyPosition { inner: Position::default() };
        moves.map_or_else(|| Ok(PyPosition { inner: Position::default() }), |moves| empty.play_all(moves))
    }

    /// The position shown in a text: six lines of seven cells, the highest row first, `.` empty, `X` red, `O` yellow, or
    /// one line as the property `fen` returns. Whose turn it is follows from the number of stones. Raises PositionError
    /// for a text that is no board, for stones that hang in the air, and for other numbers of stones.
    ///
    /// >>> import boyi
    /// >>> pos = boyi.connect4.Position("ddc")
    /// >>> boyi.connect4.Position.from_text(pos.fen) == boyi.connect4.Position.from_text(str(pos)) == pos
    /// True
    #[staticmethod]
    fn from_text(#[pyo3(from_py_with = position_text)] text: &str) -> PyResult<PyPosition> {
        Ok(PyPosition { inner: Position::from_text(text)? })
    }

    /// Name of the only rules, "standard".
    #[getter]
    fn rules(&self) -> &'static str {
        "standard"
    }

    /// Whether the opponent threatens to complete four in a row with its next move.
    fn is_check(&self) -> bool {
        self.inner.is_check()
    }

    /// Whether a move completes four in a row, or threatens to with the next move. Raises IllegalMoveError if the move is
    /// not legal.
    fn gives_check(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.inner.gives_check(self.legal_argument(r#move)?))
    }

    /// Whether the side to move can complete four in a row with its next move.
    fn has_mate_in_one(&self) -> bool {
        self.inner.has_mate_in_one()
    }

    /// The stone on a cell such as "d1", a column and a row from 1 at the bottom: "X" for red, "O" for yellow, None for an
    /// empty cell. Raises OptionError for a text that is not a cell of the board.
    fn piece_at(&self, #[pyo3(from_py_with = text)] square: &str) -> PyResult<Option<&'static str>> {
        let expected = || option_error(format!("square {square:?}: expected a column a-g and a row 1-{ROWS}"));
        let (column, row) = square.split_at_checked(1).ok_or_else(expected)?;
        let mv = named_move(column).ok_or_else(expected)?;
        let row = row.parse().ok().filter(|row| (1..=ROWS).contains(row)).ok_or_else(expected)?;
        let stone = self.inner.board().at(cell(mv.0 as usize - 1, row - 1));
        Ok(stone.map(|side| ["X", "O"][side.index()]))
    }

    /// The stones as a numpy int8 array of shape (6, 7), indexed `array[row, column]` with row 0 at the bottom: 0 empty, 1
    /// red, 2 yellow.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let stone =
            |at: usize| self.inner.board().at(cell(at % COLS, at / COLS)).map_or(0, |side| side.index() as i8 + 1);
        PyArray1::from_iter(py, (0..COLS * ROWS).map(stone)).reshape([ROWS, COLS])
    }

    fn __getattr__(&self, name: &str) -> PyResult<()> {
        Err(no_attribute("Position", name, POSITION))
    }

    fn __repr__(&self) -> String {
        if *self.inner.origin().board() != Board::default() {
            return format!("Position.from_text({:?})", self.inner.fen());
        }
        format!("Position({:?})", self.inner.moves().iter().map(|&mv| move_name(mv)).collect::<String>())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let parts = (slf.get().inner.origin().fen(), slf.get().moves(slf.py())?);
        (slf.get_type().getattr("_restore")?, parts).into_pyobject(slf.py())
    }

    #[staticmethod]
    fn _restore(fen: &str, moves: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        PyPosition::from_text(fen)?.play_all(moves)
    }
}

impl<E: Evaluator<Board>> Scene for Connect4<E> {
    const KIND: GameKind = GameKind::Connect4;
    const FIELDS: &'static [(&'static str, &'static str)] =
        &[("code", "<u2"), ("column", "u1"), ("row", "u1"), ("wins", "?"), ("threatens", "?")];

    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(Bound::new(py, PyPosition { inner: Position::from_board(*self.board()) })?.into_any())
    }

    fn row(&self, mv: Move) -> [u8; ROW] {
        let ([low, high], cell) = (mv.0.to_le_bytes(), self.board().landing(mv));
        let wins = self.board().fours(self.side()) & cell != 0;
        let row = cell.trailing_zeros() as u8 % (ROWS as u8 + 1);
        [low, high, mv.0 as u8 - 1, row, wins as u8, (!wins && self.completes_or_threatens(mv)) as u8]
    }
}
