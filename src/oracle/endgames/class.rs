//! Classes of endgames: which pieces stand on the board, and the number of each position with them.

use std::fmt;

use super::forts::{FortId, Forts, Guards, mirrored};
use crate::error::{Error, Result};
use crate::games::xiangqi::attacks::{CANNON, CHARIOT, HORSE, PAWN, STANDS};
use crate::games::xiangqi::bitboard::{Bitboard, Squares, bit};

/// No attacker, where one could stand.
pub const NOBODY: u8 = 90;

/// Most attackers of a class.
pub const MOST: usize = 2;

/// Letters of the attackers, strongest first, and their kinds.
const LETTERS: [(char, usize); 4] = [('R', CHARIOT), ('C', CANNON), ('H', HORSE), ('P', PAWN)];

/// The pieces of both sides beside the kings: attackers of one side, advisors and elephants of both. Written as
/// `R-AAEE` or `HPE-AE`: chariots `R`, cannons `C`, horses `H`, pawns `P`, advisors `A` and elephants `E`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Class {
    attackers: [Option<usize>; MOST],
    /// Advisors and elephants of the side with the attackers.
    pub own: Guards,
    /// Advisors and elephants of the other side.
    pub other: Guards,
}

impl Class {
    /// The class with these attackers, at most [`MOST`]; in any order.
    pub fn new(attackers: &[usize], own: Guards, other: Guards) -> Class {
        let rank = |kind: usize| LETTERS.iter().position(|letter| letter.1 == kind);
        let mut sorted = attackers.to_vec();
        sorted.sort_by_key(|&kind| rank(kind));
        Class { attackers: std::array::from_fn(|n| sorted.get(n).copied()), own, other }
    }

    /// Kinds of the attackers.
    pub fn attackers(&self) -> impl Iterator<Item = usize> + '_ {
        self.attackers.iter().flatten().copied()
    }

    /// The class of a name.
    pub fn parse(name: &str) -> Result<Class> {
        let wrong = |reason: &str| {
            Error::Value(format!(
                "endgame {name:?}: {reason}, expected up to {MOST} of R, C, H, P and up to two A and two E each, such as \
                 \"R-AAEE\" (a chariot against two advisors and two elephants) or \"HPE-A\""
            ))
        };
        let (own, other) = name.split_once('-').ok_or_else(|| wrong("no \"-\" between the sides"))?;
        let guards = |text: &str| -> Result<Guards> {
            let counted = |letter| text.chars().filter(|&other| other == letter).count();
            match (counted('A'), counted('E')) {
                (advisors @ 0..3, elephants @ 0..3) => {
                    Ok(Guards { advisors: advisors as u8, elephants: elephants as u8 })
                }
                _ => Err(wrong("more than two advisors or elephants")),
            }
        };
        let mut attackers = Vec::new();
        for letter in own.chars().filter(|letter| !"AE".contains(*letter)) {
            let known = LETTERS.iter().find(|known| known.0 == letter);
            attackers.push(known.ok_or_else(|| wrong(&format!("{letter:?} is no attacker")))?.1);
        }
        if let Some(letter) = other.chars().find(|letter| !"AE".contains(*letter)) {
            return Err(wrong(&format!("{letter:?} is no defender")));
        }
        if attackers.len() > MOST {
            return Err(wrong("too many attackers"));
        }
        Ok(Class::new(&attackers, guards(own)?, guards(other)?))
    }

    /// The class with other defenders.
    pub(super) fn against(&self, other: Guards) -> Class {
        Class { other, ..*self }
    }

    /// The class after the loss of the attacker with an index.
    pub(super) fn without_attacker(&self, index: usize) -> Class {
        let left: Vec<usize> =
            self.attackers().enumerate().filter(|(n, _)| *n != index).map(|(_, kind)| kind).collect();
        Class::new(&left, self.own, self.other)
    }

    /// All classes that captures lead to from this one, however many, each before those from which it arises; the class
    /// itself is the last.
    pub fn with_all_parts(&self) -> Vec<Class> {
        let mut all = vec![*self];
        let mut at = 0;
        while let Some(class) = all.get(at).copied() {
            let Guards { advisors, elephants } = class.other;
            let fewer = [
                (advisors > 0).then(|| Guards { advisors: advisors - 1, elephants }),
                (elephants > 0).then(|| Guards { advisors, elephants: elephants - 1 }),
            ];
            let weaker = fewer.into_iter().flatten().map(|other| class.against(other));
            let smaller = (0..class.attackers().count()).map(|index| class.without_attacker(index));
            for part in weaker.chain(smaller) {
                if !all.contains(&part) {
                    all.push(part);
                }
            }
            at += 1;
        }
        let pieces =
            |class: &Class| class.attackers().count() + (class.other.advisors + class.other.elephants) as usize;
        all.sort_by_key(|class| (pieces(class), *class));
        all
    }
}

impl fmt::Display for Class {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |kind: usize| LETTERS.iter().find(|letter| letter.1 == kind).map_or('?', |letter| letter.0);
        let guards = |guards: Guards| "A".repeat(guards.advisors as usize) + &"E".repeat(guards.elephants as usize);
        let attackers: String = self.attackers().map(letter).collect();
        write!(out, "{attackers}{}-{}", guards(self.own), guards(self.other))
    }
}

