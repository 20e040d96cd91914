//! Methods shared by the Python position classes of all games, written once in the macro [`position_class`].

use pyo3::prelude::*;

use super::moves::move_list;
use super::records::{self, Record};
use crate::game::Move;
use crate::games::{GameKind, Outcome};

/// Makes the shared methods of a game's class `PyPosition`. Methods whose docstrings differ between games take them as
/// arguments, in this order. The class must offer `playable()`, the position as a game that generates every legal move;
/// `detail()`, the terms of an evaluation as a dict; and `draw()`, the picture with these arrows and options.
macro_rules! position_class {
    (
        $Game:ident in $folder:ident,
        $(#[$turn:meta])+ turn,
        $(#[$key:meta])+ key,
        $(#[$fen:meta])+ fen,
        $(#[$legal_moves:meta])+ legal_moves,
        $(#[$candidates:meta])+ candidates,
        $(#[$is_legal:meta])+ is_legal,
        $(#[$play:meta])+ play,
        $(#[$play_all:meta])+ play_all,
        $(#[$parse:meta])+ parse,
        $(#[$format:meta])+ format,
        $(#[$perft:meta])+ perft,
        $(#[$divide:meta])+ divide,
        $(#[$outcome:meta])+ outcome,
        $(#[$mirror:meta])+ mirror,
        $(#[$evaluate:meta])+ evaluate,
        $(#[$svg:meta])+ svg,
    ) => {
        impl PyPosition {
            const KIND: $crate::games::GameKind = $crate::games::GameKind::$Game;

            /// The move that an argument means.
            fn read(&self, argument: &Bound<'_, PyAny>) -> PyResult<$crate::game::Move> {
                $crate::py::moves::read_move(Self::KIND, argument, |text| self.inner.move_of_text(text))
            }

            /// The legal move that an argument means.
            fn legal_argument(&self, argument: &Bound<'_, PyAny>) -> PyResult<$crate::game::Move> {
                let mv = self.read(argument)?;
                self.inner.check_legal(mv)?;
                Ok(mv)
            }

            /// Plays several moves in place, given as for `play_all`. On an error, the moves before it stay played.
            pub fn play_moves(
                position: &mut $crate::games::$folder::Position,
                moves: &Bound<'_, PyAny>,
            ) -> PyResult<()> {
                if let Ok(text) = moves.cast::<pyo3::types::PyString>() {
                    return Ok(position.play_text($crate::py::texts::move_text(text)?)?);
                }
                for item in moves.try_iter()? {
                    let read = |text: &str| position.move_of_text(text);
                    let mv = $crate::py::moves::read_move(Self::KIND, &item?, read)?;
                    *position = position.play(mv)?;
                }
                Ok(())
            }
        }

        #[pymethods]
        impl PyPosition {
            /// Name of the game, such as "xiangqi".
            #[getter]
            fn game(&self) -> &'static str {
                Self::KIND.name()
            }

            $(#[$turn])+
            #[getter]
            fn turn(&self) -> &'static str {
                Self::KIND.player_name(self.inner.side())
            }

            $(#[$key])+
            #[getter]
            fn key(&self) -> u64 {
                self.inner.board().key()
            }

            $(#[$fen])+
            #[getter]
            fn fen(&self) -> String {
                self.inner.fen()
            }

            /// FEN of the position that was set up, before `moves` were played.
            #[getter]
            fn start_fen(&self) -> String {
                self.inner.origin().fen()
            }

            /// Number of moves played since the position was set up.
            #[getter]
            fn ply(&self) -> u32 {
                self.inner.ply()
            }

            /// Moves played since the position was set up, a list.
            #[getter]
            fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyList>> {
                $crate::py::moves::move_list(py, Self::KIND, &self.inner.moves())
            }

            $(#[$legal_moves])+
            fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyList>> {
                $crate::py::moves::move_list(py, Self::KIND, &self.inner.legal_moves())
            }

            $(#[$candidates])+
            fn candidates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyList>> {
                $crate::py::moves::move_list(py, Self::KIND, &self.inner.candidates()?)
            }

            $(#[$is_legal])+
            fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
                match self.read(r#move) {
                    Ok(mv) => Ok(self.inner.is_legal(mv)),
                    Err(error) if error.get_type(r#move.py()).name()? == "IllegalMoveError" => Ok(false),
                    Err(error) => Err(error),
                }
            }

            $(#[$play])+
            fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
                let mv = self.read(r#move)?;
                Ok(PyPosition { inner: self.inner.play(mv)? })
            }

            $(#[$play_all])+
            fn play_all(&self, moves: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
                let mut inner = self.inner.clone();
                Self::play_moves(&mut inner, moves)?;
                Ok(PyPosition { inner })
            }

            $(#[$parse])+
            #[pyo3(signature = (text, notation=None))]
            fn parse(
                &self,
                py: Python<'_>,
                #[pyo3(from_py_with = $crate::py::texts::move_argument)] text: &str,
                #[pyo3(from_py_with = $crate::py::texts::text_or_none)] notation: Option<&str>,
            ) -> PyResult<&'static Py<$crate::py::moves::PyMove>> {
                $crate::py::moves::interned(py, Self::KIND, self.inner.parse(text, notation)?)
            }

            $(#[$format])+
            #[pyo3(signature = (r#move, notation="uci"))]
            fn format(
                &self,
                r#move: &Bound<'_, PyAny>,
                #[pyo3(from_py_with = $crate::py::texts::text)] notation: &str,
            ) -> PyResult<String> {
                Ok(self.inner.format(self.legal_argument(r#move)?, notation)?)
            }

            $(#[$perft])+
            fn perft(
                &self,
                py: Python<'_>,
                #[pyo3(from_py_with = $crate::py::values::whole)] depth: i64,
            ) -> PyResult<u64> {
                let (depth, mut game) = ($crate::py::limits::perft_depth(depth)?, self.playable()?);
                let nodes = $crate::py::waiting::run(py, "perft", |stop| {
                    $crate::games::$folder::with_played!(&mut game, game => $crate::perft::perft_until(game, depth, stop))
                })?;
                Ok(nodes.expect("only an exception stops it"))
            }

            $(#[$divide])+
            fn divide<'py>(
                &self,
                py: Python<'py>,
                #[pyo3(from_py_with = $crate::py::values::whole)] depth: i64,
            ) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
                let (depth, mut game) = ($crate::py::limits::perft_depth(depth)?, self.playable()?);
                let parts = $crate::py::waiting::run(py, "divide", |stop| {
                    $crate::games::$folder::with_played!(&mut game, game => $crate::perft::divide_until(game, depth, stop))
                })?;
                let dict = pyo3::types::PyDict::new(py);
                for (mv, nodes) in parts.expect("only an exception stops it") {
                    dict.set_item($crate::py::moves::interned(py, Self::KIND, mv)?, nodes)?;
                }
                Ok(dict)
            }

            $(#[$outcome])+
            fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
                let object = |outcome| {
                    $crate::py::position::outcome_object(py, Self::KIND, outcome, self.inner.evidence())
                };
                self.inner.outcome().map(object).transpose()
            }

            $(#[$mirror])+
            fn mirror(&self) -> PyPosition {
                PyPosition { inner: self.inner.mirrored() }
            }

            $(#[$evaluate])+
            #[pyo3(signature = (evaluation=None, *, detail=false))]
            fn evaluate<'py>(
                &self,
                py: Python<'py>,
                evaluation: Option<&Bound<'py, PyAny>>,
                detail: bool,
            ) -> PyResult<Bound<'py, PyAny>> {
                let position = $crate::py::any::AnyPosition::$Game(self.inner.clone());
                $crate::py::weights::evaluate(py, &position, evaluation, detail)
            }

            $(#[$svg])+
            #[pyo3(signature = (*, arrows=None, size=360, flipped=false))]
            fn svg<'py>(
                &self,
                py: Python<'py>,
                arrows: Option<&Bound<'py, PyAny>>,
                #[pyo3(from_py_with = $crate::py::values::whole)] size: i64,
                flipped: bool,
            ) -> PyResult<Bound<'py, PyAny>> {
                let mut drawn = Vec::new();
                for arrow in arrows.map(pyo3::types::PyIterator::from_object).transpose()?.into_iter().flatten() {
                    drawn.push(self.read(&arrow?)?);
                }
                let options = pyo3::types::PyDict::new(py);
                options.set_item("size", size)?;
                options.set_item("flipped", flipped)?;
                self.draw(py, &drawn, &options)
            }

            fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                self.svg(py, None, 360, false)
            }

            fn __str__(&self) -> String {
                self.inner.diagram()
            }

            /// Zobrist hash of pieces and side to move by the default key set, even if the position uses another one:
            /// positions that are equal then have equal hashes.
            fn __hash__(&self) -> u64 {
                self.inner.default_key()
            }
        }
    };
}
pub(super) use position_class;

/// A `boyi.Outcome`, with a sentence that explains it and the moves that show it.
pub fn outcome_object<'py>(
    py: Python<'py>,
    kind: GameKind,
    outcome: Outcome,
    (explanation, threats): (String, Vec<Move>),
) -> PyResult<Bound<'py, PyAny>> {
    let winner = outcome.winner.map(|side| kind.player_name(side));
    let threats = move_list(py, kind, &threats)?.to_tuple();
    records::Outcome { winner, reason: outcome.reason.name(), explanation, threats }.object(py)
}
