//! Draws and wins by repetition, and the limit of moves, inside the search.

heuristic! {
    repetition, group "rules",
    choices {
        /// Which earlier occurrences of a position a search counts.
        RepetitionScope {
            /// All since the game began.
            Game = "game",
            /// Those at the root and below it; of positions before the root, as many as the rules of the game ask.
            Tree = "tree",
        }
    }
    fields {
        repetition: i32 = 1, neutral 0, [0, 3], Rule,
            "Earlier occurrences at which a repeated position is judged inside the search; 0 judges none.", "XiangQi Wizard: 1";
        repetition_scope: RepetitionScope = RepetitionScope::Tree, neutral RepetitionScope::Game, Rule,
            "Earlier occurrences that `repetition` counts: with tree only those at the root or below it, while a position that was played before the root must have occurred twice, as the rules ask; with game all of them.", "game: XiangQi Wizard, Fruit 2.1; tree: common practice since Stockfish";
        move_limit: bool = true, neutral false, Rule,
            "Draws at the rules' limit of plies without a capture.", "the rules of the game";
        draw_score: i32 = 0, neutral 0, [-1000, 1000], Rule,
            "What a draw costs the side to move at the root.", "XiangQi Wizard: 20";
    }
    events {
        Repetition = "repetitions", ends Repetition = "repetition", "A repetition was judged.";
        MoveLimitDraw = "move_limit_draws", ends MoveLimit = "move_limit", "The limit of plies without a capture was reached.";
    }
    without_effect |c| {
        repetition_scope if c.repetition == 0, "no repetition is judged";
    }
}
