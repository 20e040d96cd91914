//! Parallel search (lazy SMP with simplified ABDADA): several workers search one position and share the transposition
//! table, a budget of nodes and time, and a list of finished iterations.
//!
//! Every worker runs its own iterative deepening, and finds the others' results in the table. Two rules keep workers
//! from doing equal work: when one finishes an iteration, all others go on to the next; and a node postpones a move
//! that another worker is searching at this moment, until the result is likely to be in the table. The latter is the
//! simplified ABDADA of Tom Kerrigan (2017), after Jean-Christophe Weill (1996).
//!
//! With one worker nothing is postponed, and the search is that of a single thread.

use std::panic::resume_unwind;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, MutexGuard};

use super::iterate::{Ended, Fallback, Iteration, Leader};
use super::observe::Observer;
use super::picker::{Offer, Picker, Stage};
use super::root::{Focus, Line};
use super::shared_word::Word;
use super::stop::{Budget, Limits};
use super::worker::Worker;
use crate::game::{Move, Tactics};

/// A finished iteration in a team's list.
#[derive(Clone)]
pub(crate) struct Finished {
    pub iteration: Iteration,
    /// The line to play instead of the iteration's best one, where `root_margin` has chosen another.
    pub chosen: Option<Line>,
}

/// What the workers of a search share besides the table.
pub(crate) struct Team<'a> {
    pub budget: Budget<'a>,
    /// Moves that workers are searching at this moment; `None` with one worker.
    pub busy: Option<Busy>,
    finished: Mutex<Vec<Finished>>,
}

