//! numpy arrays in and out.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::errors::{exception, option_error};
use crate::error::Error;
use crate::game::Side;
use crate::games::xiangqi::Position;
use crate::games::xiangqi::board::{Board, EMPTY, Piece};
use crate::games::xiangqi::fen;
use crate::search::table::Row;

/// Fields of a table row in the order of [`Row`].
const ROW_FIELDS: [(&str, &str); 7] = [
    ("key", "<u8"),
    ("move", "<u2"),
    ("score", "<i2"),
    ("eval", "<i2"),
    ("depth", "i1"),
    ("bound", "u1"),
    ("age", "u1"),
];

/// Words of a row: it is copied to Python as 64-bit words, without looking at the fields.
const ROW_WORDS: usize = 3;
const _: () = assert!(size_of::<Row>() == 8 * ROW_WORDS && align_of::<Row>() == 8);

/// Table rows as a read-only structured array; the memory of the vector is handed over, not copied.
pub fn rows_array(py: Python<'_>, rows: Vec<Row>) -> PyResult<Bound<'_, PyAny>> {
    let words: Vec<[u64; ROW_WORDS]> = bytemuck::cast_vec(rows);
    let words: Vec<u64> = words.into_flattened();
    let options = PyDict::new(py);
    options.set_item("align", true)?;
    let dtype = py.import("numpy")?.getattr("dtype")?.call((ROW_FIELDS.to_vec(),), Some(&options))?;
    let array = PyArray1::from_vec(py, words).call_method1("view", (dtype,))?;
    array.getattr("flags")?.setattr("writeable", false)?;
    Ok(array)
}

/// The pieces of a board as an int8 array of shape (10, 9).
pub fn board_to_array<'py>(py: Python<'py>, board: &Board) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let number = |square| match board.piece(square) {
        EMPTY => 0,
        piece if piece & 1 == 0 => (piece >> 1) as i8 + 1,
        piece => -((piece >> 1) as i8 + 1),
    };
    PyArray1::from_iter(py, (0..90).map(number)).reshape([10, 9])
}

/// The position of such an array. Refuses what a FEN could not say either.
pub fn board_from_array(array: &Bound<'_, PyAny>, side: Side) -> PyResult<Position> {
    let array = array.py().import("numpy")?.call_method1("asarray", (array,))?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if shape != [10, 9] {
        return Err(option_error(format!("board array of shape {shape:?}: expected (10, 9)")));
    }
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !"iu".contains(&kind) {
        return Err(option_error(format!("board array of type {}: expected whole numbers", array.getattr("dtype")?)));
    }
    let numbers: Vec<i64> = array.call_method1("astype", ("int64",))?.call_method0("ravel")?.extract()?;
    let mut board = Board::empty();
    for (square, number) in numbers.into_iter().enumerate() {
        if number == 0 {
            continue;
        }
        if !(1..=7).contains(&number.abs()) {
            return Err(option_error(format!("{number} in a board array: expected -7 to 7")));
        }
        let piece = 2 * (number.unsigned_abs() as Piece - 1) + (number < 0) as Piece;
        fen::place(&mut board, square as u8, piece).map_err(|reason| exception("PositionError", reason))?;
    }
    board.set_side(side);
    fen::check(&board).map_err(|reason| Error::position("board array", reason))?;
    Ok(Position::new(board, 0, 1))
}
