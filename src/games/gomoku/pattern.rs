//! Line patterns (fours, threes, twos), defined recursively and looked up for both colours at once.
//!
//! A *line window* is an empty point and its neighbours in one direction. For
//! each window the table says what a black and what a white stone on the empty
//! point would make. Nothing is listed by hand: a pattern is defined by what one
//! more stone makes of it, down to the row that wins.

use std::sync::{LazyLock, OnceLock};

use super::board::Rule;

/// The patterns that a stone can make in one direction, in order of strength.
pub mod made {
    /// No row can be completed here.
    pub const DEAD: u8 = 0;
    /// One more stone makes a two.
    pub const ONE: u8 = 1;
    /// One more stone makes a three that is no open three.
    pub const TWO: u8 = 2;
    /// One more stone makes an open three.
    pub const OPEN_TWO: u8 = 3;
    /// One more stone makes a four.
    pub const THREE: u8 = 4;
    /// One more stone makes an open four.
    pub const OPEN_THREE: u8 = 5;
    /// One point completes the row.
    pub const FOUR: u8 = 6;
    /// Two points complete a row, but not as an open four: two fours in one line.
    pub const DOUBLE_FOUR: u8 = 7;
    /// Two points complete the row, at its two ends.
    pub const OPEN_FOUR: u8 = 8;
    /// The row is complete.
    pub const FIVE: u8 = 9;
    /// The row is longer than the rule allows.
    pub const OVERLINE: u8 = 10;
    /// Number of patterns.
    pub const COUNT: usize = 11;
    /// Names of the patterns in Python.
    #[rustfmt::skip]
    pub const NAMES: [&str; COUNT] = [
        "dead", "one", "two", "open_two", "three", "open_three", "four", "double_four", "open_four", "five", "overline",
    ];
}

use made::*;

/// Number of neighbours on each side in a line window, for rules where the row must have exact length.
pub const EXACT_RADIUS: usize = 5;
/// Number of neighbours on each side in a line window, for rules where longer rows win too.
pub const FREE_RADIUS: usize = 4;

/// State of an empty cell in a line key. A cell has two bits: 0 empty, 1 black, 2 white, 3 beyond the edge.
pub const EMPTY_CELL: u64 = 0;
/// State of a cell beyond the edge, which blocks both sides.
pub const WALL_CELL: u64 = 3;

/// Pattern table of one rule, indexed by the key of the neighbours: black's pattern in the low four bits, white's in
/// the high four.
pub struct Windows {
    table: Vec<u8>,
    radius: usize,
}

impl Windows {
    /// The table of a rule for rows of `k` (up to 5), made at first use.
    pub fn of(rule: Rule, k: u8) -> &'static Windows {
        static TABLES: [[OnceLock<Windows>; 5]; 3] = [const { [const { OnceLock::new() }; 5] }; 3];
        assert!((1..=5).contains(&k), "longer rows have no table");
        TABLES[rule as usize][k as usize - 1].get_or_init(|| Windows::new(rule, k as usize))
    }

    fn new(rule: Rule, k: usize) -> Windows {
        let radius = if rule == Rule::Freestyle { FREE_RADIUS } else { EXACT_RADIUS };
        let black = Classifier::new(radius, k, rule != Rule::Freestyle).classify_all();
        let white = Classifier::new(radius, k, rule == Rule::Standard).classify_all();
        let table = (0..1u32 << (4 * radius)).map(|key| {
            let (mut as_black, mut as_white) = (0, 0);
            for neighbour in (0..2 * radius).rev() {
                let cell = (key >> (2 * neighbour)) as usize & 3;
                as_black = 3 * as_black + [NOBODY, OWN, OTHER, OTHER][cell];
                as_white = 3 * as_white + [NOBODY, OTHER, OWN, OTHER][cell];
            }
            black[as_black] | white[as_white] << 4
        });
        Windows { table: table.collect(), radius }
    }

    /// Number of neighbours on each side of the centre.
    #[inline(always)]
    pub fn radius(&self) -> usize {
        self.radius
    }

    /// Patterns of both colours for a window, two bits per cell, the lowest neighbour in the lowest bits; the empty
    /// centre included.
    #[inline(always)]
    pub fn look_up<const RADIUS: usize>(&self, window: u64) -> u8 {
        let low = window & ((1 << (2 * RADIUS)) - 1);
        let high = window >> (2 * RADIUS + 2) & ((1 << (2 * RADIUS)) - 1);
        self.table[(low | high << (2 * RADIUS)) as usize]
    }
}

