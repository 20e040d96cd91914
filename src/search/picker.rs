//! Staged move generation: a node takes its moves from a list of stages, one stage after another.
//!
//! ```text
//! | hash | noisy, best first | killers | counter | quiet, best first | losing |
//! ```
//!
//! The plan decides which stages a node has. Moves are generated only when a stage needs them, and a move that an
//! earlier stage offered is not offered again.

use std::ops::Range;

use super::node::NodeType;
use super::node_facts::NodeFacts;
use super::order::Order;
use super::stages::StageSequence;
use super::worker::Worker;
use crate::game::{Move, MoveClass, MoveList, Ranked, Tactics};

named_enum! {
    /// Stage of move generation.
    #[repr(usize)]
    Stage {
        /// The hash move, from the transposition table.
        Hash = "hash",
        /// Noisy moves by MVV/LVA.
        Noisy = "noisy",
        /// The ply's killer moves.
        Killer = "killer",
        /// The counter move to the opponent's last move.
        Counter = "counter",
        /// Quiet moves by history.
        Quiet = "quiet",
        /// Noisy moves that lose material by static exchange evaluation, in the order of MVV/LVA.
        Losing = "losing",
        /// Replies to a threat: checks and moves that stop it.
        ThreatReply = "answer",
        /// All moves, noisy ones by MVV/LVA first if that is on, the others by history; or in the order of the user's
        /// own code.
        All = "all",
        /// Quiet moves that give check, by history.
        Check = "check",
        /// The list of root moves.
        Listed = "listed",
        /// All legal moves that the stages before have left out, tried only where all others lose.
        Rest = "rest",
    }
}

/// Ordering score that puts noisy moves before all others in [`Stage::All`], and its negative those that lose material
/// behind them; larger than any history value.
const NOISY_FIRST: i32 = 1 << 30;

/// Ordering score of the first killer in [`Stage::All`] where killers are ranked; larger than any history value.
const KILLER_FIRST: i32 = NOISY_FIRST / 2;

/// The stages of a node that goes on to all legal moves.
const REST: &[Stage] = &[Stage::Rest];

/// A move of a node that is searched next.
#[derive(Clone, Copy)]
pub struct Offer {
    /// The move.
    pub mv: Move,
    /// The stage of move generation that offered it.
    pub stage: Stage,
    /// Number of moves that the node had searched when the move was first offered. Skipped moves are not counted, and a
    /// move that is postponed for another thread keeps its number.
    pub index: usize,
}

/// Moves of a node that are known before moves are generated.
#[derive(Clone, Copy, Debug, Default)]
pub struct KnownMoves {
    /// The hash move, from the transposition table.
    pub hash: Move,
    /// Killers in the order in which they are tried, the first [`Move::NONE`] behind the last one.
    pub killers: [Move; 4],
    /// The counter move.
    pub counter: Move,
    /// Ply of a full node, whose frames hold the moves before it; `None` in quiescence.
    pub ply: Option<usize>,
}

/// Walks the stages of a node. Its generated moves are the open part of the list of moves of the worker.
pub(crate) struct Picker<'p> {
    stages: &'p [Stage],
    by_mvv_lva: bool,
    losing_last: bool,
    ranks_killers: bool,
    adds_histories: bool,
    /// Number of noisy moves that lose material. They stand at the beginning of the node's list, in the place of moves
    /// that were offered already.
    losing: usize,
    known: KnownMoves,
    killers_tried: usize,
    /// Known moves already offered, which generating stages must not offer again.
    offered: [Move; 6],
    offered_count: usize,
    /// Index after the generated moves already offered or skipped.
    cursor: usize,
    /// Index of the first move of the current generating stage.
    stage_start: usize,
    generated: bool,
    noisy_done: bool,
    any_generated: bool,
    /// Whether the stage of all other legal moves was added.
    rest: bool,
}

