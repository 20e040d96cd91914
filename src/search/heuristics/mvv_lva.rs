//! MVV/LVA (Slate and Atkin 1977): noisy moves come first, the most valuable victim before all.

heuristic! {
    mvv_lva, group "ordering",
    fields {
        mvv_lva: bool = true, neutral false, Exact,
            "Tries captures before all else, most valuable victim first, least valuable attacker first among equals.", "Slate and Atkin 1977";
    }
    plan |c| {
        /// Whether noisy moves come first in full nodes.
        on: bool = c.mvv_lva;
    }
}