/// Contents of a window's cells from one player's view.
const NOBODY: usize = 0;
const OWN: usize = 1;
const OTHER: usize = 2;

/// Computes the pattern of every window from the recursive definition.
struct Classifier {
    radius: usize,
    k: usize,
    exact: bool,
    /// Pattern by window, as a number in base 3; [`UNKNOWN`] if not yet computed.
    known: Vec<u8>,
}

const UNKNOWN: u8 = u8::MAX;

impl Classifier {
    fn new(radius: usize, k: usize, exact: bool) -> Classifier {
        Classifier { radius, k, exact, known: vec![UNKNOWN; 3usize.pow(2 * radius as u32)] }
    }

    fn classify_all(mut self) -> Vec<u8> {
        for index in 0..self.known.len() {
            let mut cells = self.cells(index);
            self.classify(&mut cells);
        }
        self.known
    }

    /// The cells of a window with one's own stone in the centre.
    fn cells(&self, mut index: usize) -> Vec<usize> {
        let mut cells = vec![OWN; 2 * self.radius + 1];
        for at in (0..cells.len()).filter(|&at| at != self.radius) {
            cells[at] = index % 3;
            index /= 3;
        }
        cells
    }

    fn index(&self, cells: &[usize]) -> usize {
        (0..cells.len()).rev().filter(|&at| at != self.radius).fold(0, |index, at| 3 * index + cells[at])
    }

    fn classify(&mut self, cells: &mut [usize]) -> u8 {
        let index = self.index(cells);
        if self.known[index] == UNKNOWN {
            self.known[index] = self.find(cells);
        }
        self.known[index]
    }

    fn find(&mut self, cells: &mut [usize]) -> u8 {
        let row = self.row_through_centre(cells);
        if row == self.k || row > self.k && !self.exact {
            return FIVE;
        }
        if row > self.k {
            return OVERLINE;
        }
        let (mut completing, mut best) = (Vec::new(), DEAD);
        for at in 0..cells.len() {
            if cells[at] == NOBODY {
                cells[at] = OWN;
                match self.classify(cells) {
                    FIVE => completing.push(at),
                    OVERLINE => {}
                    made => best = best.max(made),
                }
                cells[at] = NOBODY;
            }
        }
        match completing[..] {
            [] => one_less(best),
            [_] => FOUR,
            // An open four is one row of k - 1 between its two points.
            [low, high] if high - low == self.k => OPEN_FOUR,
            _ => DOUBLE_FOUR,
        }
    }

    /// Length of the row through the centre, as far as the window shows.
    fn row_through_centre(&self, cells: &[usize]) -> usize {
        let own = |at: &usize| cells[*at] == OWN;
        let below = (0..self.radius).rev().take_while(own).count();
        let above = (self.radius + 1..cells.len()).take_while(own).count();
        below + 1 + above
    }
}

/// The pattern from which one more stone makes at best `best`.
fn one_less(best: u8) -> u8 {
    match best {
        OPEN_FOUR => OPEN_THREE,
        FOUR | DOUBLE_FOUR => THREE,
        OPEN_THREE => OPEN_TWO,
        THREE => TWO,
        OPEN_TWO | TWO => ONE,
        ONE => ONE,
        _ => DEAD,
    }
}

/// The threat that a stone on a point makes, over all directions, in order of strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Threat {
    /// No threat.
    None = 0,
    /// An open three: threatens an open four.
    Three = 1,
    /// Two open threes.
    DoubleThree = 2,
    /// A four: must be parried at once.
    Four = 3,
    /// A four and an open three.
    FourThree = 4,
    /// An open four or two fours: only an immediate win helps against it.
    OpenFour = 5,
    /// A row that wins.
    Five = 6,
}

impl Threat {
    /// Number of threats.
    pub const COUNT: usize = 7;
    /// All threats, weakest first.
    pub const ALL: [Threat; Threat::COUNT] = [
        Threat::None,
        Threat::Three,
        Threat::DoubleThree,
        Threat::Four,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Five,
    ];

    /// The threat's name in Python.
    pub fn name(self) -> &'static str {
        ["none", "three", "double_three", "four", "four_three", "open_four", "five"][self as usize]
    }
}

