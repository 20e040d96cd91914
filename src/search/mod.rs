//! The search. It knows no game: everything it asks goes through [`crate::game`].
//!
//! A search in the order in which it happens:
//!
//! * [`heuristics`] has a file for each heuristic and a registry of them, from which follow the fields of [`config`],
//!   the numbers of [`plan`], the rules of [`explain`], the events of [`observe`] and what the trace says of them
//! * [`config`] says what is wanted, in fields of the types of [`field`], [`plan`] lowers it to numbers,
//!   [`explain`] says in words what it comes to
//! * `smp` has several workers search one position; each of them deepens ([`iterate`]), within the limits of [`stop`];
//!   [`root`] keeps the root's moves
//! * `pvs` is the node, in numbered steps that call heuristics by name; [`node`] its types, `worker` what it works with,
//!   `stack` what the nodes of the present line know, a frame for each ply
//! * `horizon` and `qsearch` are the steps beyond the horizon
//! * [`picker`] offers moves stage by stage; `order` says which heuristics have a say in their order, `learn` which of
//!   them learn from a move that cuts off
//! * [`kill`] proves wins by forcing moves
//! * [`table`] remembers, `leafwalk` asks a table of leaves, [`pv`] collects the best line
//! * [`observe`] watches, [`trace`] keeps what it sees of the tree, [`answers`] one answer of the table

#[macro_use]
mod named;
#[macro_use]
pub mod field;
#[macro_use]
pub mod heuristics;

pub mod answers;
pub mod config;
pub mod explain;
mod horizon;
pub mod iterate;
pub mod kill;
mod leafwalk;
mod learn;
pub mod node;
pub mod observe;
mod order;
pub mod picker;
pub mod plan;
pub mod pv;
mod pvs;
mod qsearch;
pub mod root;
mod smp;
mod stack;
pub mod stop;
pub mod table;
pub mod trace;
mod word;
mod worker;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use config::Config;
use config::Defect;
pub use iterate::{Iteration, Report};
pub use root::Focus;
use smp::Team;
use stop::Budget;
pub use stop::Limits;
use table::{Scheme, Table};
use worker::{Memory, Worker};

use crate::error::{Error, Result};
use crate::game::Tactics;
use observe::Observer;
use plan::Plan;

/// Most threads of a search.
pub const MOST_THREADS: usize = 256;

/// A configured search. It keeps its table and what it has learned between searches.
pub struct Searcher {
    config: Config,
    plan: Plan,
    table: Option<Arc<Table>>,
    threads: usize,
    /// What each worker has learned.
    memories: Vec<Memory>,
}

impl Searcher {
    /// A searcher that makes the table its configuration names.
    pub fn new(config: Config) -> Result<Searcher> {
        let table = Table::of(&config, config.table_mb as f64)?;
        Searcher::with_table(config, table.map(Arc::new))
    }

    /// A searcher that uses this table; its scheme may differ from the configuration's, its layout may not. A
    /// configuration without a table leaves it alone.
    pub fn with_table(config: Config, table: Option<Arc<Table>>) -> Result<Searcher> {
        check_layout(&config, table.as_deref())?;
        Ok(Searcher { plan: Plan::new(&config), threads: 1, memories: vec![Memory::new(0)], config, table })
    }

    /// What it was configured to do.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Does something else from now on, with the same table, whose layout must fit, and what was learned.
    pub fn reconfigure(&mut self, config: Config) -> Result<()> {
        check_layout(&config, self.table.as_deref())?;
        self.plan = Plan::new(&config);
        self.config = config;
        Ok(())
    }

    /// Its table, if it has one.
    pub fn table(&self) -> Option<&Arc<Table>> {
        self.table.as_ref()
    }

    /// Searches with so many threads from now on, at least one. With more than one, a search cannot be repeated: its tree
    /// depends on who comes first. A search with somebody's own code, or watched node by node, has one.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, MOST_THREADS);
    }

    /// Number of threads of a search.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// What moves have earned so far for the first worker, by history slot ([`crate::game::Game::slot`]); empty before
    /// the first search.
    pub fn history(&self) -> &[i32] {
        self.memories[0].history.values()
    }

    /// Forgets everything, so that the next search is the same as that of a new searcher.
    pub fn clear(&mut self) {
        self.memories.iter_mut().for_each(Memory::clear);
        if let Some(table) = &self.table {
            table.clear();
        }
    }

    /// Searches a position until a limit is reached or `flag` is set. `observer` sees everything;
    /// `on_iteration` is called after each finished iteration.
    pub fn search<G: Tactics, O: Observer>(
        &mut self,
        game: &G,
        limits: &Limits,
        flag: &AtomicBool,
        observer: &mut O,
        on_iteration: &mut dyn FnMut(&Iteration),
    ) -> Report {
        self.search_focused(game, limits, &Focus::default(), flag, observer, on_iteration)
    }

    /// The same, for some moves of the root only, or for several lines. The moves must be legal.
    pub fn search_focused<G: Tactics, O: Observer>(
        &mut self,
        game: &G,
        limits: &Limits,
        focus: &Focus,
        flag: &AtomicBool,
        observer: &mut O,
        on_iteration: &mut dyn FnMut(&Iteration),
    ) -> Report {
        if let Some(table) = self.table.as_ref().filter(|_| self.plan.defect.kind != Defect::NoAgeing) {
            table.advance_age();
        }
        let table = self.table.as_deref().filter(|_| Scheme::of(self.config.table).is_some());
        // Somebody's own code is called by one thread at a time, and an observer may have to see all nodes in order.
        let most = if G::GUIDED { 1 } else { self.threads };
        let mut observers: Vec<O> = (1..most).map_while(|_| observer.fork()).collect();
        let workers = 1 + observers.len();
        self.memories.resize_with(workers.max(self.memories.len()), || Memory::new(G::MOVE_SLOTS));
        self.memories.iter_mut().for_each(|memory| memory.fit(G::MOVE_SLOTS));
        let budget = Budget::new(limits, flag, workers);
        let team = Team::new(if G::GUIDED { budget.at_every_node() } else { budget }, workers);
        let everyone = std::iter::once(&mut *observer).chain(&mut observers);
        let mut seats = self.memories.iter_mut().zip(everyone);
        let seats = seats
            .by_ref()
            .map(|(memory, observer)| Worker::new(game.clone(), &self.plan, table, memory, observer, &team));
        let (opening, ended) = smp::search(seats.collect(), limits, focus, &team, on_iteration);
        observers.into_iter().for_each(|other| observer.absorb(other));
        Report::new(opening, &team, ended)
    }
}

/// Refuses a table of another layout than the configuration's.
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
