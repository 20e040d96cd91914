//! What is declared of the fields of a configuration and of the counters of a search, as Python objects.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyCFunction, PyDict, PyList, PyString, PyTuple};

use super::config::PyConfig;
use super::results::CUTOFF_COUNTERS;
use crate::games::GameKind;
use crate::search::Config;
use crate::search::config::{Domain, Field, Value};
use crate::search::explain::reasons;
use crate::search::observe::Event;
use crate::search::trace::Cut;

/// Makes each field a read-only property of the class `Config`, with its sentence as docstring.
pub fn add_properties(py: Python<'_>) -> PyResult<()> {
    let (class, property) = (py.get_type::<PyConfig>(), py.import("builtins")?.getattr("property")?);
    for field in Config::fields() {
        let get = move |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| {
            let config = args.get_item(0)?;
            let value = config.cast::<PyConfig>()?.get().inner.get(field.name).expect("a declared field");
            to_python(args.py(), value).map(Bound::unbind)
        };
        let getter = PyCFunction::new_closure(py, None, None, get)?;
        class.setattr(field.name, property.call1((getter, py.None(), py.None(), field.sentence))?)?;
    }
    Ok(())
}

/// A field's value as a Python object.
pub fn to_python<'py>(py: Python<'py>, value: Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Bool(on) => PyBool::new(py, on).to_owned().into_any(),
        Value::Int(n) => n.into_pyobject(py)?.into_any(),
        Value::Name(name) => PyString::new(py, name).into_any(),
    })
}

pub fn field_dict<'py>(py: Python<'py>, field: &Field) -> PyResult<Bound<'py, PyDict>> {
    let (kind, range) = match field.domain {
        Domain::Bool => ("bool", PyTuple::new(py, [false, true])?),
        Domain::Int(low, high) => ("int", PyTuple::new(py, [low, high])?),
        Domain::Names(names) => ("str", PyTuple::new(py, names)?),
    };
    let dict = PyDict::new(py);
    dict.set_item("name", field.name)?;
    dict.set_item("type", kind)?;
    dict.set_item("default", to_python(py, field.neutral)?)?;
    dict.set_item("range", range)?;
    dict.set_item("kind", field.class.name())?;
    dict.set_item("level", field.level.name())?;
    dict.set_item("group", field.group)?;
    dict.set_item("heuristic", field.heuristic)?;
    dict.set_item("sentence", field.sentence)?;
    dict.set_item("source", field.source)?;
    let meanings = PyDict::new(py);
    if let Domain::Names(names) = field.domain {
        for (name, meaning) in names.iter().zip(field.meanings) {
            meanings.set_item(name, meaning.trim())?;
        }
    }
    dict.set_item("meanings", meanings)?;
    dict.set_item("without_effect", reasons(field.name))?;
    let lacking = PyDict::new(py);
    for kind in GameKind::ALL {
        if let Some(feature) = field.needs.filter(|need| !kind.sheet().has.contains(need)) {
            lacking.set_item(kind.name(), kind.lack(feature))?;
        }
    }
    dict.set_item("without_meaning", lacking)?;
    Ok(dict)
}

/// What is declared of the counter of an event.
fn event_dict<'py>(py: Python<'py>, event: Event) -> PyResult<Bound<'py, PyDict>> {
    let ends = Cut::by(event).map(|cut| Cut::NAMES[cut as usize]);
    counter_dict(py, event.name(), event.group(), event.heuristic(), event.sentence(), ends)
}

fn counter_dict<'py>(
    py: Python<'py>,
    name: &str,
    group: &str,
    heuristic: &str,
    sentence: &str,
    ends: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("name", name)?;
    dict.set_item("group", group)?;
    dict.set_item("heuristic", heuristic)?;
    dict.set_item("sentence", sentence)?;
    dict.set_item("ends", ends)?;
    Ok(dict)
}

/// What is declared of every counter of a search.
pub fn counter_dicts(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let mut dicts = Event::ALL.iter().map(|&event| event_dict(py, event)).collect::<PyResult<Vec<_>>>()?;
    for (name, sentence) in CUTOFF_COUNTERS {
        dicts.push(counter_dict(py, name, Event::Node.group(), Event::Node.heuristic(), sentence, None)?);
    }
    PyList::new(py, dicts)
}
