//! Endgame tables of xiangqi: exact values of all positions with one or two attackers on one side, and advisors and
//! elephants on both.
//!
//! Values are those without any rule of repetition and without a limit of moves. Repetition changes no value: a won side
//! gets nearer to its win with each move, so its positions never repeat; and the side that holds a draw never needs
//! anything forbidden, see [`Endgame::held_by_chases`].

pub mod class;
mod file;
pub mod forts;
mod make;
mod rules;
mod value;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::index::sample;
use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::game::Side;
use crate::games::xiangqi::Position;
use crate::games::xiangqi::attacks::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KING, PAWN};
use crate::games::xiangqi::bitboard::{Bitboard, Squares, bit};
use crate::games::xiangqi::board::Board;

pub use class::Class;
use class::{MOST, NOBODY, Numbering, Place};
use forts::{Forts, turned};
use make::{Parts, Unmade};
use rules::{Rules, Taken};
pub use value::Value;

/// The table of one class.
struct Table {
    class: Class,
    numbering: Numbering,
    values: Vec<u8>,
}

impl Table {
    fn value(&self, place: Place) -> Option<Value> {
        Value::of_byte(self.values[self.numbering.number(place)?])
    }
}

type Tables = HashMap<Class, Arc<Table>>;

impl Parts for Tables {
    fn value(&self, class: &Class, place: Place) -> Value {
        self[class].value(place).expect("a legal capture leads to a possible position")
    }
}

/// How far the table of one class is made.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Number of its positions that are won or lost, as far as is known; `len` when the table is finished.
    pub known: usize,
    /// Number of its positions, impossible ones included.
    pub len: usize,
}

/// How many positions of a class have a value, and the longest win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Positions that the side to move wins, draws and loses, with the attackers to move.
    pub attacking: [usize; 3],
    /// Positions that the side to move wins, draws and loses, with the defenders to move.
    pub defending: [usize; 3],
    /// Moves of the winner in the longest win; 0 if there is none.
    pub longest: u8,
}

/// The exact values of a class of endgames, and of all classes that captures lead to from it.
pub struct Endgame {
    class: Class,
    tables: Tables,
}

impl Endgame {
    /// The values of a class. Tables that lie in `folder` are read, the others are made, and kept there. `told` is called now
    /// and then. `None` if the flag was set; the tables that were finished are kept in the folder.
    pub fn make(
        class: Class,
        folder: Option<&Path>,
        stop: &AtomicBool,
        told: &mut dyn FnMut(Progress),
    ) -> Result<Option<Endgame>> {
        let mut tables = Tables::new();
        for part in class.with_all_parts() {
            let numbering = Numbering::new(&part);
            let kept = folder.map(|folder| file::read(&folder.join(file::name(&part)), &part, numbering.size()));
            let values = match kept {
                Some(Ok(values)) => values,
                Some(Err(error)) if !matches!(error, Error::MissingFile { .. }) => return Err(error),
                _ => {
                    let len = numbering.size();
                    let rules = Rules::new(&part);
                    let mut heard = |known| told(Progress { known, len });
                    let Some(values) = made(&part, make::make(&part, &rules, &tables, stop, &mut heard))? else {
                        return Ok(None);
                    };
                    if let Some(folder) = folder {
                        file::write(&folder.join(file::name(&part)), &part, &values)?;
                    }
                    values
                }
            };
            let len = values.len();
            tables.insert(part, Arc::new(Table { class: part, numbering, values }));
            told(Progress { known: len, len });
        }
        Ok(Some(Endgame { class, tables }))
    }

    /// The class.
    pub fn class(&self) -> Class {
        self.class
    }

    fn table(&self) -> &Table {
        &self.tables[&self.class]
    }

    /// Number of bytes of the table of a class, without those of its parts.
    pub fn bytes_of(class: &Class) -> usize {
        Numbering::new(class).size()
    }

    /// The values as bytes: 0 a draw, 1 to 126 a win in so many moves, 128 and more a loss in so many moves of the opponent
    /// less 128, 255 an impossible position. Two bytes belong to one placing of the pieces, the defenders to move first.
    pub fn values(&self) -> &[u8] {
        &self.table().values
    }

