//! The heuristics of the search, one file each, and their registry.
//!
//! A file declares its heuristic with one call of `heuristic!`. Below that call stands the code of the heuristic, as
//! methods of the worker, which the node calls by name. An invented example,
//! `src/search/heuristics/threat_verification.rs`:
//!
//! ```text
//! heuristic! {
//!     threat_verification, group "pruning",
//!     fields {
//!         threat_verification: bool = false, Approximate Everyday, needs Threats,
//!             "Verifies a cutoff by a second search where the opponent threatens to win.", "A. Author 1999";
//!         threat_verification_min_depth: i32 = 1, [1, 64], Parameter,
//!             "Least remaining depth, in plies, at which a cutoff is verified.", "";
//!         threat_verification_reduction: i32 = 4, [1, 64], Parameter,
//!             "Plies by which the second search is shallower.", "";
//!     }
//!     memory VerifiedThreats,
//!     plan |c| {
//!         /// Least remaining depth, in plies, at which a cutoff is verified.
//!         min_depth: i32 = from(c.threat_verification, c.threat_verification_min_depth);
//!     }
//!     copies { reduction = threat_verification_reduction }
//!     asks |plan, asked| {
//!         asked.improving |= plan.min_depth < NEVER;
//!     }
//!     events {
//!         ThreatVerified = "threats_verified", ends ThreatVerification = "threat_verification",
//!             "A verification search confirmed a cutoff.";
//!     }
//!     without_effect |c| {
//!         threat_verification if c.table == TableUse::Off, "there is no table";
//!     }
//! }
//! ```
//!
//! The first line holds the name of the file and the group under which documentation lists the fields. Every section is
//! optional; those present must stand in this order:
//!
//! * `choices` declares enums for fields that offer a choice of names, see [`mate_distance`].
//! * `fields` are fields of [`Config`](super::config::Config): name, type, the neutral value at which the heuristic is
//!   absent, the range of a number, the [class](super::field::Class), the [level](super::field::Level) unless it is
//!   `Expert`, what it [needs](crate::game::Feature) of a game, a sentence, a source.
//! * `memory` names the type of what the heuristic learns and keeps between searches; it must implement [`Learned`].
//! * `frame` names the type of what the heuristic keeps for each ply of the current line, see `stack.rs`; a
//!   search begins with its default value.
//! * `plan` lowers a configuration `c` to the numbers of the heuristic's `Plan`. A heuristic that is off has such
//!   numbers too, for example a least depth that is never reached, so that the search reads no switch.
//! * `copies` are further numbers of the `Plan`: a name, and the field of the configuration with the number.
//! * `asks` adds what a heuristic with the plan `plan` asks of the rest of the search to [`Asked`](super::plan::Asked):
//!   that moves may be skipped, that a stage offers moves, or that evaluations are compared with earlier ones. The search
//!   does none of this unless a heuristic asks.
//! * `events` are variants of [`Event`](super::observe::Event) with their names in `Result.counters`. `ends` gives the
//!   name of the [`Cut`](super::trace::Cut) that a trace shows for a node which the event ended; `passes_over true`
//!   marks an event by which a node skips one of its moves.
//! * `without_effect` lists conditions on a configuration `c` under which a field that is not at its neutral value
//!   changes nothing, with the reason, for [`explain`](super::explain).
//!
//! `Config`, `Plan`, `Memory`, `Event`, `Cut` and the rules of `explain` are generated from all declarations.
//! `explain.rs`, for example, defines a macro and calls `for_all_heuristics!` with its name; the macro then receives
//! every declaration.

/// What a heuristic learns during a search and a searcher keeps for the next search, such as history values.
pub trait Learned {
    /// An empty memory for a game with `slots` history slots ([`crate::game::Game::slot`]).
    fn new(slots: usize) -> Self;

    /// Forgets everything learned.
    fn clear(&mut self);

    /// Whether what was learned is kept for the next search.
    fn is_kept(_plan: &crate::search::plan::Plan) -> bool {
        true
    }
}

