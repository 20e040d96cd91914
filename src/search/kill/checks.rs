//! Wins by continuous checks, found by depth-first search.

use super::{Force, Question, Solver};
use crate::game::{Forcing, Move};
use crate::search::stop::{Searched, Stop};

/// Remembered results of searches by checks of a position with the attacker to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CheckRecord {
    /// Any number of checks below this one does not win.
    failed: u16,
    /// The first check of a known win, or [`Move::NONE`].
    mv: Move,
}

impl CheckRecord {
    /// Whether at most `moves` checks are known not to win.
    #[inline(always)]
    fn fails(self, moves: u32) -> bool {
        moves < self.failed as u32
    }

    /// Adds the knowledge that at most `moves` checks do not win.
    fn failing(self, moves: u32) -> CheckRecord {
        CheckRecord { failed: self.failed.max(moves as u16 + 1), ..self }
    }
}

/// What the attacker may still play.
#[derive(Clone, Copy)]
pub(super) struct Left {
    /// Number of checks.
    pub moves: u32,
    /// Number of these, the next ones, that may be any check; behind them only checks that prepare further ones are
    /// tried.
    pub plain: u32,
}

impl Left {
    /// Any checks, at most this number.
    pub fn any(moves: u32) -> Left {
        Left { moves, plain: Question::NO_LIMIT }
    }

    /// The checks by which an attacker may win at once: in a search by threats that is guided by estimates, only those
    /// that prepare further ones, because the others are tried as threats. Against a rule of thumb they are not the same:
    /// it has replies of its own to a threat.
    pub fn of(question: &Question, moves: u32) -> Left {
        let few = question.estimates && question.rule.is_none() && question.force != Force::Checks;
        if few { Left { moves, plain: 0 } } else { Left::any(moves) }
    }

    /// What is left behind the next check.
    fn less_one(self) -> Left {
        let plain = if self.plain == Question::NO_LIMIT { self.plain } else { self.plain.saturating_sub(1) };
        Left { moves: self.moves - 1, plain }
    }

    /// Key of what is known of a position: it depends on the checks that are tried.
    fn place(self, key: u64) -> u64 {
        let tried = if self.plain == Question::NO_LIMIT { 0 } else { self.plain as u64 + 1 };
        key ^ tried.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl Solver {
    /// Whether the side to move wins with at most `left.moves` checks. On success `self.line` holds one line of the win,
    /// checks and replies in turn; after a check with several replies, it goes on with the last one searched.
    pub(super) fn wins_by_checks<G: Forcing>(&mut self, game: &mut G, left: Left, stop: &mut Stop) -> Searched<bool> {
        // In a game without repetition every line of checks ends, and any win will do: searching to full depth at once
        // finds one with the least work. Otherwise iterative deepening finds the shortest win.
        let mut deepest = if G::REPEATS { 0 } else { left.moves };
        loop {
            self.line.clear();
            let mut open = false;
            if self.attack(game, Left { moves: deepest, ..left }, stop, &mut open)? {
                self.line.reverse();
                return Ok(true);
            }
            // Where the limit of moves cut no line short, a higher limit finds no more.
            if deepest == left.moves || !open {
                return Ok(false);
            }
            deepest += 1;
        }
    }

    /// Whether the attacker, who is to move, wins with what is left to it. Sets `open` where the limit of moves cut a
    /// line short.
    fn attack<G: Forcing>(&mut self, game: &mut G, left: Left, stop: &mut Stop, open: &mut bool) -> Searched<bool> {
        stop.count_node()?;
        match game.known_end() {
            Some(1) => return Ok(true),
            Some(end) if end <= 0 => return Ok(false),
            _ => {}
        }
        let (moves, place) = (left.moves, left.place(game.key()));
        let known = self.memo.get(place);
        if moves == 0 {
            *open |= game.may_check();
            return Ok(false);
        }
        if known.fails(moves) {
            // More checks may win, unless the failed search was not limited by their number.
            *open |= !known.fails(Self::ALL);
            return Ok(false);
        }
        let outer = self.list.open();
        if left.plain > 0 {
            game.checks(&mut self.list);
        } else {
            game.building_checks(&mut self.list);
        }
        self.list.put_first(known.mv);
        let mut below = false;
        let mut won = false;
        for index in 0..self.list.len() {
            let mv = self.list.at(index);
            game.play(mv);
            won = self.defend(game, left.less_one(), stop, &mut below)?;
            game.undo();
            if won {
                self.line.push(mv);
                self.memo.put(place, CheckRecord { mv, ..known });
                break;
            }
        }
        self.list.close(outer);
        if !won {
            *open |= below;
            self.memo.put(place, known.failing(if below { moves } else { Self::ALL }));
        }
        Ok(won)
    }

    /// Whether the defender, who is to move and in check, loses against every reply; `left` is what the attacker may play
    /// behind it. Sets `open` where the limit of moves cut a line short.
    fn defend<G: Forcing>(&mut self, game: &mut G, left: Left, stop: &mut Stop, open: &mut bool) -> Searched<bool> {
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
            // Of several replies, only the line of the last one is kept.
            self.line.clear();
            game.play(mv);
            lost = self.attack(game, left, stop, open)?;
            game.undo();
            if !lost {
                break;
            }
            self.line.push(mv);
        }
        self.list.close(outer);
        Ok(lost)
    }

    /// Marks a failure that holds for any number of checks.
    const ALL: u32 = u16::MAX as u32 - 1;
}
