//! Quiet checks in the first plies of quiescence.

use crate::game::Tactics;
use crate::search::node::NodeType;
use crate::search::worker::Worker;

heuristic! {
    check_plies, group "quiescence",
    fields {
        check_plies: i32 = 0, [0, 16], Approximate Everyday,
            "Plies of quiescence in which quiet moves that give check are tried too.", "Fruit 2.1: 1";
        check_plies_pv: i32 = 0, [0, 16], Approximate Historical,
            "Further plies of quiescence with quiet checks below nodes of the principal variation.", "Toga II 1.2.1a: 1";
        check_plies_skip_evasions: bool = false, Approximate Historical,
            "Does not count plies in check towards `check_plies`, so that the move after an evasion may be a quiet check too.", "Fruit 2.1";
    }
    plan |c| {
        /// Number of plies at the start of quiescence below PV nodes in which quiet checks are tried.
        pv_plies: i32 = c.check_plies + c.check_plies_pv;
        /// Number of these plies that a node in check uses up: 1, or 0 where evasions are not counted.
        evasion: i32 = !c.check_plies_skip_evasions as i32;
    }
    copies { plies = check_plies }
    events {
        QSearchCheck = "qsearch_checks", "A quiet check was tried in quiescence.";
    }
    without_effect |c| {
        check_plies if !c.quiescence, "there is no quiescence search";
        check_plies_pv if !c.quiescence, "there is no quiescence search";
        check_plies_skip_evasions if !c.quiescence, "there is no quiescence search";
        check_plies_skip_evasions if c.check_plies + c.check_plies_pv == 0, "quiescence tries no quiet checks";
        check_plies_skip_evasions if !c.qsearch_evasions, "quiescence searches no evasions";
    }
}

impl<G: Tactics, O> Worker<'_, G, O> {
    /// Number of plies at the start of quiescence in which quiet checks are tried.
    #[inline(always)]
    pub fn check_plies<N: NodeType>(&self) -> i32 {
        if N::PV { self.plan.check_plies.pv_plies } else { self.plan.check_plies.plies }
    }

    /// Number of plies with quiet checks that a quiescence node leaves to its children; `evading` says that it is in
    /// check.
    #[inline(always)]
    pub fn check_plies_left(&self, check_plies: i32, evading: bool) -> i32 {
        check_plies - if evading { self.plan.check_plies.evasion } else { 1 }
    }
}
