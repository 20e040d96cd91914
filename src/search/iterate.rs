//! Iterative deepening: one iteration after another, and what they come to.

use super::observe::Observer;
use super::root::{Focus, Line};
use super::stop::{Limits, Searched, Watch};
use super::table::Table;
use super::worker::Worker;
use crate::game::{Move, MoveClass, MoveList, Tactics};
use crate::score::Score;
use crate::window::Bound;

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
    /// Share of the table that is filled, from 0 to 1; nothing without a table.
    pub fill: Option<f64>,
    /// The lines after the best one, where several are asked for.
    pub others: Vec<Line>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The move to play; none only if there is no legal move.
    pub mv: Move,
    /// Score of the last finished iteration, or of what the one after it had proved; the evaluation if there is neither.
    pub score: Score,
    /// How the score relates to the true one; [`Bound::None`] if it is the evaluation.
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
    /// What the iteration that a limit interrupted had proved by then, where it is played: its best line so far, with
    /// the score as a lower bound. `mv`, `score`, `bound` and `pv` are its own then.
    pub interrupted: Option<Iteration>,
    /// All finished iterations.
    pub iterations: Vec<Iteration>,
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Searches deeper and deeper until a limit is reached.
    pub fn run(&mut self, limits: &Limits, focus: &Focus, on_iteration: &mut dyn FnMut(&Iteration)) -> Report {
        let watch = Watch::start();
        let mut iterations: Vec<Iteration> = Vec::new();
        let (mut chosen, mut interrupted) = (None, None);
        let Some(fallback) = self.first_move(focus) else { return self.game_over(&watch) };
        // Asked now: a search that is stopped leaves the game where it was, deep in the tree.
        let standing = self.standing();
        self.list_root_moves(focus);
        for depth in self.depths(limits) {
            let Ok(lines) = self.iterate(depth as i32, iterations.last(), focus.lines) else {
                let plays = focus.lines == 1 && chosen.is_none();
                interrupted = self.interrupted(depth, watch.wall()).filter(|_| plays);
                break;
            };
            let iteration = self.iteration(depth, lines, watch.wall());
            self.write_back(&iteration.pv);
            chosen = self.choose_root_line().filter(|_| focus.lines == 1);
            self.note_change(iterations.last(), &iteration);
            on_iteration(&iteration);
            let ends = focus.lines == 1 && self.ends_with(iteration.score);
            iterations.push(iteration);
            if ends {
                break;
            }
            if let [first] = &iterations[..]
                && *focus == Focus::default()
                && let Some(win) = self.kill_at_root(first, watch.wall())
            {
                on_iteration(&win);
                iterations.push(win);
                chosen = None;
                break;
            }
        }
        let last = interrupted.as_ref().or(iterations.last());
        let (score, pv) = match chosen {
            Some(Line { score, pv }) => (score, pv),
            None => last.map_or_else(|| (standing, vec![fallback]), |it| (it.score, it.pv.clone())),
        };
        Report {
            mv: pv.first().copied().unwrap_or(fallback),
            score,
            bound: last.map_or(Bound::None, |it| it.bound),
            depth: iterations.last().map_or(0, |it| it.depth),
            seldepth: self.seldepth as u32,
            nodes: self.stop.nodes(),
            time: watch.wall(),
            cpu_time: watch.cpu(),
            pv,
            interrupted,
            iterations,
        }
    }

    /// The lines of one iteration, the best first; `last` is the iteration before.
    fn iterate(&mut self, depth: i32, last: Option<&Iteration>, wanted: usize) -> Searched<Vec<Line>> {
        let mut lines = Vec::new();
        self.root.begin_iteration(last.and_then(|it| it.pv.first().copied()).unwrap_or_default());
        for taken in 0..self.root.most_lines(wanted) {
            self.root.begin_line(taken);
            let expected = match taken {
                0 => last.map(|it| it.score),
                _ => last.and_then(|it| it.others.get(taken - 1)).map(|line| line.score),
            };
            let score = self.aspire(depth, expected)?;
            lines.push(Line { score, pv: self.pv.line().to_vec() });
        }
        // A later line may have turned out better: tables and histories know more by then.
        lines.sort_by_key(|line| -line.score);
        Ok(lines)
    }

    /// A finished iteration of these lines, the best first.
    pub fn iteration(&self, depth: u32, mut lines: Vec<Line>, time: f64) -> Iteration {
        let Line { score, pv } = lines.remove(0);
        Iteration {
            depth,
            seldepth: self.seldepth as u32,
            score,
            bound: Bound::Exact,
            pv,
            nodes: self.stop.nodes(),
            time,
            fill: self.table.map(Table::estimated_fill),
            others: lines,
        }
    }

    /// What is played if no iteration is finished.
    fn first_move(&self, focus: &Focus) -> Option<Move> {
        let mut moves = MoveList::default();
        self.game.generate(MoveClass::All, &mut moves);
        focus.moves.first().copied().or_else(|| moves.iter().next())
    }

    fn game_over(&self, watch: &Watch) -> Report {
        Report {
            mv: Move::NONE,
            score: self.price(self.game.stuck(), 0),
            bound: Bound::Exact,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time: watch.wall(),
            cpu_time: watch.cpu(),
            pv: Vec::new(),
            interrupted: None,
            iterations: Vec::new(),
        }
    }
}
