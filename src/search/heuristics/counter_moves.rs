//! Counter moves (Uiterwijk 1992): the quiet move that last refuted the opponent's move is tried early.

use crate::game::{Move, Tactics};
use crate::search::heuristics::Learned;
use crate::search::picker::Stage;
use crate::search::worker::Worker;

heuristic! {
    counter_moves, group "ordering",
    fields {
        counter_moves: bool = false, Exact Everyday,
            "Tries the quiet move that last refuted the opponent's move.", "Uiterwijk 1992";
    }
    memory CounterMoves,
    copies { on = counter_moves }
    asks |plan, asked| {
        asked.rewards |= plan.on;
        asked.stages.extend(plan.on.then_some(Stage::Counter));
    }
}

/// Counter moves: for each history slot of an opponent's move, the quiet move that last refuted it.
#[derive(Clone, Debug, Default)]
pub struct CounterMoves {
    moves: Vec<Move>,
}

impl Learned for CounterMoves {
    fn new(slots: usize) -> CounterMoves {
        CounterMoves { moves: vec![Move::NONE; slots] }
    }

    fn clear(&mut self) {
        self.moves.fill(Move::NONE);
    }
}

impl CounterMoves {
    /// Counter move to the opponent's move of a slot; [`Move::NONE`] after a null move, which has no slot.
    #[inline(always)]
    pub fn reply(&self, slot: Option<usize>) -> Move {
        slot.map_or(Move::NONE, |slot| self.moves[slot])
    }

    /// Remembers the counter move to the opponent's move of a slot; does nothing after a null move.
    #[inline(always)]
    pub fn set(&mut self, slot: Option<usize>, reply: Move) {
        if let Some(slot) = slot {
            self.moves[slot] = reply;
        }
    }
}

impl<G: Tactics, O> Worker<'_, G, O> {
    /// Counter move to the opponent's move that led to a ply.
    #[inline(always)]
    pub fn counter_move(&self, ply: usize) -> Move {
        self.memory.counter_moves.reply(self.stack.slot_before(ply))
    }

    /// Remembers a quiet move that cut off as the counter move to the opponent's move before it.
    #[inline(always)]
    pub fn note_counter_move(&mut self, ply: usize, mv: Move) {
        if self.plan.counter_moves.on {
            self.memory.counter_moves.set(self.stack.slot_before(ply), mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_the_last_answer() {
        let mut counter = CounterMoves::new(4);
        counter.set(Some(2), Move(7));
        counter.set(Some(2), Move(8));
        counter.set(None, Move(9));
        assert_eq!((counter.reply(Some(2)), counter.reply(None)), (Move(8), Move::NONE));
    }
}
