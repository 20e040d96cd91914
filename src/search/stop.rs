//! Limits of a search. The only file that reads a clock.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
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

/// Counts nodes and says when it is over.
pub struct Stop<'a> {
    nodes: u64,
    next_poll: u64,
    interval: u64,
    node_limit: u64,
    deadline: Option<Instant>,
    flag: &'a AtomicBool,
}

impl<'a> Stop<'a> {
    /// From the limits of a search that begins now; whoever sets `flag` ends it.
    pub fn new(limits: &Limits, flag: &'a AtomicBool) -> Stop<'a> {
        let deadline = limits.time.map(|t| Instant::now() + Duration::from_secs_f64(t));
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        Stop { nodes: 0, next_poll: 0, interval: POLL_INTERVAL, node_limit, deadline, flag }
    }

    /// The same, with a look at the clock and the flag at every node: for nodes that take long.
    pub fn at_every_node(self) -> Stop<'a> {
        Stop { interval: 1, ..self }
    }

    /// Ends the search if the flag is set, without waiting for the next look at it.
    #[inline(always)]
    pub fn heed_flag(&self) -> Searched<()> {
        if self.flag.load(Relaxed) { Err(Aborted) } else { Ok(()) }
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node, unless the search is over.
    #[inline(always)]
    pub fn count_node(&mut self) -> Searched<()> {
        if self.nodes >= self.next_poll {
            self.poll()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// The same limits, and so many nodes at most, for a search inside this one; [`Stop::spend`] its nodes afterwards.
    pub fn within(&self, nodes: u64) -> Stop<'a> {
        let left = self.node_limit - self.nodes;
        Stop { nodes: 0, next_poll: 0, node_limit: nodes.min(left), ..*self }
    }

    /// Counts the nodes of a search inside this one.
    pub fn spend(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    #[cold]
    #[inline(never)]
    fn poll(&mut self) -> Searched<()> {
        let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.nodes >= self.node_limit || self.flag.load(Relaxed) || late() {
            return Err(Aborted);
        }
        self.next_poll = self.node_limit.min(self.nodes + self.interval);
        Ok(())
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
