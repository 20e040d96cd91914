//! Retrograde analysis: from the positions without a legal move back to all whose side to move wins or loses.
//!
//! Level by level, by the number of moves that the game still lasts. From a lost position each move backwards leads to a won
//! one; a move backwards from a won position leads to a lost one if all its other moves, captures included, lead to won ones
//! as well. What is reached by neither is drawn. Captures lead to classes with fewer pieces, whose values are known before.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

use super::class::{Class, Numbering, Place};
use super::forts::Forts;
use super::rules::{Rules, Taken};
use super::value::{IMPOSSIBLE, LONGEST, Value};

/// Number of positions that one task looks at.
const TASK: usize = 1 << 14;

/// The values of the classes that captures lead to.
pub trait Parts: Sync {
    /// The value of a possible position of a class.
    fn value(&self, class: &Class, place: Place) -> Value;
}

/// Why a table was not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unmade {
    /// The flag was set.
    Stopped,
    /// A win takes more moves than a byte can tell.
    TooLong,
}

/// Makes the values of a class, by number. `told` is called now and then with the number of positions whose value is known
/// to differ from a draw.
pub fn make(
    class: &Class,
    rules: &Rules,
    parts: &impl Parts,
    stop: &AtomicBool,
    told: &mut dyn FnMut(usize),
) -> Result<Vec<u8>, Unmade> {
    let numbering = Numbering::new(class);
    let values = (0..numbering.size()).into_par_iter().with_min_len(TASK).map(|number| {
        let possible = numbering.is_first(number) && rules.is_possible(&numbering.place(number));
        AtomicU8::new(if possible { Value::Draw.byte() } else { IMPOSSIBLE })
    });
    let values: Vec<AtomicU8> = values.collect();
    let maker = Maker { class, rules, numbering, parts, values, stop };
    maker.fill(told)?;
    Ok(maker.values.into_iter().map(AtomicU8::into_inner).collect())
}

struct Maker<'a, P> {
    class: &'a Class,
    rules: &'a Rules,
    numbering: Numbering,
    parts: &'a P,
    values: Vec<AtomicU8>,
    stop: &'a AtomicBool,
}

/// Positions whose value follows from those reached last: those of the next level, and those of later levels with theirs.
#[derive(Default)]
struct Found {
    next: Vec<u32>,
    later: Vec<(usize, u32)>,
}

/// Numbers of positions by the moves that the game still lasts.
type Levels = Vec<Vec<u32>>;

