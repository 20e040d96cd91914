//! Killer moves (Akl and Newborn 1977): what cut off beside a node is likely to cut off at it.

heuristic! {
    killers, group "ordering",
    fields {
        killers: i32 = 2, neutral 0, [0, 2], Exact,
            "Moves per ply that cut off beside this node, tried before quiet moves are generated.", "Akl and Newborn 1977";
    }
}
