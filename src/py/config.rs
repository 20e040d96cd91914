//! The Python class `Config`: the configuration of a search.

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::errors::option_error;
use super::fields::{counter_dicts, field_dict, to_python};
use super::table::PyTable;
use super::texts::{text, text_or_none};
use super::values::number_or_none;
use crate::error::Error;
use crate::games::GameKind;
use crate::presets::{named, preset, presets};
use crate::search::Config;
use crate::search::config::{EvaluationName, FieldInput, Value};
use crate::search::explain::{explain, without_meaning};

/// An immutable search configuration. Each field is an attribute that switches a heuristic on or sets a number or
/// choice.
///
/// `Config()` is neutral: every heuristic is off, which is plain alpha-beta, and `Config(**fields)` is the neutral
/// configuration with the given fields changed. `Config.preset("boyi", game)` is the strongest one for a game.
/// `Config.fields()` lists all fields with types, ranges and defaults. Raises OptionError for an unknown field
/// (suggesting the nearest) or a bad value.
///
/// The default of a parameter adds or restricts nothing, or, where there is no such value, is a common one. boyi's own
/// value is `boyi.Config.preset("boyi", game).razor_margin`, and `config.diff(other)` shows where two configurations
/// differ.
///
/// >>> import boyi
/// >>> boyi.Config(killers=2).killers, boyi.Config(killers=2).history
/// (2, 'off')
/// >>> config = boyi.Config.preset("wizard-table").replace(null_move=False)
/// >>> config.killers, config.null_move
/// (2, False)
/// >>> boyi.Config.preset("wizard-table").diff(config)
/// {'null_move': (True, False)}
#[pyclass(frozen, name = "Config", module = "boyi._core", eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub struct PyConfig {
    pub inner: Config,
}

/// The configuration of an argument, a Config or the name of a preset, and that name. None is the preset "boyi".
pub fn configured(argument: Option<&Bound<'_, PyAny>>) -> PyResult<(Config, Option<String>)> {
    let name = match argument {
        None => "boyi".to_string(),
        Some(given) => {
            if let Ok(config) = given.cast::<PyConfig>() {
                return Ok((config.get().inner.clone(), None));
            }
            let refused = |_| Error::Type(format!("config {given}: expected a boyi.Config or the name of a preset"));
            given.extract().map_err(refused)?
        }
    };
    Ok((preset(&name, None)?, Some(name)))
}

fn changed(config: &Config, fields: Option<&Bound<'_, PyDict>>) -> PyResult<Config> {
    let mut config = config.clone();
    for (name, value) in fields.into_iter().flatten() {
        let name: String = name.extract().map_err(|_| option_error(format!("field name {name}: expected a text")))?;
        let text = value.str()?.to_string();
        // numpy's booleans and whole numbers are as good as Python's own.
        let input = if let Ok(on) = value.extract() {
            FieldInput::Bool(on)
        } else if let Ok(n) = value.extract() {
            FieldInput::Int(n)
        } else if value.is_instance_of::<PyString>() {
            FieldInput::Text(&text)
        } else {
            FieldInput::Other(&text)
        };
        config.set(&name, &input)?;
    }
    Ok(config)
}

impl PyConfig {
    /// The neutral configuration with some fields changed.
    fn of_fields(fields: Option<&Bound<'_, PyDict>>) -> PyResult<PyConfig> {
        Ok(PyConfig { inner: changed(&Config::neutral(), fields)? })
    }

    fn values(&self) -> impl Iterator<Item = (&'static str, Value)> + '_ {
        Config::fields().into_iter().map(|f| (f.name, self.inner.get(f.name).expect("a declared field")))
    }

    /// The call that makes this configuration with the fewest changes, such as `Config(killers=2)` or
    /// `Config.preset('boyi', 'gomoku').replace(width=0)`.
    pub fn text(&self) -> String {
        let changes =
            |base: &PyConfig| self.values().zip(base.values()).filter(|(a, b)| a != b).map(|(own, _)| own).collect();
        let neutral = std::iter::once(("Config".to_string(), Config::neutral()));
        let (call, changed): (String, Vec<_>) = neutral
            .chain(preset_calls())
            .map(|(call, inner)| (call, changes(&PyConfig { inner })))
            .min_by_key(|(_, changed): &(_, Vec<_>)| changed.len())
            .expect("the neutral configuration");
        let changed: Vec<String> = changed.iter().map(|&(name, value)| format!("{name}={}", literal(value))).collect();
        match (call.as_str(), changed.is_empty()) {
            ("Config", _) => format!("Config({})", changed.join(", ")),
            (_, true) => call,
            (_, false) => format!("{call}.replace({})", changed.join(", ")),
        }
    }
}

#[pymethods]
impl PyConfig {
    #[new]
    #[pyo3(signature = (*extra, **fields), text_signature = "(**fields)")]
    fn new(extra: &Bound<'_, PyTuple>, fields: Option<&Bound<'_, PyDict>>) -> PyResult<PyConfig> {
        if let Ok(given) = extra.get_item(0) {
            let given = given.repr()?;
            let message =
                format!("Config({given}): fields are given by name, presets are made by Config.preset({given})");
            return Err(PyTypeError::new_err(message));
        }
        PyConfig::of_fields(fields)
    }

