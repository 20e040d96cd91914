//! Counter moves (Uiterwijk 1992): the answer that last refuted a move of the opponent.

heuristic! {
    counter_moves, group "ordering",
    fields {
        counter_moves: bool = true, neutral false, Exact,
            "Tries the quiet move that last refuted the opponent's move.", "Uiterwijk 1992";
    }
}
