//! Quiescence search (Greenblatt, Eastlake and Crocker 1967): whether captures are searched beyond the horizon, and
//! which of them are worth trying.

use crate::game::{Move, Tactics};
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;

heuristic! {
    quiescence, group "quiescence",
    fields {
        quiescence: bool = false, Approximate Everyday,
            "Searches captures beyond the horizon until the position is quiet.", "Greenblatt, Eastlake and Crocker 1967";
        qsearch_evasions: bool = false, Approximate,
            "In check, quiescence tries every move and does not stand pat.", "XiangQi Wizard; common practice";
        qsearch_mvv_lva: bool = false, Exact,
            "Orders the captures of quiescence by MVV/LVA.", "Slate and Atkin 1977";
        qsearch_floor: i32 = 0, [0, 60], Approximate Historical,
            "Least MVV/LVA value, 10 victim - attacker, of the captures that quiescence tries.", "XiangQi Wizard: 10";
        qsearch_home_floor: i32 = 0, [0, 60], Approximate Historical, needs Discounts,
            "`qsearch_floor` for captures on the mover's own half of the board.", "XiangQi Wizard: 20";
    }
    plan |c| {
        /// Whether quiescence, in check, tries every move and does not stand pat.
        evasions: bool = c.quiescence && c.qsearch_evasions;
        /// Least MVV/LVA value of a capture that is tried: of any capture, and of one that wins less than its value
        /// says ([`Tactics::is_discounted`]).
        floors: [i32; 2] = [c.qsearch_floor, c.qsearch_home_floor];
    }
    copies { on = quiescence, mvv_lva = qsearch_mvv_lva }
    asks |plan, asked| {
        asked.q_mvv_lva |= plan.mvv_lva;
    }
    events {
        QNode = "qnodes", "Quiescence entered a node.";
        StandPat = "stand_pats", ends StandPat = "stand_pat", "A quiescence node was cut off by its static evaluation, without a capture.";
        QSearchSkipped = "qsearch_skipped", passes_over true, "Quiescence skipped a capture below `qsearch_floor`.";
    }
    without_effect |c| {
        qsearch_evasions if !c.quiescence, "there is no quiescence search";
        qsearch_mvv_lva if !c.quiescence, "there is no quiescence search";
        qsearch_floor if !c.quiescence, "there is no quiescence search";
        qsearch_home_floor if !c.quiescence, "there is no quiescence search";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether captures are searched beyond the horizon.
    #[inline(always)]
    pub fn quiesces(&self) -> bool {
        self.plan.quiescence.on
    }

    /// Whether the side to move is in check and quiescence must search its replies instead of evaluating.
    #[inline(always)]
    pub fn is_evading(&self) -> bool {
        self.plan.quiescence.evasions && self.game.in_check()
    }

    /// Whether quiescence skips a capture because its MVV/LVA value is below the floor.
    #[inline(always)]
    pub fn is_not_worth(&mut self, mv: Move) -> bool {
        let [floor, discounted_floor] = self.plan.quiescence.floors;
        if floor.max(discounted_floor) == 0 {
            return false;
        }
        let worth = self.game.mvv_lva(mv);
        let skipped = worth < floor || worth < discounted_floor && self.game.is_discounted(mv);
        if skipped {
            self.observer.count(Event::QSearchSkipped);
        }
        skipped
    }
}
