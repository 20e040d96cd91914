//! History pruning (Letouzey 2005, Fruit 2.1): quiet moves that rarely cut off are searched less deep.

heuristic! {
    history_pruning, group "reductions",
    fields {
        history_pruning: i32 = 0, neutral 0, [0, 100], Approximate,
            "Reduces by a ply quiet moves that cut off in less than so many per cent of their tries; from lmr_min_depth and after lmr_min_moves.", "Letouzey 2005, Fruit 2.1: 60";
    }
}
