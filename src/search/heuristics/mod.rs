//! The heuristics of the search, one file each, and their registry.
//!
//! A file declares its heuristic with one call of `heuristic!`; what the heuristic does is written below, as functions of
//! the worker, which the node calls by name. An invented example, `src/search/heuristics/deep_looks.rs`:
//!
//! ```text
//! heuristic! {
//!     deep_looks, group "pruning",
//!     fields {
//!         deep_looks: bool = true, neutral false, Approximate, needs Threats,
//!             "Looks twice where the opponent threatens to win.", "A. Author 1999";
//!         deep_look_min_depth: i32 = 4, neutral 1, [1, 64], Parameter,
//!             "Least depth, in plies, at which deep_looks is tried.", "";
//!     }
//!     memory Looks,
//!     plan |c| {
//!         /// Least depth, in plies, of a second look.
//!         min_depth: i32 = from(c.deep_looks, c.deep_look_min_depth);
//!     }
//!     events {
//!         DeepLookCutoff = "deep_look_cutoffs", ends DeepLook = "deep_look", "A second look cut off.";
//!     }
//!     without_effect |c| {
//!         deep_looks if c.table == TableUse::Off, "there is no table";
//!     }
//! }
//! ```
//!
//! The first line holds the name of the file and the group in which people find the fields. All sections may be left
//! out, and stand in this order:
//!
//! * `choices` declares enums for fields that offer a choice of names, see [`mate_distance`].
//! * `fields` are fields of [`Config`](super::config::Config): name, type, boyi's default, the neutral value at which
//!   the heuristic is absent, the range of a number, the [class](super::field::Class), what it
//!   [needs](crate::game::Need) of a game, a sentence, a source.
//! * `memory` names the type of what is learned and kept between searches; it must be [`Learned`].
//! * `frame` names the type of what is kept for each ply of the present line, see [`super::stack`]; its default is what
//!   a search begins with.
//! * `plan` lowers a configuration `c` to the numbers of the heuristic's `Plan`. Off is a number like any other, such as
//!   a depth that is never reached, so that the search need not ask.
//! * `events` are variants of [`Event`](super::observe::Event) with their names in `Result.counters`. An event that
//!   `ends` a node is what the [trace](super::trace::Cut) shows there; one with `passes_over true` is counted as a move
//!   that the node passes over.
//! * `without_effect` says when a field that is not at its neutral value changes nothing in a configuration `c`, and
//!   why, for [`explain`](super::explain).
//!
//! `Config`, `Plan`, `Memory`, `Event`, `Cut` and the rules of `explain` are made from all declarations: each hands a
//! macro of its own to `for_all_heuristics!`.

/// What a heuristic learns and a searcher keeps between searches.
pub trait Learned {
    /// Nothing learned yet, of a game with so many history slots ([`crate::game::Game::slot`]).
    fn new(slots: usize) -> Self;

    /// Forgets everything.
    fn clear(&mut self);
}

/// Declares a heuristic: its types are made here, and a macro of its name hands its declaration on.
macro_rules! heuristic {
    (
        $name:ident, group $group:literal,
        $(choices { $($(#[$meta:meta])* $choice:ident { $($variants:tt)+ })+ })?
        $(fields { $($fields:tt)+ })?
        $(memory $memory:ident,)?
        $(frame $frame:ident,)?
        $(plan |$config:ident| { $($(#[$doc:meta])* $number:ident: $type:ty = $lowered:expr;)+ })?
        $(events { $($events:tt)+ })?
        $(without_effect |$c:ident| { $($rules:tt)+ })?
    ) => {
        $($(choice! { $(#[$meta])* $choice { $($variants)+ } })+)?

        /// What the heuristic's fields come to: numbers that the search uses without asking what is switched on.
        #[derive(Clone, Debug)]
        pub struct Plan {
            $($($(#[$doc])* pub $number: $type,)+)?
        }

        impl Plan {
            /// Lowers a configuration.
            pub fn new(config: &crate::search::config::Config) -> Plan {
                let _ = config;
                $(let $config = config;)?
                Plan { $($($number: $lowered,)+)? }
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
    // The macro of a heuristic is called with the names of the macros to come and the declarations so far; the last name
    // is that of the macro which wants them all. `$d` is a dollar sign for the macro that is made.
    (@pass_on ($d:tt) $name:ident $declaration:tt) => {
        macro_rules! $name {
            ([$d next:ident $d ($d rest:ident)*] $d ($d before:tt)*) => {
                $d next! { [$d ($d rest)*] $d ($d before)* $declaration }
            };
        }
    };
}

#[macro_use]
pub mod evaluation;
#[macro_use]
pub mod scout;
#[macro_use]
pub mod mate_distance;
#[macro_use]
pub mod fail_hard;
#[macro_use]
pub mod iterative_deepening;
#[macro_use]
pub mod aspiration;
#[macro_use]
pub mod root_sort;
#[macro_use]
pub mod keep_interrupted;
#[macro_use]
pub mod root_margin;
#[macro_use]
pub mod table;
#[macro_use]
pub mod table_leaves;
#[macro_use]
pub mod stored_evaluation;
#[macro_use]
pub mod path_scores;
#[macro_use]
pub mod pv_writeback;
#[macro_use]
pub mod defect;
#[macro_use]
pub mod hash_move;
#[macro_use]
pub mod mvv_lva;
#[macro_use]
pub mod killers;
#[macro_use]
pub mod counter_moves;
#[macro_use]
pub mod history;
#[macro_use]
pub mod static_order;
#[macro_use]
pub mod width;
#[macro_use]
pub mod threat_stages;
#[macro_use]
pub mod known_ends;
#[macro_use]
pub mod kill_search;
#[macro_use]
pub mod mate_in_one;
#[macro_use]
pub mod horizon_evasions;
#[macro_use]
pub mod quiescence;
#[macro_use]
pub mod quiescence_table;
#[macro_use]
pub mod check_plies;
#[macro_use]
pub mod check_extension;
#[macro_use]
pub mod single_reply;
#[macro_use]
pub mod null_move;
#[macro_use]
pub mod reverse_futility;
#[macro_use]
pub mod razoring;
#[macro_use]
pub mod futility;
#[macro_use]
pub mod late_moves;
#[macro_use]
pub mod lmr;
#[macro_use]
pub mod history_pruning;
#[macro_use]
pub mod repetition;

/// Calls a macro with the declarations of all heuristics, in the order in which people read of them. A module that is
/// missing here is reported by the compiler as an unused macro.
macro_rules! for_all_heuristics {
    ($receiver:ident) => {
        evaluation! { [
            scout
            mate_distance fail_hard
            iterative_deepening aspiration root_sort keep_interrupted root_margin
            table table_leaves stored_evaluation path_scores pv_writeback defect
            hash_move mvv_lva killers counter_moves history static_order
            width threat_stages
            known_ends kill_search mate_in_one
            horizon_evasions quiescence quiescence_table check_plies
            check_extension single_reply
            null_move reverse_futility razoring futility late_moves
            lmr history_pruning
            repetition
            $receiver
        ] }
    };
}
