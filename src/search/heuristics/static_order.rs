//! Quiet moves ordered by what the game itself says of them, beside their history.

heuristic! {
    static_order, group "ordering",
    fields {
        static_order: i32 = 0, neutral 0, [0, 256], Exact, needs QuietScores,
            "Weight of what a look at a quiet move tells beside its history: the point score in gomoku.", "gomoku report";
    }
    plan |c| {
        /// Weight of what the game says of a quiet move; 0 when off.
        weight: i32 = c.static_order;
    }
}
