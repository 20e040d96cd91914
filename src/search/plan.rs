//! What a configuration comes to: numbers that the search can use without asking what is switched on.
//!
//! A heuristic that is off has a neutral value here: a least depth that is never
//! reached, a table of zeros, a stage that is not in the list. The search
//! compares as it would anyway, and reads no switches.

use super::config::{Config, MateDistance, RepetitionScope, TableUse};
use super::extend::ReductionPlan;
use super::history::HistoryPlan;
use super::kill_use::KillPlan;
use super::lookup::TablePlan;
use super::null::NullPlan;
use super::picker::Stage;
use super::root::RootPlan;
use crate::game::Judging;
use crate::score::{MAX_PLY, OUT_OF_REACH, Score};

/// Never reached by a depth or a number of moves.
pub const NEVER: i32 = i32::MAX;
/// A lowered configuration.
#[derive(Clone, Debug)]
pub struct Plan {
    /// First iteration is the last one if false.
    pub iterative: bool,
    /// Half width of the first aspiration window.
    pub aspiration: Score,
    /// First depth with an aspiration window.
    pub aspiration_min_depth: i32,
    /// Iterations end on a proven mate.
    pub stop_on_mate: bool,
    /// What happens at the root.
    pub root: RootPlan,
    /// Ply at which lines end.
    pub max_ply: usize,
    /// Number of the first move that is scouted.
    pub scout_from: usize,
    /// Added to the bounds of mate distance, in full nodes and in quiescence.
    pub mate_slack: [Score; 2],
    /// Earlier occurrences that make a repetition.
    pub recur: u32,
    /// Those before the root count as in a game.
    pub recur_in_tree: bool,
    /// The limit of moves without progress draws.
    pub move_limit: bool,
    /// Price of a draw to the root's side.
    pub draw_score: Score,
    /// What is asked of the table.
    pub table: TablePlan,
    /// Null moves.
    pub null: NullPlan,
    /// Late move reductions.
    pub reduce: ReductionPlan,
    /// Slack around the window that a score may use: none when failing hard, all of it otherwise.
    pub hard_slack: Score,
    /// Stages of a full node, of a full node in check, of quiescence, and of quiescence in check.
    pub stages: Vec<Stage>,
    /// In check, and where somebody's own order is asked.
    pub evasion_stages: Vec<Stage>,
    /// In quiescence.
    pub q_stages: Vec<Stage>,
    /// In quiescence, where quiet checks are tried too.
    pub q_check_stages: Vec<Stage>,
    /// In quiescence, in check.
    pub q_evasion_stages: Vec<Stage>,
    /// Under a threat of a check that cannot be answered; empty when such threats are not looked for.
    pub threatened_stages: Vec<Stage>,
    /// Weight of the game's own word on quiet moves.
    pub static_order: i32,
    /// Most moves of a node.
    pub width: usize,
    /// The game is asked for ends in sight.
    pub known_ends: bool,
    /// Depth that a node in check has at the horizon: 1, or 0 when it gets none.
    pub evasion_depth: i32,
    /// Kill search at the root.
    pub kill_root: Option<KillPlan>,
    /// And at the horizon.
    pub kill_horizon: Option<KillPlan>,
    /// Noisy moves are ordered by MVV/LVA in full nodes.
    pub mvv_lva: bool,
    /// And in quiescence.
    pub q_mvv_lva: bool,
    /// Killers offered per ply.
    pub killers: usize,
    /// Counter moves are learned.
    pub counter_moves: bool,
    /// How history grows.
    pub history: HistoryPlan,
    /// Raising alpha is rewarded like a cutoff.
    pub reward_alpha: bool,
    /// The horizon is searched for captures.
    pub quiescence: bool,
    /// Plies of quiescence in which quiet checks are tried.
    pub check_plies: i32,
    /// Mates in one are seen at the horizon.
    pub mate_in_one: bool,
    /// Quiescence does not stand pat in check.
    pub q_evasions: bool,
    /// Least MVV/LVA value of a capture in quiescence: beyond the river, and at home.
    pub q_floor: [i32; 2],
    /// Plies a checking move gets back.
    pub check_extension: i32,
    /// Replies that count as a single one, 1, or 0 when off: in non-PV nodes, and in PV nodes.
    pub single_reply: [usize; 2],
    /// Largest depth of reverse futility; 0 when off. Then its margin for each ply.
    pub reverse_futility: (i32, Score),
    /// The same of razoring.
    pub razor: (i32, Score),
    /// The same of futility.
    pub futility: (i32, Score),
    /// Largest depth at which late moves are passed over, how many come before, and hundredths more for each ply.
    pub late_moves: (i32, usize, usize),
}

