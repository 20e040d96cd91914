//! The history heuristic (Schaeffer 1989): quiet moves are ordered by how often they cut off, wherever in the tree.
//!
//! When bonuses of `depth * depth` are only added up, old successes drown new ones. With gravity, each update also
//! pulls the value towards zero in proportion to its size, so that values stay within a limit and follow the part of
//! the tree being searched.

use crate::game::{Game, Move, Tactics};
use crate::search::config::Config;
use crate::search::heuristics::Learned;
use crate::search::worker::Worker;

heuristic! {
    history, group "ordering",
    choices {
        /// How history values grow when a move cuts off.
        HistoryUse {
            /// No history.
            Off = "off",
            /// `depth * depth` is added for each cutoff.
            DepthSquared = "depth-squared",
            /// `depth * depth` is added for each cutoff; when a value reaches `history_limit`, all values are halved.
            Halved = "halved",
            /// A bonus that shrinks as the value approaches a limit, and a malus for quiet moves searched before the
            /// one that cut off.
            Gravity = "gravity",
        }
    }
    fields {
        history: HistoryUse = HistoryUse::Off, Exact Everyday,
            "Orders quiet moves by their history: how well they did at other nodes of the tree.", "Schaeffer 1989; gravity: common practice since Stockfish";
        history_on_alpha: bool = false, Exact Historical,
            "Rewards moves that raise alpha as well as those that cut off.", "XiangQi Wizard";
        history_limit: i32 = 8192, [64, 65536], Parameter,
            "Bound of history values: gravity history approaches it and never passes it, halved history halves all values there.", "Fruit 2.1: 16384";
        history_bonus_square: i32 = 16, [0, 1000], Parameter,
            "Bonus of a cutoff for each square ply of depth, in all histories with gravity.", "common practice since Stockfish";
        history_bonus_slope: i32 = 0, [0, 10000], Parameter,
            "Further bonus of a cutoff for each ply of depth, in all histories with gravity.", "common practice since Stockfish: 100 to 350";
        history_bonus_offset: i32 = 0, [0, 10000], Parameter,
            "What is subtracted from the bonus of a cutoff, in all histories with gravity; a bonus is at least 0.", "common practice since Stockfish";
        history_bonus_share: i32 = 6, [1, 64], Parameter,
            "The largest bonus of a cutoff is the bound of the history's values divided by this number, in all histories with gravity.", "common practice since Stockfish: 4 to 6";
        history_by_piece: bool = false, Exact Historical, needs MovingPieces,
            "Keeps history values, and the shares of history pruning, by the piece that moves and its target square; off: by start and target square.", "Fruit 2.1";
        history_per_search: bool = false, Exact Historical,
            "Forgets history values, and the shares of history pruning, at the beginning of each search.", "Fruit 2.1";
    }
    memory History,
    plan |c| {
        /// How history values grow.
        growth: Growth = Growth::new(c);
    }
    copies { by_piece = history_by_piece, per_search = history_per_search, reward_alpha = history_on_alpha }
    asks |plan, asked| {
        asked.slots |= plan.growth.learns();
        asked.rewards |= plan.growth.learns();
        asked.malus |= plan.growth.malus;
    }
    without_effect |c| {
        history_by_piece if !Asked::of(c).slots, "no history is kept";
        history_per_search if !Asked::of(c).slots, "no history is kept";
        history_on_alpha if !Asked::of(c).rewards, "nothing is learned";
    }
}

/// Bonus of a cutoff: a polynomial of the remaining depth, at least 0 and at most `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bonus {
    square: i32,
    slope: i32,
    offset: i32,
    most: i32,
}

impl Bonus {
    /// The bonus of the configuration for a history with gravity, whose absolute values are at most `limit`.
    pub fn new(c: &Config, limit: i32) -> Bonus {
        Bonus {
            square: c.history_bonus_square,
            slope: c.history_bonus_slope,
            offset: c.history_bonus_offset,
            most: limit / c.history_bonus_share,
        }
    }

    /// `square * depth * depth`.
    const fn squared(square: i32) -> Bonus {
        Bonus { square, slope: 0, offset: 0, most: i32::MAX }
    }

    /// Bonus of a cutoff at a remaining depth in plies.
    #[inline(always)]
    pub fn at(&self, depth: i32) -> i32 {
        ((self.square * depth + self.slope) * depth - self.offset).clamp(0, self.most)
    }
}

/// How history values grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// Bonus of a cutoff; always 0 where all values stay at zero.
    pub bonus: Bonus,
    /// Largest absolute value that gravity allows; without gravity never reached.
    pub limit: i64,
    /// Value at which all values are halved.
    pub halved_at: i32,
    /// Whether quiet moves searched before the one that cut off lose as much as it gains.
    pub malus: bool,
}

impl Growth {
    /// Whether values change at all.
    fn learns(&self) -> bool {
        self.bonus != Bonus::squared(0)
    }

