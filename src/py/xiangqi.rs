//! `boyi.xiangqi.Position`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyTuple};

use super::any::AnyPosition;
use super::arrays;
use super::errors::option_error;
use super::evaluation;
use super::position::position_class;
use super::values::whole;
use crate::game::Move;
use crate::games::xiangqi::{Position, Xiangqi, fen, keys, moves};

/// The only rule set so far.
pub const SIMPLE: &str = "simple";

/// A xiangqi position. It never changes: playing a move gives a new one, which remembers how it came about.
///
/// `fen` may lack its tail (side, clocks); letters `e h` are read as well as `b n`; None is the start position.
/// `rules` is the rule set of verdicts, so far only "simple". `zobrist` is the set of random numbers that `key` is made
/// of: "default", or "rc4" for that of the XiangQi Wizard tutorial; positions that come of this one keep it. Raises
/// PositionError for a malformed or impossible position and OptionError for unknown rules or sets.
///
/// Positions are equal when pieces, side to move and rules are; clocks, history and key sets are not
/// compared.
///
/// >>> import boyi
/// >>> pos = boyi.xiangqi.Position()
/// >>> pos = pos.play("h2e2").play("马8进7")
/// >>> pos.fen
/// 'rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2'
/// >>> pos.moves, pos.turn, len(pos.legal_moves())
/// ([Move('h2e2'), Move('h9g7')], 'red', 35)
#[pyclass(frozen, name = "XiangqiPosition", module = "boyi._core", eq)]
#[derive(PartialEq)]
pub struct PyPosition {
    pub inner: Position,
}

fn check_rules(rules: &str) -> PyResult<()> {
    if rules == SIMPLE { Ok(()) } else { Err(option_error(format!("rules {rules:?}: expected {SIMPLE:?}"))) }
}

impl PyPosition {
    /// The position as a game that can be played on.
    fn playable(&self) -> PyResult<Xiangqi> {
        Ok(self.inner.game())
    }
}

