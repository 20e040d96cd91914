//! Kill search (算杀, search for forced wins) inside the main search: once at the root, and at the horizon, where N
//! plies of full search are extended by M plies of forcing moves only.

use crate::game::{Forcing, Tactics};
use crate::score::{MAX_PLY, Score, is_decisive, mated_at, unproved};
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
        /// Which forced wins a kill search looks for.
        KillUse {
            /// None: no kill search.
            Off = "off",
            /// Wins by continuous checks; in gomoku, by continuous fours (VCF).
            Checks = "checks",
            /// Wins by continuous threats, checks included; in gomoku, by fours and threes (VCT).
            Threats = "threats",
        }

        /// Which replies the defender may choose from in a kill search by threats. All but `sound` are rules of thumb
        /// that only some games have, see [`Forcing::DEFENCE_RULES`].
        Defence {
            /// Every reply that can stop the threat, so that a win found is a proof.
            Sound = "sound",
            /// Gomoku: the rule stated in the text of Song Zixing's report: points that make a three, a four or a five for
            /// either side.
            Prose = "prose",
            /// Gomoku: the rule that Song Zixing's program follows, a list of priorities.
            Code = "code",
        }
    }
    fields {
        kill_root: KillUse = KillUse::Off, Approximate Everyday,
            "Kill search at the root, after the first iteration: a forced win found there ends the search.", "Song Zixing's report";
        kill_root_nodes: i32 = 100_000, [1, 1_000_000_000], Parameter,
            "Largest number of positions of a kill search at the root.", "";
        kill_horizon: KillUse = KillUse::Off, Approximate Everyday,
            "Kill search at the horizon, for the side to move: after N plies of search, M plies of forcing moves.", "Song Zixing's report; Rapfi";
        kill_plies: i32 = 0, [0, 200], Parameter,
            "Plies of a kill search at the horizon (M), half of them the attacker's; 0 sets no limit.", "Song Zixing's report: about 10";
        kill_plain_checks: i32 = 1000, [0, 1000], Parameter, needs Threats,
            "Number of the attacker's first moves in a kill search by checks at the horizon that may be any check; behind them only checks that prepare further ones are tried, in gomoku fours that make another three or an open two.", "Rapfi: 2";
        kill_nodes: i32 = 500, [1, 1_000_000_000], Parameter Everyday,
            "Largest number of positions of a kill search at the horizon.", "";
        kill_defence: Defence = Defence::Sound, Parameter Historical, needs DefenceRules,
            "Replies of the defender in kill searches by threats: all that can hold, or those that a rule of thumb of Song Zixing's report allows.", "Song Zixing's report";
    }
    memory Solver,
    plan |c| {
        /// Kill search at the root; none when off.
        root: Option<Task> = Task::new(c.kill_root, 0, MOST, c.kill_root_nodes, c.kill_defence);
        /// Kill search at the horizon; none when off.
        horizon: Option<Task> = Task::new(c.kill_horizon, c.kill_plies, c.kill_plain_checks, c.kill_nodes, c.kill_defence);
    }
    events {
        KillNode = "kill_nodes", "A kill search visited a position.";
        KillRoot = "kill_root", "A kill search at the root began.";
        KillRootWin = "kill_root_wins", "A kill search at the root found a win.";
        KillRootChanged = "kill_root_changed", "A win found by a kill search at the root begins with another move than the best of the first iteration.";
        KillHorizon = "kill_horizon", "A kill search at the horizon began.";
        KillHorizonWin = "kill_horizon_wins", "A kill search at the horizon found a win.";
        KillHorizonStopped = "kill_horizon_stopped", "A kill search at the horizon reached its limit of positions.";
        KillHorizonChanged = "kill_horizon_changed", "The best move of an iteration rests on a forced win found by kill search, and differs from the best of the iteration before.";
    }
}

/// Value of `kill_plain_checks` that sets no limit.
const MOST: i32 = Question::NO_LIMIT as i32;

/// Capacity of a kill search's memory inside the main search: 2^18 positions.
const MEMORY_BITS: u32 = 18;

/// The solver's memory is cleared before every search: it identifies positions by their keys alone, which do not
/// include the rules that the game is played by.
impl Learned for Solver {
    fn new(_slots: usize) -> Solver {
        Solver::new(MEMORY_BITS)
    }

    fn clear(&mut self) {
        Solver::clear(self);
    }

    /// What a kill search remembers holds for one search only.
    fn is_kept(_plan: &crate::search::plan::Plan) -> bool {
        false
    }
}

