//! The principal variation is written back into the transposition table (Fruit 2.1).

heuristic! {
    pv_writeback, group "table",
    fields {
        pv_writeback: bool = false, neutral false, Exact,
            "Writes the principal variation's moves back into the table after each iteration.", "Fruit 2.1";
    }
    events {
        PvWriteback = "pv_writebacks", "A move of the principal variation was written back.";
    }
    without_effect |c| {
        pv_writeback if c.table == TableUse::Off, "there is no table";
    }
}