impl<'a> Team<'a> {
    /// A team of `workers` workers at the beginning of a search.
    pub fn new(budget: Budget<'a>, workers: usize) -> Team<'a> {
        Team { budget, busy: (workers > 1).then(|| Busy::new(PLACES)), finished: Mutex::default() }
    }

    /// Finished iterations, in order of depth.
    pub fn finished(&self) -> MutexGuard<'_, Vec<Finished>> {
        self.finished.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// The deepest finished iteration.
    pub fn last(&self) -> Option<Finished> {
        self.finished().last().cloned()
    }

    /// Adds an iteration and ends the search.
    pub fn end_with(&self, iteration: Iteration) {
        self.finished().push(Finished { iteration, chosen: None });
        self.budget.close();
    }

    /// Adds a finished iteration, unless another worker has finished this depth first or the search has ended. Returns
    /// whether it was added.
    pub fn finish(&self, finished: Finished) -> bool {
        let mut all = self.finished();
        let depth = finished.iteration.depth;
        let is_first = all.last().is_none_or(|last| last.iteration.depth < depth) && !self.budget.is_closed();
        if is_first {
            all.push(finished);
            self.budget.finish(depth);
        }
        is_first
    }
}

/// Runs all workers, the first one on the calling thread, until all have stopped.
pub(crate) fn search<G: Tactics, O: Observer>(
    workers: Vec<Worker<'_, G, O>>,
    limits: &Limits,
    focus: &Focus,
    team: &Team,
    on_iteration: &mut dyn FnMut(&Iteration),
) -> (Fallback, Vec<Ended>) {
    let mut workers = workers.into_iter();
    let mut first = workers.next().expect("a worker");
    std::thread::scope(|scope| {
        let helpers = workers.map(|mut helper| {
            scope.spawn(move || {
                let fallback = helper.prepare(focus);
                helper.deepen(&fallback, limits, focus, None)
            })
        });
        let helpers: Vec<_> = helpers.collect();
        let fallback = first.prepare(focus);
        let leader = Leader::new(team, on_iteration);
        let mut ended = vec![first.deepen(&fallback, limits, focus, Some(leader))];
        for helper in helpers {
            ended.push(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        (fallback, ended)
    })
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// The next move to search at a node with `depth` plies left. Moves come in the picker's order, except that moves
    /// which another worker is searching come last: by then the table may hold their result. `searched` is the number of
    /// moves searched so far, `before` the number of moves that nodes above have postponed.
    #[inline(always)]
    pub fn next_move(&mut self, picker: &mut Picker, depth: i32, searched: usize, before: usize) -> Option<Offer> {
        while let Some((mv, stage)) = picker.next(self) {
            if !self.postpone(depth, searched, mv, stage) {
                return Some(Offer { mv, stage, index: searched });
            }
        }
        (self.postponed.len() > before).then(|| self.postponed.remove(before))
    }

    /// Postpones the `index`-th move of a node if another worker is searching it, and returns whether it did. The first
    /// move of a node is never postponed.
    #[inline(always)]
    fn postpone(&mut self, depth: i32, index: usize, mv: Move, stage: Stage) -> bool {
        let busy = self.busy.filter(|_| index > 0 && depth >= CLAIM_DEPTH);
        let postpones = busy.is_some_and(|busy| busy.holds(self.game.key(), mv));
        if postpones {
            self.postponed.push(Offer { mv, stage, index });
        }
        postpones
    }

    /// Tells the other workers that this one is going to search a move of the current node.
    #[inline(always)]
    pub fn claim(&mut self, depth: i32, mv: Move) {
        if let Some(busy) = self.busy {
            self.claims.push(if depth >= CLAIM_DEPTH { busy.claim(self.game.key(), mv) } else { NO_CLAIM });
        }
    }

    /// Withdraws this worker's last claim on a move.
    #[inline(always)]
    pub fn release(&mut self) {
        if let Some(busy) = self.busy {
            busy.release(self.claims.pop().unwrap_or(NO_CLAIM));
        }
    }

    /// Withdraws all of this worker's claims, and drops all postponed moves.
    pub fn release_all(&mut self) {
        self.postponed.clear();
        let claims = std::mem::take(&mut self.claims);
        self.busy.iter().for_each(|busy| claims.iter().for_each(|&claim| busy.release(claim)));
    }
}

/// Least remaining depth, in plies, of a node whose moves are claimed and postponed. Below it a claim costs more than the
/// subtree that it saves: with claims at every depth two threads search about 10 % fewer nodes a second.
const CLAIM_DEPTH: i32 = 3;
/// Size of the table of moves being searched; far more than the plies of all workers' lines in practice.
const PLACES: usize = 1 << 12;
/// Number of places that a move may take: it takes the first free one of them.
const WAYS: usize = 4;

/// Hash table of the moves that workers are searching, each with the position it is played in.
pub(crate) struct Busy<W = AtomicU64> {
    places: Vec<W>,
}

/// Claim on a move: the number of its place, counted from 1, or [`NO_CLAIM`].
pub(crate) type Claim = u16;
/// Stands for a move that was not claimed: no place was free, or its node is too near the horizon.
const NO_CLAIM: Claim = 0;

impl<W: Word> Busy<W> {
    /// An empty table with this number of places.
    fn new(places: usize) -> Busy<W> {
        Busy { places: (0..places).map(|_| W::default()).collect() }
    }

    /// Hash of a move and the key of its position; never 0, which marks a free place.
    fn number(key: u64, mv: Move) -> u64 {
        (key ^ (mv.0 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1
    }

    /// The places that a hash may take, with the index of the first.
    fn places_of(&self, number: u64) -> (usize, &[W]) {
        let first = (number >> 32) as usize % (self.places.len() + 1 - WAYS);
        (first, &self.places[first..first + WAYS])
    }

    /// Whether any worker is searching a move in the position of a key.
    pub fn holds(&self, key: u64, mv: Move) -> bool {
        let number = Busy::<W>::number(key, mv);
        self.places_of(number).1.iter().any(|place| place.get() == number)
    }

    /// Notes that a worker is searching a move. Where no place is free the move is not noted, and others may search it
    /// too.
    pub fn claim(&self, key: u64, mv: Move) -> Claim {
        let number = Busy::<W>::number(key, mv);
        let (first, places) = self.places_of(number);
        places.iter().position(|place| place.fill(number)).map_or(NO_CLAIM, |at| (first + at + 1) as Claim)
    }

    /// Notes that the worker has searched the move of a claim.
    pub fn release(&self, claim: Claim) {
        if claim != NO_CLAIM {
            self.places[claim as usize - 1].set(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::search::shared_word::Modelled;

    #[test]
    fn a_move_is_busy_from_its_claim_to_its_release() {
        let busy = Busy::<AtomicU64>::new(PLACES);
        let claim = busy.claim(7, Move(3));
        assert!(claim > 0 && busy.holds(7, Move(3)) && !busy.holds(7, Move(4)) && !busy.holds(8, Move(3)));
        busy.release(claim);
        assert!(!busy.holds(7, Move(3)));
    }

    #[test]
    fn where_there_is_no_room_nobody_knows_and_nothing_is_lost() {
        let busy = Busy::<AtomicU64>::new(WAYS);
        let claims: Vec<Claim> = (0..WAYS as u16 + 2).map(|code| busy.claim(7, Move(code + 1))).collect();
        assert_eq!(claims.iter().filter(|claim| **claim == 0).count(), 2);
        claims.into_iter().for_each(|claim| busy.release(claim));
        assert!(busy.places.iter().all(|place| place.get() == 0));
    }

    #[test]
    fn in_no_order_of_events_do_two_workers_have_one_place() {
        // The same move twice, and two different ones, where both may stand in the same places.
        for moves in [[Move(3), Move(3)], [Move(3), Move(4)]] {
            loom::model(move || {
                let busy = Arc::new(Busy::<Modelled>::new(WAYS));
                let threads = moves.map(|mv| {
                    let busy = busy.clone();
                    loom::thread::spawn(move || {
                        let claim = busy.claim(7, mv);
                        assert!(claim > 0 && busy.holds(7, mv), "there is room for both, and nobody takes it away");
                        busy.release(claim);
                    })
                });
                threads.into_iter().for_each(|thread| thread.join().unwrap());
                assert!(moves.into_iter().all(|mv| !busy.holds(7, mv)));
            });
        }
    }
}
