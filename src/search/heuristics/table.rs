//! The transposition table (Greenblatt, Eastlake and Crocker 1967): what a node asks of it and tells it.

heuristic! {
    table, group "table",
    choices {
        /// Whether there is a table, and what a new entry may overwrite.
        TableUse {
            /// No table.
            Off = "off",
            /// One slot, always overwritten.
            Always = "always",
            /// One slot, never overwritten by a shallower entry of the same search.
            DepthPreferred = "depth-preferred",
            /// A depth-preferred slot beside an always-replace one.
            TwoTier = "two-tier",
            /// Four slots; the shallowest, oldest goes.
            Bucket = "bucket",
        }
        /// What a table holds of a position, whatever its replacement scheme.
        Layout {
            /// One score with its bound and depth.
            Single = "single",
            /// The same and who has moved last; and, apart, static scores of leaves, for [`super::table`]'s walk.
            LeafWalk = "leafwalk",
            /// A lower and an upper bound, each with its depth.
            TwoBound = "two-bound",
        }
        /// Which depth of an entry answers.
        TableDepth {
            /// At least the depth asked.
            AtLeast = "at-least",
            /// Exactly the depth asked; for the oracle tests.
            Equal = "equal",
        }
    }
    fields {
        table: TableUse = TableUse::Bucket, neutral TableUse::Off, Exact,
            "Transposition table and its replacement scheme.", "Greenblatt, Eastlake and Crocker 1967; schemes: Breuker, Uiterwijk and van den Herik 1994";
        table_layout: Layout = Layout::Single, neutral Layout::Single, Approximate,
            "What the table holds: leafwalk keeps static scores of leaves beside the entries, and a deeper entry is walked to such a leaf instead of answering itself; two-bound keeps a lower and an upper bound.", "leafwalk: gomoku AI tutorial, chapter 6; two-bound: Fruit 2.1";
        table_mb: i32 = 16, neutral 16, [1, 65536], Parameter,
            "Size in MiB of the table that a searcher makes for itself.", "";
        table_depth: TableDepth = TableDepth::AtLeast, neutral TableDepth::AtLeast, Approximate,
            "Which depth of an entry may answer; a deeper entry answers another question than the one asked.", "Breuker 1998";
        table_mates: bool = true, neutral false, Approximate,
            "Believes mate scores at any depth where their bound allows.", "XiangQi Wizard";
        table_pv_cutoffs: bool = false, neutral false, Exact,
            "Lets the table answer at nodes of the principal variation too.", "off: Fruit 2.1";
        table_answers: i32 = 0, neutral 0, [-1, 2147483647], Parameter,
            "Number of table cutoffs allowed before the table is ignored; used to bisect which cutoff changed a result. 0 sets no limit, -1 allows none.", "";
    }
    events {
        TableProbe = "table_probes", "The table was asked.";
        TableHit = "table_hits", "The table knew the position.";
        TableCutoff = "table_cutoffs", ends Table = "table", "The table answered, and the node ended.";
        TableStore = "table_stores", "The table took an entry.";
        Walk = "walks", "An entry deeper than asked was walked.";
        WalkAnswer = "walk_answers", "A walk ended at a leaf, whose score answered.";
        WalkBrokenLink = "walk_broken_links", "A walk came to a position without a playable move in the table.";
        WalkMissingLeaf = "walk_missing_leaves", "A walk ended at a position without a leaf.";
    }
    without_effect |c| {
        table_mates if c.table == TableUse::Off, "there is no table";
        table_mates if c.table_depth == TableDepth::Equal, "only equal depths answer";
        table_mates if c.table_layout == Layout::LeafWalk, "deeper entries are walked, mates too";
        table_layout if c.table == TableUse::Off, "there is no table";
        table_depth if c.table == TableUse::Off, "there is no table";
        table_pv_cutoffs if c.table == TableUse::Off, "there is no table";
    }
}
