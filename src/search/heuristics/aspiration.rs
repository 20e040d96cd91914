//! Aspiration windows (Slate and Atkin 1977): an iteration begins around the score of the one before.

heuristic! {
    aspiration, group "iteration",
    fields {
        aspiration: i32 = 25, neutral 0, [0, 2000], Exact,
            "Half width of the window around the last iteration's score, doubled on each failure; 0 searches the full window.", "Slate and Atkin 1977";
        aspiration_min_depth: i32 = 4, neutral 4, [1, 64], Parameter,
            "First iteration with an aspiration window.", "";
    }
    events {
        AspirationLow = "aspiration_low", "An iteration failed low in its aspiration window.";
        AspirationHigh = "aspiration_high", "An iteration failed high in its aspiration window.";
    }
    without_effect |c| {
        aspiration if !c.iterative, "there is no earlier iteration";
    }
}
