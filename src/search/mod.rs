//! The search. It knows no game: everything it asks goes through [`crate::game`].
//!
//! A search in the order in which it happens:
//!
//! * [`heuristics`] has a file for each heuristic and a registry of them, from which follow the fields of [`config`],
//!   the numbers of [`plan`], the rules of [`explain`], the events of [`observe`] and what the trace says of them
//! * [`config`] says what is wanted, in fields of the types of [`field`], [`plan`] lowers it to numbers,
//!   [`explain`] says in words what it comes to
//! * [`iterate`] deepens, within the limits of [`stop`]; [`root`] keeps the root's moves
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
mod stack;
pub mod stop;
pub mod table;
pub mod trace;
mod worker;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use config::Config;
use config::Defect;
pub use iterate::{Iteration, Report};
pub use root::Focus;
use stack::Stack;
pub use stop::Limits;
use table::{Scheme, Table};
use worker::{Memory, Worker};

use crate::error::{Error, Result};
use crate::game::{MoveList, Tactics};
use observe::Observer;
use plan::Plan;

/// A configured search. It keeps its table and what it has learned between searches.
pub struct Searcher {
    config: Config,
    plan: Plan,
    table: Option<Arc<Table>>,
    memory: Memory,
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
        Ok(Searcher { plan: Plan::new(&config), memory: Memory::new(0), config, table })
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

    /// What moves have earned so far, by history slot ([`crate::game::Game::slot`]); empty before the first search.
    pub fn history(&self) -> &[i32] {
        self.memory.history.values()
    }

    /// Forgets everything, so that the next search is the same as that of a new searcher.
    pub fn clear(&mut self) {
        self.memory.clear();
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
        self.memory.fit(G::MOVE_SLOTS);
        let table = self.table.as_deref().filter(|_| Scheme::of(self.config.table).is_some());
        let stop = stop::Stop::new(limits, flag);
        let mut worker = Worker {
            game: game.clone(),
            plan: &self.plan,
            judging: self.plan.repetition.judging(game.played()),
            table,
            leaves: table.and_then(Table::leaves).filter(|_| self.plan.table.walks),
            memory: &mut self.memory,
            stop: if G::GUIDED { stop.at_every_node() } else { stop },
            observer,
            stack: Stack::new(),
            pv: Default::default(),
            list: MoveList::new(),
            root: Default::default(),
            seldepth: 0,
            answers: 0,
        };
        worker.run(limits, focus, on_iteration)
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
