//! Killer moves (Akl and Newborn 1977): a quiet move that cut off at a sibling node is likely to cut off here too.

use crate::game::{Move, Tactics};
use crate::search::picker::Stage;
use crate::search::worker::Worker;

heuristic! {
    killers, group "ordering",
    fields {
        killers: i32 = 0, [0, 2], Exact Everyday,
            "Number of killer moves per ply, which are quiet moves that cut off at another node of the ply; tried before the other quiet moves are generated.", "Akl and Newborn 1977";
        killers_above: bool = false, Exact Historical,
            "Tries the killers of two plies above after those of the ply.", "Toga II 1.2.1a";
        killers_in_check: bool = false, Exact Historical,
            "In check too, tries killers before other quiet moves.", "Fruit 2.1";
    }
    frame Killers,
    plan |c| {
        /// Number of killers tried per ply, 0 to 2; 0 when off.
        most: usize = c.killers as usize;
        /// Whether killers come before other quiet moves in check too.
        in_check: bool = c.killers > 0 && c.killers_in_check;
    }
    copies { above = killers_above }
    asks |plan, asked| {
        asked.rewards |= plan.most > 0;
        asked.stages.extend((plan.most > 0).then_some(Stage::Killer));
        asked.ranks_killers |= plan.in_check;
    }
    without_effect |c| {
        killers_above if c.killers == 0, "there are no killers";
        killers_in_check if c.killers == 0, "there are no killers";
    }
}

/// The last two different quiet moves that cut off at a ply, newest first.
#[derive(Clone, Debug, Default)]
pub struct Killers {
    moves: [Move; 2],
}

impl Killers {
    /// The newest `most` killers, newest first; [`Move::NONE`] in place of the others.
    #[inline(always)]
    pub fn newest(&self, most: usize) -> [Move; 2] {
        let mut moves = self.moves;
        moves[most..].fill(Move::NONE);
        moves
    }

    /// Remembers a move that cut off; it replaces the older of the two killers.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        let [newest, _] = self.moves;
        if newest != mv {
            self.moves = [mv, newest];
        }
    }
}

impl<G: Tactics, O> Worker<'_, G, O> {
    /// Killers that a node of a ply tries, in order: those of its ply, newest first, then those of two plies above;
    /// [`Move::NONE`] after the last one.
    #[inline(always)]
    pub fn killers_at(&self, ply: usize) -> [Move; 4] {
        let plan = &self.plan.killers;
        let [first, second] = self.stack[ply].killers.newest(plan.most);
        if !plan.above || ply < 2 {
            return [first, second, Move::NONE, Move::NONE];
        }
        let [third, fourth] = self.stack[ply - 2].killers.newest(plan.most);
        let mut known = [first, second, third, fourth];
        known.sort_by_key(|killer| !killer.is_some());
        known
    }

    /// Remembers a quiet move that cut off as a killer of its ply.
    #[inline(always)]
    pub fn note_killer(&mut self, ply: usize, mv: Move) {
        if self.plan.killers.most > 0 {
            self.stack[ply].killers.push(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newest_first_without_duplicates() {
        let mut killers = Killers::default();
        assert_eq!(killers.newest(2), [Move::NONE; 2]);
        for code in [1, 2, 2, 3] {
            killers.push(Move(code));
        }
        assert_eq!(killers.newest(2), [Move(3), Move(2)]);
        assert_eq!(killers.newest(1), [Move(3), Move::NONE], "one is the newest");
    }
}