position_class! {
    Xiangqi in xiangqi,
    /// Side to move, "red" or "black".
    turn,
    /// Zobrist key of pieces and side to move, 64 bits; the same in every process. With `zobrist="rc4"` its low half is
    /// the tutorial's key and its high half the tutorial's second lock.
    key,
    /// The position as FEN, with clocks.
    fen,
    /// All legal moves, always in the same order.
    legal_moves,
    /// Whether a move can be played. Raises MoveTextError for a text that is no move.
    is_legal,
    /// The position after a move, given as a Move or as text in any notation. Raises IllegalMoveError if the rules of
    /// movement forbid it, MoveTextError if it cannot be read. A drawn or lost repetition is no obstacle: ask
    /// `outcome()`.
    play,
    /// The position after several moves: a sequence of moves, or a text with blanks between them.
    play_all,
    /// The legal move that a text means. `notation` is one of "uci", "iccs", "wxf", "chinese",
    /// "chinese-traditional" and, for ranks counted from 1 to 10, "uci10"; None tries all but the last. Raises
    /// MoveTextError or IllegalMoveError.
    ///
    /// >>> import boyi
    /// >>> pos = boyi.xiangqi.Position()
    /// >>> [str(pos.parse(text)) for text in ("h2e2", "H2-E2", "C2=5", "炮二平五", "砲二平五")]
    /// ['h2e2', 'h2e2', 'h2e2', 'h2e2', 'h2e2']
    parse,
    /// A legal move as text, in one of the notations of `parse`.
    ///
    /// >>> import boyi
    /// >>> boyi.xiangqi.Position().format("b0c2", "chinese")
    /// '马八进七'
    format,
    /// Number of legal move sequences of exactly `depth` plies (0 to 12).
    ///
    /// >>> import boyi
    /// >>> boyi.xiangqi.Position().perft(3)
    /// 79666
    perft,
    /// `perft` of each legal move: a dict from moves to numbers.
    divide,
    /// How the game has ended, or None: an Outcome with winner and reason.
    ///
    /// Mate and stalemate lose. The third occurrence of a position draws, unless one side alone checked with every
    /// move since the first: that side loses. 120 plies without a capture draw.
    outcome,
    /// The position, and its history, seen in a mirror: file a becomes file i.
    mirror,
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (fen=None, rules="simple", zobrist="default"))]
    fn new(fen: Option<&str>, rules: &str, zobrist: &str) -> PyResult<PyPosition> {
        check_rules(rules)?;
        let keys = keys::by_name(zobrist)?;
        let inner = fen.map_or_else(|| Ok(Position::start()), Position::from_fen)?;
        Ok(PyPosition { inner: inner.rekeyed(keys) })
    }

    /// The position after these moves from a FEN (None: the start position). Moves as for `play_all`.
    ///
    /// >>> import boyi
    /// >>> boyi.xiangqi.Position.from_moves("h2e2 h9g7").ply
    /// 2
    #[staticmethod]
    #[pyo3(signature = (moves, fen=None, rules="simple", zobrist="default"))]
    fn from_moves(moves: &Bound<'_, PyAny>, fen: Option<&str>, rules: &str, zobrist: &str) -> PyResult<PyPosition> {
        PyPosition::new(fen, rules, zobrist)?.play_all(moves)
    }

    /// The position of an array of shape (10, 9), `array[rank, file]`, rank 0 red's back rank: 0 empty, 1 to 7 red's
    /// king, advisor, elephant, horse, chariot, cannon, pawn, negative for black. `turn` is "red" or "black".
    ///
    /// >>> import boyi
    /// >>> pos = boyi.xiangqi.Position()
    /// >>> boyi.xiangqi.Position.from_array(pos.to_array()) == pos
    /// True
    #[staticmethod]
    #[pyo3(signature = (array, turn="red", rules="simple", zobrist="default"))]
    fn from_array(array: &Bound<'_, PyAny>, turn: &str, rules: &str, zobrist: &str) -> PyResult<PyPosition> {
        check_rules(rules)?;
        let keys = keys::by_name(zobrist)?;
        Ok(PyPosition { inner: arrays::board_from_array(array, Self::KIND.player(turn)?)?.rekeyed(keys) })
    }

    /// Name of the set of random numbers that the key is made of.
    #[getter]
    fn zobrist(&self) -> &'static str {
        self.inner.board().keys().name
    }

    /// Name of the rule set.
    #[getter]
    fn rules(&self) -> &'static str {
        SIMPLE
    }

    /// Plies since the last capture.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.inner.clock()
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.inner.is_check()
    }

    /// Whether a move gives check. Raises IllegalMoveError if it cannot be played.
    fn gives_check(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.inner.gives_check(self.legal_argument(r#move)?))
    }

    /// Whether the side to move can mate with its next move: leave the opponent without a legal move, in check or not.
    /// Exact, by looking at the moves; no pattern is guessed.
    ///
    /// >>> import boyi
    /// >>> boyi.xiangqi.Position("3k5/R8/9/9/9/9/9/9/8R/4K4 w").has_mate_in_one()
    /// True
    fn has_mate_in_one(&self) -> bool {
        self.inner.has_mate_in_one()
    }

    /// Whether a move captures. Raises IllegalMoveError if it cannot be played.
    fn is_capture(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.inner.is_capture(self.legal_argument(r#move)?))
    }

    /// How the position repeats: 0 if it did not occur `recur` times before (1 to 100) since the last capture; else
    /// 1 nobody, 3 the side to move, 5 the opponent, 7 both gave check with every move in between.
    #[pyo3(signature = (recur=1))]
    fn repetition(&self, #[pyo3(from_py_with = whole)] recur: i64) -> PyResult<u8> {
        if !(1..=100).contains(&recur) {
            return Err(option_error(format!("recur = {recur}: expected 1 to 100")));
        }
        Ok(self.inner.repetition(recur as u32))
    }

    /// Static evaluation for the side to move. `evaluation` is the name of one of xiangqi's evaluations (see
    /// `Config.evaluations`) or a boyi.xiangqi.Evaluation; None means "piece-square" with boyi's own values. Raises
    /// OptionError for an unknown name, GameMismatchError for one of another game.
    ///
    /// With `detail`, what it is made of: a dict with `"red"` and `"black"`, from their own views, which have for each kind
    /// of piece the `"count"`, the `"material"` (its mean value over the squares where it may ever stand, for each) and
    /// the `"position"` (what the squares add to that); `"tempo"`; and `"total"`, the evaluation: material and position of
    /// the side to move less the opponent's, and tempo.
    ///
    /// >>> import boyi
    /// >>> boyi.xiangqi.Position().evaluate(detail=True)["black"]["horse"]
    /// {'count': 2, 'material': 190, 'position': -26}
    #[pyo3(signature = (evaluation=None, *, detail=false))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        evaluation: Option<&Bound<'py, PyAny>>,
        detail: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        evaluation::evaluate(py, &AnyPosition::Xiangqi(self.inner.clone()), evaluation, detail)
    }

    /// FEN letter of the piece on a square such as "e0", upper case for red; None if it is empty. Raises OptionError
    /// for anything that is no square.
    fn piece_at(&self, square: &str) -> PyResult<Option<char>> {
        let number = moves::parse_square(square)
            .ok_or_else(|| option_error(format!("square {square:?}: expected a file a-i and a rank 0-9")))?;
        let piece = self.inner.board().piece(number);
        Ok((piece != crate::games::xiangqi::board::EMPTY).then(|| fen::letter_of_piece(piece)))
    }

    /// The pieces as an int8 array of shape (10, 9), see `from_array`.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, numpy::PyArray2<i8>>> {
        arrays::board_to_array(py, self.inner.board())
    }

    /// The board as SVG text, with the last move marked. `arrows` are moves to be drawn, `size` is the width in
    /// pixels, `flipped` puts black below.
    #[pyo3(signature = (*, arrows=None, size=360, flipped=false))]
    fn svg<'py>(
        &self,
        py: Python<'py>,
        arrows: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] size: i64,
        flipped: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ends = |mv: Move| (moves::square_name(moves::from_of(mv)), moves::square_name(moves::to_of(mv)));
        let mut drawn = Vec::new();
        for arrow in arrows.map(PyIterator::from_object).transpose()?.into_iter().flatten() {
            drawn.push(ends(self.read(&arrow?)?));
        }
        let options = PyDict::new(py);
        options.set_item("turn", self.turn())?;
        options.set_item("last_move", self.inner.last_move().map(ends))?;
        options.set_item("arrows", drawn)?;
        options.set_item("size", size)?;
        options.set_item("flipped", flipped)?;
        py.import("boyi.svg")?.call_method("xiangqi_board", (self.to_array(py)?,), Some(&options))
    }

    fn __repr__(&self) -> String {
        format!("Position({:?})", self.inner.fen())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        let parts = (this.moves(slf.py())?, this.inner.origin().fen(), SIMPLE, this.zobrist());
        (slf.get_type().getattr("from_moves")?, parts).into_pyobject(slf.py())
    }
}
