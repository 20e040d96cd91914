//! What a configuration comes to: numbers that the search can use without asking what is switched on.
//!
//! A heuristic that is off has a neutral value here: a least depth that is never
//! reached, a table of zeros, a stage that is not in the list. The search
//! compares as it would anyway, and reads no switches.

use super::config::{Config, Layout, MateDistance, PathScores, TableDepth, TableUse};
use super::history::HistoryPlan;
use super::kill_use::KillPlan;
use super::picker::Stage;
use crate::game::Judging;
use crate::score::{MATE, MAX_PLY, Score};

/// Never reached by a depth or a number of moves.
const NEVER: i32 = i32::MAX;
/// Slack that no mate distance can use up.
const NO_MATE_DISTANCE: Score = 3 * MATE;
/// Depths and move numbers that the reduction table tells apart; larger ones count as the largest.
const REDUCTION_DEPTHS: usize = 64;
const REDUCTION_MOVES: usize = 64;

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
    /// Ply at which lines end.
    pub max_ply: usize,
    /// Number of the first move that is scouted.
    pub scout_from: usize,
    /// Added to the bounds of mate distance, in full nodes and in quiescence.
    pub mate_slack: [Score; 2],
    /// What the game judges at each node.
    pub judging: Judging,
    /// Price of a draw to the root's side.
    pub draw_score: Score,
    /// How many plies deeper than asked an entry may be.
    pub table_slack: i32,
    /// Entries deeper than asked are walked to a leaf.
    pub walks: bool,
    /// Mates answer at any depth.
    pub table_mates: bool,
    /// The table answers in PV nodes.
    pub table_pv_cutoffs: bool,
    /// Path-dependent scores are kept apart.
    pub guard_paths: bool,
    /// The root asks the table for a move.
    pub root_hash_move: bool,
    /// Slack around the window that a score may use: none when failing hard, all of it otherwise.
    pub hard_slack: Score,
    /// Evaluations at the horizon go through the table.
    pub table_leaves: bool,
    /// Stages of a full node, of a full node in check, of quiescence, and of quiescence in check.
    pub stages: Vec<Stage>,
    /// In check, and where somebody's own order is asked.
    pub evasion_stages: Vec<Stage>,
    /// In quiescence.
    pub q_stages: Vec<Stage>,
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
    /// Quiescence does not stand pat in check.
    pub q_evasions: bool,
    /// Least MVV/LVA value of a capture in quiescence: beyond the river, and at home.
    pub q_floor: [i32; 2],
    /// Plies a checking move gets back.
    pub check_extension: i32,
    /// Replies that count as a single one: 1, or 0 when off.
    pub single_reply: usize,
    /// Plies the null move search is shallower.
    pub null_reduction: i32,
    /// Least depth of a null move.
    pub null_min_depth: i32,
    /// Strength above which a null move is tried.
    pub null_material: i32,
    /// The evaluation may be this much below beta.
    pub null_margin: Score,
    /// Null moves in PV nodes.
    pub null_in_pv: bool,
    /// Null moves after null moves.
    pub null_twice: bool,
    /// Strength above which a null move is believed at once.
    pub null_believed: i32,
    /// Largest depth of reverse futility; 0 when off. Then its margin for each ply.
    pub reverse_futility: (i32, Score),
    /// The same of razoring.
    pub razor: (i32, Score),
    /// The same of futility.
    pub futility: (i32, Score),
    /// Largest depth at which late moves are passed over, how many come before, and hundredths more for each ply.
    pub late_moves: (i32, usize, usize),
    /// Least depth of a reduction.
    pub lmr_min_depth: i32,
    /// Moves not reduced.
    pub lmr_min_moves: usize,
    /// History value of one ply; out of reach when off.
    pub lmr_history: i32,
    reductions: Vec<u8>,
}

