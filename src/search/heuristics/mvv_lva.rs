//! MVV/LVA ordering (Slate and Atkin 1977): noisy moves come first, the most valuable victim before the others and,
//! among equals, the least valuable attacker.

use crate::search::picker::Stage;

heuristic! {
    mvv_lva, group "ordering",
    fields {
        mvv_lva: bool = false, Exact Everyday,
            "Tries captures before quiet moves: the most valuable victim first and, among equal victims, the least valuable attacker.", "Slate and Atkin 1977";
    }
    copies { on = mvv_lva }
    asks |plan, asked| {
        asked.stages.extend(plan.on.then_some(Stage::Noisy));
    }
}