impl Plan {
    /// Lowers a configuration.
    pub fn new(config: &Config) -> Plan {
        let c = config;
        let mate_slack = |on: bool| if on { 0 } else { OUT_OF_REACH };
        let table = c.table != TableUse::Off;
        let hash = (table && c.hash_move).then_some(Stage::Hash);
        let noisy = c.mvv_lva.then_some(Stage::Noisy);
        let killer = (c.killers > 0).then_some(Stage::Killer);
        let counter = c.counter_moves.then_some(Stage::Counter);
        let margin = |on: bool, depth: i32, margin: i32| (if on { depth } else { 0 }, margin);
        let threatened = [hash, Some(Stage::Answer)].into_iter().flatten().filter(|_| c.threat_stages);
        let rest = Some(if c.mvv_lva { Stage::Quiet } else { Stage::All });
        Plan {
            iterative: c.iterative,
            aspiration: c.aspiration,
            aspiration_min_depth: from(c.aspiration > 0, c.aspiration_min_depth),
            stop_on_mate: c.stop_on_mate,
            root: RootPlan::new(c),
            max_ply: (c.max_ply as usize).min(MAX_PLY),
            scout_from: if c.pvs { 1 } else { usize::MAX },
            mate_slack: [
                mate_slack(c.mate_distance == MateDistance::Full),
                mate_slack(c.mate_distance != MateDistance::Off),
            ],
            recur: c.repetition as u32,
            recur_in_tree: c.repetition_scope == RepetitionScope::Tree,
            move_limit: c.move_limit,
            draw_score: c.draw_score,
            table: TablePlan::new(c),
            null: NullPlan::new(c),
            reduce: ReductionPlan::new(c),
            hard_slack: if c.fail_hard { 0 } else { OUT_OF_REACH },
            stages: [hash, noisy, killer, counter, rest].into_iter().flatten().collect(),
            evasion_stages: [hash, Some(Stage::All)].into_iter().flatten().collect(),
            q_stages: vec![Stage::Noisy],
            q_check_stages: vec![Stage::Noisy, Stage::Check],
            q_evasion_stages: vec![Stage::All],
            threatened_stages: threatened.collect(),
            static_order: c.static_order,
            width: if c.width > 0 { c.width as usize } else { usize::MAX },
            known_ends: c.known_ends,
            evasion_depth: c.horizon_evasions as i32,
            kill_root: KillPlan::new(c.kill_root, 0, c.kill_root_nodes, c.kill_defence),
            kill_horizon: KillPlan::new(c.kill_horizon, c.kill_plies, c.kill_nodes, c.kill_defence),
            mvv_lva: c.mvv_lva,
            q_mvv_lva: c.qsearch_mvv_lva,
            killers: c.killers as usize,
            counter_moves: c.counter_moves,
            history: HistoryPlan::new(c),
            reward_alpha: c.history_on_alpha,
            quiescence: c.quiescence,
            check_plies: c.check_plies,
            mate_in_one: c.mate_in_one,
            q_evasions: c.quiescence && c.qsearch_evasions,
            q_floor: [c.qsearch_floor, c.qsearch_home_floor],
            check_extension: c.check_extension as i32,
            single_reply: [!c.single_reply_pv_only, true].map(|on| (on && c.single_reply_extension) as usize),
            reverse_futility: margin(c.reverse_futility, c.reverse_futility_max_depth, c.reverse_futility_margin),
            razor: margin(c.razoring, c.razor_max_depth, c.razor_margin),
            futility: margin(c.futility, c.futility_max_depth, c.futility_margin),
            late_moves: (
                if c.late_move_pruning { c.late_move_max_depth } else { 0 },
                c.late_move_base as usize,
                c.late_move_slope as usize,
            ),
        }
    }

    /// What the game judges in a search whose root comes after so many moves.
    pub fn judging(&self, root: usize) -> Judging {
        let since = if self.recur_in_tree { root } else { 0 };
        Judging { recur: self.recur, since, move_limit: self.move_limit }
    }

    /// Where a full node takes its moves from; `ordered` if somebody's own order is asked.
    #[inline(always)]
    pub fn node_stages(&self, in_check: bool, threatened: bool, ordered: bool) -> &[Stage] {
        match (in_check, threatened) {
            (true, _) => &self.evasion_stages,
            (false, true) => &self.threatened_stages,
            (false, false) if ordered => &self.evasion_stages,
            (false, false) => &self.stages,
        }
    }
}

/// A least depth, or one that is never reached when off.
pub fn from(on: bool, depth: i32) -> i32 {
    if on { depth } else { NEVER }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn off_is_neutral() {
        let plan = Plan::new(&Config::neutral());
        assert_eq!(plan.null.min_depth, NEVER);
        assert_eq!(plan.reduce.min_depth, NEVER);
        assert_eq!(plan.stages, [Stage::All]);
        assert_eq!(plan.scout_from, usize::MAX);
        assert!((0..64).all(|depth| (0..64).all(|index| plan.reduce.plies(depth, index) == 0)));
    }

    #[test]
    fn reductions_grow_with_depth_and_move_number() {
        let plan = Plan::new(&Config::default());
        assert!(plan.reduce.plies(12, 30) > plan.reduce.plies(12, 4));
        assert!(plan.reduce.plies(30, 30) > plan.reduce.plies(4, 30));
    }

    #[test]
    fn a_hash_stage_needs_a_table() {
        let config = Config { hash_move: true, ..Config::neutral() };
        assert!(!Plan::new(&config).stages.contains(&Stage::Hash));
        let config = Config { table: TableUse::Always, ..config };
        assert_eq!(Plan::new(&config).stages, [Stage::Hash, Stage::All]);
    }
}
