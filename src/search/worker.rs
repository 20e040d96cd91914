//! Everything one thread of a search works with.

use super::counter::CounterMoves;
use super::history::History;
use super::kill::Solver;
use super::killers::Killers;
use super::observe::{Event, Observer};
use super::picker::Known;
use super::plan::Plan;
use super::pv::PvTable;
use super::root::RootMoves;
use super::share::Shares;
use super::stop::{Searched, Stop};
use super::table::{Leaves, Table};
use crate::game::{Judging, Move, MoveList, Tactics, Verdict};
use crate::score::{MAX_PLY, Score, WIN, draw_at, price};
use crate::window::Window;

/// What a searcher learns and keeps between searches.
pub struct Memory {
    /// Success of moves.
    pub history: History,
    /// Share of successes, for history pruning.
    pub shares: Shares,
    /// Answers to moves.
    pub counter: CounterMoves,
    /// What kill search remembers, of one search only: it knows positions by their keys, and not the rules they are
    /// played by.
    pub kill: Solver,
}

/// Positions that kill search remembers at most inside a search, as a power of two.
const KILL_MEMORY_BITS: u32 = 18;

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            history: History::default(),
            shares: Shares::default(),
            counter: CounterMoves::default(),
            kill: Solver::new(KILL_MEMORY_BITS),
        }
    }
}

impl Memory {
    /// Makes room for a game with so many history slots; what was learned of another game is forgotten.
    pub fn fit(&mut self, slots: usize) {
        if self.history.values().len() != slots {
            let (history, shares) = (History::new(slots), Shares::new(slots));
            *self = Memory { history, shares, counter: CounterMoves::new(slots), ..Memory::default() };
        }
        self.kill.clear();
    }

    /// Nothing learned again.
    pub fn clear(&mut self) {
        self.history.clear();
        self.shares.clear();
        self.counter.clear();
        self.kill.clear();
    }
}

/// One search on one thread.
pub(crate) struct Worker<'a, G, O> {
    pub game: G,
    pub plan: &'a Plan,
    /// What the game judges at each node.
    pub judging: Judging,
    pub table: Option<&'a Table>,
    /// The table's leaves, if deep entries are walked to such.
    pub leaves: Option<&'a Leaves>,
    pub memory: &'a mut Memory,
    pub stop: Stop<'a>,
    pub observer: &'a mut O,
    pub killers: Killers,
    pub pv: PvTable,
    pub list: MoveList,
    /// Quiet moves that the nodes of the present line have searched, for what they learn at a cutoff.
    pub searched: MoveList,
    pub root: RootMoves,
    /// History slot of the move that each ply is searching; none for a null move.
    pub slots: [Option<usize>; MAX_PLY + 1],
    pub seldepth: usize,
    /// Answers of the table so far.
    pub answers: u64,
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Counts a node and notes how deep it lies. Whoever enters a node tells the observer when it is left.
    #[inline(always)]
    pub fn enter(&mut self, kind: Event, ply: usize, depth: i32, window: Window) -> Searched<()> {
        self.stop.count_node()?;
        self.observer.enter(kind, ply, depth, window);
        self.observer.count(kind);
        self.seldepth = self.seldepth.max(ply);
        Ok(())
    }

    /// Score of a position that the rules have decided, other than by lack of moves.
    #[inline(always)]
    pub fn judge(&mut self, ply: usize) -> Option<Score> {
        let verdict = self.game.verdict(self.judging)?;
        match verdict {
            Verdict::Drawn => self.observer.count(Event::MoveLimitDraw),
            Verdict::DrawnByRepetition | Verdict::WonByRepetition | Verdict::LostByRepetition => {
                self.observer.count(Event::Repetition);
            }
            Verdict::Won | Verdict::Lost => {}
        }
        Some(price(verdict, ply, self.plan.draw_score))
    }

    /// Static evaluation, kept below the scores of won games and, where the table must tell a draw by its score,
    /// off the draw score.
    #[inline(always)]
    pub fn evaluate(&self, ply: usize) -> Searched<Score> {
        let eval = self.game.evaluate().clamp(1 - WIN, WIN - 1);
        if G::GUIDED {
            // Somebody's own evaluation that fails stops the search, and its number means nothing.
            self.stop.heed_flag()?;
        }
        let taken = self.plan.table.guard_paths && eval == draw_at(ply, self.plan.draw_score);
        Ok(eval - taken as Score)
    }

    /// The moves known at a ply before any is generated.
    #[inline(always)]
    pub fn known(&self, ply: usize, hash: Move) -> Known {
        let previous = if ply > 0 { self.slots[ply - 1] } else { None };
        Known { hash, killers: self.killers.at(ply, self.plan.killers), counter: self.memory.counter.answer(previous) }
    }
}
