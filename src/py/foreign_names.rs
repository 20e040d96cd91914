//! Names that users of other libraries try, such as `position.push(move)`, and what boyi has in their place. They are not
//! accepted: errors suggest boyi's own way, so that there is one way to do each thing.

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::search::Config;

/// Foreign names, and the text that tells a user what boyi has in their place.
pub type ForeignNames = [(&'static [&'static str], &'static str)];

/// Foreign names of attributes of a position.
pub const POSITION: &ForeignNames = &[
    (
        &["push", "push_uci", "push_san", "move", "make_move", "do_move", "apply", "apply_action"],
        "a position never changes, position.play(move) returns the next one",
    ),
    (
        &["pop", "undo", "undo_move", "unmake_move", "copy", "clone"],
        "a position never changes, so keep the one before the move",
    ),
    (
        &["is_game_over", "is_terminal", "game_over", "result", "winner", "returns", "is_checkmate", "is_stalemate"],
        "position.outcome() is None until the game is over, and then has winner and reason",
    ),
    (&["generate_legal_moves", "legal_actions", "get_legal_moves", "moves_legal"], "position.legal_moves()"),
    (&["board", "squares", "piece_at", "grid", "observation_tensor"], "position.to_array()"),
    (&["to_fen", "get_fen", "board_fen"], "position.fen"),
    (&["side_to_move", "stm", "current_player", "player"], "position.turn"),
    (&["zobrist", "hash", "zobrist_hash"], "position.key"),
    (&["san", "uci", "wxf", "chinese"], "position.format(move, notation)"),
    (&["in_check", "is_in_check"], "position.is_check()"),
    (&["move_stack", "history"], "position.moves"),
];

/// Foreign names of keywords of `Searcher` and its searches.
const KEYWORDS: &ForeignNames = &[
    (&["preset", "settings", "options"], "the first argument: a boyi.Config, or the name of a preset"),
    (&["hash", "mb", "table_size", "hash_mb"], "boyi.Config(table_mb=...), or table=boyi.TranspositionTable(mb)"),
    (&["workers", "n_jobs", "cores"], "threads="),
    (&["seconds", "movetime", "time_limit", "timeout"], "time= (seconds)"),
    (&["max_depth", "plies"], "depth="),
    (&["max_nodes", "node_limit"], "nodes="),
    (&["lines", "n_best", "multi_pv"], "multipv="),
    (&["searchmoves", "moves"], "root_moves="),
    (&["callback", "on_info"], "on_iteration="),
];

fn meaning(foreign: &ForeignNames, name: &str) -> Option<&'static str> {
    foreign.iter().find(|(names, _)| names.contains(&name)).map(|(_, meant)| *meant)
}

/// The AttributeError for an attribute that an object of a class does not have.
pub fn no_attribute(class: &str, name: &str, foreign: &ForeignNames) -> PyErr {
    let hint = meaning(foreign, name).map_or(String::new(), |meant| format!("; instead: {meant}"));
    PyAttributeError::new_err(format!("'{class}' object has no attribute '{name}'{hint}"))
}

/// Refuses keywords that a function does not have.
pub fn refuse_keywords(function: &str, unknown: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    let Some((name, _)) = unknown.and_then(|unknown| unknown.iter().next()) else { return Ok(()) };
    let name: String = name.extract()?;
    let hint = match meaning(KEYWORDS, &name) {
        Some(meant) => format!("; instead: {meant}"),
        None if Config::fields().iter().any(|field| field.name == name) => {
            format!(": it is a field of the configuration, boyi.Searcher(boyi.Config({name}=...))")
        }
        None => String::new(),
    };
    Err(PyTypeError::new_err(format!("{function}() has no argument {name:?}{hint}")))
}

/// Refuses limits of a search that are given without their names.
pub fn refuse_nameless(function: &str, extra: &Bound<'_, PyTuple>) -> PyResult<()> {
    match extra.get_item(0) {
        Err(_) => Ok(()),
        Ok(first) => Err(PyTypeError::new_err(format!(
            "{function}(position, {}): a limit is given by its name, depth=, nodes=, time=, cpu_time= or clock=",
            first.repr()?
        ))),
    }
}
