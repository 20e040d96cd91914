//! What moves have earned by cutting off, wherever in the tree.
//!
//! The history heuristic (Schaeffer 1989) scores a move by its successes
//! everywhere. Added up without end (`depth * depth` each), old successes drown
//! new ones; with gravity, each update also pulls the value towards zero in
//! proportion to its size, so that values stay within a limit and follow the
//! part of the tree being searched.

use crate::search::config::Config;
use crate::search::heuristics::Learned;

heuristic! {
    history, group "ordering",
    choices {
        /// What moves earn for cutting off.
        HistoryUse {
            /// No history.
            Off = "off",
            /// `depth * depth` is added.
            DepthSquared = "depth-squared",
            /// A bonus that fades towards a limit, and a malus for quiet moves tried in vain.
            Gravity = "gravity",
        }
    }
    fields {
        history: HistoryUse = HistoryUse::Gravity, neutral HistoryUse::Off, Exact,
            "Orders quiet moves by their success everywhere in the tree.", "Schaeffer 1989; gravity: common practice since Stockfish";
        history_on_alpha: bool = false, neutral false, Exact,
            "Rewards moves that raise alpha as well as those that cut off.", "XiangQi Wizard";
        history_limit: i32 = 8192, neutral 8192, [64, 65536], Parameter,
            "Value that gravity history approaches.", "";
    }
    memory History,
    plan |c| {
        /// How values grow.
        growth: Growth = Growth::new(c);
        /// Whether a move that raises alpha is rewarded like one that cuts off.
        reward_alpha: bool = c.history_on_alpha;
    }
    without_effect |c| {
        history_on_alpha if c.history == HistoryUse::Off && c.killers == 0 && !c.counter_moves && c.history_pruning == 0, "nothing is learned";
    }
}

/// How history values grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// Bonus per squared depth; 0 leaves the table at zero.
    pub scale: i32,
    /// Largest bonus.
    pub most: i32,
    /// Value that gravity keeps within; without gravity out of all reach.
    pub limit: i64,
    /// Whether moves tried in vain lose what the cutting move gains.
    pub malus: bool,
}

impl Growth {
    /// From the configuration.
    pub fn new(config: &Config) -> Growth {
        match config.history {
            HistoryUse::Off => Growth { scale: 0, most: 0, limit: i64::MAX, malus: false },
            HistoryUse::DepthSquared => Growth { scale: 1, most: i32::MAX, limit: i64::MAX, malus: false },
            HistoryUse::Gravity => {
                let limit = config.history_limit;
                Growth { scale: 16, most: limit / 6, limit: limit as i64, malus: true }
            }
        }
    }

    /// What a cutoff at a depth is worth.
    #[inline(always)]
    pub fn bonus(&self, depth: i32) -> i32 {
        (self.scale * depth * depth).min(self.most)
    }
}

/// No sum of bonuses goes beyond this, so that ordering scores cannot overflow.
const CEILING: i64 = 1 << 28;

/// A value per history slot.
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
}

impl History {
    /// What a move has earned.
    #[inline(always)]
    pub fn get(&self, slot: usize) -> i32 {
        self.values[slot]
    }

    /// Gives a bonus (or a malus, below zero) and pulls the value towards zero.
    #[inline(always)]
    pub fn update(&mut self, slot: usize, bonus: i32, limit: i64) {
        let (value, bonus) = (self.values[slot] as i64, bonus as i64);
        self.values[slot] = (value + bonus - value * bonus.abs() / limit).clamp(-CEILING, CEILING) as i32;
    }

    /// All values, by slot.
    pub fn values(&self) -> &[i32] {
        &self.values
    }
}

impl Plan {
    /// Gives a move that cut off, or raised alpha, its bonus.
    #[inline(always)]
    pub fn reward(&self, history: &mut History, slot: usize, depth: i32) {
        history.update(slot, self.growth.bonus(depth), self.growth.limit);
    }

    /// Takes from a move that was tried in vain what the cutting move gains, if moves are punished.
    #[inline(always)]
    pub fn punish(&self, history: &mut History, slot: usize, depth: i32) {
        if self.growth.malus {
            history.update(slot, -self.growth.bonus(depth), self.growth.limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(history: HistoryUse, updates: usize) -> i32 {
        let plan = Growth::new(&Config { history, ..Config::default() });
        let mut table = History::new(3);
        for _ in 0..updates {
            table.update(1, plan.bonus(5), plan.limit);
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
        let limit = Config::default().history_limit;
        let value = grown(HistoryUse::Gravity, 1000);
        assert!(limit * 9 / 10 < value && value <= limit, "{value}");
        let mut table = History::new(1);
        table.update(0, -400, limit as i64);
        assert_eq!(table.get(0), -400);
    }

    #[test]
    fn off_stays_at_zero() {
        assert_eq!(grown(HistoryUse::Off, 1000), 0);
    }
}
