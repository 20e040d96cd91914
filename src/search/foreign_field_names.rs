//! Names that other programs and texts give to fields of the configuration, such as `nmp` for `null_move`. They are not
//! accepted: the error for an unknown field suggests the field that is meant.

/// Pairs of a foreign name, in small letters without underscores, and the field that it means.
const FOREIGN_NAMES: [(&str, &str); 33] = [
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

/// The field that a foreign name means, in any spelling with capitals and underscores.
pub fn field_called(name: &str) -> Option<&'static str> {
    let plain = name.to_lowercase().replace('_', "");
    FOREIGN_NAMES.iter().find(|(foreign, _)| *foreign == plain).map(|(_, field)| *field)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::Config;

    #[test]
    fn every_foreign_name_means_a_field_and_is_none() {
        let fields = Config::fields();
        for (foreign, field) in FOREIGN_NAMES {
            assert!(fields.iter().any(|declared| declared.name == field), "{field}");
            assert!(fields.iter().all(|declared| declared.name != foreign), "{foreign}");
        }
        assert_eq!(field_called("Use_TT"), Some("table"));
        assert_eq!(field_called("killers"), None);
    }
}
