//! Iterative deepening: one iteration after another, and what they come to.

use super::observe::Observer;
use super::root::{Focus, Line};
use super::smp::{Finished, Team};
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
    /// Nodes searched by all threads, quiescence included.
    pub nodes: u64,
    /// Threads that have searched. With more than one, the same search gives another tree the next time.
    pub threads: u32,
    /// Wall seconds.
    pub time: f64,
    /// CPU seconds of all searching threads together.
    pub cpu_time: f64,
    /// Best line.
    pub pv: Vec<Move>,
    /// What the iteration that a limit interrupted had proved by then, where it is played: its best line so far, with
    /// the score as a lower bound. `mv`, `score`, `bound` and `pv` are its own then.
    pub interrupted: Option<Iteration>,
    /// All finished iterations.
    pub iterations: Vec<Iteration>,
}

/// What is said of a position before it is searched.
pub(crate) struct Opening {
    /// The move to play if no iteration is finished; none in a game that is over.
    fallback: Option<Move>,
    /// The score then.
    standing: Score,
    watch: Watch,
}

/// What a worker has to say when it has stopped, besides the iterations that it has finished.
pub(crate) struct Ended {
    interrupted: Option<Iteration>,
    nodes: u64,
    seldepth: usize,
    cpu_time: f64,
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Looks at the position before it is searched, and makes the list of the root's moves.
    pub fn open(&mut self, focus: &Focus) -> Opening {
        let (watch, fallback) = (Watch::start(), self.first_move(focus));
        if fallback.is_none() {
            return Opening { fallback, standing: self.price(self.game.stuck(), 0), watch };
        }
        // Asked now: a search that is stopped leaves the game where it was, deep in the tree.
        let standing = self.standing();
        self.list_root_moves(focus);
        Opening { fallback, standing, watch }
    }

    /// Searches deeper and deeper until a limit is reached. The leader of the team says so of every finished iteration,
    /// whoever has finished it, and looks for wins by force at the root.
    pub fn deepen(&mut self, opening: &Opening, limits: &Limits, focus: &Focus, mut leader: Option<Leader>) -> Ended {
        let (watch, mut interrupted) = (Watch::start(), None);
        let depths = self.depths(limits).take_while(|_| opening.fallback.is_some());
        for depth in depths {
            let last = self.team.last();
            self.stop.begin_iteration(depth);
            match self.iterate(depth as i32, last.as_ref().map(|last| &last.iteration), focus.lines) {
                Ok(lines) => self.finish(depth, lines, focus, &watch),
                Err(_) if self.stop.is_over() => {
                    let plays = focus.lines == 1 && last.is_none_or(|last| last.chosen.is_none());
                    let wanted = plays && !self.team.budget.is_closed();
                    interrupted = self.interrupted(depth, watch.wall()).filter(|_| wanted);
                    break;
                }
                Err(_) => self.rewind(),
            }
            if let Some(leader) = &mut leader {
                let is_first = leader.told == 0;
                leader.tell();
                if is_first && *focus == Focus::default() && !self.team.budget.is_closed() {
                    self.end_by_kill(&watch);
                }
            }
            if self.team.budget.is_closed() {
                break;
            }
        }
        if !self.stop.is_over() {
            self.team.budget.close();
        }
        if let Some(leader) = &mut leader {
            leader.tell();
        }
        Ended { interrupted, nodes: self.stop.nodes(), seldepth: self.seldepth, cpu_time: watch.cpu() }
    }

    /// Gives a finished iteration to the team, and ends the search where nothing deeper is wanted.
    fn finish(&mut self, depth: u32, lines: Vec<Line>, focus: &Focus, watch: &Watch) {
        if self.team.budget.has_finished(depth) {
            return;
        }
        let iteration = self.iteration(depth, lines, watch.wall());
        self.write_back(&iteration.pv);
        let chosen = self.choose_root_line().filter(|_| focus.lines == 1);
        self.note_change(self.team.last().as_ref().map(|last| &last.iteration), &iteration);
        let ends = focus.lines == 1 && self.ends_with(iteration.score);
        if self.team.finish(Finished { iteration, chosen }) && ends {
            self.team.budget.close();
        }
    }

    /// Ends the search where a kill search at the root finds a win.
    fn end_by_kill(&mut self, watch: &Watch) {
        let Some(first) = self.team.last() else { return };
        if let Some(win) = self.kill_at_root(&first.iteration, watch.wall()) {
            self.team.end_with(win);
        }
    }

    /// Back to the root, from wherever another worker has stopped this one.
    fn rewind(&mut self) {
        while self.game.played() > self.played {
            self.game.undo();
        }
        self.list.reset();
        self.stack.searched.reset();
        self.release_all();
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
            nodes: self.stop.nodes_of_all(),
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
}

/// Who says what the workers of a team have finished.
pub(crate) struct Leader<'l> {
    team: &'l Team<'l>,
    told: usize,
    on_iteration: &'l mut dyn FnMut(&Iteration),
}

impl<'l> Leader<'l> {
    /// One that has said nothing yet.
    pub fn new(team: &'l Team<'l>, on_iteration: &'l mut dyn FnMut(&Iteration)) -> Leader<'l> {
        Leader { team, told: 0, on_iteration }
    }

    /// Tells of the iterations that are finished by now.
    fn tell(&mut self) {
        let news: Vec<Finished> = self.team.finished()[self.told..].to_vec();
        self.told += news.len();
        news.iter().for_each(|finished| (self.on_iteration)(&finished.iteration));
    }
}

impl Drop for Leader<'_> {
    /// Where the leader panics, the others have to stop too: it waits for them.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.team.budget.close();
        }
    }
}

impl Report {
    /// What the workers of a team have found, the leader's word first.
    pub(crate) fn new(opening: Opening, team: &Team, ended: Vec<Ended>) -> Report {
        let Opening { fallback, standing, watch } = opening;
        let threads = ended.len() as u32;
        let total = |of: fn(&Ended) -> u64| ended.iter().map(of).sum();
        let (nodes, cpu_time) = (total(|ended| ended.nodes), ended.iter().map(|ended| ended.cpu_time).sum());
        let seldepth = ended.iter().map(|ended| ended.seldepth).max().unwrap_or_default() as u32;
        let last = team.last();
        let depth = last.as_ref().map_or(0, |last| last.iteration.depth);
        let news = ended.into_iter().filter_map(|ended| ended.interrupted).filter(|it| it.depth > depth);
        let interrupted =
            news.reduce(|best, it| if (it.depth, it.score) > (best.depth, best.score) { it } else { best });
        let (score, bound, pv) = match (&interrupted, &last) {
            (Some(it), _) => (it.score, it.bound, it.pv.clone()),
            (None, Some(Finished { iteration, chosen: Some(line) })) => (line.score, iteration.bound, line.pv.clone()),
            (None, Some(Finished { iteration, chosen: None })) => {
                (iteration.score, iteration.bound, iteration.pv.clone())
            }
            (None, None) => {
                (standing, if fallback.is_some() { Bound::None } else { Bound::Exact }, fallback.into_iter().collect())
            }
        };
        let iterations = team.finished().drain(..).map(|finished| finished.iteration).collect();
        let mv = pv.first().copied().or(fallback).unwrap_or(Move::NONE);
        Report {
            mv,
            score,
            bound,
            depth,
            seldepth,
            nodes,
            threads,
            time: watch.wall(),
            cpu_time,
            pv,
            interrupted,
            iterations,
        }
    }
}