    /// Lowers the configuration's history fields.
    pub fn new(config: &Config) -> Growth {
        let off = Growth { bonus: Bonus::squared(0), limit: i64::MAX, halved_at: i32::MAX, malus: false };
        match config.history {
            HistoryUse::Off => off,
            HistoryUse::DepthSquared => Growth { bonus: Bonus::squared(1), ..off },
            HistoryUse::Halved => Growth { bonus: Bonus::squared(1), halved_at: config.history_limit, ..off },
            HistoryUse::Gravity => {
                let limit = config.history_limit;
                Growth { bonus: Bonus::new(config, limit), limit: limit as i64, malus: true, ..off }
            }
        }
    }
}

/// Largest absolute history value, so that sums of ordering scores cannot overflow.
const CEILING: i64 = 1 << 28;

/// History values, one per history slot ([`Worker::history_slot`]).
#[derive(Clone, Debug, Default)]
pub struct History {
    values: Vec<i32>,
}

impl Learned for History {
    fn new(slots: usize) -> History {
        History { values: vec![0; slots] }
    }

    fn clear(&mut self) {
        self.values.fill(0);
    }

    fn is_kept(plan: &crate::search::plan::Plan) -> bool {
        !plan.history.per_search
    }
}

impl History {
    /// History value of a slot.
    #[inline(always)]
    pub fn get(&self, slot: usize) -> i32 {
        self.values[slot]
    }

    /// Adds a bonus, or a malus below zero, and pulls the value towards zero so that it stays within `limit`.
    #[inline(always)]
    pub fn update(&mut self, slot: usize, bonus: i32, limit: i64) {
        let (value, bonus) = (self.values[slot] as i64, bonus as i64);
        self.values[slot] = (value + bonus - value * bonus.abs() / limit).clamp(-CEILING, CEILING) as i32;
    }

    #[cold]
    fn halve(&mut self) {
        self.values.iter_mut().for_each(|value| *value /= 2);
    }

    /// All history values, indexed by slot.
    pub fn values(&self) -> &[i32] {
        &self.values
    }
}

impl Plan {
    /// Adds the bonus of a move that cut off, or raised alpha, at a remaining depth.
    #[inline(always)]
    pub fn reward(&self, history: &mut History, slot: usize, depth: i32) {
        history.update(slot, self.growth.bonus.at(depth), self.growth.limit);
        if history.get(slot) >= self.growth.halved_at {
            history.halve();
        }
    }

    /// Slot of a legal move of the side to move in the history table.
    #[inline(always)]
    pub fn slot<G: Game>(&self, game: &G, mv: Move) -> usize {
        if self.by_piece { game.target_slot(mv) } else { game.slot(mv) }
    }

    /// Subtracts the bonus from a quiet move that was searched before the one that cut off, where the configuration
    /// uses a malus.
    #[inline(always)]
    pub fn punish(&self, history: &mut History, slot: usize, depth: i32) {
        if self.growth.malus {
            history.update(slot, -self.growth.bonus.at(depth), self.growth.limit);
        }
    }
}

impl<G: Tactics, O> Worker<'_, G, O> {
    /// Slot of a legal move of the side to move in the history table: its move slot ([`Game::slot`]), or with
    /// `history_by_piece` its target slot.
    #[inline(always)]
    pub fn history_slot(&self, mv: Move) -> usize {
        self.plan.history.slot(&self.game, mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(history: HistoryUse, updates: usize) -> i32 {
        let plan = Growth::new(&Config { history, ..Config::neutral() });
        let mut table = History::new(3);
        for _ in 0..updates {
            table.update(1, plan.bonus.at(5), plan.limit);
        }
        assert_eq!((table.get(0), table.get(2)), (0, 0));
        table.get(1)
    }

    #[test]
    fn depth_squared_adds_up() {
        assert_eq!(grown(HistoryUse::DepthSquared, 1000), 25_000);
    }

    #[test]
    fn gravity_approaches_its_limit_and_never_passes_it() {
        let limit = Config::neutral().history_limit;
        let value = grown(HistoryUse::Gravity, 1000);
        assert!(limit * 9 / 10 < value && value <= limit, "{value}");
        let mut table = History::new(1);
        table.update(0, -400, limit as i64);
        assert_eq!(table.get(0), -400);
    }

    #[test]
    fn at_the_limit_all_values_are_halved() {
        let config = Config { history: HistoryUse::Halved, history_limit: 100, ..Config::neutral() };
        let (plan, mut table) = (Plan::new(&config), History::new(2));
        plan.reward(&mut table, 0, 5);
        plan.reward(&mut table, 1, 9);
        assert_eq!((table.get(0), table.get(1)), (25, 81));
        plan.reward(&mut table, 1, 9);
        assert_eq!((table.get(0), table.get(1)), (12, 81));
    }

    #[test]
    fn a_bonus_follows_its_formula_between_zero_and_a_share_of_the_limit() {
        let config = Config { history_bonus_square: 2, history_bonus_slope: 100, ..Config::neutral() };
        let bonus = Bonus::new(&Config { history_bonus_offset: 150, history_bonus_share: 8, ..config }, 8192);
        assert_eq!([1, 2, 5, 40].map(|depth| bonus.at(depth)), [0, 58, 400, 1024]);
    }

    #[test]
    fn off_stays_at_zero() {
        assert_eq!(grown(HistoryUse::Off, 1000), 0);
    }
}
