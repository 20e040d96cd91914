//! Principal variation search (Marsland and Campbell 1982): moves after the first are scouted with a null window.

heuristic! {
    scout, group "window",
    fields {
        pvs: bool = true, neutral false, Exact,
            "Principal variation search: all moves but the first are scouted with a null window and searched again only if they beat alpha.", "Marsland and Campbell 1982";
    }
    events {
        ScoutResearch = "scout_researches", "A scouted move did better than expected and was searched again.";
        CutNode = "cut_nodes", "A node was searched at which a cut was expected.";
        CutNodeRight = "cut_nodes_right", "A node at which a cut was expected cut off.";
        AllNode = "all_nodes", "A node was searched at which no move was expected to raise alpha.";
        AllNodeRight = "all_nodes_right", "A node at which no move was expected to raise alpha did not cut off.";
    }
}
