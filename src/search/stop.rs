//! Limits of a search in depth, nodes and time, and how its workers keep them. The only file that reads the time.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use super::clock::{Clock, Pace};
use super::config::Config;
use super::iterate::Iteration;
use crate::error::{Error, Result};
use crate::score::MAX_PLY;

/// Limits of a search; the first limit reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Depth of the last iteration, in plies, 1 to [`MAX_PLY`].
    pub depth: Option<u32>,
    /// Number of nodes of all threads together, quiescence included, at least 1.
    pub nodes: Option<u64>,
    /// Wall time in seconds, more than 0 and at most 1e9.
    pub time: Option<f64>,
    /// CPU time of all threads together in seconds, more than 0 and at most 1e9.
    pub cpu_time: Option<f64>,
    /// The clock of the game, from which the time for this move is computed.
    pub clock: Option<Clock>,
}

impl Limits {
    /// A limit of depth only, in plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Fails for limits out of range, and for a search without iterative deepening that has no limit of depth.
    pub fn check(&self, config: &Config) -> Result<()> {
        if self.depth.is_none() && !config.iterative {
            return Err(Error::Value(format!(
                "depth = None: a search without iterative deepening needs a limit of depth, expected 1 to {MAX_PLY} plies"
            )));
        }
        if let Some(depth) = self.depth.filter(|d| !(1..=MAX_PLY as u32).contains(d)) {
            return Err(Error::Value(format!("depth = {depth}: expected 1 to {MAX_PLY} plies")));
        }
        if self.nodes == Some(0) {
            return Err(Error::Value("nodes = 0: expected at least 1".into()));
        }
        for (name, seconds) in [("time", self.time), ("cpu_time", self.cpu_time)] {
            if let Some(seconds) = seconds.filter(|s| !(*s > 0.0 && *s <= 1e9)) {
                return Err(Error::Value(format!("{name} = {seconds}: expected seconds, more than 0 and at most 1e9")));
            }
        }
        self.clock.map_or(Ok(()), |clock| clock.check())
    }

    /// The wall time at which the search is interrupted, if it is.
    fn wall(&self) -> Option<Duration> {
        let most = self.clock.map(|clock| clock.pace().most);
        let seconds = [self.time, most].into_iter().flatten().reduce(f64::min);
        seconds.map(Duration::from_secs_f64)
    }
}

/// Flags by which other threads control a search.
#[derive(Clone, Copy)]
pub struct Flags<'a> {
    /// Ends the search when it is set.
    pub stop: &'a AtomicBool,
    /// While it is set the search thinks in the opponent's time: neither time nor clock end it. When it is cleared the
    /// limits in time begin to run. `None`: they run from the beginning.
    pub ponder: Option<&'a AtomicBool>,
}

impl<'a> From<&'a AtomicBool> for Flags<'a> {
    fn from(stop: &'a AtomicBool) -> Flags<'a> {
        Flags { stop, ponder: None }
    }
}

impl Flags<'_> {
    /// Whether the search thinks in the opponent's time.
    fn ponders(&self) -> bool {
        self.ponder.is_some_and(|ponder| ponder.load(Relaxed))
    }
}

/// Error of a search that was stopped before it had a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aborted;

/// Result of a part of a search: a value, or [`Aborted`] if the search was stopped.
pub type Searched<T> = std::result::Result<T, Aborted>;

/// Largest number of nodes between two checks of the clock and the stop flag; they take a fraction of a millisecond.
const POLL_INTERVAL: u64 = 1024;
/// Least number of leases into which a worker's share of a node limit is divided, so that no worker takes all of it.
const LEASES: u64 = 16;

