//! Reverse futility, or static null move: near the horizon an evaluation far above beta cuts off.

heuristic! {
    reverse_futility, group "pruning",
    fields {
        reverse_futility: bool = false, neutral false, Approximate,
            "Cuts off near the horizon where the evaluation is far above beta.", "Fruit's descendants: static null move, about 2009";
        reverse_futility_max_depth: i32 = 3, neutral 3, [1, 64], Parameter,
            "Largest depth, in plies, at which reverse futility is tried.", "";
        reverse_futility_margin: i32 = 100, neutral 100, [0, 4000], Parameter,
            "How far above beta the evaluation must be to cut off, for each ply of depth.", "";
    }
    events {
        ReverseFutilityCutoff = "reverse_futility_cutoffs", ends ReverseFutility = "reverse_futility", "A node was cut off by reverse futility.";
    }
}
