//! Futility pruning (Schaeffer 1986; Heinz 1998): near the horizon, quiet moves are passed over where the evaluation is far below alpha.

heuristic! {
    futility, group "pruning",
    fields {
        futility: bool = false, neutral false, Approximate,
            "Near the horizon, passes over quiet moves where the evaluation is far below alpha.", "Schaeffer 1986; Heinz 1998";
        futility_max_depth: i32 = 3, neutral 3, [1, 64], Parameter,
            "Largest depth, in plies, at which futility is tried.", "";
        futility_margin: i32 = 100, neutral 100, [0, 4000], Parameter,
            "How far below alpha the evaluation must be for futility, for each ply of depth.", "";
    }
    events {
        FutilityPruned = "futility_pruned", passes_over true, "A quiet move was passed over because the evaluation is far below alpha.";
    }
}
