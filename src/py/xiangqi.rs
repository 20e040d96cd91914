//! The Python class `boyi.xiangqi.Position`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::arrays;
use super::errors::option_error;
use super::foreign_names::{POSITION, no_attribute};
use super::position::position_class;
use super::scene::{ROW, Scene};
use super::texts::{position_text_or_none, text};
use super::values::whole;
use crate::game::{Move, Side};
use crate::games::GameKind;
use crate::games::xiangqi::eval::detail::{Number, Numbers};
use crate::games::xiangqi::{AnyEvaluator, Position, Rules, Xiangqi, XiangqiEvaluator, fen, keys, moves};

/// An immutable xiangqi position with its history. `play` returns a new position.
///
/// `fen` is a FEN; None is the start position. Side to move (`w` or `r` for red, `b` for black) and clocks may be missing;
/// elephants and horses are written `b n` or `e h`. `rules` is the rule set for repetition and move limits, "simple" or "axf" (see `outcome`); positions
/// reached from this one keep it, and a search goes by it.
/// `zobrist` is the set of random numbers for `key`: "default", or "rc4" for those of the XiangQi Wizard tutorial;
/// positions reached from this one keep it. Raises PositionError for a malformed or impossible position, OptionError
/// for unknown rules or an unknown key set.
///
/// Positions are equal if pieces, side to move and rules are equal; clocks, history and key sets are not compared.
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

fn put(dict: &Bound<'_, PyDict>, numbers: Numbers) -> PyResult<()> {
    for (name, number) in numbers {
        match number {
            Number::Whole(number) => dict.set_item(name, number)?,
            Number::Fraction(number) => dict.set_item(name, number)?,
        }
    }
    Ok(())
}

impl PyPosition {
    /// The position as a game in which moves can be played and taken back.
    fn playable(&self) -> PyResult<Xiangqi> {
        Ok(self.inner.game())
    }

    fn draw<'py>(&self, py: Python<'py>, arrows: &[Move], options: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        let ends = |mv: Move| (moves::square_name(moves::from_of(mv)), moves::square_name(moves::to_of(mv)));
        options.set_item("turn", self.turn())?;
        options.set_item("last_move", self.inner.last_move().map(ends))?;
        options.set_item("arrows", arrows.iter().map(|&mv| ends(mv)).collect::<Vec<_>>())?;
        py.import("boyi.svg")?.call_method("xiangqi_board", (self.to_array(py)?,), Some(options))
    }

    /// The terms of an evaluation of a position.
    pub fn detail<'py>(py: Python<'py>, position: &Position, evaluator: &AnyEvaluator) -> PyResult<Bound<'py, PyDict>> {
        let detail = PyDict::new(py);
        let found = evaluator.detail(position.board());
        for (side, terms) in [Side::First, Side::Second].into_iter().zip(found.sides) {
            let rows = PyDict::new(py);
            for (name, numbers) in terms {
                let row = PyDict::new(py);
                put(&row, numbers)?;
                rows.set_item(name, row)?;
            }
            detail.set_item(Self::KIND.player_name(side), rows)?;
        }
        put(&detail, found.whole)?;
        detail.set_item("total", evaluator.value(position)?)?;
        Ok(detail)
    }
}

