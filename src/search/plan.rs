//! What a configuration comes to: numbers that the search can use without asking what is switched on.
//!
//! A heuristic that is off has a neutral value here: a least depth that is never
//! reached, a table of zeros, a stage that is not in the list. The search
//! compares as it would anyway, and reads no switches.

use super::config::Config;
use super::heuristics;
use super::picker::Stages;

/// Never reached by a depth or a number of moves.
pub const NEVER: i32 = i32::MAX;

macro_rules! plan {
    ([] $({ $module:ident $($declared:tt)+ })+) => {
        /// A lowered configuration: the numbers of each heuristic, and the stages that nodes walk.
        #[derive(Clone, Debug)]
        pub struct Plan {
            $(#[doc = concat!("Numbers of [`heuristics::", stringify!($module), "`].")]
            pub $module: heuristics::$module::Plan,)+
            /// Where nodes take their moves from.
            pub stages: Stages,
        }

        impl Plan {
            /// Lowers a configuration.
            pub fn new(config: &Config) -> Plan {
                let stages = Stages::default();
                let mut plan = Plan { $($module: heuristics::$module::Plan::new(config),)+ stages };
                plan.stages = Stages::new(&plan);
                plan
            }
        }
    };
}

for_all_heuristics!(plan);

/// A least depth, or one that is never reached when off.
pub fn from(on: bool, depth: i32) -> i32 {
    if on { depth } else { NEVER }
}
