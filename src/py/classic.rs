//! The Python class `boyi.xiangqi.Classic`: the hand-written evaluation, with its weights as arrays and dicts.

use std::sync::Arc;

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::errors::option_error;
use super::texts::text_or_none;
use super::weights::{array, reals, weights_class};
use crate::error::Error;
use crate::evaluator::{Named, Saved};
use crate::game::Side;
use crate::games::xiangqi::Classic;
use crate::games::xiangqi::board::{Board, Piece};
use crate::games::xiangqi::eval::INPUTS;
use crate::games::xiangqi::eval::classic::*;

weights_class! {
    /// A hand-written evaluation of xiangqi with readable weights, for `Searcher(evaluation=…)`, `Position.evaluate` and
    /// `boyi.lab.Setup`: values of pieces on squares and terms such as mobility, each with a weight for the middlegame and
    /// one for the endgame. `Classic()` is the evaluation of `Config.evaluation` "classic"; `boyi.lab.train` with a
    /// `boyi.lab.ClassicRecipe` fits others.
    ///
    /// * `piece_square`: array of shape (2, 7, 10, 9), indexed by phase (middlegame, endgame), kind of piece, rank and
    ///   file, seen by the owner as in `Evaluation`;
    /// * `terms`: dict from names of terms to pairs of weights (middlegame, endgame); other terms have weights of zero.
    ///   `Classic.describe()` has the names, each with a sentence;
    /// * `tempo`: pair of bonuses for the side to move;
    /// * `endings`: dict from names of endings to factors from 0 to 1 for the advantage of a side with few attackers; other
    ///   endings count in full;
    /// * `about`: what the weights were made of and how; JSON by convention.
    ///
    /// Boyi's own weights stand for what is not given, or None. Weights are numbers of evaluation units from -2000 to 2000,
    /// rounded to sixteenths. With the phase p = min(1, (2 * chariots + horses + cannons) / 16) of both sides' pieces,
    ///
    /// * sum(phase) = piece squares + counts of the terms * their weights, mover's less opponent's, + tempo,
    /// * value = (p * sum(middlegame) + (1 - p) * sum(endgame)) * factor of the ending, cut off towards zero.
    ///
    /// Raises OptionError for another shape, an unknown name or a number out of range.
    ///
    /// >>> import boyi
    /// >>> own = boyi.xiangqi.Classic()
    /// >>> blind = boyi.xiangqi.Classic(terms={**own.terms, "hollow_cannon": (0, 0)})
    /// >>> blind.terms["hollow_cannon"], own.piece_square.shape
    /// ((0.0, 0.0), (2, 7, 10, 9))
    PyClassic = "Classic" of Xiangqi in xiangqi: Classic, EvaluationFileError
}

#[pymethods]
impl PyClassic {
    #[new]
    #[pyo3(signature = (piece_square=None, terms=None, tempo=None, endings=None, *, about=None))]
    fn new(
        piece_square: Option<&Bound<'_, PyAny>>,
        terms: Option<&Bound<'_, PyAny>>,
        tempo: Option<&Bound<'_, PyAny>>,
        endings: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = text_or_none)] about: Option<&str>,
    ) -> PyResult<PyClassInitializer<PyClassic>> {
        let mut weights = Classic::own().weights().clone();
        if let Some(array) = piece_square {
            weights.piece_square = read_tables(array)?;
        }
        if let Some(given) = terms {
            weights.terms = [[0; 2]; COUNT];
            for (index, name, value) in named(given, "terms", TERMS)? {
                weights.terms[index] = pair(&value, &format!("terms[{name:?}]"))?;
            }
        }
        if let Some(given) = tempo {
            weights.tempo = pair(given, "tempo")?;
        }
        if let Some(given) = endings {
            weights.endings = [ONE; ENDINGS.len()];
            for (index, name, value) in named(given, "endings", ENDINGS)? {
                weights.endings[index] = factor(&value, &name)?;
            }
        }
        if let Some(about) = about {
            if about.contains(['\n', '\r']) {
                return Err(option_error("about: expected a text of one line"));
            }
            weights.about = about.into();
        }
        Ok(PyClassic::of(Arc::new(Classic::new(weights))))
    }

    /// The terms and endings: a dict from names to sentences that say what is counted, and when a factor applies.
    ///
    /// >>> boyi.xiangqi.Classic.describe()["pawn_attacks"]
    /// 'Enemy horses and cannons attacked by pawns.'
    #[staticmethod]
    fn describe(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let sentences = PyDict::new(py);
        for (name, sentence) in TERMS.iter().chain(ENDINGS) {
            sentences.set_item(name, sentence)?;
        }
        Ok(sentences)
    }

    /// Values of pieces on squares: a read-only float32 array of shape (2, 7, 10, 9), indexed by phase, kind of piece,
    /// rank and file.
    #[getter]
    fn piece_square<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let values = self.inner.weights().piece_square.as_flattened().as_flattened().as_flattened();
        let units = values.iter().map(|&value| f32::from(value) / f32::from(ONE));
        array(py, &units.collect::<Vec<f32>>(), &[2, 7, 10, 9])
    }

    /// Weights of the terms: a dict from names to pairs (middlegame, endgame).
    #[getter]
    fn terms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let terms = PyDict::new(py);
        for ((name, _), weights) in TERMS.iter().zip(self.inner.weights().terms) {
            terms.set_item(name, units(weights))?;
        }
        Ok(terms)
    }

    /// Bonuses for the side to move: a pair (middlegame, endgame).
    #[getter]
    fn tempo(&self) -> (f64, f64) {
        units(self.inner.weights().tempo)
    }

    /// Factors of the endings: a dict from names to numbers from 0 to 1.
    #[getter]
    fn endings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let endings = PyDict::new(py);
        for ((name, _), factor) in ENDINGS.iter().zip(self.inner.weights().endings) {
            endings.set_item(name, units([factor, 0]).0)?;
        }
        Ok(endings)
    }

    fn __repr__(&self) -> String {
        let weights = self.inner.weights();
        let used = weights.terms.iter().filter(|weights| **weights != [0; 2]).count();
        let own = *weights == *Classic::own().weights();
        if own { "Classic()".into() } else { format!("Classic({used} of {COUNT} terms with weights)") }
    }
}

