//! A configuration lowered to numbers that the search uses without testing which heuristics are on.
//!
//! A heuristic that is off has neutral numbers here: a least depth that is never reached, a table of zeros, a stage
//! that is not in the list. The search makes its comparisons in any case, and reads no switches.

use super::config::Config;
use super::heuristics;
use super::picker::Stage;
use super::stages::Stages;

/// A least depth or number of moves that is never reached: switches a comparison off.
pub const NEVER: i32 = i32::MAX;

macro_rules! plan {
    ($({ $module:ident $($declared:tt)+ })+) => {
        /// A lowered configuration: the numbers of each heuristic, and the stages that nodes walk.
        #[derive(Clone, Debug)]
        pub struct Plan {
            $(#[doc = concat!("Numbers of [`heuristics::", stringify!($module), "`].")]
            pub $module: heuristics::$module::Plan,)+
            /// Stages of move generation that nodes go through.
            pub stages: Stages,
            /// What the heuristics together ask of the rest of the search.
            pub asked: Asked,
        }

        impl Plan {
            /// Lowers a configuration to numbers.
            pub fn new(config: &Config) -> Plan {
                let mut plan = Plan {
                    $($module: heuristics::$module::Plan::new(config),)+
                    stages: Stages::default(),
                    asked: Asked::default(),
                };
                $(plan.$module.ask(&mut plan.asked);)+
                plan.stages = Stages::new(&plan.asked);
                plan
            }
        }
    };
}

for_all_heuristics!(plan);

/// What the heuristics that are on ask of the rest of the search; each adds its part in the section `asks` of its
/// declaration.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Largest remaining depth, in plies, at which some heuristic may skip a move; 0 when none does.
    pub skips_to: i32,
    /// Whether pruning or reductions read the continuation history of a quiet move, not only the order of moves.
    pub continuation: bool,
    /// Whether some heuristic behaves differently at improving nodes.
    pub improving: bool,
    /// Whether some heuristic learns values by move slot ([`crate::game::Game::slot`]) or by target slot.
    pub slots: bool,
    /// Whether quiet moves that cut off are rewarded.
    pub rewards: bool,
    /// Whether quiet moves that were searched before the one that cut off are punished.
    pub malus: bool,
    /// Stages of full nodes that only some configurations have, in any order.
    pub stages: Vec<Stage>,
    /// Whether killers come first in check too, where no stage offers them.
    pub ranks_killers: bool,
    /// Whether a history is added to the ordering scores of noisy moves.
    pub noisy_histories: bool,
    /// Whether histories of pairs, such as a move and the move before it, are added to the ordering scores of quiet moves.
    pub quiet_histories: bool,
    /// Whether quiescence tries the move of the table's entry first.
    pub q_hash: bool,
    /// Whether quiescence orders its moves by MVV/LVA.
    pub q_mvv_lva: bool,
}

impl Asked {
    /// What the heuristics that a configuration switches on ask.
    pub fn of(config: &Config) -> Asked {
        Plan::new(config).asked
    }

    /// Asks that moves may be skipped at remaining depths up to `depth` plies; `i32::MAX` for a heuristic that first
    /// subtracts the reduction of a move from the depth, and so may skip moves at any depth.
    pub fn skip_to(&mut self, depth: i32) {
        self.skips_to = self.skips_to.max(depth);
    }
}

/// `value`, or [`NEVER`] for 0: as a divisor it then makes every quotient 0, as a margin it is never reached.
pub fn or_never(value: i32) -> i32 {
    if value > 0 { value } else { NEVER }
}

/// `depth` as a least depth, or [`NEVER`] when off.
pub fn from(on: bool, depth: i32) -> i32 {
    if on { depth } else { NEVER }
}