impl Plan {
    /// Lowers a configuration.
    pub fn new(config: &Config) -> Plan {
        let c = config;
        let from = |on: bool, value: i32| if on { value } else { NEVER };
        let mate_slack = |on: bool| if on { 0 } else { NO_MATE_DISTANCE };
        let table = c.table != TableUse::Off;
        let (single, at_least) = (c.table_layout == Layout::Single, c.table_depth == TableDepth::AtLeast);
        let walks = table && at_least && !single;
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
            max_ply: (c.max_ply as usize).min(MAX_PLY),
            scout_from: if c.pvs { 1 } else { usize::MAX },
            mate_slack: [
                mate_slack(c.mate_distance == MateDistance::Full),
                mate_slack(c.mate_distance != MateDistance::Off),
            ],
            judging: Judging { recur: c.repetition as u32, move_limit: c.move_limit },
            draw_score: c.draw_score,
            table_slack: if at_least && single { i8::MAX as i32 } else { 0 },
            walks,
            table_mates: c.table_mates && at_least && single,
            table_pv_cutoffs: c.table_pv_cutoffs,
            guard_paths: table && c.path_scores == PathScores::Tutorial,
            root_hash_move: c.root_hash_move,
            hard_slack: if c.fail_hard { 0 } else { NO_MATE_DISTANCE },
            table_leaves: table && c.table_leaves,
            stages: [hash, noisy, killer, counter, rest].into_iter().flatten().collect(),
            evasion_stages: [hash, Some(Stage::All)].into_iter().flatten().collect(),
            q_stages: vec![Stage::Noisy],
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
            q_evasions: c.qsearch_evasions,
            q_floor: [c.qsearch_floor, c.qsearch_home_floor],
            check_extension: c.check_extension as i32,
            single_reply: c.single_reply_extension as usize,
            null_reduction: c.null_reduction,
            null_min_depth: from(c.null_move, c.null_min_depth),
            null_material: c.null_material,
            null_margin: if c.null_eval { 0 } else { NO_MATE_DISTANCE },
            null_in_pv: c.null_in_pv,
            null_twice: c.null_twice,
            null_believed: if c.null_verification { c.null_verified_material } else { i32::MIN },
            reverse_futility: margin(c.reverse_futility, c.reverse_futility_max_depth, c.reverse_futility_margin),
            razor: margin(c.razoring, c.razor_max_depth, c.razor_margin),
            futility: margin(c.futility, c.futility_max_depth, c.futility_margin),
            late_moves: (
                if c.late_move_pruning { c.late_move_max_depth } else { 0 },
                c.late_move_base as usize,
                c.late_move_slope as usize,
            ),
            // At depth 1 there is no ply to lose.
            lmr_min_depth: from(c.lmr, c.lmr_min_depth.max(2)),
            lmr_min_moves: c.lmr_min_moves as usize,
            lmr_history: if c.lmr_history > 0 { c.lmr_history } else { NEVER },
            reductions: reductions(c),
        }
    }

    /// Plies by which the `index`-th move (from 0) at a depth is reduced before history has its say.
    #[inline(always)]
    pub fn reduction(&self, depth: i32, index: usize) -> i32 {
        let depth = (depth as usize).min(REDUCTION_DEPTHS - 1);
        self.reductions[depth * REDUCTION_MOVES + index.min(REDUCTION_MOVES - 1)] as i32
    }
}

fn reductions(config: &Config) -> Vec<u8> {
    let (base, divisor) = (config.lmr_base as f64 / 100.0, config.lmr_divisor as f64 / 100.0);
    let entry = |depth: usize, index: usize| {
        let logs = (depth.max(1) as f64).ln() * ((index + 1) as f64).ln();
        if config.lmr { (base + logs / divisor) as u8 } else { 0 }
    };
    (0..REDUCTION_DEPTHS * REDUCTION_MOVES).map(|i| entry(i / REDUCTION_MOVES, i % REDUCTION_MOVES)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn off_is_neutral() {
        let plan = Plan::new(&Config::neutral());
        assert_eq!(plan.null_min_depth, NEVER);
        assert_eq!(plan.lmr_min_depth, NEVER);
        assert_eq!(plan.stages, [Stage::All]);
        assert_eq!(plan.scout_from, usize::MAX);
        assert!((0..64).all(|depth| (0..64).all(|index| plan.reduction(depth, index) == 0)));
    }

    #[test]
    fn reductions_grow_with_depth_and_move_number() {
        let plan = Plan::new(&Config::default());
        assert!(plan.reduction(12, 30) > plan.reduction(12, 4));
        assert!(plan.reduction(30, 30) > plan.reduction(4, 30));
    }

    #[test]
    fn a_hash_stage_needs_a_table() {
        let config = Config { hash_move: true, ..Config::neutral() };
        assert!(!Plan::new(&config).stages.contains(&Stage::Hash));
        let config = Config { table: TableUse::Always, ..config };
        assert_eq!(Plan::new(&config).stages, [Stage::Hash, Stage::All]);
    }
}