/// Nodes and time that the workers of a search share. Workers take nodes in small leases, so that counting a node
/// touches no shared memory.
pub struct Budget<'a> {
    /// Limit of nodes for all workers together.
    nodes: u64,
    /// Number of nodes that no worker has leased.
    left: AtomicU64,
    /// Number of nodes in a lease.
    interval: u64,
    flags: Flags<'a>,
    /// When the search began.
    begun: Instant,
    /// Limit of wall time, and when it began to run: later where the search ponders.
    wall: Option<Duration>,
    since: OnceLock<Instant>,
    /// Limit of CPU time, and what the workers have used, in nanoseconds.
    cpu: Option<u64>,
    cpu_used: AtomicU64,
    pace: Option<Pace>,
    /// Whether the finished iterations are enough for the clock.
    enough: AtomicBool,
    /// Whether a worker has ended the search, for example because the last iteration is finished.
    closed: AtomicBool,
    /// Depth, in plies, of the deepest iteration that any worker has finished.
    finished: AtomicU32,
}

impl<'a> Budget<'a> {
    /// Budget of a search that begins now with this number of workers. Other threads end it by `flags`.
    pub fn new(limits: &Limits, flags: impl Into<Flags<'a>>, workers: usize) -> Budget<'a> {
        let (begun, flags) = (Instant::now(), flags.into());
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let interval = match workers {
            1 => POLL_INTERVAL,
            _ => (nodes / (LEASES * workers as u64)).clamp(1, POLL_INTERVAL),
        };
        Budget {
            nodes,
            left: AtomicU64::new(nodes),
            interval,
            flags,
            begun,
            wall: limits.wall(),
            since: if flags.ponders() { OnceLock::new() } else { OnceLock::from(begun) },
            cpu: limits.cpu_time.map(|seconds| Duration::from_secs_f64(seconds).as_nanos() as u64),
            cpu_used: AtomicU64::new(0),
            pace: limits.clock.map(|clock| clock.pace()),
            enough: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            finished: AtomicU32::new(0),
        }
    }

    /// Leases of one node, so that limits and flag are checked at every node: for slow evaluations, such as Python
    /// code.
    pub fn at_every_node(self) -> Budget<'a> {
        Budget { interval: 1, ..self }
    }

    /// A stopwatch of this thread whose wall time runs since the search began, as its limit does.
    pub fn stopwatch(&self) -> Stopwatch {
        Stopwatch { wall: self.begun, ..Stopwatch::start() }
    }

    /// Ends the search of every worker.
    pub fn close(&self) {
        self.closed.store(true, Relaxed);
    }

    /// Whether a worker has ended the search.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Relaxed)
    }

    /// Notes that the iteration of a depth is finished, so that the other workers stop searching it.
    pub fn finish(&self, depth: u32) {
        self.finished.fetch_max(depth, Relaxed);
    }

    /// Whether any worker has finished the iteration of a depth, or a deeper one.
    pub fn has_finished(&self, depth: u32) -> bool {
        self.finished.load(Relaxed) >= depth
    }

    /// Whether the search has a clock, so that [`Budget::weigh`] may end it.
    pub fn has_clock(&self) -> bool {
        self.pace.is_some()
    }

    /// Ends the search if the finished iterations, in order of depth, are enough for its clock. While it ponders it goes
    /// on, and ends when the clock begins to run.
    pub fn weigh(&self, iterations: &[Iteration], has_choice: bool) {
        let enough = self.pace.is_some_and(|pace| pace.is_enough(iterations, has_choice));
        self.enough.store(enough, Relaxed);
        if enough && !self.flags.ponders() {
            self.close();
        }
    }

    /// Leases at most `most` nodes; returns how many it got, 0 if none are left.
    fn take(&self, most: u64) -> u64 {
        let taken = |left: u64| Some(left - most.min(left));
        let left = self.left.fetch_update(Relaxed, Relaxed, taken).unwrap_or_default();
        most.min(left)
    }

    /// Whether the time is up, the flag is set, or a worker has ended the search.
    fn is_over(&self) -> bool {
        let enough = || self.enough.load(Relaxed);
        let late = || self.wall.is_some_and(|wall| self.since.get_or_init(Instant::now).elapsed() >= wall);
        let spent = || self.cpu.is_some_and(|most| self.cpu_used.load(Relaxed) >= most);
        let stopped = self.flags.stop.load(Relaxed) || self.closed.load(Relaxed) || spent();
        stopped || !self.flags.ponders() && (enough() || late())
    }
}

