//! The history heuristic (Schaeffer 1989): what moves have earned by cutting off, wherever in the tree.

heuristic! {
    history, group "ordering",
    choices {
        /// What moves earn for cutting off.
        HistoryUse {
            /// No history.
            Off = "off",
            /// `depth * depth` is added.
            DepthSquared = "depth-squared",
            /// A bonus that fades towards a limit, and a malus for quiet moves tried in vain.
            Gravity = "gravity",
        }
    }
    fields {
        history: HistoryUse = HistoryUse::Gravity, neutral HistoryUse::Off, Exact,
            "Orders quiet moves by their success everywhere in the tree.", "Schaeffer 1989; gravity: common practice since Stockfish";
        history_on_alpha: bool = false, neutral false, Exact,
            "Rewards moves that raise alpha as well as those that cut off.", "XiangQi Wizard";
        history_limit: i32 = 8192, neutral 8192, [64, 65536], Parameter,
            "Value that gravity history approaches.", "";
    }
    without_effect |c| {
        history_on_alpha if c.history == HistoryUse::Off && c.killers == 0 && !c.counter_moves && c.history_pruning == 0, "nothing is learned";
    }
}