    /// The value of a position; `None` if it is not of the class or of one that captures lead to.
    pub fn probe(&self, board: &Board) -> Option<Value> {
        [Side::First, Side::Second].into_iter().find_map(|attacker| {
            let (class, place) = placed(board, attacker)?;
            self.tables.get(&class)?.value(place)
        })
    }

    /// The position of a number; `None` if it is impossible. The attackers are red.
    pub fn position(&self, number: usize) -> Option<(Position, Value)> {
        let table = self.table();
        let value = Value::of_byte(*table.values.get(number)?)?;
        Some((Position::new(board(&table.class, table.numbering.place(number)), 0, 1), value))
    }

    /// Numbers of `n` different positions, drawn at random from those in which the side to move has a legal move and that a
    /// test of number and value admits; all of them if there are fewer.
    pub fn drawn(&self, n: usize, seed: u64, admits: impl Fn(usize, Value) -> bool + Sync) -> Vec<usize> {
        let known = |byte| Value::of_byte(byte).filter(|&value| value != Value::Loss(0));
        let fits = |(number, byte): &(usize, &u8)| known(**byte).is_some_and(|value| admits(*number, value));
        let all: Vec<usize> = self.values().par_iter().enumerate().filter(fits).map(|(number, _)| number).collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        sample(&mut rng, all.len(), n.min(all.len())).into_iter().map(|at| all[at]).collect()
    }

    /// How many positions have which value.
    pub fn summary(&self) -> Summary {
        let each = self.table().values.par_iter().enumerate().filter_map(|(number, &byte)| {
            let value = Value::of_byte(byte)?;
            let (at, moves) = match value {
                Value::Win(moves) => (0, moves),
                Value::Draw => (1, 0),
                Value::Loss(moves) => (2, moves),
            };
            let mut one = Summary { longest: moves, ..Summary::default() };
            if number % 2 == 1 {
                one.attacking[at] = 1
            } else {
                one.defending[at] = 1
            };
            Some(one)
        });
        each.reduce(Summary::default, |a, b| Summary {
            attacking: std::array::from_fn(|n| a.attacking[n] + b.attacking[n]),
            defending: std::array::from_fn(|n| a.defending[n] + b.defending[n]),
            longest: a.longest.max(b.longest),
        })
    }

    /// Number of drawn positions, of the class and of those that captures lead to, that the defenders, who are to move, might
    /// have to hold by chases without end; `None` if the flag was set. A chase is a move without capture that makes an advisor
    /// or elephant attack an attacker that it did not attack before. A rule of perpetual chases asks for one with each move of
    /// a cycle, so where the number is 0 no such rule changes a value.
    pub fn held_by_chases(&self, stop: &AtomicBool) -> Option<usize> {
        let mut held = 0;
        for table in self.tables.values() {
            let chases = Chases { endgame: self, table, rules: Rules::new(&table.class) };
            let numbers = (0..table.values.len()).into_par_iter().step_by(2);
            let drawn = numbers.filter(|&number| Value::of_byte(table.values[number]) == Some(Value::Draw));
            let chasing =
                |&number: &usize| !stop.load(Relaxed) && !chases.has_quiet_move(&table.numbering.place(number));
            // Those that have nothing but chases, less those with a chase after which no reply leads to one of them again.
            let mut left: HashSet<usize> = drawn.filter(chasing).collect();
            loop {
                let stays = |&number: &usize| chases.goes_on(&table.numbering.place(number), &left);
                let still: HashSet<usize> = left.iter().copied().filter(stays).collect();
                if stop.load(Relaxed) {
                    return None;
                }
                if still.len() == left.len() {
                    break;
                }
                left = still;
            }
            held += left.len();
        }
        Some(held)
    }
}

/// Draws that the defenders hold, with and without chases.
struct Chases<'a> {
    endgame: &'a Endgame,
    table: &'a Table,
    rules: Rules,
}