fn units([middlegame, endgame]: [i16; 2]) -> (f64, f64) {
    (f64::from(middlegame) / f64::from(ONE), f64::from(endgame) / f64::from(ONE))
}

/// The items of a dict whose keys are names of a list: index, name and value.
fn named<'py>(
    given: &Bound<'py, PyAny>,
    argument: &str,
    list: &'static [(&'static str, &'static str)],
) -> PyResult<Vec<(usize, String, Bound<'py, PyAny>)>> {
    let names: Vec<&str> = list.iter().map(|row| row.0).collect();
    let dict = given.cast::<PyDict>().map_err(|_| option_error(format!("{argument}={given}: expected a dict")))?;
    let mut found = Vec::new();
    for (key, value) in dict {
        let name = key.str()?.to_string();
        let index = names.iter().position(|known| *known == name);
        let index = index.ok_or_else(|| Error::unknown(&format!("name in {argument}:"), &name, &names))?;
        found.push((index, name, value));
    }
    Ok(found)
}

/// A pair of weights.
fn pair(given: &Bound<'_, PyAny>, argument: &str) -> PyResult<[i16; 2]> {
    let fail = |_| option_error(format!("{argument}={given}: expected two numbers, for middlegame and endgame"));
    let numbers: [f64; 2] =
        given.extract::<(f64, f64)>().map(<[f64; 2]>::from).or_else(|_| given.extract()).map_err(fail)?;
    let mut weights = [0; 2];
    for (weight, number) in weights.iter_mut().zip(numbers) {
        *weight = sixteenths(number).map_err(|reason| option_error(format!("{argument}: {reason}")))?;
    }
    Ok(weights)
}

/// A factor of an ending.
fn factor(given: &Bound<'_, PyAny>, name: &str) -> PyResult<i16> {
    let found = given.extract::<f64>().ok().filter(|factor| (0.0..=1.0).contains(factor));
    let factor =
        found.ok_or_else(|| option_error(format!("endings[{name:?}]={given}: expected a number from 0 to 1")))?;
    Ok((factor * f64::from(ONE)).round() as i16)
}

fn read_tables(array: &Bound<'_, PyAny>) -> PyResult<[[[[i16; 9]; 10]; 7]; 2]> {
    let mut tables = [[[[0; 9]; 10]; 7]; 2];
    let values = tables.as_flattened_mut().as_flattened_mut().as_flattened_mut();
    for (value, number) in values.iter_mut().zip(reals("piece_square", array, &[2, 7, 10, 9])?) {
        *value = sixteenths(number).map_err(|reason| option_error(format!("piece_square: {reason}")))?;
    }
    Ok(tables)
}

/// What the evaluation `Classic` counts in positions, for `boyi.lab.train`: a dict of arrays, a row for each position.
///
/// `inputs` and `starts` are those of `xiangqi_samples`. `phase` float32 is 1 in the middlegame to 0 in the endgame,
/// `terms` int16 the count of each term, the mover's less the opponent's, and `endings` int8 the index of the ending if
/// the mover is ahead and if the opponent is; the number of endings stands for every other position. Raises OptionError
/// for inputs that are no board.
#[pyfunction]
pub fn xiangqi_classic_features<'py>(
    py: Python<'py>,
    inputs: &Bound<'py, PyArray1<i32>>,
    starts: &Bound<'py, PyArray1<i32>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (inputs, starts) = (inputs.to_vec()?, starts.to_vec()?);
    let rows = starts.len().saturating_sub(1);
    let (mut phases, mut terms, mut endings) = (Vec::new(), Vec::with_capacity(rows * COUNT), Vec::new());
    for ends in starts.windows(2) {
        let row = inputs.get(ends[0].max(0) as usize..ends[1].max(0) as usize);
        let board =
            row.and_then(board_of).ok_or_else(|| option_error("inputs: expected pieces on different squares"))?;
        let found = features(&board);
        phases.push(found.phase as f32 / FULL as f32);
        terms.extend_from_slice(&found.counts.0[..COUNT]);
        endings.extend([Side::First, Side::Second].map(|side| ending(&board, side) as i8));
    }
    let found = PyDict::new(py);
    found.set_item("phase", PyArray1::from_vec(py, phases))?;
    found.set_item("terms", PyArray1::from_vec(py, terms).reshape([rows, COUNT])?)?;
    found.set_item("endings", PyArray1::from_vec(py, endings).reshape([rows, 2])?)?;
    Ok(found)
}

/// The board of a row of inputs, the side to move as red; None if it is none.
fn board_of(row: &[i32]) -> Option<Board> {
    let mut board = Board::empty();
    for &input in row {
        let input = usize::try_from(input).ok().filter(|input| *input < INPUTS)?;
        let (piece, square) = ((input / 90) as Piece, (input % 90) as u8);
        if board.occupied() & 1 << square != 0 {
            return None;
        }
        board.put(square, piece);
    }
    Some(board)
}
