//! A configuration lowered to numbers that the search uses without testing which heuristics are on.
//!
//! A heuristic that is off has neutral numbers here: a least depth that is never reached, a table of zeros, a stage
//! that is not in the list. The search makes its comparisons in any case, and reads no switches.

use super::config::Config;
use super::heuristics;
use super::route::Stages;

/// A least depth or number of moves that is never reached: switches a comparison off.
pub const NEVER: i32 = i32::MAX;

macro_rules! plan {
    ([] $({ $module:ident $($declared:tt)+ })+) => {
        /// A lowered configuration: the numbers of each heuristic, and the stages that nodes walk.
        #[derive(Clone, Debug)]
        pub struct Plan {
            $(#[doc = concat!("Numbers of [`heuristics::", stringify!($module), "`].")]
            pub $module: heuristics::$module::Plan,)+
            /// Stages of move generation that nodes go through.
            pub stages: Stages,
            /// Largest remaining depth, in plies, at which some heuristic may skip a move; 0 when none does.
            pub skips_to: i32,
            /// Whether pruning or reductions ask more of a move than what every node finds out.
            pub asks_more: bool,
        }

        impl Plan {
            /// Lowers a configuration to numbers.
            pub fn new(config: &Config) -> Plan {
                let stages = Stages::default();
                let mut plan = Plan {
                    $($module: heuristics::$module::Plan::new(config),)+
                    stages, skips_to: 0, asks_more: false,
                };
                plan.stages = Stages::new(&plan);
                plan.skips_to = plan.deepest_skip();
                plan.asks_more = plan.continuation_history.beyond_order || plan.lmr.captures;
                plan
            }
        }
    };
}

for_all_heuristics!(plan);

impl Plan {
    /// Largest remaining depth at which some heuristic may skip a move. Those that subtract the reduction first may do so
    /// at any depth.
    fn deepest_skip(&self) -> i32 {
        let reduced = self.futility.reduced || self.poor_history.max_depth > 0 || self.see_pruning.max_depth > 0;
        let depths = [self.late_moves.max_depth, self.history_skip.max_depth, self.futility.max_depth];
        if reduced { NEVER } else { depths.into_iter().fold(0, i32::max) }
    }
}

/// A divisor, or [`NEVER`] for 0, which divides every number it meets to 0.
pub fn or_never(divisor: i32) -> i32 {
    if divisor > 0 { divisor } else { NEVER }
}

/// `depth` as a least depth, or [`NEVER`] when off.
pub fn from(on: bool, depth: i32) -> i32 {
    if on { depth } else { NEVER }
}
