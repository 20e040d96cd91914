//! The Python function `kill_search`.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::any::{AnyGame, AnyPosition, with_game};
use super::errors::option_error;
use super::limits::node_limit;
use super::moves::{interned, move_list};
use super::records::{self, Record};
use super::texts::{text, text_or_none};
use super::values::whole_or_none;
use super::waiting;
use crate::error::Error;
use crate::game::Forcing;
use crate::games::GameKind;
use crate::search::Limits;
use crate::search::config::Defence;
use crate::search::kill::{Force, KillResult, Proof, Question, Solver, Status};
use crate::search::stop::{Budget, Stop};

/// Binary logarithm of the number of positions that one call remembers at most: 2^24 positions take about 0.5 GB, which
/// is reached after minutes.
const MEMORY_BITS: u32 = 24;

/// Number of positions searched on the calling thread, at most a millisecond, before a thread is started.
const QUICK: u64 = 1000;

/// Limit of positions of a search by any threat for which none is given: without one it may not end within hours.
const THREAT_NODES: u64 = 1_000_000;

/// The force of a name; without one, the first of the game.
fn force_of(name: Option<&str>, kind: GameKind) -> PyResult<Force> {
    let Some(name) = name else { return Ok(kind.sheet().forces[0].1) };
    let find = |kind: &GameKind| kind.sheet().forces.iter().find(|(known, _)| *known == name);
    let names = |kind: GameKind| kind.sheet().forces.iter().map(|(name, _)| *name);
    if let Some((_, force)) = find(&kind) {
        return Ok(*force);
    }
    match GameKind::ALL.iter().find(|kind| find(kind).is_some()) {
        Some(game) => {
            let known: Vec<&str> = names(kind).collect();
            Err(option_error(format!("force {name:?} is one of {}, expected one of {known:?}", game.name())))
        }
        None => {
            let known: Vec<&str> = GameKind::ALL.into_iter().flat_map(names).collect();
            Err(Error::unknown("force", name, &known).into())
        }
    }
}

