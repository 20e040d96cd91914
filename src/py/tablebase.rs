//! The Python class `boyi.xiangqi.Tablebase`: endgame tables.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::any::AnyPosition;
use super::bar::Bar;
use super::errors::{GameMismatchError, option_error};
use super::texts::{text, text_or_none};
use super::values::whole;
use super::waiting;
use super::xiangqi::PyPosition;
use crate::error::Result;
use crate::oracle::endgames::{Class, Endgame, Summary, Value};

/// Names of verdicts, as in `boyi.exact.ExactValue`.
const VERDICTS: [&str; 3] = ["win", "draw", "loss"];

fn verdict_of(value: Value) -> usize {
    match value {
        Value::Win(_) => 0,
        Value::Draw => 1,
        Value::Loss(_) => 2,
    }
}

/// Exact values of a class of xiangqi endgames: one or two attackers (chariots R, cannons C, horses H, pawns P) on one side,
/// advisors A and elephants E on both. `Tablebase("R-AAEE")` is a chariot against two advisors and two elephants, and knows
/// all classes that captures lead to as well. Either colour may have the attackers.
///
/// Tables are made when they are asked for, in a fraction of a second for small classes and minutes for large ones, and use
/// all cores. With `folder` they are read from and kept in files there, one for each class, with checksums. Making one can be
/// interrupted; tables that were finished are kept. `progress` shows a bar.
///
/// Values hold without a limit of moves, and no rule about repetition changes them: whoever wins gets nearer to the win with
/// each move; `held_by_chases()` shows that the defence needs nothing that is forbidden.
///
/// Raises OptionError for a class that does not exist, TableFileError for a file that is damaged, of another class or cannot be
/// written, OSError if the folder cannot be made. An oracle in the sense of `boyi.exact.Oracle`.
///
/// >>> import boyi
/// >>> table = boyi.xiangqi.Tablebase("H-A")
/// >>> position = boyi.xiangqi.Position("4k4/4a4/9/9/9/9/9/3H5/9/4K4 w - - 0 1")
/// >>> table.probe(position).verdict
/// 'win'
#[pyclass(frozen, name = "Tablebase", module = "boyi._core")]
pub struct PyTablebase {
    inner: Endgame,
}

impl PyTablebase {
    fn exact<'py>(&self, py: Python<'py>, value: Value) -> PyResult<Bound<'py, PyAny>> {
        let verdict = VERDICTS[verdict_of(value)];
        py.import("boyi.exact")?.getattr("ExactValue")?.call1((verdict, value.plies()))
    }
}