impl Chases<'_> {
    /// Whether the defenders, to move in a drawn position, have a move that keeps the draw and is no chase.
    fn has_quiet_move(&self, place: &Place) -> bool {
        let mut found = false;
        self.rules.moves(place, |after, taken| {
            found = self.is_drawn(after, taken) && (taken != Taken::Nothing || !self.rules.is_chase(place, &after));
            !found
        });
        found
    }

    /// Whether after each chase that keeps the draw some reply leads to a position of a set. Captures of the attackers leave
    /// the class, and end what may be a cycle.
    fn goes_on(&self, place: &Place, set: &HashSet<usize>) -> bool {
        let mut goes_on = true;
        self.rules.moves(place, |chase, taken| {
            if taken == Taken::Nothing && self.is_drawn(chase, taken) {
                goes_on = false;
                self.rules.moves(&chase, |after, taken| {
                    let number = self.table.numbering.number(after);
                    goes_on = taken == Taken::Nothing && number.is_some_and(|number| set.contains(&number));
                    !goes_on
                });
            }
            goes_on
        });
        goes_on
    }

    fn is_drawn(&self, after: Place, taken: Taken) -> bool {
        let class = match taken {
            Taken::Nothing => return self.table.value(after) == Some(Value::Draw),
            Taken::Guard => self.table.class.against(Forts::get().fort(after.other).guards),
            Taken::Attacker(index) => self.table.class.without_attacker(index),
        };
        self.endgame.tables.value(&class, after) == Value::Draw
    }
}

/// The values that were made; `None` if the work was stopped.
fn made(class: &Class, values: std::result::Result<Vec<u8>, Unmade>) -> Result<Option<Vec<u8>>> {
    match values {
        Ok(values) => Ok(Some(values)),
        Err(Unmade::Stopped) => Ok(None),
        Err(Unmade::TooLong) => Err(Error::Value(format!(
            "endgame {class}: a win takes more than {} moves, which the format of tables cannot tell",
            value::LONGEST
        ))),
    }
}

/// The class of a board, and the board as a place of it with one side's attackers; `None` if the other side has an attacker,
/// or the pieces are too many.
fn placed(board: &Board, attacker: Side) -> Option<(Class, Place)> {
    let forts = Forts::get();
    let defender = !attacker;
    let turn = |square: u8, side: Side| if side == Side::First { square } else { turned(square) };
    let kinds = [CHARIOT, CANNON, HORSE, PAWN];
    if kinds.iter().any(|&kind| board.pieces(defender, kind) != 0) {
        return None;
    }
    let fort = |side: Side| {
        let all = |kind| Squares(board.pieces(side, kind)).fold(0, |all: Bitboard, at| all | bit(turn(at, side)));
        forts.find(turn(board.king(side), side), all(ADVISOR), all(ELEPHANT))
    };
    let (own, other) = (fort(attacker)?, fort(defender)?);
    let men: Vec<(usize, u8)> = kinds
        .into_iter()
        .flat_map(|kind| Squares(board.pieces(attacker, kind)).map(move |at| (kind, turn(at, attacker))))
        .collect();
    if men.len() > MOST {
        return None;
    }
    let attackers = std::array::from_fn(|n| men.get(n).map_or(NOBODY, |man| man.1));
    let men: Vec<usize> = men.iter().map(|man| man.0).collect();
    let class = Class::new(&men, forts.fort(own).guards, forts.fort(other).guards);
    Some((class, Place { own, other, attackers, attacking: board.side() == attacker }))
}

/// The board of a place, the attackers red.
fn board(class: &Class, place: Place) -> Board {
    let mut board = Board::empty();
    for side in [Side::First, Side::Second] {
        let fort = Forts::get().fort(if side == Side::First { place.own } else { place.other });
        let mut put = |square: u8, kind: usize| {
            board.put(if side == Side::First { square } else { turned(square) }, (2 * kind + side.index()) as u8);
        };
        put(fort.king, KING);
        Squares(fort.advisors).for_each(|square| put(square, ADVISOR));
        Squares(fort.elephants).for_each(|square| put(square, ELEPHANT));
    }
    for (kind, &square) in class.attackers().zip(&place.attackers) {
        board.put(square, (2 * kind) as u8);
    }
    board.set_side(if place.attacking { Side::First } else { Side::Second });
    board
}
