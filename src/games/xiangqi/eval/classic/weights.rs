//! The weights of the evaluation "classic", and their file format, a text that can be read and edited:
//!
//! ```text
//! boyi classic 1
//! game xiangqi
//! about {"recipe": …}
//! tempo 3.5 2
//! term hollow_cannon 12.25 8.0625
//! ending nothing 0
//! squares horse middlegame
//! 80 82 86 84 78 84 86 82 80
//! …
//! ```
//!
//! `about` is one line. A term's numbers are its weights in the middlegame and in the endgame; a term that is missing
//! has weights of zero, an ending that is missing a factor of 1. Ten lines of values follow each `squares`, from the
//! back rank up, nine files from the owner's left.

use std::fmt::Write as _;
use std::str::{FromStr as _, SplitWhitespace};

use super::endings::ENDINGS;
use super::terms::{COUNT, TERMS};
use crate::games::xiangqi::fen::KIND_NAMES;

/// Steps in an evaluation unit: weights are whole numbers of sixteenths of a unit.
pub const ONE: i16 = 16;

/// Largest absolute weight, in evaluation units.
pub const MOST: i16 = 2000;

/// Names of the phases.
pub const PHASES: [&str; 2] = ["middlegame", "endgame"];

const HEAD: &str = "boyi classic 1";

/// Weights in sixteenths of an evaluation unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Values of pieces by `[phase][kind][rank][file]`, rank 0 the owner's back rank and file 0 the owner's left.
    pub piece_square: [[[[i16; 9]; 10]; 7]; 2],
    /// Bonus for the side to move by phase.
    pub tempo: [i16; 2],
    /// Weights of the terms by `[term][phase]`.
    pub terms: [[i16; 2]; COUNT],
    /// The part of an advantage that counts in each ending, 0 to 16.
    pub endings: [i16; ENDINGS.len()],
    /// What the weights were made of and how, as text without line breaks; JSON by convention.
    pub about: String,
}

impl Weights {
    /// Weights of zero and endings that count in full.
    pub fn zero() -> Weights {
        Weights {
            piece_square: [[[[0; 9]; 10]; 7]; 2],
            tempo: [0; 2],
            terms: [[0; 2]; COUNT],
            endings: [ONE; ENDINGS.len()],
            about: "{}".into(),
        }
    }

    /// Checksum of everything that a value depends on.
    pub fn checksum(&self) -> u32 {
        let squares = self.piece_square.as_flattened().as_flattened().as_flattened();
        let numbers = squares.iter().chain(&self.tempo).chain(self.terms.as_flattened()).chain(&self.endings);
        crc32fast::hash(&numbers.flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>())
    }

    /// The weights in the format of files.
    pub fn text(&self) -> String {
        let units = |number: i16| f64::from(number) / f64::from(ONE);
        let mut text = format!("{HEAD}\ngame xiangqi\nabout {}\n", self.about);
        let mut line = |words: std::fmt::Arguments| writeln!(text, "{words}").expect("memory");
        line(format_args!("tempo {} {}", units(self.tempo[0]), units(self.tempo[1])));
        for ((name, _), [middle, end]) in TERMS.iter().zip(self.terms) {
            line(format_args!("term {name} {} {}", units(middle), units(end)));
        }
        for ((name, _), factor) in ENDINGS.iter().zip(self.endings) {
            line(format_args!("ending {name} {}", units(factor)));
        }
        for (phase, tables) in PHASES.iter().zip(&self.piece_square) {
            for (kind, table) in KIND_NAMES.iter().zip(tables) {
                line(format_args!("squares {kind} {phase}"));
                for row in table {
                    line(format_args!("{}", row.map(|value| units(value).to_string()).join(" ")));
                }
            }
        }
        text
    }

    /// Reads the format of files; the error says what is wrong and in which line.
    pub fn parse(text: &str) -> Result<Weights, String> {
        let mut lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim_end()));
        if lines.next().is_none_or(|(_, line)| line != HEAD) {
            return Err(format!("expected weights saved by boyi, which begin with {HEAD:?}"));
        }
        let mut weights = Weights::zero();
        while let Some((number, line)) = lines.next() {
            let at = |reason: String| format!("line {number}: {reason}");
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let mut words = rest.split_whitespace();
            match word {
                "game" if rest == "xiangqi" => {}
                "game" => return Err(at(format!("weights for {rest:?}, expected \"xiangqi\""))),
                "about" => weights.about = rest.into(),
                "tempo" => weights.tempo = numbers(&mut words).map_err(at)?,
                "term" => {
                    let index = index_in(TERMS.iter().map(|term| term.0), words.next()).map_err(at)?;
                    weights.terms[index] = numbers(&mut words).map_err(at)?;
                }
                "ending" => {
                    let index = index_in(ENDINGS.iter().map(|ending| ending.0), words.next()).map_err(at)?;
                    [weights.endings[index]] = numbers(&mut words).map_err(at)?;
                    if !(0..=ONE).contains(&weights.endings[index]) {
                        return Err(at(format!("factor {rest}: expected 0 to 1")));
                    }
                }
                "squares" => {
                    let kind = index_in(KIND_NAMES.into_iter(), words.next()).map_err(at)?;
                    let phase = index_in(PHASES.into_iter(), words.next()).map_err(at)?;
                    for row in &mut weights.piece_square[phase][kind] {
                        let (number, line) = lines.next().ok_or("it ends within a table of squares")?;
                        *row = numbers(&mut line.split_whitespace()).map_err(|why| format!("line {number}: {why}"))?;
                    }
                }
                _ => return Err(at(format!("{word:?}: expected game, about, tempo, term, ending or squares"))),
            }
        }
        Ok(weights)
    }
}

/// A number of evaluation units in sixteenths, rounded; the error says what was expected.
pub fn sixteenths(number: f64) -> Result<i16, String> {
    if number.is_nan() || number.abs() > f64::from(MOST) {
        return Err(format!("{number}: expected a number from -{MOST} to {MOST}"));
    }
    Ok((number * f64::from(ONE)).round() as i16)
}

/// All words of a line as numbers of units.
fn numbers<const N: usize>(words: &mut SplitWhitespace) -> Result<[i16; N], String> {
    let found: Vec<&str> = words.collect();
    let row: [&str; N] = found.try_into().map_err(|found: Vec<&str>| format!("{found:?}: expected {N} numbers"))?;
    let mut numbers = [0; N];
    for (number, word) in numbers.iter_mut().zip(row) {
        *number = sixteenths(f64::from_str(word).map_err(|_| format!("{word:?}: expected a number"))?)?;
    }
    Ok(numbers)
}

/// Index of a name in a list.
fn index_in(mut names: impl Iterator<Item = &'static str> + Clone, word: Option<&str>) -> Result<usize, String> {
    let listed: Vec<&str> = names.clone().collect();
    names.position(|name| Some(name) == word).ok_or_else(|| {
        let word = word.unwrap_or_default();
        format!("{word:?}: expected one of {listed:?}")
    })
}