#[pymethods]
impl PyTablebase {
    #[new]
    #[pyo3(signature = (material, *, folder=None, progress=false))]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = text)] material: &str,
        folder: Option<PathBuf>,
        progress: bool,
    ) -> PyResult<PyTablebase> {
        let class = Class::parse(material)?;
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder)?;
        }
        let (done, finished) = (AtomicU64::new(0), AtomicU64::new(0));
        let mut bar = Bar::new(
            py,
            progress,
            class.with_all_parts().iter().map(Endgame::bytes_of).sum::<usize>() as u64,
            &class.to_string(),
        )?;
        let work = |stop: &AtomicBool| -> Result<Option<Endgame>> {
            Endgame::make(class, folder.as_deref(), stop, &mut |told| {
                let all = finished.load(Relaxed) + told.known as u64;
                if told.known == told.len {
                    finished.store(all, Relaxed);
                }
                done.store(all, Relaxed);
            })
        };
        let made = waiting::run_shown(py, "making an endgame table", work, |py, _| bar.show(py, &done))?;
        bar.close(py)?;
        Ok(PyTablebase { inner: made?.expect("only an exception stops it, which was raised") })
    }

    /// Sizes in bytes of the tables that a class needs, a dict from class to size: those of the classes that captures lead to
    /// come first. Raises OptionError for a class that does not exist.
    ///
    /// >>> import boyi
    /// >>> boyi.xiangqi.Tablebase.sizes("P-A")
    /// {'-': 108, '-A': 378, 'P-': 5940, 'P-A': 20790}
    #[staticmethod]
    fn sizes<'py>(py: Python<'py>, #[pyo3(from_py_with = text)] material: &str) -> PyResult<Bound<'py, PyDict>> {
        let sizes = PyDict::new(py);
        for part in Class::parse(material)?.with_all_parts() {
            sizes.set_item(part.to_string(), Endgame::bytes_of(&part))?;
        }
        Ok(sizes)
    }

    /// The game's name, "xiangqi".
    #[getter]
    fn game(&self) -> &'static str {
        "xiangqi"
    }

    /// The class, such as "R-AAEE".
    #[getter]
    fn material(&self) -> String {
        self.inner.class().to_string()
    }

    /// The exact value of a position from the side to move's view, a boyi.exact.ExactValue; None if the position is neither
    /// of the class nor of one that captures lead to. Clocks and history are not considered. Raises GameMismatchError for a
    /// position of another game.
    fn probe<'py>(&self, py: Python<'py>, position: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match AnyPosition::of(position)? {
            AnyPosition::Xiangqi(position) => {
                self.inner.probe(position.board()).map(|value| self.exact(py, value)).transpose()
            }
            other => Err(GameMismatchError::new_err(format!(
                "a position of {}: an endgame table of xiangqi knows positions of xiangqi only",
                other.kind().name()
            ))),
        }
    }

    /// `n` different positions of the class in which the side to move has a legal move, drawn at random: with one verdict,
    /// "win", "draw" or "loss" of the side to move, or any; with the attackers to move ("attackers"), the defenders
    /// ("defenders") or either (None). The attackers are red. The same seed gives the same positions. Raises OptionError if
    /// there are fewer.
    #[pyo3(signature = (n, *, verdict=None, turn=None, seed=0))]
    fn positions(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] n: i64,
        #[pyo3(from_py_with = text_or_none)] verdict: Option<&str>,
        #[pyo3(from_py_with = text_or_none)] turn: Option<&str>,
        #[pyo3(from_py_with = whole)] seed: i64,
    ) -> PyResult<Vec<PyPosition>> {
        let find = |what: &str, name: Option<&str>, known: &[&str]| -> PyResult<Option<usize>> {
            let Some(name) = name else { return Ok(None) };
            let at = known.iter().position(|&other| other == name);
            at.map(Some).ok_or_else(|| crate::error::Error::unknown(what, name, known).into())
        };
        let wanted = find("verdict", verdict, &VERDICTS)?;
        let to_move = find("turn", turn, &["defenders", "attackers"])?;
        let n = usize::try_from(n)
            .ok()
            .filter(|n| *n > 0)
            .ok_or_else(|| option_error(format!("n={n}: expected at least 1")))?;
        let admits = |number: usize, value| {
            wanted.is_none_or(|wanted| wanted == verdict_of(value)) && to_move.is_none_or(|turn| turn == number % 2)
        };
        let drawn = py.detach(|| self.inner.drawn(n, seed as u64, admits));
        if drawn.len() < n {
            let what = [verdict, turn].into_iter().flatten().collect::<Vec<_>>().join(", ");
            let material = self.material();
            return Err(option_error(format!(
                "n={n}: {material} has {} positions {what:?}, expected at most these",
                drawn.len()
            )));
        }
        let position = |number| PyPosition { inner: self.inner.position(number).expect("a number that was drawn").0 };
        Ok(drawn.into_iter().map(position).collect())
    }

    /// The table as a uint8 array, a copy: 0 for a draw, 1 to 126 for a win in so many moves of the side to move, 128 + n for a
    /// loss in n moves of the opponent, 255 where no position belongs to the number. Rows are placings of the pieces, columns
    /// the side to move: the defenders, the attackers. `position(row, attackers_to_move)` tells what a row stands for.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let values = self.inner.values();
        Ok(PyArray1::from_slice(py, values).reshape([values.len() / 2, 2])?.into_any())
    }

    /// The position of a row of `values()`, with the attackers or the defenders to move; None where the value is 255. Raises
    /// OptionError for a row that does not exist.
    fn position(
        &self,
        #[pyo3(from_py_with = whole)] row: i64,
        attackers_to_move: bool,
    ) -> PyResult<Option<PyPosition>> {
        let rows = self.inner.values().len() / 2;
        let row = usize::try_from(row).ok().filter(|row| *row < rows);
        let row = row.ok_or_else(|| option_error(format!("row: expected 0 to {}", rows - 1)))?;
        Ok(self.inner.position(2 * row + attackers_to_move as usize).map(|(inner, _)| PyPosition { inner }))
    }

    /// Counts of positions, a dict: for "attackers" and "defenders" to move a dict from verdict to number, and "longest", the
    /// moves of the winner in the longest win, 0 if there is none. Of two mirror images one is counted.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Summary { attacking, defending, longest } = py.detach(|| self.inner.summary());
        let all = PyDict::new(py);
        for (side, counts) in [("attackers", attacking), ("defenders", defending)] {
            let each = PyDict::new(py);
            VERDICTS.iter().zip(counts).try_for_each(|(verdict, count)| each.set_item(verdict, count))?;
            all.set_item(side, each)?;
        }
        all.set_item("longest", longest)?;
        Ok(all)
    }

    /// Number of drawn positions in which the defenders might have to chase with advisors or elephants without end. Where it is
    /// 0 no rule about perpetual chases changes a value: such a rule asks for a chase with each move of a cycle, kings and
    /// pawns may chase, and a side without attackers gives no check. Takes about as long as making the table.
    fn held_by_chases(&self, py: Python<'_>) -> PyResult<usize> {
        let held = waiting::run(py, "an endgame table", |stop| self.inner.held_by_chases(stop))?;
        Ok(held.expect("only an exception stops it, which was raised"))
    }

    /// Number of placings of the pieces, the rows of `values()`.
    fn __len__(&self) -> usize {
        self.inner.values().len() / 2
    }

    fn __repr__(&self) -> String {
        format!("Tablebase({:?})", self.material())
    }
}
