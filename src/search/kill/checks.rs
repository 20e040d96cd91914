//! Wins by continuous checks: depth-first.

use super::Solver;
use crate::game::{Forcing, Move};
use crate::search::stop::{Searched, Stop};

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// Fewer checks than this do not win.
    failed: u16,
    /// The first check of a win, or none.
    mv: Move,
}

impl Known {
    /// Whether so many checks are known not to win.
    #[inline(always)]
    fn fails(self, moves: u32) -> bool {
        moves < self.failed as u32
    }

    /// The same, and so many checks do not win either.
    fn failing(self, moves: u32) -> Known {
        Known { failed: self.failed.max(moves as u16 + 1), ..self }
    }
}

impl Solver {
    /// Whether the side to move wins with at most so many checks. On success `line` holds its checks, and the replies
    /// between them where each was the only one.
    pub(super) fn wins_by_checks<G: Forcing>(&mut self, game: &mut G, moves: u32, stop: &mut Stop) -> Searched<bool> {
        // Without repetition all lines of checks come to an end, and the first win will do; going deep at once finds it
        // with the least work. Otherwise move by move, for the shortest.
        let mut deepest = if G::REPEATS { 0 } else { moves };
        loop {
            self.line.clear();
            let mut open = false;
            if self.attack(game, deepest, stop, &mut open)? {
                self.line.reverse();
                return Ok(true);
            }
            // Where no line of checks was cut short, more moves find no more.
            if deepest == moves || !open {
                return Ok(false);
            }
            deepest += 1;
        }
    }

    /// The attacker to move. `open` is set where the limit of moves cut a line short.
    fn attack<G: Forcing>(&mut self, game: &mut G, moves: u32, stop: &mut Stop, open: &mut bool) -> Searched<bool> {
        stop.count_node()?;
        match game.known_end() {
            Some(1) => return Ok(true),
            Some(end) if end <= 0 => return Ok(false),
            _ => {}
        }
        let known = self.memo.get(game.key());
        if moves == 0 {
            *open |= game.may_check();
            return Ok(false);
        }
        if known.fails(moves) {
            // A deeper search may find more, unless the last word was that there are no more checks.
            *open |= !known.fails(Self::ALL);
            return Ok(false);
        }
        let outer = self.list.open();
        game.checks(&mut self.list);
        self.list.put_first(known.mv);
        let mut below = false;
        let mut won = false;
        for index in 0..self.list.len() {
            let mv = self.list.at(index);
            game.play(mv);
            won = self.defend(game, moves, stop, &mut below)?;
            game.undo();
            if won {
                self.line.push(mv);
                self.memo.put(game.key(), Known { mv, ..known });
                break;
            }
        }
        self.list.close(outer);
        if !won {
            *open |= below;
            self.memo.put(game.key(), known.failing(if below { moves } else { Self::ALL }));
        }
        Ok(won)
    }

    /// The defender to move, in check.
    fn defend<G: Forcing>(&mut self, game: &mut G, moves: u32, stop: &mut Stop, open: &mut bool) -> Searched<bool> {
        stop.count_node()?;
        if let Some(end) = game.known_end() {
            return Ok(end <= 0);
        }
        let outer = self.list.open();
        game.evasions(&mut self.list);
        let mut lost = true;
        self.line.clear();
        for index in 0..self.list.len() {
            let mv = self.list.at(index);
            // Of several replies the last one's line stays.
            self.line.clear();
            game.play(mv);
            lost = self.attack(game, moves - 1, stop, open)?;
            game.undo();
            if !lost {
                break;
            }
            self.line.push(mv);
        }
        self.list.close(outer);
        Ok(lost)
    }

    /// Stands for any number of checks.
    const ALL: u32 = u16::MAX as u32 - 1;
}
