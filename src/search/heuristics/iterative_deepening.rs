//! Iterative deepening (Slate and Atkin 1977): when iterations begin and end.

heuristic! {
    iterative_deepening, group "iteration",
    fields {
        iterative: bool = true, neutral false, Exact,
            "Iterative deepening from depth 1; without it the search starts at the depth limit.", "Slate and Atkin 1977";
        stop_on_mate: bool = true, neutral false, Exact,
            "Ends the iterations once the score is a proven mate.", "XiangQi Wizard";
        max_ply: i32 = 64, neutral 64, [1, 96], Parameter,
            "Plies from the root at which every line ends with the evaluation.", "XiangQi Wizard: 64";
    }
    without_effect |c| {
        stop_on_mate if !c.iterative && c.kill_root == KillUse::Off, "there is one iteration only, and nothing follows it";
    }
}
