//! Width: only the first moves of the order are tried.

heuristic! {
    width, group "selection",
    fields {
        width: i32 = 0, neutral 0, [0, 500], Approximate,
            "Most moves tried at a node, the best by order; 0 tries all.", "gomoku report: 15";
    }
    events {
        WidthReached = "width_reached", "A move beyond the width was left out, and all after it.";
    }
}
