//! A choice among the moves of the root that are nearly as good as the best.

heuristic! {
    root_margin, group "iteration",
    fields {
        root_margin: i32 = 0, neutral 0, [0, 400], Approximate,
            "Gives every move of the root that comes this near the best its true score, and plays one of them, chosen by seed; 0 plays the best.", "XiangQi Wizard";
        seed: i32 = 0, neutral 0, [0, 2147483647], Parameter,
            "Seed of whatever is random: the choice among moves of the root within root_margin, and among those of an opening book.", "";
    }
    events {
        RootMarginMove = "root_margin_moves", "A move of the root came within the margin of the best one.";
        RootMarginNode = "root_margin_nodes", "A node was searched below a move of the root that came within the margin of the best one.";
    }
}
