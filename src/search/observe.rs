//! Observers, which watch a search without changing it.
//!
//! The search reports events and nodes to an [`Observer`]; with [`NoObserver`] the calls vanish from the compiled code.

use super::picker::Stage;
use crate::game::Move;
use crate::score::Score;
use crate::window::{Bound, Window};

macro_rules! events {
    (@all $({ $module:ident $group:literal $choices:tt $fields:tt
        { $($event:ident = $name:literal, $(ends $cut:ident = $cut_name:literal,)? $(passes_over $passes:literal,)?
            $sentence:literal;)* }
        $rules:tt $memory:tt $frame:tt })+) => {
        /// Events of a search that are counted.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(usize)]
        pub enum Event {
            $($(#[doc = $sentence] $event,)*)+
        }

        impl Event {
            /// All events in order of declaration: first those that belong to no heuristic.
            pub const ALL: &'static [Event] = &[$($(Event::$event,)*)+];

            /// The event's name in Python's `Result.counters`.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(Event::$event => $name,)*)+
                }
            }

            /// What has happened, in a sentence.
            pub const fn sentence(self) -> &'static str {
                match self { $($(Event::$event => $sentence,)*)+ }
            }

            /// Name of the heuristic that declares the event; `nodes` for those of no heuristic.
            pub const fn heuristic(self) -> &'static str {
                match self { $($(Event::$event => stringify!($module),)*)+ }
            }

            /// Name of the group of heuristics that the event belongs to, as in `Config.fields()`.
            pub const fn group(self) -> &'static str {
                match self { $($(Event::$event => $group,)*)+ }
            }

            /// Whether the event means that a node skips one of its moves.
            pub const fn passes_over(self) -> bool {
                match self {
                    $($($(Event::$event => $passes,)?)*)+
                    _ => false,
                }
            }
        }
    };
    // What any search counts stands before the events of the heuristics.
    ($($declarations:tt)+) => {
        events! { @all
            { nodes "nodes" [] {}
            {
                Node = "full_nodes", "A node of the full search was entered.";
                Generation = "generations", "Moves were generated at a node of the full search.";
                GenerationSaved = "generations_saved",
                    "A node of the full search was cut off before any moves were generated.";
                Evaluation = "evaluations", "The evaluator was asked for a static evaluation.";
            }
            {} [] [] }
            $($declarations)+
        }
    };
}

for_all_heuristics!(events);

/// A cutoff by the transposition table: what the node asked and what the entry holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableCutoff {
    /// Key of the position.
    pub key: u64,
    /// Remaining depth of the node, in plies; 0 at the horizon.
    pub depth: i32,
    /// The node's window.
    pub window: Window,
    /// The entry's move.
    pub mv: Move,
    /// The score that the node returns: the entry's, with mates counted from the root.
    pub score: Score,
    /// The entry's bound: whether its score is exact, a lower or an upper bound.
    pub bound: Bound,
    /// The entry's depth, in plies.
    pub deep: i32,
}