/// Threat and move-ordering scores of a stone on a point. The scores are sums over the four directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// The threat.
    pub threat: Threat,
    /// Move-ordering score of placing the stone, 0 to about 4000.
    pub score: i16,
    /// Move-ordering score of denying the point to its side, 0 to about 4000.
    pub denial: i16,
}

/// Move-ordering scores of patterns, in tenths of a logit, from a softmax regression on the best moves of 19,767
/// searches of boyi's own games. Open fours and fives are set by hand to come first, because the data has none: such
/// positions are decided before moves are ordered.
const SCORES: [i16; COUNT] = [0, 0, 5, 19, 21, 44, 48, 160, 160, 1000, 0];
/// Move-ordering scores of denying the opponent a pattern, in tenths of a logit, from the regression of [`SCORES`].
const DENIALS: [i16; COUNT] = [0, 0, 1, 7, 13, 31, 44, 160, 160, 1000, 0];

/// Evaluation of a pattern in one direction, from a logistic regression on the results of 1,500 of boyi's own games. A
/// unit is a hundredth of a logit. Patterns that are two stones short of a threat are worth next to nothing.
pub const VALUES: [i16; COUNT] = [0, 0, 0, 5, 15, 46, 24, 24, 24, 24, 0];

/// The value of black's pattern in one direction minus that of white's. Black's pattern is in the low four bits.
#[inline(always)]
pub(super) fn lead(both: u8) -> i32 {
    const LEADS: [i16; 256] = {
        let (mut leads, mut both) = ([0; 256], 0);
        while both < 256 {
            let (black, white) = (both & 15, both >> 4);
            if black < COUNT && white < COUNT {
                leads[both] = VALUES[black] - VALUES[white];
            }
            both += 1;
        }
        leads
    };
    i32::from(LEADS[both as usize])
}

/// [`Worth`] indexed by a colour's patterns in the four directions, four bits each.
pub static WORTHS: LazyLock<Box<[Worth; CODES]>> = LazyLock::new(|| by_code(|code| worth(decoded(code))));

/// Number of ways in which a colour's patterns lie in the four directions, four bits each.
pub const CODES: usize = 1 << 16;

/// The threats of [`WORTHS`] alone, which are asked for most often: a sixth of its size.
pub static THREATS: LazyLock<Box<[Threat; CODES]>> = LazyLock::new(|| by_code(|code| WORTHS[code].threat));

/// Whether a black stone may be forbidden in renju, by its patterns: without an overline, two fours or two open threes it
/// is not, and with a five neither. Whether the open threes count is for the rules to say: their fours may be forbidden.
pub static SUSPECTS: LazyLock<Box<[bool; CODES]>> = LazyLock::new(|| {
    by_code(|code| {
        let patterns = decoded(code);
        let count = |wanted: &[u8]| patterns.iter().filter(|p| wanted.contains(p)).count();
        let fours = count(&[FOUR, OPEN_FOUR]) + 2 * count(&[DOUBLE_FOUR]);
        count(&[FIVE]) == 0 && (count(&[OVERLINE]) > 0 || fours > 1 || count(&[OPEN_THREE]) > 1)
    })
});

/// A colour's patterns in the four directions, from their code of four bits each.
pub(super) fn decoded(code: usize) -> [u8; 4] {
    [0, 4, 8, 12].map(|shift| (code >> shift) as u8 & 15)
}

/// A table by the code of a colour's patterns.
fn by_code<T>(value: impl Fn(usize) -> T) -> Box<[T; CODES]> {
    let values: Box<[T]> = (0..CODES).map(value).collect();
    values.try_into().unwrap_or_else(|_| unreachable!("one for each code"))
}

