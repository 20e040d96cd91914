//! Mate distance pruning: the window closes on the mates that are still possible.

heuristic! {
    mate_distance, group "window",
    choices {
        /// Where windows are cut to the mates still possible.
        MateDistance {
            /// Nowhere.
            Off = "off",
            /// Before quiescence searches.
            Quiescence = "quiescence",
            /// At every node but the root.
            Full = "full",
        }
    }
    fields {
        mate_distance: MateDistance = MateDistance::Full, neutral MateDistance::Off, Exact,
            "Narrows the window to the mates that are still possible at this ply.", "common practice";
    }
    events {
        MateDistanceCutoff = "mate_distance_cutoffs", ends MateDistance = "mate_distance", "The window closed on the mates still possible.";
    }
}