    /// The configuration of a preset, by name (see `presets()`), for a game.
    ///
    /// `game` is the name of a game, such as "gomoku"; None means the game that the preset was made for, or xiangqi. Only "boyi" and
    /// "boyi-classic" have different fields for each game. A preset made for one game uses that game's evaluation there, and
    /// "by-hand" in other games. Raises OptionError for an unknown name or game.
    #[staticmethod]
    #[pyo3(name = "preset", signature = (name, game=None))]
    fn from_preset(
        #[pyo3(from_py_with = text)] name: &str,
        #[pyo3(from_py_with = text_or_none)] game: Option<&str>,
    ) -> PyResult<PyConfig> {
        let kind = game.map(GameKind::from_name).transpose()?;
        Ok(PyConfig { inner: preset(name, kind)? })
    }

    /// The game that a preset was made for, or None if it was made for all games. Raises OptionError for an unknown
    /// name.
    ///
    /// >>> import boyi
    /// >>> boyi.Config.home("report"), boyi.Config.home("boyi")
    /// ('gomoku', None)
    #[staticmethod]
    #[pyo3(name = "home")]
    fn home_of(#[pyo3(from_py_with = text)] name: &str) -> PyResult<Option<&'static str>> {
        Ok(named(name)?.home.map(GameKind::name))
    }

    /// Names of the presets.
    ///
    /// >>> import boyi
    /// >>> boyi.Config.presets()[:2]
    /// ['boyi', 'boyi-classic']
    #[staticmethod]
    fn presets() -> Vec<&'static str> {
        presets().map(|preset| preset.name).collect()
    }

    /// Descriptions of the presets: a dict from name to what the preset is, and where it differs from its source.
    #[staticmethod]
    fn preset_sentences(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let dict = PyDict::new(py);
        for preset in presets() {
            dict.set_item(preset.name, preset.description)?;
        }
        Ok(dict)
    }

