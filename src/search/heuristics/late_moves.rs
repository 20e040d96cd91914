//! Late move pruning: near the horizon, quiet moves that come late in the order are passed over.

heuristic! {
    late_moves, group "pruning",
    fields {
        late_move_pruning: bool = false, neutral false, Approximate,
            "Near the horizon, passes over quiet moves that come late in the order.", "common practice since about 2008";
        late_move_max_depth: i32 = 8, neutral 8, [1, 64], Parameter,
            "Largest depth, in plies, at which late moves are passed over.", "";
        late_move_base: i32 = 3, neutral 3, [1, 200], Parameter,
            "Moves tried at depth 0 before any is passed over.", "";
        late_move_slope: i32 = 300, neutral 300, [0, 2000], Parameter,
            "Moves more that are tried for each ply of depth before any is passed over, times 100.", "";
    }
    events {
        LateMovePruned = "late_moves_pruned", passes_over true, "A quiet move was passed over because it came late.";
    }
}
