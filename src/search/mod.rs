//! The game-tree search. It is independent of the game: rules and evaluation are reached through the traits of
//! [`crate::game`].
//!
//! Modules, in the order in which a search uses them:
//!
//! * [`heuristics`] has one file for each heuristic and a registry. The fields of [`config`], the numbers of [`plan`],
//!   the rules of [`explain`], the events of [`observe`] and the cuts of [`trace`] are generated from it.
//! * [`config`] holds what the user asks for, in fields of the types of [`field`]; `foreign_field_names` lists what other
//!   programs call them. [`plan`] lowers a configuration to numbers; [`explain`] describes it in words.
//! * `smp` runs one worker per thread on the position (lazy SMP). Each worker deepens iteratively ([`iterate`]) within
//!   the limits of [`stop`] and at the pace of the [`clock`]; [`root`] keeps the list of root moves.
//! * `pvs` searches a full node, in numbered steps that call heuristics by name; `node_facts` collects the properties of
//!   a node and of a move by which heuristics decide; [`proved`] says which mate scores are proved. [`node`] declares
//!   node types, `worker` the state of a thread, `stack` a frame for each ply of the current line.
//! * `horizon` and `qsearch` search beyond the horizon.
//! * [`picker`] generates moves in [`stages`]; `order` sums the ordering scores of heuristics, and updates
//!   those that learn from cutoffs.
//! * [`kill`] is the kill search: it proves wins by forcing moves.
//! * [`table`] is the transposition table, `leafwalk` its use in the layout leafwalk; [`pv`] collects the principal
//!   variation.
//! * [`observe`] defines what may watch a search; [`trace`] records its tree, and [`table_cutoff`] one cutoff by the table.

#[macro_use]
mod named_enum;
#[macro_use]
pub mod field;
#[macro_use]
pub mod heuristics;

pub mod clock;
pub mod config;
pub mod explain;
mod foreign_field_names;
mod horizon;
pub mod iterate;
pub mod kill;
mod leafwalk;
pub mod node;
mod node_facts;
pub mod observe;
mod order;
mod pairs;
pub mod picker;
pub mod plan;
pub mod proved;
pub mod pv;
mod pvs;
mod qsearch;
pub mod root;
mod shared_word;
mod smp;
mod stack;
pub mod stages;
pub mod stop;
pub mod table;
pub mod table_cutoff;
pub mod trace;
mod worker;

use std::sync::Arc;

pub use clock::Clock;
pub use config::Config;
use config::Defect;
pub use iterate::{Iteration, Report};
pub use root::Focus;
use smp::Team;
use stop::Budget;
pub use stop::{Flags, Limits};
use table::{Scheme, Table};
use worker::{Memory, Worker};

use crate::error::{Error, Result};
use crate::game::Tactics;
use observe::Observer;
use plan::Plan;

/// Largest number of threads of a search.
pub const MAX_THREADS: usize = 256;

/// A configured search, which keeps its transposition table and what heuristics have learned between searches.
pub struct Searcher {
    config: Config,
    plan: Plan,
    table: Option<Arc<Table>>,
    threads: usize,
    /// What the heuristics of each worker have learned; one memory per thread.
    memories: Vec<Memory>,
}

impl Searcher {
    /// A searcher with a new table of the scheme, layout and size that the configuration names. Fails if memory is
    /// short.
    pub fn new(config: Config) -> Result<Searcher> {
        let table = Table::of(&config, config.table_mb as f64)?;
        Searcher::with_table(config, table.map(Arc::new))
    }

    /// A searcher that uses a given table. The table's layout must be the configuration's; its scheme may differ. A
    /// configuration with `table` off ignores it.
    pub fn with_table(config: Config, table: Option<Arc<Table>>) -> Result<Searcher> {
        check_layout(&config, table.as_deref())?;
        Ok(Searcher { plan: Plan::new(&config), threads: 1, memories: vec![Memory::new(0)], config, table })
    }

    /// The searcher's configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Replaces the configuration; the table and what was learned are kept. Fails if the table's layout is not that of
    /// the new configuration.
    pub fn reconfigure(&mut self, config: Config) -> Result<()> {
        check_layout(&config, self.table.as_deref())?;
        self.plan = Plan::new(&config);
        self.config = config;
        Ok(())
    }

