//! Stages of move generation: which ones each kind of node goes through, depending on the heuristics that are on.

use super::picker::Stage;
use super::plan::Asked;

/// Stages of one kind of node, and how their moves are ordered.
#[derive(Clone, Debug, Default)]
pub struct StageSequence {
    /// Stages in the order in which they offer moves.
    pub stages: Vec<Stage>,
    /// Whether noisy moves are ordered by MVV/LVA.
    pub by_mvv_lva: bool,
    /// Whether noisy moves that lose material come last.
    pub losing_last: bool,
    /// Whether killers come before other quiet moves although the sequence has no stage of killers.
    pub ranks_killers: bool,
    /// Whether histories of pairs, such as a move and the move before it, are added to ordering scores.
    pub adds_histories: bool,
}

/// The stages of every kind of node.
#[derive(Clone, Debug, Default)]
pub struct Stages {
    /// Stages of a full node.
    pub node: StageSequence,
    /// Stages of a full node in check, and of one whose moves the user's own code orders.
    pub evasion: StageSequence,
    /// Stages of a full node whose side to move must reply to a threat.
    pub threatened: StageSequence,
    /// Stages of a quiescence node.
    pub quiescence: StageSequence,
    /// Stages of a quiescence node where quiet checks are tried too.
    pub q_checks: StageSequence,
    /// Stages of a quiescence node in check.
    pub q_evasion: StageSequence,
    /// Stages of the root where it keeps a list of its moves.
    pub listed: StageSequence,
}

impl Stages {
    /// The stages that the heuristics of a plan ask for.
    pub fn new(asked: &Asked) -> Stages {
        let wanted = |stage: Stage| asked.stages.contains(&stage).then_some(stage);
        let (hash, noisy, losing) = (wanted(Stage::Hash), wanted(Stage::Noisy), wanted(Stage::Losing));
        let (killer, counter) = (wanted(Stage::Killer), wanted(Stage::Counter));
        let q_hash = asked.q_hash.then_some(Stage::Hash);
        let (by_mvv_lva, q_by_mvv_lva, losing_last) = (noisy.is_some(), asked.q_mvv_lva, losing.is_some());
        let rest = Some(if by_mvv_lva { Stage::Quiet } else { Stage::All });
        let sequence = |by_mvv_lva, stages: &[Option<Stage>]| {
            let stages = stages.iter().copied().flatten().collect();
            StageSequence { stages, by_mvv_lva, adds_histories: asked.noisy_histories, ..StageSequence::default() }
        };
        let adds_histories = asked.noisy_histories || asked.quiet_histories;
        let full =
            |stages: &[Option<Stage>]| StageSequence { losing_last, adds_histories, ..sequence(by_mvv_lva, stages) };
        Stages {
            node: full(&[hash, noisy, killer, counter, rest, losing]),
            evasion: StageSequence { ranks_killers: asked.ranks_killers, ..full(&[hash, Some(Stage::All)]) },
            threatened: full(&[hash, Some(Stage::ThreatReply)]),
            quiescence: sequence(q_by_mvv_lva, &[q_hash, Some(Stage::Noisy)]),
            q_checks: sequence(q_by_mvv_lva, &[q_hash, Some(Stage::Noisy), Some(Stage::Check)]),
            // Evasions in quiescence are ordered as in full nodes: quiet moves are among them.
            q_evasion: sequence(by_mvv_lva, &[q_hash, Some(Stage::All)]),
            listed: sequence(false, &[Some(Stage::Listed)]),
        }
    }

    /// Stages of a full node; `ordered` says that the user's own code orders the moves.
    #[inline(always)]
    pub fn of_node(&self, in_check: bool, threatened: bool, ordered: bool) -> &StageSequence {
        match (in_check, threatened) {
            (true, _) => &self.evasion,
            (false, true) => &self.threatened,
            (false, false) if ordered => &self.evasion,
            (false, false) => &self.node,
        }
    }

    /// Stages of a quiescence node.
    #[inline(always)]
    pub fn of_quiescence(&self, evading: bool, checks: bool) -> &StageSequence {
        match (evading, checks) {
            (true, _) => &self.q_evasion,
            (false, true) => &self.q_checks,
            (false, false) => &self.quiescence,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::{Config, TableUse};
    use crate::search::plan::Plan;

    #[test]
    fn a_hash_stage_needs_a_table() {
        let config = Config { hash_move: true, ..Config::neutral() };
        assert_eq!(Plan::new(&config).stages.node.stages, [Stage::All]);
        let config = Config { table: TableUse::Always, ..config };
        assert_eq!(Plan::new(&config).stages.node.stages, [Stage::Hash, Stage::All]);
    }
}
