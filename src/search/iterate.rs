//! Iterative deepening with aspiration windows.

use super::node::Root;
use super::observe::{Event, Observer};
use super::stop::{Limits, Searched, Watch};
use super::worker::Worker;
use crate::game::{Move, MoveClass, MoveList, Tactics};
use crate::score::{MATE, Score, is_mate, price};
use crate::window::{Bound, Window};

/// What one finished iteration has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// Its depth in plies.
    pub depth: u32,
    /// Longest line looked at so far, in plies.
    pub seldepth: u32,
    /// Score from the view of the side to move.
    pub score: Score,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Best line; its first move is the move to play.
    pub pv: Vec<Move>,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Wall seconds so far.
    pub time: f64,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The move to play; none only if there is no legal move.
    pub mv: Move,
    /// Score of the last finished iteration; the evaluation if none was finished.
    pub score: Score,
    /// How the score relates to the true one; [`Bound::None`] if no iteration was finished.
    pub bound: Bound,
    /// Depth of the last finished iteration.
    pub depth: u32,
    /// Longest line looked at, in plies.
    pub seldepth: u32,
    /// Nodes searched, quiescence included.
    pub nodes: u64,
    /// Wall seconds.
    pub time: f64,
    /// CPU seconds of the searching thread.
    pub cpu_time: f64,
    /// Best line.
    pub pv: Vec<Move>,
    /// All finished iterations.
    pub iterations: Vec<Iteration>,
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Searches deeper and deeper until a limit is reached.
    pub fn run(&mut self, limits: &Limits, on_iteration: &mut dyn FnMut(&Iteration)) -> Report {
        let watch = Watch::start();
        let deepest = limits.depth.unwrap_or(self.plan.max_ply as u32);
        let first = if self.plan.iterative { 1 } else { deepest };
        let mut iterations: Vec<Iteration> = Vec::new();
        let Some(fallback) = self.first_move() else { return self.game_over(&watch) };
        // Asked now: a search that is stopped leaves the game where it was, deep in the tree.
        let standing = self.game.evaluate();
        for depth in first..=deepest {
            let last = iterations.last().map(|it| it.score);
            let Ok(score) = self.aspire(depth as i32, last) else { break };
            let iteration = Iteration {
                depth,
                seldepth: self.seldepth as u32,
                score,
                bound: Bound::Exact,
                pv: self.pv.line().to_vec(),
                nodes: self.stop.nodes(),
                time: watch.wall(),
            };
            self.note_change(iterations.last(), &iteration);
            on_iteration(&iteration);
            iterations.push(iteration);
            if self.plan.stop_on_mate && is_mate(score) {
                break;
            }
            if let [first] = &iterations[..]
                && let Some(win) = self.kill_at_root(first, watch.wall())
            {
                on_iteration(&win);
                iterations.push(win);
                break;
            }
        }
        let last = iterations.last();
        let pv = last.map_or_else(|| vec![fallback], |it| it.pv.clone());
        Report {
            mv: pv.first().copied().unwrap_or(fallback),
            score: last.map_or(standing, |it| it.score),
            bound: last.map_or(Bound::None, |it| it.bound),
            depth: last.map_or(0, |it| it.depth),
            seldepth: self.seldepth as u32,
            nodes: self.stop.nodes(),
            time: watch.wall(),
            cpu_time: watch.cpu(),
            pv,
            iterations,
        }
    }

    /// Counts an iteration whose best move is a new one because kill search at the horizon has found a win.
    fn note_change(&mut self, before: Option<&Iteration>, now: &Iteration) {
        let wins = self.plan.kill_horizon.is_some() && is_mate(now.score) && now.score > 0;
        if wins && before.is_some_and(|before| before.pv.first() != now.pv.first()) {
            self.observer.count(Event::KillHorizonChanged);
        }
    }

    /// One iteration. The window begins around the last score, if the plan says so, and opens where it fails.
    fn aspire(&mut self, depth: i32, last: Option<Score>) -> Searched<Score> {
        let mut window = Window::FULL;
        let mut width = self.plan.aspiration;
        if let (true, Some(last)) = (depth >= self.plan.aspiration_min_depth, last) {
            window = Window { alpha: (last - width).max(-MATE), beta: (last + width).min(MATE) };
        }
        loop {
            let score = self.node::<Root>(0, depth, window, false)?;
            width = width.saturating_mul(2).min(MATE);
            match window.bound(score) {
                Bound::Upper if window.alpha > -MATE => {
                    self.observer.count(Event::AspirationLow);
                    window.alpha = (score - width).max(-MATE);
                }
                Bound::Lower if window.beta < MATE => {
                    self.observer.count(Event::AspirationHigh);
                    window.beta = (score + width).min(MATE);
                }
                _ => return Ok(score),
            }
        }
    }

    fn first_move(&self) -> Option<Move> {
        let mut moves = MoveList::default();
        self.game.generate(MoveClass::All, &mut moves);
        moves.iter().next()
    }

    fn game_over(&self, watch: &Watch) -> Report {
        Report {
            mv: Move::NONE,
            score: price(self.game.stuck(), 0, self.plan.draw_score),
            bound: Bound::Exact,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time: watch.wall(),
            cpu_time: watch.cpu(),
            pv: Vec::new(),
            iterations: Vec::new(),
        }
    }
}