    /// The evaluations of a game: a dict from name to one sentence. The field `evaluation` and
    /// the method `Position.evaluate` take these names, "default", which means the first, and "by-hand", the evaluation
    /// whose values were set by hand ("piece-square" or "patterns"). Raises OptionError for an unknown game.
    ///
    /// >>> import boyi
    /// >>> list(boyi.Config.evaluations("gomoku"))
    /// ['network', 'patterns']
    #[staticmethod]
    fn evaluations<'py>(py: Python<'py>, #[pyo3(from_py_with = text)] game: &str) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, sentence) in GameKind::from_name(game)?.sheet().evaluations {
            dict.set_item(name, sentence)?;
        }
        Ok(dict)
    }

    /// Descriptions of all fields: a list of dicts with the keys name, type ("bool", "int" or "str"), default (the value in
    /// `Config()`, which switches the heuristic off), range (lowest and highest value, or all values), kind ("exact",
    /// "approximate", "rule" or "parameter"), level ("everyday", "expert", or "historical" for what only presets of published
    /// programs use), group (such as "ordering" or "pruning"), heuristic (name of the file in
    /// `src/search/heuristics/` that declares the field), sentence (what it does), source (a publication), meanings (a
    /// dict from each name that the field may have to what the name means), without_effect (a list of reasons for which
    /// the field changes nothing in some configurations) and without_meaning (a dict from each game in which the field
    /// never changes anything to the reason).
    #[staticmethod]
    fn fields(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
        let dicts: PyResult<Vec<_>> = Config::fields().iter().map(|field| field_dict(py, field)).collect();
        PyList::new(py, dicts?)
    }

    /// Descriptions of all counters in `Result.counters`: a list of dicts with the keys name, group and heuristic (as in
    /// `fields()`; "nodes" for counters that no heuristic declares), sentence (what is counted) and ends (the value of the
    /// column `cut` of a trace for a node that the counted event ends, or None).
    ///
    /// >>> import boyi
    /// >>> counter = next(each for each in boyi.Config.counters() if each["name"] == "null_cutoffs")
    /// >>> counter["heuristic"], counter["ends"]
    /// ('null_move', 'null_move')
    #[staticmethod]
    fn counters(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
        counter_dicts(py)
    }

    /// A copy of the configuration with the given fields changed. Raises OptionError for an unknown field or a bad
    /// value.
    #[pyo3(signature = (**fields))]
    fn replace(&self, fields: Option<&Bound<'_, PyDict>>) -> PyResult<PyConfig> {
        Ok(PyConfig { inner: changed(&self.inner, fields)? })
    }

    /// Fields in which another configuration differs: a dict from field name to (own value, other's value).
    fn diff<'py>(&self, py: Python<'py>, other: &PyConfig) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for ((name, here), (_, there)) in self.values().zip(other.values()) {
            if here != there {
                dict.set_item(name, (to_python(py, here)?, to_python(py, there)?))?;
            }
        }
        Ok(dict)
    }

    /// Describes the configuration in words: what is on, with its numbers, what is off, and which fields have no
    /// effect. With the name of a `game` it also lists the fields that mean nothing in that game, and why.
    #[pyo3(signature = (game=None))]
    fn explain(&self, #[pyo3(from_py_with = text_or_none)] game: Option<&str>) -> PyResult<String> {
        let mut lines = vec![explain(&self.inner)];
        if let Some(kind) = game.map(GameKind::from_name).transpose()? {
            lines.push(format!("without meaning in {}:", kind.name()));
            let name = self.inner.evaluation;
            if !EvaluationName::EVERYWHERE.contains(&name) && !kind.evaluations().contains(&name.text()) {
                let (game, known) = (kind.name(), kind.evaluations());
                lines.push(format!(
                    "  evaluation: {:?} is none of {game}, searches are refused; it has {known:?}",
                    name.text()
                ));
            }
            let missing = without_meaning(kind.sheet().has).into_iter();
            lines.extend(missing.map(|(name, feature)| format!("  {name}: {}", kind.lack(feature))));
        }
        Ok(lines.join("\n"))
    }

    /// All fields as a dict from name to value, which `from_dict` reads.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.values() {
            dict.set_item(name, to_python(py, value)?)?;
        }
        Ok(dict)
    }

    /// The configuration of a dict as `to_dict` returns it; missing fields take their defaults. Raises OptionError for
    /// an unknown field or a bad value.
    #[staticmethod]
    fn from_dict(fields: &Bound<'_, PyDict>) -> PyResult<PyConfig> {
        PyConfig::of_fields(Some(fields))
    }

    /// All fields as a JSON object, which `from_json` reads.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        py.import("json")?.call_method1("dumps", (self.to_dict(py)?,))?.extract()
    }

    /// The configuration of a JSON text as `to_json` writes it. Raises OptionError if the text is not a JSON object of
    /// fields.
    #[staticmethod]
    fn from_json(py: Python<'_>, #[pyo3(from_py_with = text)] text: &str) -> PyResult<PyConfig> {
        let read = py.import("json")?.call_method1("loads", (text,));
        let read = read.map_err(|error| option_error(format!("configuration {text:?} is not JSON: {error}")))?;
        let fields = read.cast::<PyDict>();
        let fields = fields.map_err(|_| option_error(format!("configuration {text:?}: expected a JSON object")))?;
        PyConfig::from_dict(fields)
    }

    /// A new TranspositionTable with the configuration's scheme and layout, of `mb` MiB (None: `table_mb`). Raises
    /// OptionError if the configuration says table="off" or the size is out of range.
    #[pyo3(signature = (mb=None))]
    fn new_table(&self, #[pyo3(from_py_with = number_or_none)] mb: Option<f64>) -> PyResult<PyTable> {
        let mb = mb.unwrap_or(self.inner.table_mb as f64);
        PyTable::make(mb, self.inner.table.name(), self.inner.table_layout.name())
    }

    fn __getattr__(&self, name: &str) -> PyResult<()> {
        let message = format!("'Config' object has no attribute or field '{name}'{}", Config::meant(name));
        Err(PyAttributeError::new_err(message))
    }

    fn __setattr__(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let message =
            format!("a Config never changes: config.replace({name}={}) returns a changed copy", value.repr()?);
        Err(PyAttributeError::new_err(message))
    }

    fn __delattr__(&self, name: &str) -> PyResult<()> {
        Err(PyAttributeError::new_err(format!("a Config never changes: {name:?} cannot be deleted")))
    }

    fn __repr__(&self) -> String {
        self.text()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((slf.get_type().getattr("from_dict")?, (slf.get().to_dict(slf.py())?,)))
    }
}

/// Every preset for each game that it is made for, with the call that makes it.
fn preset_calls() -> impl Iterator<Item = (String, Config)> {
    presets().flat_map(|preset| {
        GameKind::ALL.into_iter().filter_map(move |kind| match preset.home {
            None => Some((format!("Config.preset('{}', '{}')", preset.name, kind.name()), preset.config(kind))),
            Some(home) => (home == kind).then(|| (format!("Config.preset('{}')", preset.name), preset.config(kind))),
        })
    })
}

/// A field's value as a Python literal.
fn literal(value: Value) -> String {
    match value {
        Value::Bool(true) => "True".into(),
        Value::Bool(false) => "False".into(),
        Value::Int(n) => n.to_string(),
        Value::Name(name) => format!("'{name}'"),
    }
}
