//! Conversion between Rust rows or boards and numpy arrays.

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::values::whole;
use crate::error::Error;
use crate::game::Side;
use crate::games::gomoku;
use crate::games::xiangqi::board::{Board, EMPTY, Piece};
use crate::games::xiangqi::fen;
use crate::games::xiangqi::moves::square_name;
use crate::games::xiangqi::{BookRow, Position};
use crate::search::config::Layout;
use crate::search::table::{LeafRow, Reached, Row};
use crate::search::trace::NodeRow;

/// Fields of a table row of the layouts `single` and `leafwalk`, in the order of [`Row`].
const ROW_FIELDS: [(&str, &str); 7] = [
    ("key", "<u8"),
    ("move", "<u2"),
    ("score", "<i2"),
    ("eval", "<i2"),
    ("depth", "i1"),
    ("bound", "u1"),
    ("age", "u1"),
];
/// Fields of a table row of the layout `two-bound`, over the bytes of [`Row`].
const BOUNDS_FIELDS: [(&str, &str); 10] = [
    ("key", "<u8"),
    ("move", "<u2"),
    ("lower", "<i2"),
    ("upper", "<i2"),
    ("lower_depth", "i1"),
    ("bounds", "u1"),
    ("age", "u1"),
    ("upper_depth", "i1"),
    ("move_depth", "i1"),
    ("eval", "<i2"),
];
/// Additional last field of a table row of the layout `leafwalk`.
const LAST_PLAYER: (&str, &str) = ("last_player", "u1");
/// Fields of a leaf in the order of [`LeafRow`].
const LEAF_FIELDS: [(&str, &str); 2] = [("key", "<u8"), ("score", "<i2")];

/// Fields of a position of a table that can be reached from a root, in the order of [`Reached`].
const REACHED_FIELDS: [(&str, &str); 4] = [("key", "<u8"), ("before", "<i4"), ("move", "<u2"), ("plies", "<u2")];

/// Fields of a node of a trace in the order of [`NodeRow`].
const NODE_FIELDS: [(&str, &str); 20] = [
    ("id", "<u4"),
    ("parent", "<i4"),
    ("nodes", "<u4"),
    ("alpha", "<i2"),
    ("beta", "<i2"),
    ("score", "<i2"),
    ("move", "<u2"),
    ("cut_move", "<u2"),
    ("tried", "<u2"),
    ("passed", "<u2"),
    ("ply", "u1"),
    ("depth", "i1"),
    ("iteration", "u1"),
    ("kind", "u1"),
    ("bound", "u1"),
    ("stage", "u1"),
    ("cut", "u1"),
    ("hit", "u1"),
    ("cut_stage", "u1"),
    ("cut_index", "u1"),
];
/// Fields of an entry of a book in the order of [`BookRow`].
const BOOK_FIELDS: [(&str, &str); 4] = [("key", "<u8"), ("move", "<u2"), ("weight", "<u4"), ("games", "<u4")];

/// Sizes of a row and a leaf in 64-bit words, and of a trace node in 32-bit words: arrays are handed to Python as words
/// and viewed there as structs.
const ROW_WORDS: usize = 3;
const LEAF_WORDS: usize = 2;
const REACHED_WORDS: usize = 2;
const NODE_WORDS: usize = 9;
const _: () = assert!(size_of::<NodeRow>() == 4 * NODE_WORDS && align_of::<NodeRow>() == 4);
const _: () = assert!(size_of::<Row>() == 8 * ROW_WORDS && align_of::<Row>() == 8);
const _: () = assert!(size_of::<BookRow>() == 8 * ROW_WORDS && align_of::<BookRow>() == 8);
const _: () = assert!(size_of::<Reached>() == 8 * REACHED_WORDS && align_of::<Reached>() == 8);
const _: () = assert!(size_of::<LeafRow>() == 8 * LEAF_WORDS && align_of::<LeafRow>() == 8);

/// Table rows as a read-only structured array.
pub fn rows_array(py: Python<'_>, rows: Vec<Row>, layout: Layout) -> PyResult<Bound<'_, PyAny>> {
    let words: Vec<[u64; ROW_WORDS]> = bytemuck::cast_vec(rows);
    let fields = match layout {
        Layout::Single => ROW_FIELDS.to_vec(),
        Layout::LeafWalk => ROW_FIELDS.into_iter().chain([LAST_PLAYER]).collect(),
        Layout::TwoBound => BOUNDS_FIELDS.to_vec(),
    };
    structured(py, words.into_flattened(), fields)
}

/// Entries of a book as a read-only structured array.
pub fn book_array<'py>(py: Python<'py>, rows: &[BookRow]) -> PyResult<Bound<'py, PyAny>> {
    let words: &[[u64; ROW_WORDS]] = bytemuck::cast_slice(rows);
    structured(py, words.as_flattened().to_vec(), BOOK_FIELDS.to_vec())
}

