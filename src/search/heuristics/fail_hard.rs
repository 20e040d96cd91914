//! Fail hard: no score outside the window. Off: fail soft (Fishburn 1983).

heuristic! {
    fail_hard, group "window",
    fields {
        fail_hard: bool = false, neutral false, Exact,
            "Returns alpha or beta where a score lies outside the window; off: fail-soft, the score itself.", "fail-soft: Fishburn 1983; hard: gomoku report";
    }
}
