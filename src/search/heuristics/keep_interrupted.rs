//! What an interrupted iteration has proved is played.

heuristic! {
    keep_interrupted, group "iteration",
    fields {
        keep_interrupted: bool = true, neutral false, Rule,
            "Plays the best move that the iteration which a limit interrupts has proved, instead of the last finished iteration's.", "Fruit 2.1; common practice";
    }
}
