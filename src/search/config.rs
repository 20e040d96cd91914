//! Configuration of the search: every switch and parameter, as the files of [`super::heuristics`] declare them.
//!
//! A field has a name, a type, the neutral value at which its heuristic is absent, a range, a class, a level, a group, a
//! sentence and a source. Rust and Python, help texts and tables of heuristics all read these declarations. Presets have the values
//! that make a search strong.

use super::field::FieldType;
pub use super::field::*;
use super::foreign_field_names;
use crate::error::{Error, hint};
pub use crate::evaluations::EvaluationName;
use crate::game::Feature;

macro_rules! config {
    ($({ $module:ident $group:literal [$($choice:ident)*]
        { $($name:ident: $type:ty = $neutral:expr, $([$low:literal, $high:literal],)?
            $class:ident $($level:ident)?, $(needs $need:ident,)? $sentence:literal, $source:literal;)* }
        $events:tt $rules:tt $memory:tt $frame:tt })+) => {
        $($(pub use super::heuristics::$module::$choice;)*)+

        /// Configuration of a search: every switch and parameter.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub struct Config {
            $($(#[doc = $sentence] pub $name: $type,)*)+
        }

        /// Types of the fields, by the names of the fields.
        #[allow(dead_code, non_camel_case_types, reason = "a macro that knows only the name of a field finds its type here")]
        pub(super) mod types {
            use super::*;

            $($(pub type $name = $type;)*)+
        }

        impl Config {
            /// Declarations of all fields, in the order in which documentation lists them; fields of a group are
            /// adjacent.
            pub fn fields() -> Vec<Field> {
                vec![$($(Field {
                    name: stringify!($name),
                    domain: config!(@domain $type $(, $low, $high)?),
                    neutral: FieldType::value($neutral),
                    class: Class::$class,
                    level: [$(Level::$level,)? Level::Expert][0],
                    heuristic: stringify!($module),
                    group: $group,
                    meanings: <$type as FieldType>::MEANINGS,
                    needs: [$(Feature::$need)?].into_iter().next(),
                    sentence: $sentence,
                    source: $source,
                },)*)+]
            }

            /// The configuration without any heuristic: plain fail-soft alpha-beta in generation order to a fixed
            /// depth. A parameter is at a value that adds and restricts nothing, or, where there is no such value, at a
            /// common one, which matters once its heuristic is on.
            pub fn neutral() -> Config {
                Config { $($($name: $neutral,)*)+ }
            }

            /// Value of a field by name; `None` if no field has this name.
            pub fn get(&self, name: &str) -> Option<Value> {
                match name { $($(stringify!($name) => Some(self.$name.value()),)*)+ _ => None }
            }

            fn put(&mut self, name: &str, value: Value) {
                match name {
                    $($(stringify!($name) => {
                        self.$name = FieldType::from_value(value).expect("a checked value");
                    })*)+
                    _ => unreachable!("a checked name"),
                }
            }
        }
    };
    (@domain $type:ty) => { <$type as FieldType>::domain() };
    (@domain $type:ty, $low:literal, $high:literal) => { Domain::Int($low, $high) };
}

for_all_heuristics!(config);

impl Config {
    /// End of a message about an unknown field: `; did you mean "…"?` if another name or a misspelling of a field, else
    /// empty.
    pub fn meant(name: &str) -> String {
        match foreign_field_names::field_called(name) {
            Some(field) => format!("; did you mean {field:?}?"),
            None => hint(&name.to_lowercase(), Config::fields().iter().map(|field| field.name)),
        }
    }

    /// Sets a field by name. Fails for an unknown name (the message suggests the nearest) and for a value of a wrong
    /// type or out of range.
    pub fn set(&mut self, name: &str, value: &FieldInput<'_>) -> Result<(), Error> {
        let fields = Config::fields();
        let Some(field) = fields.iter().find(|f| f.name == name) else {
            let hint = Config::meant(name);
            return Err(Error::Value(format!("no configuration field is called {name:?}{hint}")));
        };
        let message = |expected: String| format!("{name} = {value}: expected {expected}");
        let refuse = |expected| Err(Error::Value(message(expected)));
        let refuse_type = |expected| Err(Error::Type(message(expected)));
        let value = match (field.domain, value) {
            (Domain::Bool, FieldInput::Bool(on)) => Value::Bool(*on),
            (_, FieldInput::Bool(false)) if field.is_switch() => field.neutral,
            (Domain::Bool, _) => return refuse_type("True or False".into()),
            (Domain::Int(low, high), FieldInput::Int(n)) => match i32::try_from(*n) {
                Ok(n) if (low..=high).contains(&n) => Value::Int(n),
                _ => return refuse(format!("a whole number from {low} to {high}")),
            },
            (Domain::Int(low, high), _) => return refuse_type(format!("a whole number from {low} to {high}")),
            (Domain::Names(names), FieldInput::Text(text)) if names.contains(text) => {
                Value::Name(names.iter().find(|n| *n == text).expect("contained"))
            }
            (Domain::Names(names), FieldInput::Text(text)) => {
                return refuse(format!("one of {names:?}{}", hint(text, names.iter().copied())));
            }
            (Domain::Names(names), _) => return refuse_type(format!("one of {names:?}")),
        };
        self.put(name, value);
        Ok(())
    }
}
