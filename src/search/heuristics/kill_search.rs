//! Kill search inside the search: at the root, and at the horizon, where N plies of search go on as M plies of forcing
//! moves.

use crate::game::{Forcing, Tactics};
use crate::score::{MAX_PLY, Score, is_mate, mated_at};
use crate::search::heuristics::Learned;
use crate::search::iterate::Iteration;
use crate::search::kill::{Force, Question, Status};
use crate::search::observe::{Event, Observer};
use crate::search::worker::Worker;
use crate::window::Bound;

pub use crate::search::kill::Solver;

heuristic! {
    kill_search, group "forced wins",
    choices {
        /// Which wins by force a kill search looks for.
        KillUse {
            /// None.
            Off = "off",
            /// By checks: fours in gomoku.
            Checks = "checks",
            /// By threats too: fours and threes in gomoku.
            Threats = "threats",
        }

        /// Which replies the defender of a kill search by threats may choose from. All but the first are names of rules
        /// of thumb that some game has, see [`Forcing::DEFENCE_RULES`].
        Defence {
            /// Every reply that can hold.
            Sound = "sound",
            /// Gomoku: the rule that a report states, what makes a three, a four or a five for either side.
            Prose = "prose",
            /// Gomoku: the rule that the report's program follows, a list of priorities.
            Code = "code",
        }
    }
    fields {
        kill_root: KillUse = KillUse::Off, neutral KillUse::Off, Approximate,
            "Kill search at the root, after the first iteration: a forced win found there ends the search.", "gomoku report";
        kill_root_nodes: i32 = 100_000, neutral 100_000, [1, 1_000_000_000], Parameter,
            "Most positions of a kill search at the root.", "";
        kill_horizon: KillUse = KillUse::Off, neutral KillUse::Off, Approximate,
            "Kill search at the horizon, for the side to move: N plies of search and M of forcing moves.", "gomoku report; Rapfi";
        kill_plies: i32 = 0, neutral 0, [0, 200], Parameter,
            "Plies of a kill search at the horizon (M), half of them the attacker's; 0 sets no limit.", "gomoku report: about 10";
        kill_nodes: i32 = 500, neutral 500, [1, 1_000_000_000], Parameter,
            "Most positions of a kill search at the horizon.", "";
        kill_defence: Defence = Defence::Sound, neutral Defence::Sound, Parameter, needs DefenceRules,
            "Replies of the defender in kill searches by threats: all that can hold, or one of the report's two rules.", "gomoku report";
    }
    memory Solver,
    plan |c| {
        /// Kill search at the root.
        root: Option<Task> = Task::new(c.kill_root, 0, c.kill_root_nodes, c.kill_defence);
        /// Kill search at the horizon.
        horizon: Option<Task> = Task::new(c.kill_horizon, c.kill_plies, c.kill_nodes, c.kill_defence);
    }
    events {
        KillNode = "kill_nodes", "A position was looked at by a kill search.";
        KillRoot = "kill_root", "A kill search at the root was begun.";
        KillRootWin = "kill_root_wins", "A kill search at the root found a win.";
        KillRootChanged = "kill_root_changed", "A win found at the root begins with another move than the best of the first iteration.";
        KillHorizon = "kill_horizon", "A kill search at the horizon was begun.";
        KillHorizonWin = "kill_horizon_wins", "A kill search at the horizon found a win.";
        KillHorizonStopped = "kill_horizon_stopped", "A kill search at the horizon came to its limit of positions.";
        KillHorizonChanged = "kill_horizon_changed", "The best move of an iteration rests on a win by force, and is another one than the iteration's before.";
    }
}

/// Positions that kill search remembers at most inside a search, as a power of two.
const MEMORY_BITS: u32 = 18;

/// What kill search remembers is of one search only: it knows positions by their keys, and not the rules they are played
/// by.
impl Learned for Solver {
    fn new(_slots: usize) -> Solver {
        Solver::new(MEMORY_BITS)
    }

    fn clear(&mut self) {
        Solver::clear(self);
    }
}

/// One of the two kill searches.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// What the attacker may play.
    pub force: Force,
    /// What the defender may play.
    pub defence: Defence,
    /// Most moves of the attacker.
    pub moves: u32,
    /// Most positions looked at for one answer.
    pub nodes: u64,
}

