//! Razoring (Birmingham and Kent 1977): near the horizon, a node far below alpha is left to quiescence or kill search.

heuristic! {
    razoring, group "pruning",
    fields {
        razoring: bool = false, neutral false, Approximate,
            "Near the horizon, where the evaluation is far below alpha, believes what lies beyond the horizon: quiescence, kill search.", "Birmingham and Kent 1977; into kill search: Rapfi";
        razor_max_depth: i32 = 2, neutral 2, [1, 64], Parameter,
            "Largest depth, in plies, at which razoring is tried.", "";
        razor_margin: i32 = 150, neutral 150, [0, 4000], Parameter,
            "How far below alpha the evaluation must be for razoring, for each ply of depth.", "";
    }
    events {
        RazorTried = "razor_tried", "A node far below alpha was left to what lies beyond the horizon.";
        RazorCutoff = "razor_cutoffs", ends Razoring = "razoring", "A node ended because quiescence or kill search agreed that razoring was right.";
    }
}