/// Searches for a win by forcing moves: kill search (算杀), a threat-space search. The attacker, who is the side to move,
/// plays only forcing moves; every reply that could hold is tried, so a win that is found is proved.
///
/// * `force`: the attacker's moves. In gomoku "vcf" (victory by continuous fours), "vct" (victory by continuous
///   threats: fours and open threes) or "threat" (any move that threatens to win by fours, however quiet; slow). In
///   xiangqi "check" (continuous checks). In Connect Four "three" (continuous threats to complete four). None is the
///   first that is named here of the game.
/// * `max_depth`: largest number of the attacker's moves, 1 or more, not counting a last five that the move before has
///   made certain; None sets no limit.
/// * `nodes`: largest number of positions searched, 1 or more; None sets no limit, for "threat" a million, some seconds.
/// * `defence`: the defender's replies. "sound" tries all that can hold. "prose" and "code", for gomoku, are two rules
///   of thumb of the report that the preset "report" follows; a win under them may not be one.
/// * `stop`: a function without arguments that a long search calls ten times a second, such as `is_set` of a
///   `threading.Event`; when it returns true the search ends, with the status "unknown".
///
/// Returns a KillResult with the status "win", "none" (no such win within `max_depth`; another way to win may exist) or
/// "unknown" (`nodes` were used up, or the result depends on repetition or the move limit). Ctrl-C stops the search;
/// `await boyi.aio.kill_search(…)` is the same in asyncio, where a cancellation stops it. Raises OptionError for an
/// unknown force or defence, a force of another game, or a limit below 1, and what `stop` raises.
///
/// >>> import boyi
/// >>> position = boyi.gomoku.Position("h8 h9 i8 i9 j8 j9 f5 e3 f6 d4 f7 b11")
/// >>> result = boyi.kill_search(position, force="vcf")
/// >>> result.status, position.play_all(result.line).outcome().winner
/// ('win', 'black')
#[pyfunction]
#[pyo3(signature = (position, force=None, *, max_depth=None, nodes=None, defence="sound", stop=None))]
pub fn kill_search<'py>(
    position: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = text_or_none)] force: Option<&str>,
    #[pyo3(from_py_with = whole_or_none)] max_depth: Option<i64>,
    #[pyo3(from_py_with = whole_or_none)] nodes: Option<i64>,
    #[pyo3(from_py_with = text)] defence: &str,
    stop: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, given, position) = (position.py(), position, AnyPosition::of(position)?);
    let force = force_of(force, position.kind())?;
    let defence = Defence::from_name(defence).ok_or_else(|| Error::unknown("defence", defence, &Defence::NAMES))?;
    let most = Question::NO_LIMIT as i64;
    if let Some(moves) = max_depth.filter(|moves| *moves < 1) {
        return Err(option_error(format!("max_depth = {moves}: expected 1 or more moves of the attacker")));
    }
    let moves = max_depth.map_or(most, |moves| moves.min(most)) as u32;
    let usual = (force == Force::AnyThreat).then_some(THREAT_NODES);
    let limits = Limits { nodes: node_limit(nodes)?.or(usual), ..Limits::default() };
    let game = position.plain_game()?;
    let solve = move |game: AnyGame, limits: &Limits, flag: &AtomicBool| {
        let budget = Budget::new(limits, flag, 1);
        let mut stop = Stop::new(&budget);
        with_game!(&game, game => {
            let question = Question { force, rule: rule_in(game, defence), plain: Question::NO_LIMIT, moves, estimates: true };
            Solver::new(MEMORY_BITS).solve(game, &question, &mut stop)
        })
    };
    // Most kill searches end in less time than it takes to start a thread.
    let most = limits.nodes.unwrap_or(u64::MAX);
    let quick = Limits { nodes: Some(most.min(QUICK)), ..Limits::default() };
    let first = game.clone();
    let mut found = py.detach(move || solve(first, &quick, &AtomicBool::new(false)));
    if found.status == Status::Unknown && most > QUICK {
        let look = |_: Python<'_>, flag: &AtomicBool| {
            let stops = stop.as_ref().map_or(Ok(false), |stop| stop.call0()?.is_truthy())?;
            flag.fetch_or(stops, Relaxed);
            Ok(())
        };
        found = waiting::run_shown(py, "kill search", move |flag| solve(game, &limits, flag), look)?;
    }
    result_object(given, &found, position.kind())
}

/// Index of a rule of thumb in the game's `DEFENCE_RULES`; none for sound defence.
fn rule_in<G: Forcing>(_: &G, defence: Defence) -> Option<usize> {
    defence.rule_of::<G>()
}

fn result_object<'py>(position: &Bound<'py, PyAny>, found: &KillResult, kind: GameKind) -> PyResult<Bound<'py, PyAny>> {
    let py = position.py();
    let status = match found.status {
        Status::Win => "win",
        Status::None => "none",
        Status::Unknown => "unknown",
    };
    let proof = found.proof.as_ref();
    let line = proof.map_or(Vec::new(), |proof| proof.line());
    let mut made = HashMap::new();
    records::KillResult {
        status,
        line: move_list(py, kind, &line)?,
        proof: proof.map(|proof| proof_object(py, proof, kind, &mut made)).transpose()?,
        nodes: found.nodes,
        position: position.clone(),
    }
    .object(py)
}

/// A `boyi.Proof`. Sub-proofs that occur more than once become one shared object, or the tree could grow exponentially.
fn proof_object<'py>(
    py: Python<'py>,
    proof: &Arc<Proof>,
    kind: GameKind,
    made: &mut HashMap<*const Proof, Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(object) = made.get(&Arc::as_ptr(proof)) {
        return Ok(object.clone());
    }
    let replies = PyDict::new(py);
    for (reply, next) in &proof.replies {
        replies.set_item(interned(py, kind, *reply)?, proof_object(py, next, kind, made)?)?;
    }
    let object = records::Proof { mv: interned(py, kind, proof.mv)?, replies, plies: proof.plies }.object(py)?;
    made.insert(Arc::as_ptr(proof), object.clone());
    Ok(object)
}
