//! Several workers that search one position: over one table, one budget and one list of finished iterations.
//!
//! Every worker deepens by itself. What one has found the others meet in the table, and two things keep them apart:
//! the first to finish an iteration finishes it for all, who go on with the next one; and a node leaves for later a move
//! that another worker is searching at this moment, when the answer is likely to be in the table. The latter is the
//! simplified ABDADA of Tom Kerrigan (2017), after Jean-Christophe Weill (1996).
//!
//! One worker alone has nobody to keep apart from, and searches as if this file were not there.

use std::panic::resume_unwind;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, MutexGuard};

use super::iterate::{Ended, Iteration, Leader, Opening};
use super::observe::Observer;
use super::picker::{Picker, Stage};
use super::root::{Focus, Line};
use super::stop::{Budget, Limits};
use super::word::Word;
use super::worker::Worker;
use crate::game::{Move, Tactics};

/// A finished iteration.
#[derive(Clone)]
pub(crate) struct Finished {
    pub iteration: Iteration,
    /// The line to be played in the place of its best one, if another was chosen.
    pub chosen: Option<Line>,
}

/// What the workers of a search share besides the table.
pub(crate) struct Team<'a> {
    pub budget: Budget<'a>,
    /// Moves that are being searched; none where one worker is alone.
    pub busy: Option<Busy>,
    finished: Mutex<Vec<Finished>>,
}

impl<'a> Team<'a> {
    /// A team of so many workers at the beginning of a search.
    pub fn new(budget: Budget<'a>, workers: usize) -> Team<'a> {
        Team { budget, busy: (workers > 1).then(|| Busy::new(PLACES)), finished: Mutex::default() }
    }

    /// The finished iterations, in order.
    pub fn finished(&self) -> MutexGuard<'_, Vec<Finished>> {
        self.finished.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// The deepest finished iteration.
    pub fn last(&self) -> Option<Finished> {
        self.finished().last().cloned()
    }

    /// Adds the iteration that ends the search.
    pub fn end_with(&self, iteration: Iteration) {
        self.finished().push(Finished { iteration, chosen: None });
        self.budget.close();
    }

    /// Adds a finished iteration, unless another worker was first, or nobody needs it any more. Answers whether it did.
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

/// Has every worker search, the first one on this thread, until all have stopped.
pub(crate) fn search<G: Tactics, O: Observer>(
    workers: Vec<Worker<'_, G, O>>,
    limits: &Limits,
    focus: &Focus,
    team: &Team,
    on_iteration: &mut dyn FnMut(&Iteration),
) -> (Opening, Vec<Ended>) {
    let mut workers = workers.into_iter();
    let mut first = workers.next().expect("a worker");
    std::thread::scope(|scope| {
        let helpers = workers.map(|mut helper| {
            scope.spawn(move || {
                let opening = helper.open(focus);
                helper.deepen(&opening, limits, focus, None)
            })
        });
        let helpers: Vec<_> = helpers.collect();
        let opening = first.open(focus);
        let leader = Leader::new(team, on_iteration);
        let mut ended = vec![first.deepen(&opening, limits, focus, Some(leader))];
        for helper in helpers {
            ended.push(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        (opening, ended)
    })
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// The next move of a node, its stage, and how many moves were `searched` before it: the picker's, but those that
    /// another worker is searching come last, when the table may know the answer. `before` is how many moves the nodes
    /// above have left for later.
    #[inline(always)]
    pub fn next_move(&mut self, picker: &mut Picker, searched: usize, before: usize) -> Option<(Move, Stage, usize)> {
        while let Some((mv, stage)) = picker.next(self) {
            if !self.postpone(searched, mv, stage) {
                return Some((mv, stage, searched));
            }
        }
        (self.postponed.len() > before).then(|| self.postponed.remove(before))
    }

    /// Leaves a move for later, the `index`-th of its node, where another worker is searching it; the first move of a
    /// node never.
    #[inline(always)]
    fn postpone(&mut self, index: usize, mv: Move, stage: Stage) -> bool {
        let busy = self.busy.filter(|_| index > 0);
        let postpones = busy.is_some_and(|busy| busy.holds(self.game.key(), mv));
        if postpones {
            self.postponed.push((mv, stage, index));
        }
        postpones
    }

    /// Lets the other workers know that this one is going to search a move of the present node.
    #[inline(always)]
    pub fn claim(&mut self, mv: Move) {
        if let Some(busy) = self.busy {
            self.claims.push(busy.claim(self.game.key(), mv));
        }
    }

    /// Takes back the last claim.
    #[inline(always)]
    pub fn release(&mut self) {
        if let Some(busy) = self.busy {
            busy.release(self.claims.pop().unwrap_or_default());
        }
    }

    /// Takes back all claims, and leaves nothing for later.
    pub fn release_all(&mut self) {
        self.postponed.clear();
        let claims = std::mem::take(&mut self.claims);
        self.busy.iter().for_each(|busy| claims.iter().for_each(|&claim| busy.release(claim)));
    }
}

/// Places for moves that are being searched: far more than workers have plies.
const PLACES: usize = 1 << 12;
/// Places that one move may take: the first of them that is free.
const WAYS: usize = 4;

/// The moves that workers are searching, each with the position it is played in.
pub(crate) struct Busy<W = AtomicU64> {
    places: Vec<W>,
}

/// A place that is taken for a move, counted from 1; 0 is none.
pub(crate) type Claim = u16;

impl<W: Word> Busy<W> {
    /// Nobody searches anything; there is room for so many moves.
    fn new(places: usize) -> Busy<W> {
        Busy { places: (0..places).map(|_| W::default()).collect() }
    }

    /// A number for a move in the position of a key; never 0.
    fn number(key: u64, mv: Move) -> u64 {
        (key ^ (mv.0 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1
    }

    /// Where a number may stand, and the first of these places.
    fn places_of(&self, number: u64) -> (usize, &[W]) {
        let first = (number >> 32) as usize % (self.places.len() + 1 - WAYS);
        (first, &self.places[first..first + WAYS])
    }

    /// Whether some worker is searching a move.
    pub fn holds(&self, key: u64, mv: Move) -> bool {
        let number = Busy::<W>::number(key, mv);
        self.places_of(number).1.iter().any(|place| place.get() == number)
    }

    /// Notes that a worker is searching a move; where there is no room, nobody will know.
    pub fn claim(&self, key: u64, mv: Move) -> Claim {
        let number = Busy::<W>::number(key, mv);
        let (first, places) = self.places_of(number);
        places.iter().position(|place| place.fill(number)).map_or(0, |at| (first + at + 1) as Claim)
    }

    /// Notes that the worker has searched the move.
    pub fn release(&self, claim: Claim) {
        if claim > 0 {
            self.places[claim as usize - 1].set(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::search::word::Modelled;

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
