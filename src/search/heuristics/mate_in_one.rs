//! Mates in one are seen at the horizon, exactly and without a search.

heuristic! {
    mate_in_one, group "forced wins",
    fields {
        mate_in_one: bool = false, neutral false, Approximate,
            "Sees at the horizon, exactly and without a search, that the side to move has a mate in one, where its evaluation does not meet beta.", "an analysis of Fruit 2.1 for xiangqi";
    }
    events {
        MateInOne = "mates_in_one", ends MateInOne = "mate_in_one", "A mate in one was seen at the horizon.";
    }
}
