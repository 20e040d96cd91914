//! The types of configuration fields, and the choices that some of them offer.

use crate::game::Defence;

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

macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl $name {
            /// All names, in order of declaration.
            pub const NAMES: &'static [&'static str] = &[$($text),+];

            /// The choice's name.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)+ }
            }

            /// The choice of a name.
            pub fn from_name(name: &str) -> Option<$name> {
                match name { $($text => Some($name::$variant),)+ _ => None }
            }
        }

        impl FieldType for $name {
            const DOMAIN: Domain = Domain::Names($name::NAMES);

            fn value(self) -> Value {
                Value::Name(self.name())
            }

            fn from_value(value: Value) -> Option<$name> {
                match value { Value::Name(name) => $name::from_name(name), _ => None }
            }
        }
    };
}

choice! {
    /// Whether there is a table, and what a new entry may overwrite.
    TableUse {
        /// No table.
        Off = "off",
        /// One slot, always overwritten.
        Always = "always",
        /// One slot, never overwritten by a shallower entry of the same search.
        DepthPreferred = "depth-preferred",
        /// A depth-preferred slot beside an always-replace one.
        TwoTier = "two-tier",
        /// Four slots; the shallowest, oldest goes.
        Bucket = "bucket",
    }
}

choice! {
    /// What a table holds of a position, whatever its replacement scheme.
    Layout {
        /// One score with its bound and depth.
        Single = "single",
        /// The same and who has moved last; and, apart, static scores of leaves, for [`super::table`]'s walk.
        LeafWalk = "leafwalk",
        /// A lower and an upper bound, each with its depth.
        TwoBound = "two-bound",
    }
}

choice! {
    /// Which depth of an entry answers.
    TableDepth {
        /// At least the depth asked.
        AtLeast = "at-least",
        /// Exactly the depth asked; for the oracle tests.
        Equal = "equal",
    }
}

choice! {
    /// What the table does with scores that hold on one path only.
    PathScores {
        /// Stores and returns them as if they were true everywhere.
        Ignore = "ignore",
        /// Never returns repetition and draw scores, stores them only with a move, and moves evaluations off the
        /// draw score so that it is recognised.
        Tutorial = "tutorial",
        /// The same, and before it answers walks the stored moves: a line that comes to a position of the present path
        /// again is not believed.
        Chain = "chain",
        /// Keys know which positions of the path have come twice and how near the limit of moves is, so that an entry is
        /// met again only where that is the same.
        PathKey = "path-key",
    }
}

choice! {
    /// The defects of published programs of the XiangQi Wizard tutorial's chapter on the table, to be looked at.
    Defect {
        /// None of them.
        Off = "off",
        /// A store that is refused has already overwritten depth and bound of the old entry.
        RefusedStore = "refused-store",
        /// A probe writes the mate score that it has adjusted back, so that the next one adjusts it again.
        ProbeShifts = "probe-shifts",
        /// Draw scores are answers like any others.
        NoDrawGuard = "no-draw-guard",
        /// Entries of earlier searches are as good as new ones: deep ones stay for good.
        NoAgeing = "no-ageing",
        /// Wins by repetition are believed, at any depth.
        Repetitions = "repetitions",
        /// Mates are believed at any depth, whatever their bound.
        AnyMate = "any-mate",
    }
}

choice! {
    /// Which wins by force a kill search looks for.
    KillUse {
        /// None.
        Off = "off",
        /// By checks: fours in gomoku.
        Checks = "checks",
        /// By threats too: fours and threes in gomoku.
        Threats = "threats",
    }
}

impl FieldType for Defence {
    const DOMAIN: Domain = Domain::Names(Defence::NAMES);

    fn value(self) -> Value {
        Value::Name(self.name())
    }

    fn from_value(value: Value) -> Option<Defence> {
        match value {
            Value::Name(name) => Defence::from_name(name),
            _ => None,
        }
    }
}

choice! {
    /// What moves earn for cutting off.
    HistoryUse {
        /// No history.
        Off = "off",
        /// `depth * depth` is added.
        DepthSquared = "depth-squared",
        /// A bonus that fades towards a limit, and a malus for quiet moves tried in vain.
        Gravity = "gravity",
    }
}

choice! {
    /// How the moves of the root are kept in order from one iteration to the next.
    RootSort {
        /// Not at all: the root is ordered as any other node.
        Off = "off",
        /// The best move comes first, the others stay in their order.
        Best = "best",
        /// By their scores.
        All = "all",
    }
}

choice! {
    /// Which earlier occurrences of a position a search counts.
    RepetitionScope {
        /// All since the game began.
        Game = "game",
        /// Those at the root and below it; of positions before the root, as many as the rules of the game ask.
        Tree = "tree",
    }
}

choice! {
    /// Where windows are cut to the mates still possible.
    MateDistance {
        /// Nowhere.
        Off = "off",
        /// Before quiescence searches.
        Quiescence = "quiescence",
        /// At every node but the root.
        Full = "full",
    }
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