/// Settings of a kill search, at the root or at the horizon.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Class of moves that the attacker may play.
    pub force: Force,
    /// Rule by which the defender's replies are chosen.
    pub defence: Defence,
    /// Largest number of the attacker's moves in a win.
    pub moves: u32,
    /// Number of the attacker's first moves that may be any check.
    pub plain: u32,
    /// Largest number of positions visited by one kill search.
    pub nodes: u64,
}

impl Task {
    /// Lowers the fields of the configuration; none when `kill` is off. `plies` counts both sides, and 0 sets no limit;
    /// `plain` is the number of the attacker's first moves that may be any check.
    pub fn new(kill: KillUse, plies: i32, plain: i32, nodes: i32, defence: Defence) -> Option<Task> {
        let force = match kill {
            KillUse::Off => return None,
            KillUse::Checks => Force::Checks,
            KillUse::Threats => Force::Threats,
        };
        let moves = if plies == 0 { Question::NO_LIMIT } else { (plies as u32).div_ceil(2) };
        Some(Task { force, defence, moves, plain: plain as u32, nodes: nodes as u64 })
    }

    /// The question that the solver is asked in the game `G`.
    fn question<G: Forcing>(&self) -> Question {
        let rule = self.defence.rule_of::<G>();
        Question { force: self.force, rule, plain: self.plain, moves: self.moves, estimates: false }
    }

    /// Score of a win found, `plies` plies from the root: unproved against a rule of thumb.
    fn score<G: Forcing>(&self, plies: usize) -> Score {
        let by_rule = self.force == Force::Threats && self.defence.rule_of::<G>().is_some();
        if by_rule { unproved(-mated_at(plies)) } else { -mated_at(plies) }
    }
}

impl Defence {
    /// Index of the rule in the game's [`Forcing::DEFENCE_RULES`]; none for `sound`, and for a rule that the game
    /// lacks.
    pub fn rule_of<G: Forcing>(self) -> Option<usize> {
        G::DEFENCE_RULES.iter().position(|rule| *rule == self.name())
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether a kill search is tried at the horizon.
    #[inline(always)]
    pub fn kills_at_horizon(&self) -> bool {
        self.plan.kill_search.horizon.is_some()
    }

    /// Score of a forced win that a kill search finds for the side to move at the horizon; `None` where it finds none
    /// within its limits.
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
                // The length of a win by threats is not known; the longest that a score can express never overstates
                // it.
                let plies = self.memory.kill_search.plies(&question).unwrap_or(MAX_PLY);
                Some(kill.score::<G>((ply + plies).min(MAX_PLY)))
            }
            Ok(false) => None,
            Err(_) => {
                // The kill search was stopped inside its tree: its moves are taken back.
                while self.game.played() > depth {
                    self.game.undo();
                }
                self.observer.count(Event::KillHorizonStopped);
                None
            }
        }
    }

    /// A forced win that a kill search finds at the root, as an iteration that ends the search; `first` is the
    /// iteration finished before it.
    pub fn kill_at_root(&mut self, first: &Iteration, time: f64) -> Option<Iteration> {
        let kill = self.plan.kill_search.root?;
        self.observer.count(Event::KillRoot);
        let mut stop = self.stop.within(kill.nodes);
        let found = self.memory.kill_search.solve(&self.game, &kill.question::<G>(), &mut stop);
        self.observer.count_many(Event::KillNode, stop.nodes());
        self.stop.spend(stop);
        let proof = found.proof.filter(|_| found.status == Status::Win)?;
        self.observer.count(Event::KillRootWin);
        if Some(&proof.mv) != first.pv.first() {
            self.observer.count(Event::KillRootChanged);
        }
        Some(Iteration {
            depth: first.depth,
            seldepth: first.seldepth.max(proof.plies),
            score: kill.score::<G>((proof.plies as usize).min(MAX_PLY)),
            bound: Bound::Lower,
            pv: proof.line(),
            nodes: self.stop.nodes_of_all(),
            time,
            fill: first.fill,
            others: Vec::new(),
        })
    }

    /// Counts an iteration whose best move differs from that of the iteration before and wins by force.
    pub fn note_change(&mut self, before: Option<&Iteration>, now: &Iteration) {
        let wins = self.kills_at_horizon() && is_decisive(now.score) && now.score > 0;
        if wins && before.is_some_and(|before| before.pv.first() != now.pv.first()) {
            self.observer.count(Event::KillHorizonChanged);
        }
    }
}