/// Watches a search. Every method does nothing by default.
pub trait Observer: Send {
    /// A fresh observer for another worker of the search. `None` if the observer must see all nodes in order; the
    /// search then uses one thread.
    fn fork(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Adds what another worker's observer, made by [`Observer::fork`], has seen.
    fn absorb(&mut self, _other: Self)
    where
        Self: Sized,
    {
    }

    /// An event happened once.
    #[inline(always)]
    fn count(&mut self, _event: Event) {}

    /// An event happened this number of times.
    #[inline(always)]
    fn count_many(&mut self, _event: Event, _times: u64) {}

    /// The `index`-th move tried at a node (from 0), offered by `stage`, cut it off.
    #[inline(always)]
    fn cutoff(&mut self, _stage: Stage, _index: usize) {}

    /// A node is entered. `kind` is the event that counts it, or [`Event::KillHorizonWin`] for a leaf where a kill
    /// search has found a win; `depth` is 0 beyond the horizon. Until the node is left, all events happen at it or
    /// below it.
    #[inline(always)]
    fn enter(&mut self, _kind: Event, _ply: usize, _depth: i32, _window: Window) {}

    /// The innermost open node is left, with its score; without one if the search was stopped.
    #[inline(always)]
    fn leave(&mut self, _score: Option<Score>) {}

    /// A move that `stage` offers is about to be searched, perhaps several times. A null move is [`Move::NONE`] without
    /// a stage.
    #[inline(always)]
    fn tries(&mut self, _mv: Move, _stage: Option<Stage>) {}

    /// The transposition table cuts off the innermost open node; in the layout leafwalk it may only have narrowed the
    /// node's window.
    #[inline(always)]
    fn table_cutoff(&mut self, _cutoff: &TableCutoff) {}
}

/// Two observers that watch one search.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn fork(&self) -> Option<Self> {
        Some((self.0.fork()?, self.1.fork()?))
    }

    fn absorb(&mut self, other: Self) {
        self.0.absorb(other.0);
        self.1.absorb(other.1);
    }

    #[inline(always)]
    fn count(&mut self, event: Event) {
        self.0.count(event);
        self.1.count(event);
    }

    #[inline(always)]
    fn count_many(&mut self, event: Event, times: u64) {
        self.0.count_many(event, times);
        self.1.count_many(event, times);
    }

    #[inline(always)]
    fn cutoff(&mut self, stage: Stage, index: usize) {
        self.0.cutoff(stage, index);
        self.1.cutoff(stage, index);
    }

    #[inline(always)]
    fn enter(&mut self, kind: Event, ply: usize, depth: i32, window: Window) {
        self.0.enter(kind, ply, depth, window);
        self.1.enter(kind, ply, depth, window);
    }

    #[inline(always)]
    fn leave(&mut self, score: Option<Score>) {
        self.0.leave(score);
        self.1.leave(score);
    }

    #[inline(always)]
    fn tries(&mut self, mv: Move, stage: Option<Stage>) {
        self.0.tries(mv, stage);
        self.1.tries(mv, stage);
    }

    #[inline(always)]
    fn table_cutoff(&mut self, cutoff: &TableCutoff) {
        self.0.table_cutoff(cutoff);
        self.1.table_cutoff(cutoff);
    }
}

/// Observer that ignores everything and costs nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn fork(&self) -> Option<NoObserver> {
        Some(NoObserver)
    }
}

/// Length of [`Counters::cutoffs_by_index`]; its last element counts cutoffs by the 16th move and all later ones.
pub const INDEXES: usize = 16;

/// Observer that counts all events, and the cutoffs of the full search as a measure of move ordering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters {
    events: [u64; Event::ALL.len()],
    /// Cutoffs by the stage that offered the move, see [`Stage::NAMES`].
    pub cutoffs_by_stage: [u64; Stage::NAMES.len()],
    /// Cutoffs by the index of the move that cut off, from 0.
    pub cutoffs_by_index: [u64; INDEXES],
}

impl Default for Counters {
    fn default() -> Counters {
        let (events, cutoffs_by_stage) = ([0; Event::ALL.len()], [0; Stage::NAMES.len()]);
        Counters { events, cutoffs_by_stage, cutoffs_by_index: [0; INDEXES] }
    }
}

impl Counters {
    /// How often an event happened.
    pub fn of(&self, event: Event) -> u64 {
        self.events[event as usize]
    }

    /// Names of all events, as in Python's `Result.counters`, with their counts.
    pub fn events(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        Event::ALL.iter().map(|event| event.name()).zip(self.events)
    }

    /// Number of nodes of the full search that a move cut off.
    pub fn cutoffs(&self) -> u64 {
        self.cutoffs_by_index.iter().sum()
    }
}

impl Observer for Counters {
    fn fork(&self) -> Option<Counters> {
        Some(Counters::default())
    }

    fn absorb(&mut self, other: Counters) {
        let add = |all: &mut [u64], more: &[u64]| all.iter_mut().zip(more).for_each(|(all, more)| *all += more);
        add(&mut self.events, &other.events);
        add(&mut self.cutoffs_by_stage, &other.cutoffs_by_stage);
        add(&mut self.cutoffs_by_index, &other.cutoffs_by_index);
    }

    #[inline(always)]
    fn count(&mut self, event: Event) {
        self.count_many(event, 1);
    }

    #[inline(always)]
    fn count_many(&mut self, event: Event, times: u64) {
        self.events[event as usize] += times;
    }

    #[inline(always)]
    fn cutoff(&mut self, stage: Stage, index: usize) {
        self.cutoffs_by_stage[stage as usize] += 1;
        self.cutoffs_by_index[index.min(INDEXES - 1)] += 1;
    }
}
