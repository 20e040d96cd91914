//! Iterative deepening: searches one iteration after another, and reports their results.

use super::observe::Observer;
use super::proved::reported;
use super::root::{Focus, Line};
use super::smp::{Finished, Team};
use super::stop::{Limits, Searched, Stopwatch};
use super::table::Table;
use super::worker::Worker;
use crate::game::{Move, MoveClass, MoveList, Tactics};
use crate::score::Score;
use crate::window::Bound;

/// Result of one finished iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Length, in plies, of the longest line searched so far.
    pub seldepth: u32,
    /// Score from the view of the side to move.
    pub score: Score,
    /// Whether the score is exact, a lower or an upper bound.
    pub bound: Bound,
    /// Principal variation; its first move is the move to play.
    pub pv: Vec<Move>,
    /// Number of nodes searched so far, by all threads.
    pub nodes: u64,
    /// Wall seconds since the search began.
    pub time: f64,
    /// Share of the table's slots that are filled, from 0 to 1; `None` without a table.
    pub fill: Option<f64>,
    /// Lines after the best one, best first, where several lines are asked for (multi-PV).
    pub others: Vec<Line>,
}

impl Iteration {
    /// The iteration with a bound; a mate that the bound does not prove becomes unproved.
    pub(crate) fn with_bound(self, bound: Bound) -> Iteration {
        Iteration { bound, score: reported(self.score, bound), ..self }
    }
}

/// Result of a search.
#[derive(Clone, Debug)]
pub struct Report {
    /// The move to play; [`Move::NONE`] only if there is no legal move.
    pub mv: Move,
    /// Score of the last finished iteration, or of the interrupted one after it; the static evaluation if there is
    /// neither.
    pub score: Score,
    /// Whether the score is exact, a lower or an upper bound; [`Bound::None`] if it is the static evaluation.
    pub bound: Bound,
    /// Depth, in plies, of the last finished iteration; 0 if none is.
    pub depth: u32,
    /// Length, in plies, of the longest line searched.
    pub seldepth: u32,
    /// Number of nodes searched by all threads, quiescence included.
    pub nodes: u64,
    /// Number of threads that searched. With more than one, a repeated search gives another tree.
    pub threads: u32,
    /// Wall time of the search, in seconds.
    pub time: f64,
    /// CPU time of all searching threads together, in seconds.
    pub cpu_time: f64,
    /// Principal variation.
    pub pv: Vec<Move>,
    /// What the interrupted last iteration had proved, where that is played (`keep_interrupted`): its best line, with
    /// the score as a lower bound. `mv`, `score`, `bound` and `pv` are then taken from it.
    pub interrupted: Option<Iteration>,
    /// All finished iterations, in order of depth.
    pub iterations: Vec<Iteration>,
}

/// What a search reports if it finishes no iteration.
pub(crate) struct Fallback {
    /// The move to play; `None` in a game that is over.
    mv: Option<Move>,
    /// The static evaluation, or the score of a game that is over.
    score: Score,
    stopwatch: Stopwatch,
}

/// What a worker reports when it has stopped, besides the iterations that it has finished.
pub(crate) struct Ended {
    interrupted: Option<Iteration>,
    nodes: u64,
    seldepth: usize,
    cpu_time: f64,
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Makes the list of root moves, and returns what to report if the search is stopped at once.
    pub fn prepare(&mut self, focus: &Focus) -> Fallback {
        let (stopwatch, mv) = (self.team.budget.stopwatch(), self.first_move(focus));
        if mv.is_none() {
            return Fallback { mv, score: self.verdict_score(self.game.stuck(), 0), stopwatch };
        }
        // Evaluated before the search: one that is stopped leaves the game deep in the tree.
        let score = self.standing();
        self.list_root_moves(focus);
        Fallback { mv, score, stopwatch }
    }

