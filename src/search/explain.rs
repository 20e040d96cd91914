//! A configuration in words: what is on, what is off, and what has no effect.

use super::config::{
    Class, Config, Defect, Field, HistoryUse, KillUse, Layout, PathScores, RepetitionScope, TableDepth, TableUse, Value,
};
use super::picker::Stage;
use super::plan::Plan;

/// What a configuration comes to, as lines of text.
pub fn explain(config: &Config) -> String {
    let plan = Plan::new(config);
    let mut lines = vec!["on:".to_string()];
    let fields = Config::fields();
    let value = |field: &Field| config.get(field.name).expect("a declared field");
    let (on, off): (Vec<&Field>, Vec<&Field>) =
        fields.iter().filter(|f| f.class != Class::Parameter).partition(|f| value(f) != f.neutral);
    if on.is_empty() {
        lines.push("  nothing: plain alpha-beta".into());
    }
    lines.extend(on.iter().map(|f| format!("  {} = {}: {}", f.name, show(value(f)), f.sentence)));
    lines.push("off:".into());
    lines.push(format!("  {}", off.iter().map(|f| f.name).collect::<Vec<_>>().join(", ")));
    lines.push("order of moves:".into());
    for (name, stages) in [
        ("a node", &plan.stages),
        ("a node in check", &plan.evasion_stages),
        ("quiescence", if plan.check_plies > 0 { &plan.q_check_stages } else { &plan.q_stages }),
        ("quiescence in check", &plan.q_evasion_stages),
    ] {
        let names: Vec<&str> = stages.iter().map(|&stage| Stage::NAMES[stage as usize]).collect();
        lines.push(format!("  {name}: {}", names.join(", ")));
    }
    if config.lmr {
        let at = |depth, index: usize| plan.reduce.plies(depth, index - 1);
        lines.push(format!(
            "reductions in plies: {} at depth 4 move 8, {} at depth 8 move 16, {} at depth 16 move 32",
            at(4, 8),
            at(8, 16),
            at(16, 32)
        ));
    }
    let parameters = fields.iter().filter(|f| f.class == Class::Parameter);
    lines.push("parameters:".into());
    lines.extend(parameters.map(|f| format!("  {} = {}: {}", f.name, show(value(f)), f.sentence)));
    let inert = without_effect(config);
    if !inert.is_empty() {
        lines.push("without effect:".into());
        lines.extend(inert.iter().map(|(name, why)| format!("  {name}: {why}")));
    }
    lines.join("\n")
}

/// Fields that are set but cannot change anything, and why.
pub fn without_effect(config: &Config) -> Vec<(&'static str, &'static str)> {
    let c = config;
    let no_table = c.table == TableUse::Off;
    let rules = [
        ("hash_move", c.hash_move && no_table, "there is no table"),
        ("root_hash_move", c.root_hash_move && (no_table || !c.hash_move), "no hash move is tried"),
        ("table_mates", c.table_mates && no_table, "there is no table"),
        ("table_mates", c.table_mates && c.table_depth == TableDepth::Equal, "only equal depths answer"),
        ("table_mates", c.table_mates && c.table_layout == Layout::LeafWalk, "deeper entries are walked, mates too"),
        ("table_layout", c.table_layout != Layout::Single && no_table, "there is no table"),
        ("table_depth", c.table_depth == TableDepth::Equal && no_table, "there is no table"),
        ("path_scores", c.path_scores != PathScores::Ignore && no_table, "there is no table"),
        ("pv_writeback", c.pv_writeback && no_table, "there is no table"),
        ("defect", c.defect != Defect::Off && no_table, "there is no table"),
        ("defect", c.defect != Defect::Off && c.table_layout != Layout::Single, "it is one of tables of single bounds"),
        ("table_pv_cutoffs", c.table_pv_cutoffs && no_table, "there is no table"),
        ("table_leaves", c.table_leaves && no_table, "there is no table"),
        ("table_leaves", c.table_leaves && c.quiescence, "quiescence evaluates beyond the horizon"),
        ("aspiration", c.aspiration > 0 && !c.iterative, "there is no earlier iteration"),
        (
            "stop_on_mate",
            c.stop_on_mate && !c.iterative && c.kill_root == KillUse::Off,
            "there is one iteration only, and nothing follows it",
        ),
        ("null_verification", c.null_verification && !c.null_move, "no null move is tried"),
        ("lmr_history", c.lmr && c.lmr_history > 0 && c.history == HistoryUse::Off, "there is no history"),
        (
            "history_on_alpha",
            c.history_on_alpha
                && c.history == HistoryUse::Off
                && c.killers == 0
                && !c.counter_moves
                && c.history_pruning == 0,
            "nothing is learned",
        ),
        (
            "repetition_scope",
            c.repetition_scope != RepetitionScope::Game && c.repetition == 0,
            "no repetition is judged",
        ),
        ("check_plies", c.check_plies > 0 && !c.quiescence, "there is no quiescence search"),
        ("qsearch_mvv_lva", c.qsearch_mvv_lva && !c.quiescence, "there is no quiescence search"),
        ("qsearch_evasions", c.qsearch_evasions && !c.quiescence, "there is no quiescence search"),
        ("qsearch_floor", c.qsearch_floor > 0 && !c.quiescence, "there is no quiescence search"),
        ("qsearch_home_floor", c.qsearch_home_floor > 0 && !c.quiescence, "there is no quiescence search"),
    ];
    rules.into_iter().filter(|rule| rule.1).map(|(name, _, why)| (name, why)).collect()
}

fn show(value: Value) -> String {
    match value {
        Value::Bool(on) => if on { "on" } else { "off" }.into(),
        Value::Int(n) => n.to_string(),
        Value::Name(name) => name.into(),
    }
}
