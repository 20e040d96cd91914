//! Quiescence (Greenblatt, Eastlake and Crocker 1967): which moves are searched beyond the horizon.

heuristic! {
    quiescence, group "quiescence",
    fields {
        quiescence: bool = true, neutral false, Approximate,
            "Searches captures beyond the horizon until the position is quiet.", "Greenblatt, Eastlake and Crocker 1967";
        qsearch_evasions: bool = true, neutral false, Approximate,
            "In check, quiescence tries every move and does not stand pat.", "XiangQi Wizard; common practice";
        qsearch_mvv_lva: bool = true, neutral false, Exact,
            "Orders the captures of quiescence by MVV/LVA.", "Slate and Atkin 1977";
        qsearch_floor: i32 = 0, neutral 0, [0, 60], Approximate,
            "Quiescence skips captures of lower MVV/LVA value (10 victim - attacker).", "XiangQi Wizard: 10";
        qsearch_home_floor: i32 = 0, neutral 0, [0, 60], Approximate,
            "`qsearch_floor` for captures on the mover's own half of the board.", "XiangQi Wizard: 20";
    }
    events {
        QNode = "qnodes", "A node of the quiescence search.";
        StandPat = "stand_pats", ends StandPat = "stand_pat", "A quiescence node was good enough without a capture.";
        QSearchSkipped = "qsearch_skipped", passes_over true, "A capture was not worth trying in quiescence.";
    }
    without_effect |c| {
        qsearch_evasions if !c.quiescence, "there is no quiescence search";
        qsearch_mvv_lva if !c.quiescence, "there is no quiescence search";
        qsearch_floor if !c.quiescence, "there is no quiescence search";
        qsearch_home_floor if !c.quiescence, "there is no quiescence search";
    }
}
