//! Which evaluation values positions. The search does not ask: whoever makes the game gives it this evaluator.

use crate::evaluator::EvaluationName;
use crate::search::field::{Domain, FieldType, Value};

heuristic! {
    evaluation, group "evaluation",
    fields {
        evaluation: EvaluationName = EvaluationName::DEFAULT, neutral EvaluationName::DEFAULT, Parameter,
            "Evaluation of positions, by name; default is the one that the game calls its own.", "";
    }
}

impl FieldType for EvaluationName {
    const DOMAIN: Domain = Domain::Names(&EvaluationName::ALL);

    fn value(self) -> Value {
        Value::Name(self.text())
    }

    fn from_value(value: Value) -> Option<EvaluationName> {
        match value {
            Value::Name(name) => EvaluationName::of(name),
            _ => None,
        }
    }
}
