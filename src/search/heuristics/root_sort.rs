//! The order of the moves of the root from one iteration to the next.

heuristic! {
    root_sort, group "iteration",
    choices {
        /// How the moves of the root are kept in order from one iteration to the next.
        RootSort {
            /// Not at all: the root is ordered as any other node.
            Off = "off",
            /// The best move comes first, the others stay in their order.
            Best = "best",
            /// By their scores.
            All = "all",
        }
    }
    fields {
        root_sort: RootSort = RootSort::Off, neutral RootSort::Off, Exact,
            "Keeps a list of the root's moves: with all sorted after each iteration by what they scored, with best in the order of the first iteration but for the best move, which comes first. Off: the root is ordered as any other node, anew in each iteration.", "Fruit 2.1: all";
    }
}
