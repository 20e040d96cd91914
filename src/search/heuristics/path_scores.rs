//! What the transposition table does with scores that hold on one path only.

heuristic! {
    path_scores, group "table",
    choices {
        /// What the table does with scores that hold on one path only.
        PathScores {
            /// Stores and returns them as if they were true everywhere.
            Ignore = "ignore",
            /// Never returns repetition and draw scores, stores them only with a move, and moves evaluations off the
            /// draw score so that it is recognised.
            Tutorial = "tutorial",
            /// The same, and before it answers walks the stored moves: a line that comes to a position of the present path
            /// again is not believed.
            Chain = "chain",
            /// Keys know which positions of the path have come twice and how near the limit of moves is, so that an entry is
            /// met again only where that is the same.
            PathKey = "path-key",
        }
    }
    fields {
        path_scores: PathScores = PathScores::Tutorial, neutral PathScores::Ignore, Rule,
            "What the table does with scores that depend on the path: draws and wins by repetition.", "ElephantEye; XiangQi Wizard";
        path_chain: i32 = 8, neutral 8, [1, 64], Parameter,
            "Plies that path_scores = chain walks.", "";
    }
    events {
        ChainRefused = "chain_refused", "An answer was not believed, since its line comes to the present path again.";
    }
    without_effect |c| {
        path_scores if c.table == TableUse::Off, "there is no table";
    }
}
