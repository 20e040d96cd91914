//! Evaluations at the horizon, kept in the transposition table.

heuristic! {
    table_leaves, group "table",
    fields {
        table_leaves: bool = false, neutral false, Exact,
            "Keeps evaluations at the horizon in the table, as exact entries of depth 0.", "gomoku report";
    }
    without_effect |c| {
        table_leaves if c.table == TableUse::Off, "there is no table";
        table_leaves if c.quiescence, "quiescence evaluates beyond the horizon";
    }
}
