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
        }

        impl Plan {
            /// Lowers a configuration to numbers.
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

/// A divisor, or [`NEVER`] for 0, which divides every number it meets to 0.
pub fn or_never(divisor: i32) -> i32 {
    if divisor > 0 { divisor } else { NEVER }
}

/// `depth` as a least depth, or [`NEVER`] when off.
pub fn from(on: bool, depth: i32) -> i32 {
    if on { depth } else { NEVER }
}
