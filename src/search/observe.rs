//! Watching a search without changing it.
//!
//! The search tells an [`Observer`] what happens; with [`NoObserver`] the calls
//! vanish from the compiled code.

use super::picker::Stage;
use crate::game::Move;
use crate::score::Score;
use crate::window::{Bound, Window};

/// Things worth counting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Event {
    /// A node of the full search.
    Node,
    /// A node of the quiescence search.
    QNode,
    /// The table was asked.
    TableProbe,
    /// The table knew the position.
    TableHit,
    /// The table answered, and the node ended.
    TableCutoff,
    /// The table took an entry.
    TableStore,
    /// An answer was not believed, since its line comes to the present path again.
    ChainRefused,
    /// A move of the principal variation was written back.
    PvWriteback,
    /// An entry deeper than asked was walked.
    Walk,
    /// A walk ended at a leaf, whose score answered.
    WalkAnswer,
    /// A walk came to a position without a playable move in the table.
    WalkBrokenLink,
    /// A walk ended at a position without a leaf.
    WalkMissingLeaf,
    /// Moves were generated at a node of the full search.
    Generation,
    /// A node of the full search was cut off before any moves were generated.
    GenerationSaved,
    /// A null move was tried.
    NullTried,
    /// A null move cut off.
    NullCutoff,
    /// A null move's cut was verified by a search.
    NullVerified,
    /// Verification refuted a null move's cut.
    NullRefuted,
    /// A move was searched at reduced depth.
    Reduction,
    /// A reduced move did better than expected and was searched again.
    ReductionResearch,
    /// A scouted move did better than expected and was searched again.
    ScoutResearch,
    /// A check was extended.
    CheckExtension,
    /// A single reply was extended.
    SingleReplyExtension,
    /// The window closed on the mates still possible.
    MateDistanceCutoff,
    /// A repetition was judged.
    Repetition,
    /// The limit of plies without a capture was reached.
    MoveLimitDraw,
    /// A quiescence node was good enough without a capture.
    StandPat,
    /// A capture was not worth trying in quiescence.
    QSearchSkipped,
    /// A node ended because a look told who wins.
    KnownEnd,
    /// A node tried only checks and answers to a threat.
    ThreatenedNode,
    /// A node was cut off by reverse futility.
    ReverseFutilityCutoff,
    /// A node far below alpha was left to what lies beyond the horizon.
    RazorTried,
    /// And that agreed that it is not worth a search.
    RazorCutoff,
    /// A quiet move was passed over because the evaluation is far below alpha.
    FutilityPruned,
    /// A quiet move was passed over because it came late.
    LateMovePruned,
    /// A move beyond the width was left out, and all after it.
    WidthReached,
    /// A position was looked at by a kill search.
    KillNode,
    /// A kill search at the root was begun.
    KillRoot,
    /// It found a win.
    KillRootWin,
    /// And the win begins with another move than the first iteration's best.
    KillRootChanged,
    /// A kill search at the horizon was begun.
    KillHorizon,
    /// It found a win.
    KillHorizonWin,
    /// It came to its limit of positions.
    KillHorizonStopped,
    /// The best move of an iteration rests on a win by force, and is another one than the iteration's before.
    KillHorizonChanged,
    /// A node was searched at which a cut was expected.
    CutNode,
    /// And it cut off.
    CutNodeRight,
    /// A node was searched at which no move was expected to raise alpha.
    AllNode,
    /// And none cut off.
    AllNodeRight,
    /// A quiet check was tried in quiescence.
    QSearchCheck,
    /// A mate in one was seen at the horizon.
    MateInOne,
    /// A move of the root came within the margin of the best one.
    RootMarginMove,
    /// A node was searched below such a move.
    RootMarginNode,
    /// An iteration failed low in its aspiration window.
    AspirationLow,
    /// An iteration failed high in its aspiration window.
    AspirationHigh,
}

impl Event {
    /// Names in order of declaration, as in Python's `Result.counters`.
    pub const NAMES: [&'static str; 54] = [
        "full_nodes",
        "qnodes",
        "table_probes",
        "table_hits",
        "table_cutoffs",
        "table_stores",
        "chain_refused",
        "pv_writebacks",
        "walks",
        "walk_answers",
        "walk_broken_links",
        "walk_missing_leaves",
        "generations",
        "generations_saved",
        "null_tried",
        "null_cutoffs",
        "null_verified",
        "null_refuted",
        "reductions",
        "reduction_researches",
        "scout_researches",
        "check_extensions",
        "single_reply_extensions",
        "mate_distance_cutoffs",
        "repetitions",
        "move_limit_draws",
        "stand_pats",
        "qsearch_skipped",
        "known_ends",
        "threatened_nodes",
        "reverse_futility_cutoffs",
        "razor_tried",
        "razor_cutoffs",
        "futility_pruned",
        "late_moves_pruned",
        "width_reached",
        "kill_nodes",
        "kill_root",
        "kill_root_wins",
        "kill_root_changed",
        "kill_horizon",
        "kill_horizon_wins",
        "kill_horizon_stopped",
        "kill_horizon_changed",
        "cut_nodes",
        "cut_nodes_right",
        "all_nodes",
        "all_nodes_right",
        "qsearch_checks",
        "mates_in_one",
        "root_margin_moves",
        "root_margin_nodes",
        "aspiration_low",
        "aspiration_high",
    ];
}

const _: () = assert!(Event::NAMES.len() == Event::AspirationHigh as usize + 1);

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
pub trait Observer {
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

impl Observer for NoObserver {}

/// Moves counted apart in [`Counters::cutoffs_by_index`]; the last stands for it and all later ones.
pub const INDEXES: usize = 16;

/// Counts everything. Cutoffs are those of the full search, where the order of moves is at stake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters {
    events: [u64; Event::NAMES.len()],
    /// Cutoffs by the stage that offered the move, see [`Stage::NAMES`].
    pub cutoffs_by_stage: [u64; Stage::NAMES.len()],
    /// Cutoffs by the number of moves tried before.
    pub cutoffs_by_index: [u64; INDEXES],
}

impl Default for Counters {
    fn default() -> Counters {
        let (events, cutoffs_by_stage) = ([0; Event::NAMES.len()], [0; Stage::NAMES.len()]);
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
        Event::NAMES.into_iter().zip(self.events)
    }

    /// Nodes cut off by a move.
    pub fn cutoffs(&self) -> u64 {
        self.cutoffs_by_index.iter().sum()
    }
}

impl Observer for Counters {
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