/// Leaves as a read-only structured array.
pub fn leaves_array(py: Python<'_>, leaves: Vec<LeafRow>) -> PyResult<Bound<'_, PyAny>> {
    let words: Vec<[u64; LEAF_WORDS]> = bytemuck::cast_vec(leaves);
    structured(py, words.into_flattened(), LEAF_FIELDS.to_vec())
}

/// Positions of a table that can be reached from a root as a read-only structured array.
pub fn reached_array(py: Python<'_>, reached: Vec<Reached>) -> PyResult<Bound<'_, PyAny>> {
    let words: Vec<[u64; REACHED_WORDS]> = bytemuck::cast_vec(reached);
    structured(py, words.into_flattened(), REACHED_FIELDS.to_vec())
}

/// Nodes of a trace as a read-only structured array.
pub fn nodes_array(py: Python<'_>, rows: Vec<NodeRow>) -> PyResult<Bound<'_, PyAny>> {
    let words: Vec<[u32; NODE_WORDS]> = bytemuck::cast_vec(rows);
    structured(py, words.into_flattened(), NODE_FIELDS.to_vec())
}

/// A read-only structured array over a vector of words; the memory is moved, not copied.
fn structured<'py, T: Element>(
    py: Python<'py>,
    words: Vec<T>,
    fields: Vec<(&'static str, &'static str)>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = PyDict::new(py);
    options.set_item("align", true)?;
    let dtype = py.import("numpy")?.getattr("dtype")?.call((fields,), Some(&options))?;
    read_only(PyArray1::from_vec(py, words).into_any())?.call_method1("view", (dtype,))
}

/// An array that Python code can no longer change.
pub fn read_only<'py, T>(array: Bound<'py, T>) -> PyResult<Bound<'py, T>> {
    array.as_any().getattr("flags")?.setattr("writeable", false)?;
    Ok(array)
}

/// The pieces of a board as an int8 array of shape (10, 9).
pub fn board_to_array<'py>(py: Python<'py>, board: &Board) -> PyResult<Bound<'py, PyArray2<i8>>> {
    PyArray1::from_iter(py, (0..90).map(|square| piece_number(board.piece(square)))).reshape([10, 9])
}

/// The number of a piece in arrays: 1 to 7 for red, -1 to -7 for black, 0 for none.
pub fn piece_number(piece: Piece) -> i8 {
    match piece {
        EMPTY => 0,
        piece if piece & 1 == 0 => (piece >> 1) as i8 + 1,
        piece => -((piece >> 1) as i8 + 1),
    }
}

/// A two-dimensional integer array and its shape, from any argument that numpy accepts. `expected` ends the messages of
/// errors.
fn whole_numbers<'py>(array: &Bound<'py, PyAny>, expected: &str) -> PyResult<(Bound<'py, PyAny>, [usize; 2])> {
    let fail = |reason: String| PyErr::from(Error::position("array", reason));
    let array = array.py().import("numpy")?.call_method1("asarray", (array,));
    let array = array.map_err(|error| fail(format!("{error}, expected {expected}")))?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    let &[ranks, files] = &shape[..] else {
        return Err(fail(format!("shape {shape:?}, expected {expected}")));
    };
    let dtype = array.getattr("dtype")?;
    if !"iu".contains(&dtype.getattr("kind")?.extract::<String>()?) {
        return Err(fail(format!("type {dtype}, expected whole numbers")));
    }
    Ok((array, [ranks, files]))
}

/// The position of an array as [`board_to_array`] makes it. Refuses what a FEN could not say either.
pub fn board_from_array(array: &Bound<'_, PyAny>, side: Side) -> PyResult<Position> {
    let fail = |reason: String| PyErr::from(Error::position("array", reason));
    let (array, shape) = whole_numbers(array, "shape (10, 9)")?;
    if shape != [10, 9] {
        return Err(fail(format!("shape {shape:?}, expected shape (10, 9)")));
    }
    let mut board = Board::empty();
    for (square, number) in array.call_method0("ravel")?.try_iter()?.enumerate() {
        let number = whole(&number?)?;
        if number == 0 {
            continue;
        }
        if !(-7..=7).contains(&number) {
            return Err(fail(format!("{number} on {}, expected -7 to 7", square_name(square as u8))));
        }
        let piece = 2 * (number.unsigned_abs() as Piece - 1) + (number < 0) as Piece;
        fen::place(&mut board, square as u8, piece).map_err(fail)?;
    }
    board.set_side(side);
    fen::check(&board).map_err(fail)?;
    Ok(Position::new(board, 0, 1))
}

/// The stones of a board as an int8 array, `array[rank, file]`: 0 empty, 1 black, 2 white.
pub fn stones_to_array<'py>(py: Python<'py>, board: &gomoku::Board) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let cells = board.cells().iter().map(|cell| cell.map_or(0, |side| side as i8 + 1));
    PyArray1::from_iter(py, cells).reshape([board.geometry().rows(), board.geometry().cols()])
}

/// The stones of an array as [`stones_to_array`] makes it, and its shape.
pub fn stones_from_array(array: &Bound<'_, PyAny>) -> PyResult<(Vec<Option<Side>>, [usize; 2])> {
    let (array, shape) = whole_numbers(array, "two dimensions")?;
    let stone = |number: PyResult<Bound<'_, PyAny>>| match whole(&number?)? {
        0 => Ok(None),
        1 => Ok(Some(Side::First)),
        2 => Ok(Some(Side::Second)),
        other => Err(Error::position("array", format!("cell value {other}, expected 0, 1 or 2")).into()),
    };
    let cells: PyResult<_> = array.call_method0("ravel")?.try_iter()?.map(stone).collect();
    Ok((cells?, shape))
}
