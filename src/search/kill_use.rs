//! Kill search inside the search: at the root, and at the horizon, where N plies of search go on as M plies of forcing
//! moves.

use super::config::KillUse;
use super::iterate::Iteration;
use super::kill::{Force, Question, Status};
use super::observe::{Event, Observer};
use super::worker::Worker;
use crate::game::{Defence, Tactics};
use crate::score::{MAX_PLY, Score, mated_at};
use crate::window::Bound;

/// A kill search as the plan has it.
#[derive(Clone, Copy, Debug)]
pub struct KillPlan {
    /// What is asked.
    pub question: Question,
    /// Most positions looked at for one answer.
    pub nodes: u64,
}

impl KillPlan {
    /// Lowers the fields of the configuration; `plies` counts both sides, and 0 sets no limit.
    pub fn new(kill: KillUse, plies: i32, nodes: i32, defence: Defence) -> Option<KillPlan> {
        let force = match kill {
            KillUse::Off => return None,
            KillUse::Checks => Force::Checks,
            KillUse::Threats => Force::Threats,
        };
        let moves = if plies == 0 { Question::NO_LIMIT } else { (plies as u32).div_ceil(2) };
        Some(KillPlan { question: Question { force, defence, moves }, nodes: nodes as u64 })
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// A forced win of the side to move at the horizon, as a score. The search goes on where none is found in time.
    #[inline]
    pub fn kill_at_horizon(&mut self, ply: usize) -> Option<Score> {
        let kill = self.plan.kill_horizon?;
        if kill.question.force == Force::Checks && !self.game.may_check() {
            return None;
        }
        self.observer.count(Event::KillHorizon);
        let mut stop = self.stop.within(kill.nodes);
        let depth = self.game.played();
        let found = self.memory.kill.wins(&mut self.game, &kill.question, &mut stop);
        self.stop.spend(stop.nodes());
        self.observer.count_many(Event::KillNode, stop.nodes());
        match found {
            Ok(true) => {
                self.observer.count(Event::KillHorizonWin);
                // The length of a win by threats is not known: no win is longer than the score has room for.
                let plies = self.memory.kill.plies(&kill.question).unwrap_or(MAX_PLY);
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
        let kill = self.plan.kill_root?;
        self.observer.count(Event::KillRoot);
        let mut stop = self.stop.within(kill.nodes);
        let answer = self.memory.kill.solve(&self.game, &kill.question, &mut stop);
        self.stop.spend(stop.nodes());
        self.observer.count_many(Event::KillNode, stop.nodes());
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
            nodes: self.stop.nodes(),
            time,
            fill: first.fill,
            others: Vec::new(),
        })
    }
}
