//! Properties of a node and of a move by which pruning, extensions and reductions decide.

use super::heuristics::table::Hint;
use super::node::{Expected, NodeType};
use super::observe::Observer;
use super::picker::{Offer, Stage};
use super::stop::Searched;
use super::worker::Worker;
use crate::game::{Move, Tactics};
use crate::score::Score;
use crate::window::Bound;

/// Properties of a node's position, found before its moves are searched.
pub(crate) struct NodeFacts {
    /// Static evaluation from the view of the side to move, corrected and refined where the plan says so.
    pub eval: Score,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Expected type of the node.
    pub expected: Expected,
    /// Whether the side to move must reply to a threat; always false without `threat_stages`.
    pub threatened: bool,
    /// Whether the static evaluation is better than at the last node of the side to move; always false without
    /// `improving`.
    pub improving: bool,
    /// Whether the table's entry of the position is exact: the node has been on a principal variation.
    pub has_exact_entry: bool,
}

impl NodeFacts {
    /// Whether the side to move faces neither check nor threat, so that the static evaluation can be trusted; otherwise its
    /// moves are replies.
    #[inline(always)]
    pub fn is_calm(&self) -> bool {
        !self.in_check && !self.threatened
    }
}

/// Properties of a move that decide how deep it is searched.
pub(crate) struct MoveFacts<'n> {
    /// The node of the move.
    pub here: &'n NodeFacts,
    /// The move.
    pub mv: Move,
    /// Number of moves that the node had searched when the move was first offered, see [`Offer::index`].
    pub index: usize,
    /// Slot of the move in the history table, see [`Worker::history_slot`].
    pub history_slot: usize,
    /// Continuation history of a quiet move where pruning or reductions ask for it, else 0.
    pub continuation: i32,
    /// Whether the move was known before moves were generated: it is a hash, killer or counter move.
    pub is_known: bool,
    /// Whether the move is quiet: no capture in xiangqi, no four in gomoku, no win in Connect Four.
    pub quiet: bool,
    /// Whether the move is a capture that loses material; always false where such captures are not reduced.
    pub loses: bool,
    /// Best score of the node before the move.
    pub best: Score,
    /// Plies by which the move is extended because it is singular, see [`Worker::singular_plies`].
    pub singular: i32,
    /// Whether the move is the only legal reply to a check, and such replies are extended.
    pub single_reply: bool,
    /// Whether the move is a capture that is extended.
    pub extended_capture: bool,
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// What is known of the position of a node before its moves are searched.
    #[inline(always)]
    pub fn here(&mut self, ply: usize, expected: Expected, hint: &Hint) -> Searched<NodeFacts> {
        let (eval, in_check) = (self.assess(ply)?, self.game.in_check());
        let improving = self.is_improving(ply, eval, in_check);
        let eval = self.refine(eval, hint.entry);
        let has_exact_entry = hint.entry.is_some_and(|entry| entry.bound == Bound::Exact);
        Ok(NodeFacts { eval, in_check, expected, threatened: self.is_threatened(), improving, has_exact_entry })
    }

    /// Properties of a move that was offered by a stage at an index; `best` is the best score before it.
    #[inline(always)]
    pub fn facts<'n, N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        Offer { mv, stage, index }: Offer,
        here: &'n NodeFacts,
        single_reply: bool,
        best: Score,
    ) -> MoveFacts<'n> {
        let quiet = !self.game.is_noisy(mv);
        MoveFacts {
            here,
            mv,
            index,
            history_slot: self.history_slot(mv),
            continuation: if quiet { self.continuation_of(ply, mv) } else { 0 },
            is_known: matches!(stage, Stage::Hash | Stage::Killer | Stage::Counter),
            quiet,
            loses: !quiet && self.is_losing_capture(depth, index, mv, stage),
            best,
            singular: self.singular_plies::<N>(ply, mv, stage),
            single_reply,
            extended_capture: self.is_extended_capture::<N>(ply, mv),
        }
    }
}