    /// The searcher's transposition table, if it has one.
    pub fn table(&self) -> Option<&Arc<Table>> {
        self.table.as_ref()
    }

    /// Sets the number of threads of later searches, from 1 to [`MAX_THREADS`]; other numbers are clamped. With more
    /// than one thread a search is not reproducible: its tree depends on which thread is first. A search that calls the
    /// user's own Python code, or whose observer must see all nodes in order, uses one thread.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, MAX_THREADS);
    }

    /// Number of threads that a search uses.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// History values of the first thread, by move slot ([`crate::game::Game::slot`]), or with
    /// `history_by_piece` by target slot; empty before the first search.
    pub fn history(&self) -> &[i32] {
        self.memories[0].history.values()
    }

    /// Clears the table and what was learned, so that the next search equals that of a new searcher.
    pub fn clear(&mut self) {
        self.memories.iter_mut().for_each(Memory::clear);
        if let Some(table) = &self.table {
            table.clear();
        }
    }

    /// Searches a position until a limit is reached or another thread sets a flag of `flags`. `request` is [`Limits`], or a
    /// [`Request`], which also says which root moves to choose from and how many lines to find. `observer` sees every
    /// event and node; `on_iteration` is called after each finished iteration.
    pub fn search<'r, 'f, G: Tactics, O: Observer>(
        &mut self,
        game: &G,
        request: impl Into<Request<'r>>,
        flags: impl Into<Flags<'f>>,
        observer: &mut O,
        on_iteration: &mut dyn FnMut(&Iteration),
    ) -> Report {
        let Request { limits, focus } = request.into();
        if let Some(table) = self.table.as_ref().filter(|_| self.plan.defect.kind != Defect::NoAgeing) {
            table.advance_age();
        }
        let table = self.table.as_deref().filter(|_| Scheme::of(self.config.table).is_some());
        // The user's own code may be called by one thread only, and an observer may have to see all nodes in order.
        let most = if G::GUIDED { 1 } else { self.threads };
        let mut observers: Vec<O> = (1..most).map_while(|_| observer.fork()).collect();
        let threads = 1 + observers.len();
        self.memories.resize_with(threads.max(self.memories.len()), || Memory::new(G::MOVE_SLOTS));
        self.memories.iter_mut().for_each(|memory| memory.fit(G::MOVE_SLOTS, &self.plan));
        let budget = Budget::new(limits, flags, threads);
        let team = Team::new(if G::GUIDED { budget.at_every_node() } else { budget }, threads);
        let all_observers = std::iter::once(&mut *observer).chain(&mut observers);
        let workers = self.memories.iter_mut().zip(all_observers);
        let workers =
            workers.map(|(memory, observer)| Worker::new(game.clone(), &self.plan, table, memory, observer, &team));
        let (fallback, ended) = smp::search(workers.collect(), limits, focus, &team, on_iteration);
        observers.into_iter().for_each(|other| observer.absorb(other));
        Report::new(fallback, &team, ended)
    }
}

/// Limits of a search and the root moves that it may choose from.
#[derive(Clone, Copy)]
pub struct Request<'r> {
    /// What ends the search.
    pub limits: &'r Limits,
    /// The root moves to choose from, which must be legal, and the number of lines to find.
    pub focus: &'r Focus,
}

impl<'r> From<&'r Limits> for Request<'r> {
    /// A request for the best of all moves.
    fn from(limits: &'r Limits) -> Request<'r> {
        static ALL: Focus = Focus::ALL;
        limits.on(&ALL)
    }
}

impl Limits {
    /// A request to search the root moves of `focus` within these limits.
    pub fn on<'r>(&'r self, focus: &'r Focus) -> Request<'r> {
        Request { limits: self, focus }
    }
}

/// Fails if a table's layout is not the configuration's.
fn check_layout(config: &Config, table: Option<&Table>) -> Result<()> {
    let wanted = config.table_layout;
    match table.map(Table::layout).filter(|&layout| layout != wanted) {
        None => Ok(()),
        Some(other) => {
            let (other, wanted) = (other.name(), wanted.name());
            Err(Error::TableMismatch(format!("its layout is {other:?}, the configuration's {wanted:?}")))
        }
    }
}
