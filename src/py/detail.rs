//! Static analysis of positions as Python dicts: the terms of an evaluation, and gomoku's threats.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::errors::option_error;
use super::moves::interned;
use crate::game::{Game, Side, Tactics};
use crate::games::GameKind;
use crate::games::gomoku::pattern::{Threat, made};
use crate::games::gomoku::{self, AnyGomoku, GomokuEvaluator, with_any, with_gomoku};
use crate::games::xiangqi::eval::detail::{Number, Numbers};
use crate::games::xiangqi::{self, board::Board};

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// The error for an evaluation that is not a sum of terms.
fn no_sum(name: &str) -> PyErr {
    option_error(format!("detail=True: the evaluation {name:?} is not made of parts; in gomoku \"patterns\" is"))
}

/// Sets items of a dict.
fn put(dict: &Bound<'_, PyDict>, numbers: Numbers) -> PyResult<()> {
    for (name, number) in numbers {
        match number {
            Number::Whole(number) => dict.set_item(name, number)?,
            Number::Fraction(number) => dict.set_item(name, number)?,
        }
    }
    Ok(())
}

/// The terms of an evaluation of a xiangqi board.
pub fn xiangqi<'py>(py: Python<'py>, board: &Board, evaluator: &xiangqi::AnyEvaluator) -> PyResult<Bound<'py, PyDict>> {
    let detail = PyDict::new(py);
    let found = evaluator.detail(board);
    for (side, terms) in SIDES.into_iter().zip(found.sides) {
        let rows = PyDict::new(py);
        for (name, numbers) in terms {
            let row = PyDict::new(py);
            put(&row, numbers)?;
            rows.set_item(name, row)?;
        }
        detail.set_item(GameKind::Xiangqi.player_name(side), rows)?;
    }
    put(&detail, found.whole)?;
    detail.set_item("total", evaluator.value(board))?;
    Ok(detail)
}

/// The terms of an evaluation of a gomoku position.
pub fn gomoku<'py>(
    py: Python<'py>,
    game: &gomoku::AnyGame,
    evaluator: &gomoku::AnyEvaluator,
) -> PyResult<Bound<'py, PyDict>> {
    let detail = PyDict::new(py);
    let (us, total) = with_any!(game, game => (game.side(), game.evaluate()));
    // In quarters of a unit, from the view of the side to move.
    let mut sum = 0;
    for side in SIDES {
        let parts = with_any!(game, game => game.evaluator().parts(game, side));
        let parts = parts.ok_or_else(|| no_sum(evaluator.name()))?;
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
        detail.set_item(GameKind::Gomoku.player_name(side), of_side)?;
        let values: i32 = parts.patterns.iter().map(|part| part.1).sum();
        let bonuses: i32 = parts.threats.iter().map(|part| part.1).sum();
        sum += if side == us { values + 4 * bonuses } else { -values - 4 * bonuses };
    }
    detail.set_item("rounding", (4 * total - sum) as f64 / 4.0)?;
    detail.set_item("total", total)?;
    Ok(detail)
}

/// The threat that a stone on each empty point would make, by side; points without a threat are left out.
pub fn threats<'py>(py: Python<'py>, game: &AnyGomoku) -> PyResult<Bound<'py, PyDict>> {
    let board = with_gomoku!(game, game => game.board());
    let sides = PyDict::new(py);
    for side in SIDES {
        let threats = PyDict::new(py);
        for point in board.empty_points() {
            let threat = with_gomoku!(game, game => game.threat(point, side));
            if threat != Threat::None {
                let mv = board.geometry().encode(point);
                threats.set_item(interned(py, GameKind::Gomoku, mv)?, threat.name())?;
            }
        }
        sides.set_item(GameKind::Gomoku.player_name(side), threats)?;
    }
    Ok(sides)
}
