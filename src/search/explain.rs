//! Description of a configuration in words: heuristics that are on and off, move order, parameters, and fields without
//! effect.

use super::config::*;
use super::plan::{Asked, Plan};
use crate::game::Feature;

/// Describes a configuration as lines of text, the everyday fields first.
pub fn explain(config: &Config) -> String {
    let plan = Plan::new(config);
    let mut lines = Vec::new();
    if Config::fields().iter().all(|f| f.class == Class::Parameter || config.get(f.name) == Some(f.neutral)) {
        lines.extend(["on:", "  nothing: plain alpha-beta"].map(String::from));
    }
    lines.extend(told_of(config, Level::Everyday, ""));
    lines.push("order of moves:".into());
    for (name, sequence) in [
        ("a node", plan.stages.of_node(false, false, false)),
        ("a node in check", plan.stages.of_node(true, false, false)),
        ("quiescence", plan.stages.of_quiescence(false, plan.check_plies.plies > 0)),
        ("quiescence in check", plan.stages.of_quiescence(true, false)),
    ] {
        let names: Vec<&str> = sequence.stages.iter().map(|stage| stage.name()).collect();
        lines.push(format!("  {name}: {}", names.join(", ")));
    }
    lines.extend(plan.lmr.in_words());
    lines.extend(told_of(config, Level::Expert, "expert, "));
    lines.extend(told_of(config, Level::Historical, "historical, "));
    let inert = without_effect(config);
    if !inert.is_empty() {
        lines.push("without effect:".into());
        lines.extend(inert.iter().map(|(name, why)| format!("  {name}: {why}")));
    }
    lines.join("\n")
}

/// The fields of a level: those that are on, those that are off, and the parameters. `prefix` begins the headings.
fn told_of(config: &Config, level: Level, prefix: &str) -> Vec<String> {
    let value = |field: &Field| config.get(field.name).expect("a declared field");
    let told = |f: &Field| format!("{} = {}: {}", f.name, show(value(f)), f.sentence);
    let fields = Config::fields();
    let (parameters, switches): (Vec<&Field>, Vec<&Field>) =
        fields.iter().filter(|f| f.level == level).partition(|f| f.class == Class::Parameter);
    let (on, off): (Vec<&Field>, Vec<&Field>) = switches.into_iter().partition(|f| value(f) != f.neutral);
    let mut lines = Vec::new();
    for (heading, fields, tells) in [("on", on, true), ("off", off, false), ("parameters", parameters, true)] {
        if !fields.is_empty() {
            lines.push(format!("{prefix}{heading}:"));
        }
        for (group, fields) in grouped(&fields) {
            if tells {
                lines.push(format!("  {group}"));
                lines.extend(fields.iter().map(|f| format!("    {}", told(f))));
            } else {
                let names: Vec<&str> = fields.iter().map(|f| f.name).collect();
                lines.push(format!("  {group}: {}", names.join(", ")));
            }
        }
    }
    lines
}

/// Runs of fields that belong to one group, each with the group's name.
fn grouped<'a>(fields: &'a [&'a Field]) -> impl Iterator<Item = (&'static str, &'a [&'a Field])> {
    fields.chunk_by(|a, b| a.group == b.group).map(|fields| (fields[0].group, fields))
}

macro_rules! rules {
    ($({ $module:ident $group:literal $choices:tt $fields:tt $events:tt
        { $(|$c:ident| $($name:ident if $condition:expr, $why:literal;)+)? } $memory:tt $frame:tt })+) => {
        /// Names of fields that are not at their neutral values and yet change nothing in this configuration, each with
        /// the reason.
        pub fn without_effect(config: &Config) -> Vec<(&'static str, &'static str)> {
            let mut found = Vec::new();
            let neutral = Config::neutral();
            $($({
                let $c = config;
                $(if $c.$name != neutral.$name && $condition {
                    found.push((stringify!($name), $why));
                })+
            })?)+
            found
        }

        /// Reasons for which a field may change nothing, each true in some configurations.
        pub fn reasons(field: &str) -> Vec<&'static str> {
            let all: &[(&str, &'static str)] = &[$($($((stringify!($name), $why),)+)?)+];
            all.iter().filter(|(name, _)| *name == field).map(|&(_, why)| why).collect()
        }
    };
}

for_all_heuristics!(rules);

/// Names of fields that change nothing in a game because they need a feature that it does not have, each with that
/// feature; `has` is the game's [`Tactics::HAS`](crate::game::Tactics::HAS).
pub fn without_meaning(has: &[Feature]) -> Vec<(&'static str, Feature)> {
    let missing = |field: Field| Some((field.name, field.needs.filter(|need| !has.contains(need))?));
    Config::fields().into_iter().filter_map(missing).collect()
}

fn show(value: Value) -> String {
    match value {
        Value::Bool(on) => if on { "on" } else { "off" }.into(),
        Value::Int(n) => n.to_string(),
        Value::Name(name) => name.into(),
    }
}