impl<P: Parts> Maker<'_, P> {
    fn fill(&self, told: &mut dyn FnMut(usize)) -> Result<(), Unmade> {
        let (mut known, mut level, mut reached) = (0, 0, Vec::new());
        let mut waiting = self.begin()?;
        while level < waiting.len() || !reached.is_empty() {
            if level > 2 * LONGEST as usize - 1 {
                return Err(Unmade::TooLong);
            }
            let value = value_at(level);
            let seeds = waiting.get_mut(level).map(std::mem::take).unwrap_or_default();
            reached.extend(seeds.into_iter().filter(|&number| self.settle(number as usize, value)));
            known += reached.len();
            told(known);
            let Found { next, later } = self.before(&reached, value)?;
            for (level, number) in later {
                waiting.resize(waiting.len().max(level + 1), Vec::new());
                waiting[level].push(number);
            }
            (reached, level) = (next, level + 1);
        }
        Ok(())
    }

    /// Gives a position its value, if it has none yet.
    fn settle(&self, number: usize, value: Value) -> bool {
        self.values[number].compare_exchange(Value::Draw.byte(), value.byte(), Relaxed, Relaxed).is_ok()
    }

    /// The positions whose value follows from captures alone, or from a lack of moves.
    fn begin(&self) -> Result<Levels, Unmade> {
        let tasks = (0..self.numbering.size().div_ceil(TASK)).into_par_iter();
        let found = tasks.map(|task| {
            if self.stop.load(Relaxed) {
                return Err(Unmade::Stopped);
            }
            let numbers = task * TASK..((task + 1) * TASK).min(self.numbering.size());
            let possible = numbers.filter(|&number| self.values[number].load(Relaxed) != IMPOSSIBLE);
            Ok(possible.filter_map(|number| Some((self.level_by_captures(number)?, number as u32))).collect::<Vec<_>>())
        });
        let mut levels = Levels::new();
        for (level, number) in found.collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
            levels.resize(levels.len().max(level + 1), Vec::new());
            levels[level].push(number);
        }
        Ok(levels)
    }

    fn level_by_captures(&self, number: usize) -> Option<usize> {
        let (mut quickest, mut slowest, mut holds) = (None::<usize>, 0, false);
        self.rules.moves(&self.numbering.place(number), |after, taken| {
            match self.after(after, taken) {
                _ if taken == Taken::Nothing => holds = true,
                Value::Loss(moves) => {
                    let level = 2 * moves as usize + 1;
                    quickest = Some(quickest.map_or(level, |before| before.min(level)));
                }
                Value::Win(moves) => slowest = slowest.max(2 * moves as usize),
                Value::Draw => holds = true,
            }
            true
        });
        quickest.or((!holds).then_some(slowest))
    }

    /// What the position after a move is worth for the side that is then to move, as far as is known.
    fn after(&self, after: Place, taken: Taken) -> Value {
        let class = match taken {
            Taken::Nothing => {
                let number = self.numbering.number(after).expect("a move leads to a position");
                return Value::of_byte(self.values[number].load(Relaxed))
                    .expect("a legal move leads to a possible position");
            }
            Taken::Guard => self.class.against(Forts::get().fort(after.other).guards),
            Taken::Attacker(index) => self.class.without_attacker(index),
        };
        self.parts.value(&class, after)
    }

    /// The positions from which a move leads to those just reached, all of one value.
    fn before(&self, reached: &[u32], value: Value) -> Result<Found, Unmade> {
        let tasks = reached.par_chunks(TASK / 16).map(|numbers| {
            let mut found = Found::default();
            if self.stop.load(Relaxed) {
                return Err(Unmade::Stopped);
            }
            for &number in numbers {
                self.rules.origins(&self.numbering.place(number as usize), |origin| {
                    if let Some(origin) = self.numbering.number(origin)
                        && self.values[origin].load(Relaxed) == Value::Draw.byte()
                    {
                        self.judge(origin, value, &mut found);
                    }
                });
            }
            Ok(found)
        });
        let mut all = Found::default();
        for found in tasks.collect::<Result<Vec<_>, _>>()? {
            all.next.extend(found.next);
            all.later.extend(found.later);
        }
        Ok(all)
    }

    /// Gives a position its value, if it follows from a move to a position with a value.
    fn judge(&self, origin: usize, after: Value, found: &mut Found) {
        let value = match after {
            Value::Loss(moves) => Value::Win(moves + 1),
            _ => match self.slowest_loss(origin) {
                Some(level) if value_at(level) == Value::Loss(after.moves()) => value_at(level),
                Some(level) => return found.later.push((level, origin as u32)),
                None => return,
            },
        };
        if self.settle(origin, value) {
            found.next.push(origin as u32);
        }
    }

    /// The level at which a position is lost: after its slowest move, if all of them lose.
    fn slowest_loss(&self, number: usize) -> Option<usize> {
        let mut slowest = Some(0);
        self.rules.moves(&self.numbering.place(number), |after, taken| {
            slowest = match self.after(after, taken) {
                Value::Win(moves) => slowest.map(|level| level.max(2 * moves as usize)),
                _ => None,
            };
            slowest.is_some()
        });
        slowest
    }
}

/// The value of positions whose game lasts a number of moves of both sides.
fn value_at(level: usize) -> Value {
    let moves = level.div_ceil(2) as u8;
    if level % 2 == 1 { Value::Win(moves) } else { Value::Loss(moves) }
}

impl Value {
    fn moves(self) -> u8 {
        match self {
            Value::Draw => 0,
            Value::Win(moves) | Value::Loss(moves) => moves,
        }
    }
}
