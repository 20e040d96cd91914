//! Threat stages (Rapfi): a side that is threatened tries only checks and what stops the threat.

heuristic! {
    threat_stages, group "selection",
    fields {
        threat_stages: bool = false, neutral false, Approximate,
            "Against a threat to win by a check that cannot be answered, tries only checks and what stops it.", "Rapfi";
    }
    events {
        ThreatenedNode = "threatened_nodes", "A node tried only checks and answers to a threat.";
    }
}
