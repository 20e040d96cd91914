//! The types of configuration fields.

use crate::game::Need;

/// The value of a field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// On or off.
    Bool(bool),
    /// A number within the field's range.
    Int(i32),
    /// One of the field's names.
    Name(&'static str),
}

/// The values a field may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// On or off.
    Bool,
    /// From the first to the second.
    Int(i32, i32),
    /// One of these.
    Names(&'static [&'static str]),
}

/// What a field may do to the root score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Changes the work, never the score.
    Exact,
    /// May change the score: it is a bet.
    Approximate,
    /// Says what counts as a result.
    Rule,
    /// A number that another field uses.
    Parameter,
}

impl Class {
    /// The class's name in Python.
    pub fn name(self) -> &'static str {
        match self {
            Class::Exact => "exact",
            Class::Approximate => "approximate",
            Class::Rule => "rule",
            Class::Parameter => "parameter",
        }
    }
}

/// What is declared of a field.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Name, the same everywhere.
    pub name: &'static str,
    /// Values it may take.
    pub domain: Domain,
    /// boyi's value.
    pub default: Value,
    /// The value at which the heuristic is absent.
    pub neutral: Value,
    /// What it may do to the score.
    pub class: Class,
    /// Name of the group of heuristics that it belongs to.
    pub group: &'static str,
    /// What it needs of a game; nothing, for most.
    pub needs: Option<Need>,
    /// What it does.
    pub sentence: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// A type that fields can have.
pub(super) trait FieldType: Copy {
    const DOMAIN: Domain;
    fn value(self) -> Value;
    fn from_value(value: Value) -> Option<Self>;
}

impl FieldType for bool {
    const DOMAIN: Domain = Domain::Bool;

    fn value(self) -> Value {
        Value::Bool(self)
    }

    fn from_value(value: Value) -> Option<bool> {
        match value {
            Value::Bool(on) => Some(on),
            _ => None,
        }
    }
}

impl FieldType for i32 {
    const DOMAIN: Domain = Domain::Int(i32::MIN, i32::MAX);

    fn value(self) -> Value {
        Value::Int(self)
    }

    fn from_value(value: Value) -> Option<i32> {
        match value {
            Value::Int(n) => Some(n),
            _ => None,
        }
    }
}

/// Makes a type of fields that offer a choice of names.
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }) => {
        named! { $(#[$meta])* $name { $($(#[$doc])* $variant = $text,)+ } }

        impl $name {
            /// The choice of a name.
            pub fn from_name(name: &str) -> Option<$name> {
                match name { $($text => Some($name::$variant),)+ _ => None }
            }
        }

        impl $crate::search::field::FieldType for $name {
            const DOMAIN: $crate::search::field::Domain = $crate::search::field::Domain::Names(&$name::NAMES);

            fn value(self) -> $crate::search::field::Value {
                $crate::search::field::Value::Name(self.name())
            }

            fn from_value(value: $crate::search::field::Value) -> Option<$name> {
                match value { $crate::search::field::Value::Name(name) => $name::from_name(name), _ => None }
            }
        }
    };
}

/// A field's value as a user gives it, not yet checked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FieldInput<'a> {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(&'a str),
    /// Something else, by its representation.
    Other(&'a str),
}

impl std::fmt::Display for FieldInput<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FieldInput::Bool(true) => f.write_str("True"),
            FieldInput::Bool(false) => f.write_str("False"),
            FieldInput::Int(n) => write!(f, "{n}"),
            FieldInput::Text(text) => write!(f, "{text:?}"),
            FieldInput::Other(text) => f.write_str(text),
        }
    }
}
