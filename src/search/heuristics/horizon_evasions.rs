//! Horizon evasions: a side in check is not evaluated, its replies are searched by a ply.

heuristic! {
    horizon_evasions, group "quiescence",
    fields {
        horizon_evasions: bool = false, neutral false, Approximate,
            "Never evaluates a side in check: beyond the horizon its replies are searched by a ply.", "common practice";
    }
}
