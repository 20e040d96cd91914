//! Known ends (Rapfi): a node ends where the position itself tells who wins.

heuristic! {
    known_ends, group "forced wins",
    fields {
        known_ends: bool = false, neutral false, Approximate,
            "Ends a node where a look at the position tells who wins: fives and open fours in gomoku.", "Rapfi";
    }
    events {
        KnownEnd = "known_ends", ends KnownEnd = "known_end", "A node ended because a look told who wins.";
    }
}