/// Counts the nodes of one worker, and stops it when the budget is spent.
pub struct Stop<'a> {
    nodes: u64,
    /// Node count at which the current lease ends.
    leased: u64,
    /// Limit of nodes of this counter alone. A kill search inside may go beyond it.
    most: u64,
    /// Depth, in plies, of the iteration that is being searched.
    depth: u32,
    /// Whether the whole search is over, and not only the current iteration.
    over: bool,
    /// CPU time of this thread when it was last added to the budget; `None` before that.
    cpu: Option<Duration>,
    budget: &'a Budget<'a>,
}

impl<'a> Stop<'a> {
    /// A counter that has counted no node.
    pub fn new(budget: &'a Budget<'a>) -> Stop<'a> {
        Stop { nodes: 0, leased: 0, most: u64::MAX, depth: u32::MAX, over: false, cpu: None, budget }
    }

    /// Begins the iteration of a depth: the worker stops when another worker finishes it.
    pub fn begin_iteration(&mut self, depth: u32) {
        self.depth = depth;
    }

    /// Depth, in plies, of the iteration that is being searched.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Whether the whole search is over; false where the worker stopped because another one has finished the iteration.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Ends the search if the flag is set, without waiting for the end of the lease.
    #[inline(always)]
    pub fn heed_flag(&mut self) -> Searched<()> {
        self.over |= self.budget.flags.stop.load(Relaxed);
        if self.over { Err(Aborted) } else { Ok(()) }
    }

    /// Number of nodes that this worker has counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Number of nodes that all workers have counted so far; the leases of other workers count as spent.
    pub fn nodes_of_all(&self) -> u64 {
        let taken = self.budget.nodes - self.budget.left.load(Relaxed);
        taken - (self.leased - self.nodes)
    }

    /// Counts a node; fails if the search is over.
    #[inline(always)]
    pub fn count_node(&mut self) -> Searched<()> {
        if self.nodes >= self.leased {
            self.poll()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// A counter of at most `nodes` nodes for a search inside this search; pass it to [`Stop::spend`] afterwards.
    pub fn within(&mut self, nodes: u64) -> Stop<'a> {
        self.give_back();
        Stop { most: nodes, cpu: self.cpu, ..Stop::new(self.budget) }
    }

    /// Adds the nodes of a search inside this search to the count.
    pub fn spend(&mut self, mut inner: Stop<'a>) {
        inner.give_back();
        self.nodes += inner.nodes;
        self.leased += inner.nodes;
        self.cpu = inner.cpu;
    }

    /// Returns the unused part of the lease to the budget.
    fn give_back(&mut self) {
        self.budget.left.fetch_add(self.leased - self.nodes, Relaxed);
        self.leased = self.nodes;
    }

    #[cold]
    #[inline(never)]
    fn poll(&mut self) -> Searched<()> {
        if self.budget.cpu.is_some() {
            self.add_cpu_time();
        }
        let lease = if self.budget.is_over() {
            0
        } else {
            self.budget.take(self.budget.interval.min(self.most.saturating_sub(self.nodes)))
        };
        self.leased += lease;
        self.over |= lease == 0 && self.nodes < self.most;
        if lease == 0 || self.budget.has_finished(self.depth) { Err(Aborted) } else { Ok(()) }
    }

    /// Adds the CPU time that this thread has used since the last time to that of all workers.
    fn add_cpu_time(&mut self) {
        let now = ThreadTime::now().as_duration();
        let used = self.cpu.map_or(Duration::ZERO, |before| now - before);
        self.budget.cpu_used.fetch_add(used.as_nanos() as u64, Relaxed);
        self.cpu = Some(now);
    }
}

/// Stopwatch of wall time, and of the CPU time of the thread that started it.
pub struct Stopwatch {
    wall: Instant,
    cpu: ThreadTime,
}

impl Stopwatch {
    /// A stopwatch started now.
    pub fn start() -> Stopwatch {
        Stopwatch { wall: Instant::now(), cpu: ThreadTime::now() }
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