position_class! {
    Xiangqi in xiangqi,
    /// Side to move, "red" or "black".
    turn,
    /// Zobrist key of pieces and side to move, 64 bits, equal in every process. With `zobrist="rc4"` the low 32 bits
    /// are the XiangQi Wizard tutorial's key and the high 32 bits its second lock.
    key,
    /// The position as FEN, with plies since the last capture and move number.
    fen,
    /// All legal moves, a list in a fixed order.
    legal_moves,
    /// The moves that a search tries: all legal ones.
    candidates,
    /// Whether a move, given as a Move or as text in any notation, is legal. Raises MoveTextError for a text that is no
    /// move, GameMismatchError for a move of another game.
    is_legal,
    /// The position after a move, given as a Move or as text in any notation (see `parse`). Raises IllegalMoveError for
    /// an illegal move, MoveTextError for a text that cannot be read. A game that is over by repetition or move limit
    /// can be played on; ask `outcome()`.
    play,
    /// The position after several moves: a sequence of moves, or one text with blanks between moves. Errors are those
    /// of `play`.
    play_all,
    /// The legal move that a text means. `notation` is "uci", "iccs", "wxf", "chinese", "chinese-traditional" or
    /// "uci10" (ranks 1 to 10 instead of 0 to 9); None tries all but "uci10". Raises MoveTextError for a text that
    /// cannot be read and IllegalMoveError for an illegal move.
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
    /// Perft: number of legal move sequences of exactly `depth` plies, 0 to 12. Raises OptionError for other depths.
    ///
    /// >>> import boyi
    /// >>> boyi.xiangqi.Position().perft(3)
    /// 79666
    perft,
    /// Perft split by first move: a dict from each legal move to the number of sequences of `depth` plies that begin
    /// with it.
    divide,
    /// The result of the game, an Outcome with winner and reason, or None if it is not over.
    ///
    /// The side that is checkmated or stalemated loses. At the third occurrence of a position, a side that gave check
    /// with every move since the first one loses, unless both did. Otherwise the rules "simple" call it a draw; under
    /// "axf", those of the Asian Xiangqi Federation, a side that attacked one and the same piece anew with every move
    /// loses, unless both did: perpetual chase. Kings and pawns may chase, and pawns that have not crossed the river may be
    /// chased; so may protected pieces, except for a chariot by horses and cannons and for chariots, horses and cannons by
    /// advisors and elephants. 120 plies without a capture draw, or
    /// 100 under "axf", where checks of a side beyond ten do not count.
    ///
    /// >>> import boyi
    /// >>> boyi.xiangqi.Position("3k5/6R2/9/9/8P/9/9/9/4K4/9 b").outcome()
    /// Outcome(winner='red', reason='stalemate')
    outcome,
    /// The position with its history, mirrored left to right: file a becomes file i.
    mirror,
    /// Static evaluation for the side to move, in units of which a chariot is worth about 200.
    ///
    /// `evaluation` is the name of one of xiangqi's evaluations (see `Config.evaluations`), a boyi.xiangqi.Network or a
    /// boyi.xiangqi.Evaluation; None means "network", the one that ships with boyi. Raises OptionError for an unknown
    /// name, GameMismatchError for an evaluation of another game.
    ///
    /// With `detail=True` it returns the terms of the sum as a dict. `"red"` and `"black"` hold for each kind of piece
    /// the `"count"`, the `"material"` (count times the mean value over all squares that the piece can reach in a game)
    /// and the `"position"` (what the actual squares add to that mean), and for each term of "classic" its `"count"` and
    /// `"value"`. `"tempo"` is the bonus for the side to move. `"total"` is what the side to move has, minus what the
    /// opponent has, plus the tempo and what else stands beside it. A network has `"squares"` in place of material and
    /// position, its values of pieces on squares, and beside them what its `"hidden"` units add, and its `"bias"`.
    ///
    /// >>> import boyi
    /// >>> boyi.xiangqi.Position().evaluate("piece-square", detail=True)["black"]["horse"]
    /// {'count': 2, 'material': 190, 'position': -26}
    evaluate,
    /// The board as SVG text, with the last move marked. `arrows` are moves to draw, `size` is the width in pixels, 1
    /// or more, `flipped=True` shows the board from black's side. Raises OptionError for a bad size, MoveTextError for
    /// an arrow that is not a move.
    svg,
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (fen=None, rules="simple", zobrist="default"))]
    fn new(
        #[pyo3(from_py_with = position_text_or_none)] fen: Option<&str>,
        #[pyo3(from_py_with = text)] rules: &str,
        #[pyo3(from_py_with = text)] zobrist: &str,
    ) -> PyResult<PyPosition> {
        let (rules, keys) = (Rules::from_name(rules)?, keys::by_name(zobrist)?);
        let inner = fen.map_or_else(|| Ok(Position::start()), Position::from_fen)?;
        Ok(PyPosition { inner: inner.rekeyed(keys).under(rules) })
    }

    /// The position after `moves`, given as for `play_all`, from the FEN `fen` (None: the start position). `rules` and
    /// `zobrist` are those of the constructor.
    ///
    /// >>> import boyi
    /// >>> boyi.xiangqi.Position.from_moves("h2e2 h9g7").ply
    /// 2
    #[staticmethod]
    #[pyo3(signature = (moves, fen=None, rules="simple", zobrist="default"))]
    fn from_moves(
        moves: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = position_text_or_none)] fen: Option<&str>,
        #[pyo3(from_py_with = text)] rules: &str,
        #[pyo3(from_py_with = text)] zobrist: &str,
    ) -> PyResult<PyPosition> {
        PyPosition::new(fen, rules, zobrist)?.play_all(moves)
    }

    /// The position given by an integer array of shape (10, 9), indexed `array[rank, file]`; rank 0 is red's back rank
    /// and file 0 red's left. 0 is an empty square, 1 to 7 are red's king, advisor, elephant, horse, chariot, cannon
    /// and pawn, -1 to -7 black's. `turn` is "red" or "black". Raises PositionError for a bad array or an impossible
    /// position.
    ///
    /// >>> import boyi
    /// >>> pos = boyi.xiangqi.Position()
    /// >>> boyi.xiangqi.Position.from_array(pos.to_array()) == pos
    /// True
    #[staticmethod]
    #[pyo3(signature = (array, turn="red", rules="simple", zobrist="default"))]
    fn from_array(
        array: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = text)] turn: &str,
        #[pyo3(from_py_with = text)] rules: &str,
        #[pyo3(from_py_with = text)] zobrist: &str,
    ) -> PyResult<PyPosition> {
        let (rules, keys) = (Rules::from_name(rules)?, keys::by_name(zobrist)?);
        let inner = arrays::board_from_array(array, Self::KIND.player(turn)?)?;
        Ok(PyPosition { inner: inner.rekeyed(keys).under(rules) })
    }

    /// Name of the Zobrist key set, "default" or "rc4".
    #[getter]
    fn zobrist(&self) -> &'static str {
        self.inner.board().keys().name
    }

    /// Name of the rule set for repetition and move limits, "simple" or "axf".
    #[getter]
    fn rules(&self) -> &'static str {
        self.inner.rules().name()
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

    /// Whether a move gives check. Raises IllegalMoveError if it is not legal.
    fn gives_check(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.inner.gives_check(self.legal_argument(r#move)?))
    }

    /// Whether the side to move can win with its next move by leaving the opponent without a legal move, by checkmate
    /// or by stalemate. The result is exact.
    ///
    /// >>> import boyi
    /// >>> boyi.xiangqi.Position("3k5/R8/9/9/9/9/9/9/8R/4K4 w").has_mate_in_one()
    /// True
    fn has_mate_in_one(&self) -> bool {
        self.inner.has_mate_in_one()
    }

    /// Whether a move captures a piece. Raises IllegalMoveError if it is not legal.
    fn is_capture(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.inner.is_capture(self.legal_argument(r#move)?))
    }

    /// Static exchange evaluation (SEE) of a move, in evaluation units: the value of the piece that it captures, if any,
    /// less what the opponent wins if both sides then go on capturing on that square, each as well as possible, until
    /// one stops. The values are pawn 15, advisor and elephant 20, horse 90, cannon 95 and chariot 200. Only legal
    /// captures count, so pinned pieces take no part; cannons do while they have a screen. Raises IllegalMoveError if
    /// the move is not legal.
    ///
    /// A chariot takes a pawn that a horse defends:
    ///
    /// >>> import boyi
    /// >>> boyi.xiangqi.Position("3k5/9/1n7/9/p8/9/9/9/9/R4K3 w").see("a0a5")
    /// -185
    fn see(&self, r#move: &Bound<'_, PyAny>) -> PyResult<i32> {
        Ok(self.inner.see(self.legal_argument(r#move)?))
    }

    /// Repetition status, in the codes of the XiangQi Wizard tutorial: 0 if the position has fewer than `recur` (1 to
    /// 100) earlier occurrences since the last capture. Otherwise, who gave check with every move in between: 1 nobody,
    /// 3 the side to move, 5 the opponent, 7 both. Raises OptionError for `recur` out of range.
    #[pyo3(signature = (recur=1))]
    fn repetition(&self, #[pyo3(from_py_with = whole)] recur: i64) -> PyResult<u8> {
        if !(1..=100).contains(&recur) {
            return Err(option_error(format!("recur = {recur}: expected 1 to 100")));
        }
        Ok(self.inner.cycle(recur as u32).map_or(0, |cycle| cycle.code()))
    }

    /// FEN letter of the piece on a square such as "e0", upper case for red; None for an empty square. Raises
    /// OptionError for a text that is not a square (file a to i, rank 0 to 9).
    fn piece_at(&self, #[pyo3(from_py_with = text)] square: &str) -> PyResult<Option<char>> {
        let number = moves::parse_square(square)
            .ok_or_else(|| option_error(format!("square {square:?}: expected a file a-i and a rank 0-9")))?;
        let piece = self.inner.board().piece(number);
        Ok((piece != crate::games::xiangqi::board::EMPTY).then(|| fen::letter_of_piece(piece)))
    }

    /// The pieces as a numpy int8 array of shape (10, 9), in the encoding of `from_array`.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, numpy::PyArray2<i8>>> {
        arrays::board_to_array(py, self.inner.board())
    }

    fn __getattr__(&self, name: &str) -> PyResult<()> {
        Err(no_attribute("Position", name, POSITION))
    }

    fn __repr__(&self) -> String {
        let rules =
            if self.rules() == Rules::default().name() { String::new() } else { format!(", rules={:?}", self.rules()) };
        format!("Position({:?}{rules})", self.inner.fen())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        let parts = (this.moves(slf.py())?, this.inner.origin().fen(), this.rules(), this.zobrist());
        (slf.get_type().getattr("from_moves")?, parts).into_pyobject(slf.py())
    }
}

impl<E: XiangqiEvaluator> Scene for Xiangqi<E> {
    const KIND: GameKind = GameKind::Xiangqi;
    const FIELDS: &'static [(&'static str, &'static str)] =
        &[("code", "<u2"), ("from_square", "u1"), ("to_square", "u1"), ("piece", "i1"), ("captured", "i1")];

    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let inner = Position::new(self.board().clone(), self.clock(), 1).under(self.rules());
        Ok(Bound::new(py, PyPosition { inner })?.into_any())
    }

    fn row(&self, mv: Move) -> [u8; ROW] {
        let [low, high] = mv.0.to_le_bytes();
        let number = |square| arrays::piece_number(self.board().piece(square)) as u8;
        [low, high, moves::from_of(mv), moves::to_of(mv), number(moves::from_of(mv)), number(moves::to_of(mv))]
    }
}
