//! The heuristics of the search, one file each, and their registry.
//!
//! A file declares its heuristic with one call of `heuristic!`:
//!
//! ```text
//! heuristic! {
//!     mate_in_one, group "forced wins",          the name of the file; where fields() and explain() show it
//!     choices { … }                              types of fields that offer a choice of names
//!     fields {                                   fields of Config: name, type, boyi's default, the neutral value at
//!         mate_in_one: bool = true, neutral false, Approximate,        which the heuristic is absent, class,
//!             "A sentence.", "Source.";          sentence and source; a number has a range before its class, a field
//!                                                that needs something of the game says `needs Threats` behind it
//!     }
//!     memory Type,                               what is learned and kept between searches, if anything: a
//!                                                [`Learned`] field of the searcher's `Memory`
//!     plan |c| {                                 numbers that a configuration c comes to, so that off is a number like
//!         /// A sentence.                        any other: a depth never reached, a share of 0
//!         on: bool = c.mate_in_one;
//!     }
//!     events {                                   variants of Event, with their names in Result.counters
//!         MateInOne = "mates_in_one", ends MateInOne = "mate_in_one", "A sentence.";
//!     }
//!     without_effect |c| {                       when a field of a configuration c changes nothing, though it is not
//!         mate_in_one if !c.quiescence, "why";   at its neutral value
//!     }
//! }
//! ```
//!
//! All sections but the first line may be left out. An event may say `ends Variant = "name"`: it ends the node that is
//! searched, which the trace of the tree then shows; or `passes_over true`: the node passes over one of its moves.
//!
//! [`Config`](super::config::Config), [`Plan`](super::plan::Plan), `Memory`, [`Event`](super::observe::Event),
//! [`Cut`](super::trace::Cut) and the rules of [`explain`](super::explain) are made from all declarations: each hands a
//! macro of its own to `for_all_heuristics!`. What a heuristic does is written below its declaration, as functions of
//! the worker, which the node calls by name.

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
        scout! { [
            mate_distance fail_hard
            iterative_deepening aspiration root_sort keep_interrupted root_margin
            table table_leaves path_scores pv_writeback defect
            hash_move mvv_lva killers counter_moves history static_order
            width threat_stages
            known_ends kill_search mate_in_one
            horizon_evasions quiescence check_plies
            check_extension single_reply
            null_move reverse_futility razoring futility late_moves
            lmr history_pruning
            repetition
            $receiver
        ] }
    };
}
