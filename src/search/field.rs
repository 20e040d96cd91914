//! Types of configuration fields: values, ranges, classes, and the declaration of a field.

use crate::game::Feature;

/// Value of a configuration field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// On or off.
    Bool(bool),
    /// A number within the field's range.
    Int(i32),
    /// One of the names that the field offers.
    Name(&'static str),
}

/// Values that a configuration field may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// On or off.
    Bool,
    /// Whole numbers from the first to the second, both included.
    Int(i32, i32),
    /// One of these names.
    Names(&'static [&'static str]),
}

/// How a configuration field may affect the score of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Changes the number of nodes searched, never the score.
    Exact,
    /// May change the score, because it prunes, reduces or extends by guess.
    Approximate,
    /// Changes which result is asked for, such as the value of a draw.
    Rule,
    /// A parameter of other fields.
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

named_enum! {
    /// Who needs a configuration field. Lists show everyday fields first.
    #[derive(PartialOrd, Ord)]
    Level {
        /// Switches of the well-known heuristics, and their main numbers.
        Everyday = "everyday",
        /// Finer switches and numbers, for those who tune a heuristic or study it.
        Expert = "expert",
        /// What published programs do and boyi's own configurations do not; only presets of these programs set it.
        Historical = "historical",
    }
}

/// Declaration of a configuration field.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Name in Rust, Python and files.
    pub name: &'static str,
    /// Values that the field may take.
    pub domain: Domain,
    /// Value at which the heuristic is absent, in [`Config::neutral`](super::config::Config::neutral).
    pub neutral: Value,
    /// How the field may affect the score.
    pub class: Class,
    /// Who needs the field.
    pub level: Level,
    /// Name of the heuristic that declares the field, and of its file in `src/search/heuristics/`.
    pub heuristic: &'static str,
    /// Name of the group of heuristics that the field belongs to.
    pub group: &'static str,
    /// What each value means, for a field whose values are names, in the order of `domain`; empty for other fields.
    pub meanings: &'static [&'static str],
    /// What the field needs of a game in order to have an effect; `None` if it works in every game.
    pub needs: Option<Feature>,
    /// What the field does, in a sentence.
    pub sentence: &'static str,
    /// Author and year, or the program, that the heuristic comes from; may be empty.
    pub source: &'static str,
}

/// A Rust type that configuration fields can have.
pub(super) trait FieldType: Copy {
    /// What each name of the domain means.
    const MEANINGS: &'static [&'static str] = &[];
    /// Values that a field of the type may take, if its declaration does not narrow them.
    fn domain() -> Domain;
    fn value(self) -> Value;
    fn from_value(value: Value) -> Option<Self>;
}

impl FieldType for bool {
    fn domain() -> Domain {
        Domain::Bool
    }

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
    fn domain() -> Domain {
        Domain::Int(i32::MIN, i32::MAX)
    }

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

impl Field {
    /// Whether the field switches a heuristic on, so that False in Python switches it off: its neutral value is False, 0
    /// or "off", and it is no parameter of another field.
    pub fn is_switch(&self) -> bool {
        self.class != Class::Parameter
            && matches!(self.neutral, Value::Bool(false) | Value::Int(0) | Value::Name("off"))
    }
}

/// Declares an enum as the type of a field that offers a choice of names.
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $($(#[doc = $doc:literal])+ $variant:ident = $text:literal,)+ }) => {
        named_enum! { $(#[$meta])* $name { $($(#[doc = $doc])+ $variant = $text,)+ } }

        impl $name {
            /// The variant with this name, if there is one.
            pub fn from_name(name: &str) -> Option<$name> {
                match name { $($text => Some($name::$variant),)+ _ => None }
            }
        }

        impl $crate::search::field::FieldType for $name {
            const MEANINGS: &'static [&'static str] = &[$(concat!($($doc),+)),+];

            fn domain() -> $crate::search::field::Domain {
                $crate::search::field::Domain::Names(&$name::NAMES)
            }

            fn value(self) -> $crate::search::field::Value {
                $crate::search::field::Value::Name(self.name())
            }

            fn from_value(value: $crate::search::field::Value) -> Option<$name> {
                match value { $crate::search::field::Value::Name(name) => $name::from_name(name), _ => None }
            }
        }
    };
}

/// Value that a user gives for a configuration field, not yet checked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FieldInput<'a> {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(&'a str),
    /// Any other type, given by its representation for the error message.
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