/// Declares a heuristic: makes its choice enums and its `Plan`, and a macro with the heuristic's name that passes the
/// declaration on to `for_all_heuristics!`.
macro_rules! heuristic {
    (
        $name:ident, group $group:literal,
        $(choices { $($(#[$meta:meta])* $choice:ident { $($variants:tt)+ })+ })?
        $(fields { $($fields:tt)+ })?
        $(memory $memory:ident,)?
        $(frame $frame:ident,)?
        $(plan |$config:ident| { $($(#[$doc:meta])* $number:ident: $type:ty = $lowered:expr;)+ })?
        $(copies { $($copy:ident = $field:ident),+ $(,)? })?
        $(asks |$plan:ident, $asked:ident| { $($asking:tt)+ })?
        $(events { $($events:tt)+ })?
        $(without_effect |$c:ident| { $($rules:tt)+ })?
    ) => {
        $($(choice! { $(#[$meta])* $choice { $($variants)+ } })+)?

        /// The heuristic's fields lowered to numbers, which the search uses without testing whether the heuristic is
        /// on.
        #[derive(Clone, Debug)]
        pub struct Plan {
            $($($(#[$doc])* pub $number: $type,)+)?
            $($(#[doc = concat!("[`Config::", stringify!($field), "`](crate::search::config::Config).")]
            pub $copy: crate::search::config::types::$field,)+)?
        }

        impl Plan {
            /// Lowers a configuration to the heuristic's numbers.
            pub fn new(config: &crate::search::config::Config) -> Plan {
                let _ = config;
                $(let $config = config;)?
                Plan { $($($number: $lowered,)+)? $($($copy: config.$field,)+)? }
            }

            /// Adds what the heuristic asks of the search.
            pub(crate) fn ask(&self, asked: &mut crate::search::plan::Asked) {
                let _ = &asked;
                $(let ($plan, $asked) = (self, asked);
                $($asking)+)?
            }
        }

        heuristic! { @pass_on ($) $name {
            $name $group
            [$($($choice)+)?]
            { $($($fields)+)? }
            { $($($events)+)? }
            { $(|$c| $($rules)+)? }
            [$($memory)?]
            [$($frame)?]
        } }
    };
    // A heuristic's macro is called with the names of the macros still to be called, the receiver, and the declarations
    // collected so far. It adds its own declaration and calls the next macro, or the receiver after the last one.
    // `$d` is a dollar sign for the generated macro, since `$` itself would be read as a part of this one.
    (@pass_on ($d:tt) $name:ident $declaration:tt) => {
        macro_rules! $name {
            ([] $d receiver:ident $d ($d before:tt)*) => {
                $d receiver! { $d ($d before)* $declaration }
            };
            ([$d next:ident $d ($d rest:ident)*] $d ($d before:tt)*) => {
                $crate::search::heuristics::$d next::$d next! { [$d ($d rest)*] $d ($d before)* $declaration }
            };
        }
        #[allow(clippy::single_component_path_imports, reason = "a macro made by a macro has no path of its own")]
        pub(crate) use $name;
    };
}

pub mod aspiration;
pub mod capture_extension;
pub mod capture_history;
pub mod check_extension;
pub mod check_plies;
pub mod child_cutoffs;
pub mod confirmation;
pub mod continuation_history;
pub mod correction_history;
pub mod counter_moves;
pub mod defect;
pub mod delta_pruning;
pub mod evaluation;
pub mod fail_hard;
pub mod forced_replies;
pub mod futility;
pub mod hash_move;
pub mod history;
pub mod history_pruning;
pub mod history_skip;
pub mod horizon_evasions;
pub mod improving;
pub mod internal_deepening;
pub mod internal_reduction;
pub mod iterative_deepening;
pub mod keep_interrupted;
pub mod kill_search;
pub mod killers;
pub mod known_ends;
pub mod late_moves;
pub mod lmr;
pub mod mate_distance;
pub mod mate_in_one;
pub mod mvv_lva;
pub mod null_move;
pub mod path_scores;
pub mod poor_history;
pub mod probcut;
pub mod pv_pruning;
pub mod pv_writeback;
pub mod quiescence;
pub mod quiescence_table;
pub mod razoring;
pub mod refined_evaluation;
pub mod repetition;
pub mod reverse_futility;
pub mod root_margin;
pub mod root_sort;
pub mod scout;
pub mod see;
pub mod see_pruning;
pub mod single_reply;
pub mod singular;
pub mod static_order;
pub mod stored_evaluation;
pub mod structure_history;
pub mod table;
pub mod table_leaves;
pub mod threat_stages;
pub mod width;

/// Calls the macro `$receiver` with the declarations of all heuristics, in the order in which documentation lists them.
/// The compiler reports a heuristic that is missing here as an unused import.
macro_rules! for_all_heuristics {
    ($receiver:ident) => {
        $crate::search::heuristics::evaluation::evaluation! { [
            correction_history
            scout
            mate_distance fail_hard
            iterative_deepening aspiration root_sort keep_interrupted root_margin
            table table_leaves stored_evaluation refined_evaluation path_scores pv_writeback defect
            hash_move internal_deepening mvv_lva capture_history see killers counter_moves
            history continuation_history structure_history static_order
            width threat_stages
            known_ends kill_search confirmation mate_in_one
            forced_replies horizon_evasions quiescence quiescence_table check_plies delta_pruning
            check_extension single_reply capture_extension singular
            improving null_move reverse_futility razoring probcut futility late_moves history_skip poor_history
            see_pruning pv_pruning
            internal_reduction lmr child_cutoffs history_pruning
            repetition
        ] $receiver }
    };
}