/// A position of a class, turned so that the attackers are red.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Fort of the side with the attackers.
    pub own: FortId,
    /// Fort of the other side, turned to be red.
    pub other: FortId,
    /// Squares of the attackers, in the order of the class; [`NOBODY`] beyond.
    pub attackers: [u8; MOST],
    /// Whether the side with the attackers is to move.
    pub attacking: bool,
}

impl Place {
    /// Squares of the attackers.
    #[inline(always)]
    pub fn squares(&self) -> Bitboard {
        // Bit 90 stands for nobody.
        (bit(self.attackers[0]) | bit(self.attackers[1])) & !bit(NOBODY)
    }

    fn mirrored(self, forts: &Forts) -> Place {
        let image = |square| if square == NOBODY { NOBODY } else { mirrored(square) };
        Place {
            own: forts.fort(self.own).mirror,
            other: forts.fort(self.other).mirror,
            attackers: self.attackers.map(image),
            ..self
        }
    }
}

/// The numbers of a class's positions, from 0 on. Two mirror images have the same number; some numbers are of no position.
pub struct Numbering {
    forts: &'static Forts,
    first: FortId,
    halves: &'static [FortId],
    /// Squares of the attackers by number.
    placings: Vec<[u8; MOST]>,
    /// Number of a placing by the squares, [`NOBODY`] included; [`Numbering::NONE`] for one that cannot be.
    numbers: Vec<u16>,
    size: usize,
}

impl Numbering {
    const NONE: u16 = u16::MAX;
    const SIDE: usize = NOBODY as usize + 1;

    /// The numbering of a class.
    pub fn new(class: &Class) -> Numbering {
        let forts = Forts::get();
        let squares = |index: usize| -> Vec<u8> {
            class.attackers().nth(index).map_or(vec![NOBODY], |kind| Squares(STANDS[0][kind]).collect())
        };
        let alike = class.attackers[0] == class.attackers[1];
        let (mut placings, mut numbers) = (Vec::new(), vec![Numbering::NONE; Numbering::SIDE * Numbering::SIDE]);
        for a in squares(0) {
            for b in squares(1) {
                if (a == b && a != NOBODY) || (alike && a > b) {
                    continue;
                }
                let number = placings.len() as u16;
                numbers[a as usize * Numbering::SIDE + b as usize] = number;
                if alike {
                    numbers[b as usize * Numbering::SIDE + a as usize] = number;
                }
                placings.push([a, b]);
            }
        }
        let (own, other) = (forts.group(class.own), forts.group(class.other));
        let size = 2 * own.len * other.halves.len() * placings.len();
        Numbering { forts, first: own.first, halves: &other.halves, placings, numbers, size }
    }

    /// Number of numbers, those of impossible positions included.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of a position, which is that of its mirror image; `None` if an attacker stands where it cannot.
    #[inline]
    pub fn number(&self, place: Place) -> Option<usize> {
        if self.forts.half(place.other) == Forts::NO_HALF {
            return self.plain_number(place.mirrored(self.forts));
        }
        let number = self.plain_number(place)?;
        if self.forts.fort(place.other).mirror != place.other {
            return Some(number);
        }
        self.plain_number(place.mirrored(self.forts)).map(|image| image.min(number))
    }

    /// The number of a position whose fort has a half.
    #[inline]
    fn plain_number(&self, place: Place) -> Option<usize> {
        let [a, b] = place.attackers;
        let placing = self.numbers[a as usize * Numbering::SIDE + b as usize];
        let fort = (place.own - self.first) as usize * self.halves.len() + self.forts.half(place.other) as usize;
        (placing != Numbering::NONE)
            .then(|| (fort * self.placings.len() + placing as usize) * 2 + place.attacking as usize)
    }

    /// Whether a number is that of its position, not that of a mirror image with a smaller number.
    pub fn is_first(&self, number: usize) -> bool {
        self.number(self.place(number)) == Some(number)
    }

    /// The position of a number.
    #[inline]
    pub fn place(&self, number: usize) -> Place {
        let (rest, attacking) = (number / 2, number % 2 == 1);
        let (fort, placing) = (rest / self.placings.len(), rest % self.placings.len());
        let (own, half) = (fort / self.halves.len(), fort % self.halves.len());
        let attackers = self.placings[placing];
        Place { own: self.first + own as FortId, other: self.halves[half], attackers, attacking }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for name in ["R-AAEE", "RC-AE", "HPAE-", "-", "RR-E"] {
            assert_eq!(Class::parse(name).unwrap().to_string(), name);
        }
        assert_eq!(Class::parse("PH-EA").unwrap().to_string(), "HP-AE");
        for name in ["R", "RRR-", "K-", "R-R", "RAAA-", "r-A", ""] {
            assert!(Class::parse(name).is_err(), "{name}");
        }
    }

    #[test]
    fn parts_come_first() {
        let all = Class::parse("RC-AE").unwrap().with_all_parts();
        // Four sets of attackers, two by two defenders.
        assert_eq!((all.len(), all.last().unwrap().to_string()), (16, "RC-AE".into()));
    }

    #[test]
    fn numbers_lead_back() {
        for name in ["R-AE", "PA-E", "RC-", "HH-A", "-AA"] {
            let numbering = Numbering::new(&Class::parse(name).unwrap());
            for number in (0..numbering.size()).step_by(7) {
                let place = numbering.place(number);
                let first = numbering.number(place).unwrap();
                assert!(numbering.is_first(first) && first <= number);
                assert_eq!(numbering.number(place.mirrored(numbering.forts)), Some(first));
            }
        }
    }
}
