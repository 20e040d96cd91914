//! Limits of a search. The only file that reads a clock.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use super::config::Config;
use crate::error::{Error, Result};
use crate::score::MAX_PLY;

/// When a search ends; the first limit reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Iterations, in plies.
    pub depth: Option<u32>,
    /// Nodes in all, quiescence included.
    pub nodes: Option<u64>,
    /// Wall seconds.
    pub time: Option<f64>,
}

impl Limits {
    /// Only a depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Refuses limits that make no sense, or none for the depth of a search that does not deepen.
    pub fn check(&self, config: &Config) -> Result<()> {
        if self.depth.is_none() && !config.iterative {
            return Err(Error::Value("a search without iterative deepening needs a limit of depth".into()));
        }
        if let Some(depth) = self.depth.filter(|d| !(1..=MAX_PLY as u32).contains(d)) {
            return Err(Error::Value(format!("depth = {depth}: expected 1 to {MAX_PLY} plies")));
        }
        if self.nodes == Some(0) {
            return Err(Error::Value("nodes = 0: expected at least 1".into()));
        }
        if let Some(time) = self.time.filter(|t| !(*t > 0.0 && *t <= 1e9)) {
            return Err(Error::Value(format!("time = {time}: expected seconds, more than 0 and at most 1e9")));
        }
        Ok(())
    }
}

/// The search was stopped before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aborted;

/// A value, or the news that the search was stopped.
pub type Searched<T> = std::result::Result<T, Aborted>;

/// Nodes between two looks at the clock and the stop flag: a fraction of a millisecond.
const POLL_INTERVAL: u64 = 1024;
/// Parts of a limit of nodes that each of several workers takes at least, so that one alone does not take it all.
const LEASES: u64 = 16;

/// What the workers of a search may spend together. They take nodes in small leases, so that counting costs nothing.
pub struct Budget<'a> {
    /// Most nodes of all workers.
    nodes: u64,
    /// Nodes that no worker has taken.
    left: AtomicU64,
    /// Nodes of a lease.
    interval: u64,
    deadline: Option<Instant>,
    flag: &'a AtomicBool,
    /// Nobody needs the search any more.
    closed: AtomicBool,
    /// Depth of the deepest iteration that some worker has finished, in plies.
    finished: AtomicU32,
}

impl<'a> Budget<'a> {
    /// From the limits of a search of so many workers that begins now; whoever sets `flag` ends it.
    pub fn new(limits: &Limits, flag: &'a AtomicBool, workers: usize) -> Budget<'a> {
        let deadline = limits.time.map(|t| Instant::now() + Duration::from_secs_f64(t));
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let interval = match workers {
            1 => POLL_INTERVAL,
            _ => (nodes / (LEASES * workers as u64)).clamp(1, POLL_INTERVAL),
        };
        let (left, closed, finished) = (AtomicU64::new(nodes), AtomicBool::new(false), AtomicU32::new(0));
        Budget { nodes, left, interval, deadline, flag, closed, finished }
    }

    /// A budget that workers look at after every node: for nodes that take long.
    pub fn at_every_node(self) -> Budget<'a> {
        Budget { interval: 1, ..self }
    }

    /// Ends the search of every worker.
    pub fn close(&self) {
        self.closed.store(true, Relaxed);
    }

    /// Whether nobody needs the search any more.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Relaxed)
    }

    /// Says that an iteration is finished, so that nobody else need finish it.
    pub fn finish(&self, depth: u32) {
        self.finished.fetch_max(depth, Relaxed);
    }

    /// Whether some worker has finished the iteration of a depth.
    pub fn has_finished(&self, depth: u32) -> bool {
        self.finished.load(Relaxed) >= depth
    }

    /// Takes at most so many nodes; answers how many there were.
    fn take(&self, most: u64) -> u64 {
        let taken = |left: u64| Some(left - most.min(left));
        let left = self.left.fetch_update(Relaxed, Relaxed, taken).unwrap_or_default();
        most.min(left)
    }

    /// Whether time is up or somebody wants the search to end.
    fn is_over(&self) -> bool {
        let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.flag.load(Relaxed) || self.closed.load(Relaxed) || late()
    }
}

/// Counts the nodes of one worker and says when it has to stop.
pub struct Stop<'a> {
    nodes: u64,
    /// Number of nodes at which the lease ends.
    leased: u64,
    /// Most nodes of this count.
    most: u64,
    /// Depth of the iteration that is being searched.
    depth: u32,
    /// The search is over, and not the present iteration alone.
    over: bool,
    budget: &'a Budget<'a>,
}

impl<'a> Stop<'a> {
    /// Nothing counted yet.
    pub fn new(budget: &'a Budget<'a>) -> Stop<'a> {
        Stop { nodes: 0, leased: 0, most: u64::MAX, depth: u32::MAX, over: false, budget }
    }

    /// Begins the iteration of a depth: the worker has to stop when another one finishes it.
    pub fn begin_iteration(&mut self, depth: u32) {
        self.depth = depth;
    }

    /// Whether the search is over; where only the iteration is, another worker has finished it.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Ends the search if the flag is set, without waiting for the next look at it.
    #[inline(always)]
    pub fn heed_flag(&mut self) -> Searched<()> {
        self.over |= self.budget.flag.load(Relaxed);
        if self.over { Err(Aborted) } else { Ok(()) }
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes that all workers have counted so far; what others have taken counts as spent.
    pub fn nodes_of_all(&self) -> u64 {
        let taken = self.budget.nodes - self.budget.left.load(Relaxed);
        taken - (self.leased - self.nodes)
    }

    /// Counts a node, unless the search is over.
    #[inline(always)]
    pub fn count_node(&mut self) -> Searched<()> {
        if self.nodes >= self.leased {
            self.poll()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts at most so many nodes of a search inside this one; [`Stop::spend`] it afterwards.
    pub fn within(&mut self, nodes: u64) -> Stop<'a> {
        self.give_back();
        Stop { most: nodes, ..Stop::new(self.budget) }
    }

    /// Counts the nodes of a search inside this one.
    pub fn spend(&mut self, mut inner: Stop<'a>) {
        inner.give_back();
        self.nodes += inner.nodes;
        self.leased += inner.nodes;
    }

    /// Gives back what is left of the lease.
    fn give_back(&mut self) {
        self.budget.left.fetch_add(self.leased - self.nodes, Relaxed);
        self.leased = self.nodes;
    }

    #[cold]
    #[inline(never)]
    fn poll(&mut self) -> Searched<()> {
        let lease =
            if self.budget.is_over() { 0 } else { self.budget.take(self.budget.interval.min(self.most - self.nodes)) };
        self.leased += lease;
        self.over |= lease == 0 && self.nodes < self.most;
        if lease == 0 || self.budget.has_finished(self.depth) { Err(Aborted) } else { Ok(()) }
    }
}

/// Measures a search: wall time, and the CPU time of the thread that made the watch.
pub struct Watch {
    wall: Instant,
    cpu: ThreadTime,
}

impl Watch {
    /// Starts now.
    pub fn start() -> Watch {
        Watch { wall: Instant::now(), cpu: ThreadTime::now() }
    }

    /// Wall seconds since the start.
    pub fn wall(&self) -> f64 {
        self.wall.elapsed().as_secs_f64()
    }

    /// CPU seconds of this thread since the start.
    pub fn cpu(&self) -> f64 {
        self.cpu.elapsed().as_secs_f64()
    }
}
