//! Counter moves (Uiterwijk 1992): the answer that last refuted a move of the opponent.

use crate::game::Move;

/// A move per history slot of the opponent's move.
#[derive(Clone, Debug, Default)]
pub struct CounterMoves {
    answers: Vec<Move>,
}

impl CounterMoves {
    /// None yet.
    pub fn new(slots: usize) -> CounterMoves {
        CounterMoves { answers: vec![Move::NONE; slots] }
    }

    /// The answer to the move of a slot; none to a null move, which has no slot.
    #[inline(always)]
    pub fn answer(&self, slot: Option<usize>) -> Move {
        slot.map_or(Move::NONE, |slot| self.answers[slot])
    }

    /// Remembers an answer.
    #[inline(always)]
    pub fn set(&mut self, slot: Option<usize>, answer: Move) {
        if let Some(slot) = slot {
            self.answers[slot] = answer;
        }
    }

    /// None again.
    pub fn clear(&mut self) {
        self.answers.fill(Move::NONE);
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
        assert_eq!((counter.answer(Some(2)), counter.answer(None)), (Move(8), Move::NONE));
    }
}
