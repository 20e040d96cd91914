//! Names that programs and texts use for what a field of the configuration is called here. They are not read, but named in
//! the error for an unknown field.

/// Pairs of such a name, in small letters without underscores, and the field.
const ALIASES: [(&str, &str); 33] = [
    ("aspirationwindow", "aspiration"),
    ("checkextensions", "check_extension"),
    ("conthist", "continuation_history"),
    ("countermove", "counter_moves"),
    ("countermoves", "counter_moves"),
    ("eval", "evaluation"),
    ("hash", "table_mb"),
    ("hashmb", "table_mb"),
    ("hashsize", "table_mb"),
    ("historyheuristic", "history"),
    ("id", "iterative"),
    ("iid", "internal_deepening"),
    ("iir", "internal_reduction"),
    ("iterativedeepening", "iterative"),
    ("killer", "killers"),
    ("killermoves", "killers"),
    ("latemovereductions", "lmr"),
    ("lmp", "late_move_pruning"),
    ("maxdepth", "max_ply"),
    ("mvvlva", "mvv_lva"),
    ("negascout", "pvs"),
    ("nmp", "null_move"),
    ("nullmovepruning", "null_move"),
    ("principalvariationsearch", "pvs"),
    ("qs", "quiescence"),
    ("qsearch", "quiescence"),
    ("rfp", "reverse_futility"),
    ("see", "see_captures"),
    ("transpositiontable", "table"),
    ("tt", "table"),
    ("ttsize", "table_mb"),
    ("usehash", "table"),
    ("usett", "table"),
];

/// The field that a name of other programs and texts means.
pub fn field_called(name: &str) -> Option<&'static str> {
    let plain = name.to_lowercase().replace('_', "");
    ALIASES.iter().find(|(alias, _)| *alias == plain).map(|(_, field)| *field)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::Config;

    #[test]
    fn every_alias_means_a_field_and_is_none() {
        let fields = Config::fields();
        for (alias, field) in ALIASES {
            assert!(fields.iter().any(|declared| declared.name == field), "{field}");
            assert!(fields.iter().all(|declared| declared.name != alias), "{alias}");
        }
        assert_eq!(field_called("Use_TT"), Some("table"));
        assert_eq!(field_called("killers"), None);
    }
}
