//! Everything one thread of a search works with.

use super::heuristics::{self, Learned};
use super::observe::{Event, Observer};
use super::picker::Stage;
use super::plan::Plan;
use super::pv::PvTable;
use super::root::RootMoves;
use super::smp::{Busy, Claim, Team};
use super::stack::Stack;
use super::stop::{Searched, Stop};
use super::table::{Leaves, Table};
use crate::game::{Judging, Move, MoveList, Tactics};
use crate::score::{Score, WIN};
use crate::window::Window;

macro_rules! memory {
    ([] $({ $module:ident $group:literal $choices:tt $fields:tt $events:tt $rules:tt [$($memory:ident)?] $frame:tt })+) => {
        /// What a searcher learns and keeps between searches.
        pub struct Memory {
            /// History slots of the game that there is room for.
            slots: usize,
            $($(pub $module: heuristics::$module::$memory,)?)+
        }

        impl Memory {
            /// Nothing learned yet, of a game with so many history slots.
            pub fn new(slots: usize) -> Memory {
                Memory { slots, $($($module: <heuristics::$module::$memory as Learned>::new(slots),)?)+ }
            }

            /// Forgets everything.
            pub fn clear(&mut self) {
                $($(<heuristics::$module::$memory as Learned>::clear(&mut self.$module);)?)+
            }
        }
    };
}

for_all_heuristics!(memory);

impl Memory {
    /// Makes room for a game with so many history slots; what was learned of another game is forgotten, and what kill
    /// search remembers, which holds for one search.
    pub fn fit(&mut self, slots: usize) {
        if self.slots != slots {
            *self = Memory::new(slots);
        }
        self.kill_search.clear();
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
    pub stack: Stack,
    pub pv: PvTable,
    pub list: MoveList,
    pub root: RootMoves,
    pub seldepth: usize,
    /// Answers of the table so far.
    pub answers: u64,
    /// What it shares with the other workers of the search.
    pub team: &'a Team<'a>,
    /// Moves that the workers are searching; none where it is alone.
    pub busy: Option<&'a Busy>,
    /// Moves that the game had played at the root.
    pub played: usize,
    /// The moves of the present line that others leave to this worker.
    pub claims: Vec<Claim>,
    /// Moves that the nodes of the present line have left for later, see [`Worker::postpone`].
    pub postponed: Vec<(Move, Stage, usize)>,
}

impl<'a, G: Tactics, O: Observer> Worker<'a, G, O> {
    /// A worker that has not searched yet.
    pub fn new(
        game: G,
        plan: &'a Plan,
        table: Option<&'a Table>,
        memory: &'a mut Memory,
        observer: &'a mut O,
        team: &'a Team<'a>,
    ) -> Worker<'a, G, O> {
        Worker {
            judging: plan.repetition.judging(game.played()),
            played: game.played(),
            game,
            plan,
            table,
            leaves: table.and_then(Table::leaves).filter(|_| plan.table.walks),
            memory,
            stop: Stop::new(&team.budget),
            observer,
            stack: Stack::new(),
            pv: Default::default(),
            list: MoveList::new(),
            root: Default::default(),
            seldepth: 0,
            answers: 0,
            team,
            busy: team.busy.as_ref(),
            claims: Vec::new(),
            postponed: Vec::new(),
        }
    }

    /// Counts a node and notes how deep it lies. Whoever enters a node tells the observer when it is left.
    #[inline(always)]
    pub fn enter(&mut self, kind: Event, ply: usize, depth: i32, window: Window) -> Searched<()> {
        self.stop.count_node()?;
        self.observer.enter(kind, ply, depth, window);
        self.observer.count(kind);
        self.seldepth = self.seldepth.max(ply);
        Ok(())
    }

    /// Static evaluation of the position at a ply, kept below the scores of won games and, where the table must tell a
    /// draw by its score, off the draw score. The evaluator is asked once for each position of the line.
    #[inline(always)]
    pub fn evaluate(&mut self, ply: usize) -> Searched<Score> {
        let eval = match self.stack[ply].eval() {
            Some(eval) => eval,
            None => self.ask_evaluator(ply)?,
        };
        Ok(self.off_draw(ply, eval))
    }

    /// Static evaluation as the evaluator gives it, kept below the scores of won games; into the frame of the ply.
    #[inline(always)]
    fn ask_evaluator(&mut self, ply: usize) -> Searched<Score> {
        let eval = self.game.evaluate().clamp(1 - WIN, WIN - 1);
        self.stack[ply].set_eval(eval);
        self.observer.count(Event::Evaluation);
        if G::GUIDED {
            // Somebody's own evaluation that fails stops the search, and its number means nothing.
            self.stop.heed_flag()?;
        }
        Ok(eval)
    }

    /// Static evaluation of the root, which is the score where nothing is searched.
    pub fn standing(&mut self) -> Score {
        // A search that was stopped already has asked too: the frame holds the answer.
        let _ = self.evaluate(0);
        self.stack[0].eval().unwrap_or_default()
    }

    /// Plays a move of the node of a ply; `slot` is its history slot, where the children want to know it.
    #[inline(always)]
    pub fn play(&mut self, ply: usize, mv: Move, slot: usize) {
        self.stack.advance(ply, mv, slot, self.game.target_slot(mv));
        self.game.play(mv);
    }

    /// Takes back a move that was searched.
    #[inline(always)]
    pub fn take_back(&mut self, mv: Move, quiet: bool) {
        self.game.undo();
        self.release();
        if quiet {
            self.stack.searched.push(mv);
        }
    }
}
