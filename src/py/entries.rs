//! What Python sees of a table's owner and of its entries, which lie in memory or in a file.

use pyo3::prelude::*;

use super::any::AnyPosition;
use super::errors::option_error;
use super::moves::move_of_code;
use super::records::{self, Record, bound_member, move_or_none};
use super::values::PyScore;
use crate::games::GameKind;
use crate::score::Score;
use crate::search::table::{Bounds, Entry, check_owner};

/// Separator between the fingerprint of the positions and that of the evaluation in a table's owner text.
const EVALUATION: &str = " evaluation=";

/// The owner text of a table that holds such positions, by this evaluation.
pub fn owner_text(position: &AnyPosition, evaluation: &str) -> String {
    format!("{}{EVALUATION}{evaluation}", position.fingerprint())
}

/// The position that an argument is; refused if the owner of a table is another game or board. Any evaluation will do.
pub fn position_of_owner(owner: &str, position: &Bound<'_, PyAny>) -> PyResult<AnyPosition> {
    let position = AnyPosition::of(position)?;
    let evaluation = owner.find(EVALUATION).map_or("", |at| &owner[at..]);
    check_owner(Some(owner).filter(|owner| !owner.is_empty()), &format!("{}{evaluation}", position.fingerprint()))?;
    Ok(position)
}

/// The moves of rows of a table with this owner, as texts.
pub fn move_texts(owner: &str, rows: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let codes = rows.get_item("move").and_then(|column| column.call_method0("tolist"));
    let codes: Vec<i64> = codes
        .and_then(|list| list.extract())
        .map_err(|_| option_error("move_text: expected rows of a table, as entries() gives them".to_string()))?;
    let game = owner.split(' ').next().filter(|game| !game.is_empty());
    let kind = game.map(GameKind::from_name).transpose()?;
    let name = |code| match kind {
        _ if code == 0 => Ok(String::new()),
        Some(kind) => move_of_code(kind, code).map(|mv| kind.move_name(mv)),
        None => Err(option_error("move_text: expected rows of this table, which has none yet")),
    };
    rows.py().detach(|| codes.into_iter().map(name).collect())
}

/// A `boyi.Entry`.
pub fn entry_object<'py>(
    py: Python<'py>,
    key: u64,
    entry: &Entry,
    position: &AnyPosition,
) -> PyResult<Bound<'py, PyAny>> {
    let entry = records::Entry {
        key,
        mv: move_or_none(py, position.kind(), entry.mv)?,
        score: PyScore::of(entry.score as Score, position.side(), position.kind()),
        eval: (entry.eval != Entry::NO_EVAL).then_some(entry.eval),
        depth: entry.depth,
        bound: bound_member(py, entry.bound)?,
        age: entry.age,
    };
    entry.object(py)
}

/// A `boyi.Bounds`.
pub fn bounds_object<'py>(
    py: Python<'py>,
    key: u64,
    bounds: &Bounds,
    position: &AnyPosition,
) -> PyResult<Bound<'py, PyAny>> {
    let (kind, side) = (position.kind(), position.side());
    let known = |score: i16, depth: i8| (depth >= 0).then(|| (PyScore::of(score as Score, side, kind), depth)).unzip();
    let (lower, lower_depth) = known(bounds.lower, bounds.lower_depth);
    let (upper, upper_depth) = known(bounds.upper, bounds.upper_depth);
    let mv = move_or_none(py, kind, bounds.mv)?;
    let move_depth = (bounds.move_depth >= 0).then_some(bounds.move_depth);
    let eval = (bounds.eval != Entry::NO_EVAL).then_some(bounds.eval);
    records::Bounds { key, mv, move_depth, lower, lower_depth, upper, upper_depth, eval, age: bounds.age }.object(py)
}