impl Task {
    /// Lowers the fields of the configuration; `plies` counts both sides, and 0 sets no limit.
    pub fn new(kill: KillUse, plies: i32, nodes: i32, defence: Defence) -> Option<Task> {
        let force = match kill {
            KillUse::Off => return None,
            KillUse::Checks => Force::Checks,
            KillUse::Threats => Force::Threats,
        };
        let moves = if plies == 0 { Question::NO_LIMIT } else { (plies as u32).div_ceil(2) };
        Some(Task { force, defence, moves, nodes: nodes as u64 })
    }

    /// What is asked in a game.
    fn question<G: Forcing>(&self) -> Question {
        Question { force: self.force, rule: self.defence.rule_of::<G>(), moves: self.moves }
    }
}

impl Defence {
    /// The rule's place among those of a game; none for every reply that can hold, and for a rule of another game.
    pub fn rule_of<G: Forcing>(self) -> Option<usize> {
        G::DEFENCE_RULES.iter().position(|rule| *rule == self.name())
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether wins by force are looked for at the horizon.
    #[inline(always)]
    pub fn kills_at_horizon(&self) -> bool {
        self.plan.kill_search.horizon.is_some()
    }

    /// A forced win of the side to move at the horizon, as a score. The search goes on where none is found in time.
    #[inline]
    pub fn kill_at_horizon(&mut self, ply: usize) -> Option<Score> {
        let kill = self.plan.kill_search.horizon?;
        if kill.force == Force::Checks && !self.game.may_check() {
            return None;
        }
        self.observer.count(Event::KillHorizon);
        let question = kill.question::<G>();
        let mut stop = self.stop.within(kill.nodes);
        let depth = self.game.played();
        let found = self.memory.kill_search.wins(&mut self.game, &question, &mut stop);
        self.observer.count_many(Event::KillNode, stop.nodes());
        self.stop.spend(stop);
        match found {
            Ok(true) => {
                self.observer.count(Event::KillHorizonWin);
                // The length of a win by threats is not known: no win is longer than the score has room for.
                let plies = self.memory.kill_search.plies(&question).unwrap_or(MAX_PLY);
                Some(-mated_at((ply + plies).min(MAX_PLY)))
            }
            Ok(false) => None,
            Err(_) => {
                // Stopped in the midst of it: back to where it began.
                while self.game.played() > depth {
                    self.game.undo();
                }
                self.observer.count(Event::KillHorizonStopped);
                None
            }
        }
    }

    /// A forced win at the root as an iteration that ends the search; `first` is the iteration before.
    pub fn kill_at_root(&mut self, first: &Iteration, time: f64) -> Option<Iteration> {
        let kill = self.plan.kill_search.root?;
        self.observer.count(Event::KillRoot);
        let mut stop = self.stop.within(kill.nodes);
        let answer = self.memory.kill_search.solve(&self.game, &kill.question::<G>(), &mut stop);
        self.observer.count_many(Event::KillNode, stop.nodes());
        self.stop.spend(stop);
        let proof = answer.proof.filter(|_| answer.status == Status::Win)?;
        self.observer.count(Event::KillRootWin);
        if Some(&proof.mv) != first.pv.first() {
            self.observer.count(Event::KillRootChanged);
        }
        Some(Iteration {
            depth: first.depth,
            seldepth: first.seldepth.max(proof.plies),
            score: -mated_at((proof.plies as usize).min(MAX_PLY)),
            bound: Bound::Lower,
            pv: proof.line(),
            nodes: self.stop.nodes_of_all(),
            time,
            fill: first.fill,
            others: Vec::new(),
        })
    }

    /// Counts an iteration whose best move is a new one because kill search at the horizon has found a win.
    pub fn note_change(&mut self, before: Option<&Iteration>, now: &Iteration) {
        let wins = self.kills_at_horizon() && is_mate(now.score) && now.score > 0;
        if wins && before.is_some_and(|before| before.pv.first() != now.pv.first()) {
            self.observer.count(Event::KillHorizonChanged);
        }
    }
}
