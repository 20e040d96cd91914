//! The evaluation, chosen by name. The search itself does not read this field: the caller builds the position with the
//! evaluator that it names.

use crate::evaluations::EvaluationName;
use crate::search::field::{Domain, FieldType, Value};

heuristic! {
    evaluation, group "evaluation",
    fields {
        evaluation: EvaluationName = EvaluationName::DEFAULT, Parameter Everyday,
            "Evaluation of positions, by name; in each game `default` is the strongest, `by-hand` one whose values were set by hand.", "";
    }
}

impl FieldType for EvaluationName {
    fn domain() -> Domain {
        Domain::Names(EvaluationName::all())
    }

    fn value(self) -> Value {
        Value::Name(self.text())
    }

    fn from_value(value: Value) -> Option<EvaluationName> {
        match value {
            Value::Name(name) => EvaluationName::from_name(name),
            _ => None,
        }
    }
}