fn worth(patterns: [u8; 4]) -> Worth {
    let count = |wanted: &[u8]| patterns.iter().filter(|p| wanted.contains(p)).count();
    let (fours, threes) = (count(&[FOUR]), count(&[OPEN_THREE]));
    let threat = if count(&[FIVE]) > 0 {
        Threat::Five
    } else if count(&[OPEN_FOUR, DOUBLE_FOUR]) > 0 || fours > 1 {
        Threat::OpenFour
    } else if fours > 0 && threes > 0 {
        Threat::FourThree
    } else if fours > 0 {
        Threat::Four
    } else if threes > 1 {
        Threat::DoubleThree
    } else if threes > 0 {
        Threat::Three
    } else {
        Threat::None
    };
    let sum = |of: &[i16; COUNT]| patterns.iter().map(|&p| of.get(p as usize).copied().unwrap_or(0)).sum();
    Worth { threat, score: sum(&SCORES), denial: sum(&DENIALS) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Patterns of black and white for a window drawn with `X`, `O`, `.`, `#` (edge) and `_` for the centre.
    fn patterns(rule: Rule, k: u8, drawing: &str) -> (u8, u8) {
        let windows = Windows::of(rule, k);
        let cells = drawing.chars().enumerate().fold(0, |key, (at, c)| {
            let cell = match c {
                'X' => 1,
                'O' => 2,
                '#' => WALL_CELL,
                _ => EMPTY_CELL,
            };
            key | cell << (2 * at)
        });
        let centre = drawing.find('_').unwrap();
        assert_eq!((centre, drawing.len()), (windows.radius(), 2 * windows.radius() + 1), "{drawing}");
        let found = match windows.radius() {
            FREE_RADIUS => windows.look_up::<FREE_RADIUS>(cells),
            _ => windows.look_up::<EXACT_RADIUS>(cells),
        };
        (found & 15, found >> 4)
    }

    #[test]
    fn freestyle_patterns() {
        let cases = [
            ("XXXX_....", FIVE),
            ("XXX._....", FOUR),
            (".XXX_....", OPEN_FOUR),
            ("OXXX_....", FOUR),
            ("OXXX_O...", DEAD),
            ("#.XX_....", OPEN_THREE),
            ("O.XX_.O..", THREE),
            ("..X._X...", OPEN_THREE),
            ("X.X._.X.X", THREE),
            ("XX.X_.XX.", DOUBLE_FOUR),
            ("...X_....", OPEN_TWO),
            ("###X_....", TWO),
            ("####_....", ONE),
            ("O..._O...", DEAD),
            ("..XX_XX..", FIVE),
            (".XXX_X.X.", FIVE),
        ];
        for (drawing, expected) in cases {
            assert_eq!(patterns(Rule::Freestyle, 5, drawing).0, expected, "{drawing}");
            let swapped: String = drawing
                .chars()
                .map(|c| {
                    if c == 'X' {
                        'O'
                    } else if c == 'O' {
                        'X'
                    } else {
                        c
                    }
                })
                .collect();
            assert_eq!(patterns(Rule::Freestyle, 5, &swapped).1, expected, "{swapped}");
        }
    }

    #[test]
    fn overlines_are_a_matter_of_rule() {
        assert_eq!(patterns(Rule::Standard, 5, ".XXXX_X...."), (OVERLINE, DEAD));
        assert_eq!(patterns(Rule::Renju, 5, "..XXX_XX..."), (OVERLINE, DEAD));
        assert_eq!(patterns(Rule::Renju, 5, "..OOO_OO..."), (DEAD, FIVE));
        assert_eq!(patterns(Rule::Standard, 5, "..OOO_OO..."), (DEAD, OVERLINE));
        // With a stone beyond, filling one end would make six: no open four.
        assert_eq!(patterns(Rule::Standard, 5, "X.XXX_....."), (FOUR, ONE));
    }

    #[test]
    fn shorter_rows() {
        assert_eq!(patterns(Rule::Freestyle, 3, "..XX_....").0, FIVE);
        assert_eq!(patterns(Rule::Freestyle, 3, "...X_....").0, OPEN_FOUR);
        assert_eq!(patterns(Rule::Freestyle, 3, "..OX_....").0, FOUR);
    }

    #[test]
    fn threats_add_up() {
        let code = |patterns: [u8; 4]| patterns.iter().rev().fold(0, |code, &p| code << 4 | p as usize);
        let threat = |patterns| WORTHS[code(patterns)].threat;
        assert_eq!(threat([FOUR, DEAD, OPEN_THREE, ONE]), Threat::FourThree);
        assert_eq!(threat([FOUR, FOUR, DEAD, ONE]), Threat::OpenFour);
        assert_eq!(threat([OPEN_THREE, TWO, OPEN_THREE, ONE]), Threat::DoubleThree);
        assert_eq!(threat([FIVE, FOUR, FOUR, ONE]), Threat::Five);
        assert_eq!(threat([THREE, THREE, OPEN_TWO, ONE]), Threat::None);
    }
}
