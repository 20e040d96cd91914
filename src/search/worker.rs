//! A worker: the state of one thread of a search, and its basic operations.

use super::heuristics::{self, Learned};
use super::observe::{Event, Observer};
use super::picker::Offer;
use super::plan::Plan;
use super::pv::PvTable;
use super::root::RootMoves;
use super::smp::{Busy, Claim, Team};
use super::stack::Stack;
use super::stop::{Searched, Stop};
use super::table::{Leaves, Table};
use crate::game::{Move, MoveList, Tactics, VerdictRules};
use crate::score::{EVAL_LIMIT, Score, UNPROVED_MATE};
use crate::window::Window;

macro_rules! memory {
    ($({ $module:ident $group:literal $choices:tt $fields:tt $events:tt $rules:tt [$($memory:ident)?] $frame:tt })+) => {
        /// What the heuristics of one thread have learned; a searcher keeps it between searches.
        pub struct Memory {
            /// Number of history slots of the game that the memory is for.
            slots: usize,
            $($(pub $module: heuristics::$module::$memory,)?)+
        }

        impl Memory {
            /// An empty memory for a game with `slots` history slots.
            pub fn new(slots: usize) -> Memory {
                Memory { slots, $($($module: <heuristics::$module::$memory as Learned>::new(slots),)?)+ }
            }

            /// Forgets everything learned.
            pub fn clear(&mut self) {
                $($(<heuristics::$module::$memory as Learned>::clear(&mut self.$module);)?)+
            }

            /// Prepares the memory for a search of a game with `slots` history slots: forgets what was learned of another
            /// game, and what is not kept from one search to the next.
            pub fn fit(&mut self, slots: usize, plan: &Plan) {
                if self.slots != slots {
                    *self = Memory::new(slots);
                }
                $($(if !<heuristics::$module::$memory as Learned>::is_kept(plan) {
                    <heuristics::$module::$memory as Learned>::clear(&mut self.$module);
                })?)+
            }
        }
    };
}

for_all_heuristics!(memory);

/// State of one thread of a search.
pub(crate) struct Worker<'a, G, O> {
    pub game: G,
    pub plan: &'a Plan,
    /// Rules of repetition and limits of moves that the game judges at each node.
    pub verdict_rules: VerdictRules,
    pub table: Option<&'a Table>,
    /// The leaf table, if entries deeper than asked are walked to leaves.
    pub leaves: Option<&'a Leaves>,
    pub memory: &'a mut Memory,
    pub stop: Stop<'a>,
    pub observer: &'a mut O,
    pub stack: Stack,
    pub pv: PvTable,
    pub list: MoveList,
    pub root: RootMoves,
    /// Whether every node goes on while it loses, as the root does, see [`proved`](super::proved).
    pub proving: bool,
    pub seldepth: usize,
    /// Number of times that the table has cut off a node or narrowed its window.
    pub table_cutoffs: u64,
    /// What the workers of the search share besides the table.
    pub team: &'a Team<'a>,
    /// Moves that the workers are searching at this moment; `None` with one worker.
    pub busy: Option<&'a Busy>,
    /// Number of moves that the game had played at the root.
    pub played: usize,
    /// Claims on the moves of the current line, which tell the other workers to search them later.
    pub claims: Vec<Claim>,
    /// Moves that the nodes of the current line have left for later, see [`Worker::postpone`].
    pub postponed: Vec<Offer>,
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
            verdict_rules: plan.repetition.verdict_rules(game.played()),
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
            proving: false,
            seldepth: 0,
            table_cutoffs: 0,
            team,
            busy: team.busy.as_ref(),
            claims: Vec::new(),
            postponed: Vec::new(),
        }
    }

    /// Counts a node and updates `seldepth`. The caller must tell the observer when the node is left.
    #[inline(always)]
    pub fn enter(&mut self, kind: Event, ply: usize, depth: i32, window: Window) -> Searched<()> {
        self.stop.count_node()?;
        self.observer.enter(kind, ply, depth, window);
        self.observer.count(kind);
        self.seldepth = self.seldepth.max(ply);
        Ok(())
    }

    /// Static evaluation of the position at a ply, clamped below the scores of won games and, where the table
    /// recognises draws by their score, moved off the draw score. The evaluator is called once for each position of the
    /// line.
    #[inline(always)]
    pub fn evaluate(&mut self, ply: usize) -> Searched<Score> {
        let eval = match self.stack[ply].eval() {
            Some(eval) => eval,
            None => self.ask_evaluator(ply)?,
        };
        Ok(self.off_draw(ply, eval))
    }

    /// Calls the evaluator, clamps its value below the scores of won games, and stores it in the frame of the ply. A
    /// user's own function may go as far as an unproved mate.
    #[inline(always)]
    fn ask_evaluator(&mut self, ply: usize) -> Searched<Score> {
        let most = if G::GUIDED { UNPROVED_MATE } else { EVAL_LIMIT } - 1;
        let eval = self.game.evaluate().clamp(-most, most);
        self.stack[ply].set_eval(eval);
        self.observer.count(Event::Evaluation);
        if G::GUIDED {
            // A user's evaluation function that raises sets the flag, and the value it returned means nothing.
            self.stop.heed_flag()?;
        }
        Ok(eval)
    }

    /// Static evaluation of the root: the score of a search that finishes no iteration.
    pub fn standing(&mut self) -> Score {
        // Even if the search is stopped already, the evaluator was called, and the frame holds its value.
        let _ = self.evaluate(0);
        self.stack[0].eval().unwrap_or_default()
    }

    /// Plays a move at the node of a ply; `move_slot` is its [`Game::slot`](crate::game::Game::slot), which the nodes
    /// below may read.
    #[inline(always)]
    pub fn play(&mut self, ply: usize, mv: Move, move_slot: usize) {
        if let Some(table) = self.table {
            table.prefetch(self.game.key_after(mv));
        }
        self.stack.advance(ply, mv, move_slot, self.game.target_slot(mv));
        self.game.play(mv);
    }

    /// Whether a move may be skipped at a node of this remaining depth.
    #[inline(always)]
    pub fn may_skip(&self, depth: i32) -> bool {
        depth <= self.plan.asked.skips_to
    }

    /// Takes back a move that the node of a ply has searched, remembers it for what is learned from a cutoff, and releases the claim on it.
    #[inline(always)]
    pub fn take_back(&mut self, ply: usize, mv: Move, quiet: bool) {
        self.game.undo();
        self.release();
        if quiet {
            self.stack.searched.push(mv);
        } else {
            self.note_tried_capture(ply, mv);
        }
    }
}