    /// Searches deeper and deeper until a limit is reached. The worker with a `leader` also reports all finished
    /// iterations, whichever worker has finished them, and tries a kill search at the root.
    pub fn deepen(&mut self, fallback: &Fallback, limits: &Limits, focus: &Focus, mut leader: Option<Leader>) -> Ended {
        let (stopwatch, mut interrupted) = (self.team.budget.stopwatch(), None);
        let depths = self.depths(limits).take_while(|_| fallback.mv.is_some());
        for depth in depths {
            let last = self.team.last();
            self.stop.begin_iteration(depth);
            match self.iterate(depth as i32, last.as_ref().map(|last| &last.iteration), focus.lines) {
                Ok(lines) => self.finish(depth, lines, focus, &stopwatch),
                Err(_) if self.stop.is_over() => {
                    let plays = focus.lines == 1 && last.is_none_or(|last| last.chosen.is_none());
                    let wanted = plays && !self.team.budget.is_closed();
                    interrupted = self.interrupted(depth, stopwatch.wall()).filter(|_| wanted);
                    break;
                }
                Err(_) => self.rewind(),
            }
            if let Some(leader) = &mut leader {
                let is_first = leader.told == 0;
                leader.tell();
                if *focus == Focus::default() && !self.team.budget.is_closed() {
                    self.end_by_proof(is_first, &stopwatch);
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
        Ended { interrupted, nodes: self.stop.nodes(), seldepth: self.seldepth, cpu_time: stopwatch.cpu() }
    }

    /// Hands a finished iteration to the team, and ends the search if its score needs no deeper search.
    fn finish(&mut self, depth: u32, lines: Vec<Line>, focus: &Focus, stopwatch: &Stopwatch) {
        if self.team.budget.has_finished(depth) {
            return;
        }
        // Several lines are searched with a window each, until all scores are exact.
        let bound = if focus.lines == 1 { self.root.window.bound(lines[0].score) } else { Bound::Exact };
        let iteration = self.iteration(depth, lines, stopwatch.wall()).with_bound(bound);
        self.write_back(&iteration.pv);
        let chosen = self.choose_root_line().filter(|_| focus.lines == 1);
        self.note_change(self.team.last().as_ref().map(|last| &last.iteration), &iteration);
        let ends = focus.lines == 1 && self.ends_with(iteration.score);
        if self.team.finish(Finished { iteration, chosen }) {
            if ends {
                self.team.budget.close();
            }
            self.heed_clock(focus);
        }
    }

    /// Ends the search if what is finished is enough for the clock.
    fn heed_clock(&mut self, focus: &Focus) {
        if self.team.budget.has_clock() {
            let has_choice = focus.moves.len() != 1 && self.game.count_moves() != 1;
            let iterations: Vec<Iteration> =
                self.team.finished().iter().map(|finished| finished.iteration.clone()).collect();
            self.team.budget.weigh(&iterations, has_choice);
        }
    }

    /// Ends the search if a kill search at the root, tried after the first iteration, or a second search of an unproved
    /// mate proves a mate.
    fn end_by_proof(&mut self, is_first: bool, stopwatch: &Stopwatch) {
        let Some(last) = self.team.last().map(|last| last.iteration) else { return };
        let win = if is_first { self.kill_at_root(&last, stopwatch.wall()) } else { None };
        if let Some(mate) = win.or_else(|| self.confirm(&last, stopwatch.wall())) {
            self.team.end_with(mate);
        }
    }

    /// Returns to the root position after a search that was stopped inside the tree.
    pub fn rewind(&mut self) {
        while self.game.played() > self.played {
            self.game.undo();
        }
        self.list.reset();
        self.stack.searched.reset();
        self.release_all();
    }

    /// Searches one iteration and returns its lines, the best first; `last` is the iteration before.
    fn iterate(&mut self, depth: i32, last: Option<&Iteration>, wanted: usize) -> Searched<Vec<Line>> {
        let mut lines = Vec::new();
        self.root.begin_iteration(last.and_then(|it| it.pv.first().copied()).unwrap_or_default());
        for taken in 0..self.root.most_lines(wanted) {
            self.root.begin_line(taken);
            let expected = match taken {
                0 => last.map(|it| it.score),
                _ => last.and_then(|it| it.others.get(taken - 1)).map(|line| line.score),
            };
            let score = self.aspire(depth, expected, wanted == 1)?;
            lines.push(Line { score, pv: self.pv.line().to_vec() });
        }
        // A later line may score higher than an earlier one: table and history have learned in between.
        lines.sort_by_key(|line| -line.score);
        Ok(lines)
    }

    /// Result of a finished iteration with these lines, the best first.
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

    /// The move to play if no iteration is finished: the first one asked for, or the first legal one.
    fn first_move(&self, focus: &Focus) -> Option<Move> {
        let mut moves = MoveList::default();
        self.game.generate(MoveClass::Candidates, &mut moves);
        focus.moves.first().copied().or_else(|| moves.iter().next())
    }
}

/// Reports the iterations that the workers of a team have finished; one worker of the team has it.
pub(crate) struct Leader<'l> {
    team: &'l Team<'l>,
    told: usize,
    on_iteration: &'l mut dyn FnMut(&Iteration),
}

impl<'l> Leader<'l> {
    /// A leader that has reported nothing yet.
    pub fn new(team: &'l Team<'l>, on_iteration: &'l mut dyn FnMut(&Iteration)) -> Leader<'l> {
        Leader { team, told: 0, on_iteration }
    }

    /// Reports the iterations finished since the last call.
    fn tell(&mut self) {
        let news: Vec<Finished> = self.team.finished()[self.told..].to_vec();
        self.told += news.len();
        news.iter().for_each(|finished| (self.on_iteration)(&finished.iteration));
    }
}

impl Drop for Leader<'_> {
    /// Ends the search if the leader's thread panics: that thread waits for the others, which would not stop otherwise.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.team.budget.close();
        }
    }
}

impl Report {
    /// Combines the results of a team's workers. An interrupted iteration is used if it is deeper than the last
    /// finished one; of several, the deepest, and among equals the one with the highest score.
    pub(crate) fn new(fallback: Fallback, team: &Team, ended: Vec<Ended>) -> Report {
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
                let bound = if fallback.mv.is_some() { Bound::None } else { Bound::Exact };
                (fallback.score, bound, fallback.mv.into_iter().collect())
            }
        };
        let iterations = team.finished().drain(..).map(|finished| finished.iteration).collect();
        let mv = pv.first().copied().or(fallback.mv).unwrap_or(Move::NONE);
        Report {
            mv,
            score,
            bound,
            depth,
            seldepth,
            nodes,
            threads,
            time: fallback.stopwatch.wall(),
            cpu_time,
            pv,
            interrupted,
            iterations,
        }
    }
}
