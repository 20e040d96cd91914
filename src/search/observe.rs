//! Watching a search without changing it.
//!
//! The search tells an [`Observer`] what happens; with [`NoObserver`] the calls
//! vanish from the compiled code.

use super::picker::Stage;
use crate::game::Move;
use crate::score::Score;
use crate::window::{Bound, Window};

macro_rules! events {
    ([] $({ $module:ident $group:literal $choices:tt $fields:tt
        { $($event:ident = $name:literal, $(ends $cut:ident = $cut_name:literal,)? $(passes_over $passes:literal,)?
            $sentence:literal;)* }
        $rules:tt $memory:tt $frame:tt })+) => {
        /// Things worth counting.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(usize)]
        pub enum Event {
            /// A node of the full search.
            Node,
            /// Moves were generated at a node of the full search.
            Generation,
            /// A node of the full search was cut off before any moves were generated.
            GenerationSaved,
            /// The evaluator was asked for a static evaluation.
            Evaluation,
            $($(#[doc = $sentence] $event,)*)+
        }

        impl Event {
            /// All of them, in order of declaration: first those of no heuristic.
            pub const ALL: &'static [Event] =
                &[Event::Node, Event::Generation, Event::GenerationSaved, Event::Evaluation, $($(Event::$event,)*)+];

            /// The event's name in Python's `Result.counters`.
            pub const fn name(self) -> &'static str {
                match self {
                    Event::Node => "full_nodes",
                    Event::Generation => "generations",
                    Event::GenerationSaved => "generations_saved",
                    Event::Evaluation => "evaluations",
                    $($(Event::$event => $name,)*)+
                }
            }

            /// Whether the event is that a node passes over one of its moves.
            pub const fn passes_over(self) -> bool {
                match self {
                    $($($(Event::$event => $passes,)?)*)+
                    _ => false,
                }
            }
        }
    };
}

for_all_heuristics!(events);

/// What the table has answered a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Key of the position.
    pub key: u64,
    /// Plies the node asked for; 0 at the horizon.
    pub depth: i32,
    /// The node's window.
    pub window: Window,
    /// The entry's move.
    pub mv: Move,
    /// The score the node ends with: the entry's, mates counted from the root.
    pub score: Score,
    /// How that relates to the true one, as the entry has it.
    pub bound: Bound,
    /// The entry's depth in plies.
    pub deep: i32,
}

/// Watches a search.
pub trait Observer: Send {
    /// An observer for another worker of the same search, which has seen nothing yet; none if it must see all nodes in
    /// order: the search has one worker then.
    fn fork(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Adds what the observer of another worker has seen.
    fn absorb(&mut self, _other: Self)
    where
        Self: Sized,
    {
    }

    /// Something happened once.
    #[inline(always)]
    fn count(&mut self, _event: Event) {}

    /// Something happened so many times.
    #[inline(always)]
    fn count_many(&mut self, _event: Event, _times: u64) {}

    /// The `index`-th move tried at a node (from 0), offered by `stage`, cut it off.
    #[inline(always)]
    fn cutoff(&mut self, _stage: Stage, _index: usize) {}

    /// A node is entered: one that `kind` counts, or a leaf where a kill search has found a win
    /// ([`Event::KillHorizonWin`]). What is told until it is left happens there or below; `depth` is 0 beyond the
    /// horizon.
    #[inline(always)]
    fn enter(&mut self, _kind: Event, _ply: usize, _depth: i32, _window: Window) {}

    /// The node entered last, of those not left yet, is left; without a score if the search was stopped.
    #[inline(always)]
    fn leave(&mut self, _score: Option<Score>) {}

    /// A move that `stage` offers is about to be searched, perhaps several times; no move of no stage is a null move.
    #[inline(always)]
    fn tries(&mut self, _mv: Move, _stage: Option<Stage>) {}

    /// The table answers the node entered last, which ends with it; a leaf walk's entry may only narrow its window.
    #[inline(always)]
    fn answered(&mut self, _answer: &Answer) {}
}

/// Two observers that see the same.
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
    fn answered(&mut self, answer: &Answer) {
        self.0.answered(answer);
        self.1.answered(answer);
    }
}

/// Sees nothing and costs nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn fork(&self) -> Option<NoObserver> {
        Some(NoObserver)
    }
}

/// Moves counted apart in [`Counters::cutoffs_by_index`]; the last stands for it and all later ones.
pub const INDEXES: usize = 16;

/// Counts everything. Cutoffs are those of the full search, where the order of moves is at stake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters {
    events: [u64; Event::ALL.len()],
    /// Cutoffs by the stage that offered the move, see [`Stage::NAMES`].
    pub cutoffs_by_stage: [u64; Stage::NAMES.len()],
    /// Cutoffs by the number of moves tried before.
    pub cutoffs_by_index: [u64; INDEXES],
}

impl Default for Counters {
    fn default() -> Counters {
        let (events, cutoffs_by_stage) = ([0; Event::ALL.len()], [0; Stage::NAMES.len()]);
        Counters { events, cutoffs_by_stage, cutoffs_by_index: [0; INDEXES] }
    }
}

impl Counters {
    /// How often something happened.
    pub fn of(&self, event: Event) -> u64 {
        self.events[event as usize]
    }

    /// All events with their names.
    pub fn events(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        Event::ALL.iter().map(|event| event.name()).zip(self.events)
    }

    /// Nodes cut off by a move.
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
