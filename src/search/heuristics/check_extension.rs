//! Check extension (Slate and Atkin 1977): a move that gives check costs no depth.

heuristic! {
    check_extension, group "extensions",
    fields {
        check_extension: bool = true, neutral false, Approximate,
            "A move that gives check costs no depth.", "Slate and Atkin 1977";
    }
    events {
        CheckExtension = "check_extensions", "A check was extended.";
    }
}