impl<'p> Picker<'p> {
    /// A picker at its first stage.
    #[inline(always)]
    pub fn new(sequence: &'p StageSequence, known: KnownMoves) -> Picker<'p> {
        Picker {
            stages: &sequence.stages,
            by_mvv_lva: sequence.by_mvv_lva,
            losing_last: sequence.losing_last,
            ranks_killers: sequence.ranks_killers,
            adds_histories: sequence.adds_histories,
            losing: 0,
            known,
            killers_tried: 0,
            offered: [Move::NONE; 6],
            offered_count: 0,
            cursor: 0,
            stage_start: 0,
            generated: false,
            noisy_done: false,
            any_generated: false,
            rest: false,
        }
    }

    /// A picker that offers the moves already in the worker's list, in list order.
    #[inline(always)]
    pub fn listed(sequence: &'p StageSequence) -> Picker<'p> {
        Picker { generated: true, any_generated: true, ..Picker::new(sequence, KnownMoves::default()) }
    }

    /// The next move to try, always one that the game generates, with the stage that offers it; `None` when there are
    /// no more.
    #[inline]
    pub fn next<G: Tactics, O>(&mut self, worker: &mut Worker<'_, G, O>) -> Option<(Move, Stage)> {
        while let Some(&stage) = self.stages.first() {
            let mv = match stage {
                Stage::Hash => self.offer_once(&worker.game, self.known.hash),
                Stage::Killer => self.next_killer(&worker.game),
                Stage::Counter => self.offer_once(&worker.game, self.known.counter),
                Stage::Noisy
                | Stage::Quiet
                | Stage::ThreatReply
                | Stage::All
                | Stage::Check
                | Stage::Listed
                | Stage::Rest => self.next_generated(stage, worker),
                Stage::Losing => self.next_losing(worker),
            };
            // A stage of a single known move ends at once, every other one when it has no more moves.
            if mv.is_none() || matches!(stage, Stage::Hash | Stage::Counter) {
                self.leave(stage);
            }
            if let Some(mv) = mv {
                return Some((mv, stage));
            }
        }
        None
    }

    /// Adds the stage of all legal moves not yet offered to a picker without further stages; false if it was added before.
    pub fn offer_rest(&mut self) -> bool {
        if self.rest {
            return false;
        }
        (self.stages, self.generated, self.rest) = (REST, false, true);
        true
    }

    /// Whether all legal moves have been offered, see [`Picker::offer_rest`].
    #[inline(always)]
    pub fn has_offered_rest(&self) -> bool {
        self.rest
    }

    /// Removes the quiet moves, or with `noisy` all moves, of the current generating stage that are still to be offered,
    /// and returns their number.
    pub fn drop_rest<G: Tactics>(&mut self, game: &G, list: &mut MoveList, noisy: bool) -> usize {
        let mut dropped = 0;
        list.retain_from(self.cursor, |mv| {
            let stays = !noisy && game.is_noisy(mv) || self.was_offered(mv);
            dropped += usize::from(!stays);
            stays
        });
        dropped
    }

    /// Whether any moves were generated so far.
    #[inline(always)]
    pub fn any_generated(&self) -> bool {
        self.any_generated
    }

    /// Range of the worker's list of moves that holds the moves offered by the current stage, the last one included.
    #[inline(always)]
    pub fn range_of_stage(&self) -> Range<usize> {
        self.stage_start..self.cursor
    }

    #[inline(always)]
    fn leave(&mut self, stage: Stage) {
        self.noisy_done |= stage == Stage::Noisy;
        self.generated = false;
        self.stages = &self.stages[1..];
    }

    /// Offers a move from memory if it would be generated here and was not offered before.
    #[inline(always)]
    fn offer_once<G: Tactics>(&mut self, game: &G, mv: Move) -> Option<Move> {
        let fresh = mv.is_some() && !self.was_offered(mv) && game.is_generated(mv);
        // A noisy killer or counter move was already offered by the noisy stage.
        if !fresh || (self.noisy_done && game.is_noisy(mv)) {
            return None;
        }
        self.offered[self.offered_count] = mv;
        self.offered_count += 1;
        Some(mv)
    }

    #[inline(always)]
    fn was_offered(&self, mv: Move) -> bool {
        self.offered[..self.offered_count].contains(&mv)
    }

    #[inline(always)]
    fn next_killer<G: Tactics>(&mut self, game: &G) -> Option<Move> {
        while let Some(&killer) = self.known.killers.get(self.killers_tried).filter(|killer| killer.is_some()) {
            self.killers_tried += 1;
            if let Some(mv) = self.offer_once(game, killer) {
                return Some(mv);
            }
        }
        None
    }

    /// The next of the noisy moves that were set aside because they lose material.
    fn next_losing<G: Tactics, O>(&mut self, worker: &mut Worker<'_, G, O>) -> Option<Move> {
        if !self.generated {
            (self.generated, self.cursor) = (true, 0);
        }
        let moves = &worker.list.open_part()[..self.losing];
        while self.cursor < moves.len() {
            let mv = moves[self.cursor].mv();
            self.cursor += 1;
            if !self.was_offered(mv) {
                return Some(mv);
            }
        }
        None
    }

    #[inline]
    fn next_generated<G: Tactics, O>(&mut self, stage: Stage, worker: &mut Worker<'_, G, O>) -> Option<Move> {
        if !self.generated {
            self.generate(stage, worker);
        }
        let sets_aside = self.losing_last && stage == Stage::Noisy;
        let moves = worker.list.open_part();
        while self.cursor < moves.len() {
            let mv = put_best_first(&mut moves[self.cursor..]);
            self.cursor += 1;
            if sets_aside && !worker.game.see_at_least(mv, 0) {
                moves[self.losing] = moves[self.cursor - 1];
                self.losing += 1;
            } else if !self.was_offered(mv) {
                return Some(mv);
            }
        }
        None
    }

    #[inline]
    fn generate<G: Tactics, O>(&mut self, stage: Stage, worker: &mut Worker<'_, G, O>) {
        self.generated = true;
        self.any_generated = true;
        self.stage_start = worker.list.len();
        self.cursor = self.stage_start;
        let (game, list) = (&mut worker.game, &mut worker.list);
        match stage {
            Stage::Noisy => game.generate(MoveClass::Noisy, list),
            Stage::Quiet => game.generate(MoveClass::Quiet, list),
            Stage::ThreatReply => game.replies_to_threat(list),
            Stage::Check => {
                let from = list.len();
                game.checks(list);
                list.retain_from(from, |mv| !game.is_noisy(mv));
            }
            Stage::Rest => {
                game.generate(MoveClass::Legal, list);
                let before = list.open_part()[..self.stage_start].to_vec();
                list.retain_from(self.stage_start, |mv| !before.iter().any(|ranked| ranked.mv() == mv));
            }
            _ => game.generate(MoveClass::Candidates, list),
        }
        if game.has_order() && matches!(stage, Stage::All | Stage::ThreatReply) {
            return game.rank(&mut list.open_part()[self.stage_start..]);
        }
        self.score(stage, worker);
        if self.ranks_killers && stage == Stage::All {
            self.rank_killers(worker);
        }
    }
}

#[inline(always)]
fn score_each(moves: &mut [Ranked], score: impl Fn(Move) -> i32) {
    for ranked in moves {
        *ranked = ranked.scored(score(ranked.mv()));
    }
}

/// Exchanges the first of some moves with the one that comes first in the order of trial, and returns that.
#[inline(always)]
fn put_best_first(moves: &mut [Ranked]) -> Move {
    let (mut at, mut best) = (0, moves[0]);
    for (index, &ranked) in moves.iter().enumerate() {
        if ranked > best {
            (at, best) = (index, ranked);
        }
    }
    moves.swap(0, at);
    best.mv()
}

impl Picker<'_> {
    /// Gives moves that were just generated their ordering scores.
    #[inline(always)]
    fn score<G: Tactics, O>(&self, stage: Stage, worker: &mut Worker<'_, G, O>) {
        let (game, ply) = (&worker.game, self.known.ply.filter(|_| self.adds_histories));
        let order = Order::new(game, worker.plan, worker.memory, ply.map(|ply| (&worker.stack, ply)));
        let moves = &mut worker.list.open_part()[self.stage_start..];
        match stage {
            Stage::Noisy if self.by_mvv_lva => score_each(moves, |mv| order.of_noisy(game, mv)),
            Stage::Noisy => {}
            Stage::ThreatReply | Stage::All if self.by_mvv_lva => score_each(moves, |mv| {
                if !game.is_noisy(mv) {
                    return order.of_quiet(game, mv);
                }
                let loses = self.losing_last && !game.see_at_least(mv, 0);
                (if loses { -NOISY_FIRST } else { NOISY_FIRST }) + order.of_noisy(game, mv)
            }),
            _ => score_each(moves, |mv| order.of_quiet(game, mv)),
        }
    }

    /// Puts killers that were just generated before other quiet moves.
    #[inline(never)]
    fn rank_killers<G: Tactics, O>(&self, worker: &mut Worker<'_, G, O>) {
        let game = &worker.game;
        for ranked in &mut worker.list.open_part()[self.stage_start..] {
            let place = self.known.killers.iter().position(|&killer| killer == ranked.mv());
            if let Some(place) = place.filter(|_| !game.is_noisy(ranked.mv())) {
                *ranked = ranked.scored(KILLER_FIRST - place as i32);
            }
        }
    }
}

impl<'a, G: Tactics, O> Worker<'a, G, O> {
    /// Picker of a full node: of the listed moves at a root that keeps a list, else [`Worker::picker`].
    #[inline(always)]
    pub fn node_picker<N: NodeType>(&mut self, ply: usize, hash: Move, here: &NodeFacts) -> Picker<'a> {
        if N::ROOT && self.root.is_listed() {
            self.root_picker()
        } else {
            self.picker(ply, hash, here.in_check, here.threatened)
        }
    }

    /// Picker of a full node; `hash` is the hash move.
    #[inline(always)]
    pub fn picker(&self, ply: usize, hash: Move, in_check: bool, threatened: bool) -> Picker<'a> {
        let sequence = self.plan.stages.of_node(in_check, threatened, self.game.has_order());
        let (killers, counter) = (self.killers_at(ply), self.counter_move(ply));
        Picker::new(sequence, KnownMoves { hash, killers, counter, ply: Some(ply) })
    }

    /// Picker of a quiescence node; `hash` is the hash move, `evading` says that the node is in check, `checks` that
    /// quiet checks are tried too.
    #[inline(always)]
    pub fn q_picker(&self, hash: Move, evading: bool, checks: bool) -> Picker<'a> {
        Picker::new(self.plan.stages.of_quiescence(evading, checks), KnownMoves { hash, ..KnownMoves::default() })
    }

    /// Picker of the root's listed moves that begin no line found already, in list order.
    fn root_picker(&mut self) -> Picker<'a> {
        self.root.untried().for_each(|mv| self.list.push(mv));
        Picker::listed(&self.plan.stages.listed)
    }
}
