//! A second, simple and slow implementation of the rules of xiangqi: letters on ten rows, moves made on a copy, checks
//! found by trying every move of the opponent. The bitboards must agree with it in every position.

use std::collections::BTreeSet;

use crate::common::{playout, position, rng, thrown};
use boyi::games::xiangqi::Position;
use boyi::games::xiangqi::moves::{move_name, parse_coordinates};

/// Letters by `rows[rank][file]`, rank 0 at red's side; capitals are red, `.` is empty.
#[derive(Clone)]
struct Slow {
    rows: [[char; 9]; 10],
    red: bool,
}

type Square = (i32, i32);

const STRAIGHT: [Square; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [Square; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Slow {
    fn new(fen: &str) -> Slow {
        let mut fields = fen.split(' ');
        let mut rows = [['.'; 9]; 10];
        for (rank, text) in fields.next().unwrap().split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        rows[9 - rank][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        Slow { rows, red: fields.next() == Some("w") }
    }

    /// The letter on a square, or `#` beyond the edge.
    fn at(&self, (rank, file): Square) -> char {
        let row = usize::try_from(rank).ok().and_then(|rank| self.rows.get(rank));
        row.and_then(|row| row.get(usize::try_from(file).ok()?)).copied().unwrap_or('#')
    }

    fn squares() -> impl Iterator<Item = Square> {
        (0..10).flat_map(|rank| (0..9).map(move |file| (rank, file)))
    }

    /// Squares that a piece attacks, including those occupied by either side.
    fn reach(&self, from: Square) -> Vec<Square> {
        let piece = self.at(from);
        let red = piece.is_uppercase();
        let step = |(rank, file): Square, n: i32| (from.0 + n * rank, from.1 + n * file);
        let palace = |&(rank, file): &Square| (3..=5).contains(&file) && if red { rank <= 2 } else { rank >= 7 };
        let home = |&(rank, _): &Square| if red { rank <= 4 } else { rank >= 5 };
        match piece.to_ascii_lowercase() {
            'k' => STRAIGHT.iter().map(|&d| step(d, 1)).filter(palace).collect(),
            'a' => DIAGONAL.iter().map(|&d| step(d, 1)).filter(palace).collect(),
            'b' => {
                let open = DIAGONAL.iter().filter(|&&d| self.at(step(d, 1)) == '.');
                open.map(|&d| step(d, 2)).filter(home).collect()
            }
            'n' => {
                let open = STRAIGHT.iter().filter(|&&d| self.at(step(d, 1)) == '.');
                // One step straight, then one diagonally outwards.
                open.flat_map(|&(r, f)| [1, -1].map(|side| (from.0 + 2 * r + side * f, from.1 + 2 * f + side * r)))
                    .collect()
            }
            'p' => {
                let forward = if red { (1, 0) } else { (-1, 0) };
                let sideways = if home(&from) { &[][..] } else { &[(0, 1), (0, -1)][..] };
                sideways.iter().chain([&forward]).map(|&d| step(d, 1)).collect()
            }
            'r' | 'c' => STRAIGHT.iter().flat_map(|&d| self.line(from, d, piece.eq_ignore_ascii_case(&'c'))).collect(),
            _ => vec![],
        }
    }

    /// Squares of a chariot along one direction, or of a cannon, which captures over one piece.
    fn line(&self, from: Square, (rank, file): Square, cannon: bool) -> Vec<Square> {
        let mut line = (1..10).map(|n| (from.0 + n * rank, from.1 + n * file)).filter(|&s| self.at(s) != '#');
        let mut reached: Vec<Square> = line.by_ref().take_while(|&s| self.at(s) == '.').collect();
        // The first piece met lies right after what was reached; beyond it, a cannon takes the second.
        let n = reached.len() as i32 + 1;
        let first = (from.0 + n * rank, from.1 + n * file);
        if cannon {
            reached.extend(line.find(|&s| self.at(s) != '.'));
        } else if self.at(first) != '#' {
            reached.push(first);
        }
        reached
    }

    /// Pseudo-legal moves of one side.
    fn moves(&self, red: bool) -> Vec<(Square, Square)> {
        let own = move |piece: char| piece.is_alphabetic() && piece.is_uppercase() == red;
        let from = Slow::squares().filter(|&s| own(self.at(s)));
        let all = from.flat_map(|from| self.reach(from).into_iter().map(move |to| (from, to)));
        all.filter(|&(_, to)| self.at(to) != '#' && !own(self.at(to))).collect()
    }

    /// Whether a side's king can be taken, or sees the other king along an open file.
    fn is_attacked(&self, red: bool) -> bool {
        let [own, other] = if red { ['K', 'k'] } else { ['k', 'K'] };
        let king = Slow::squares().find(|&s| self.at(s) == own).expect("a king");
        let mut seen = STRAIGHT[2..].iter().flat_map(|&d| self.line(king, d, false));
        seen.any(|s| self.at(s) == other) || self.moves(!red).iter().any(|&(_, to)| to == king)
    }

    fn after(&self, (from, to): (Square, Square)) -> Slow {
        let mut after = Slow { red: !self.red, ..self.clone() };
        after.rows[to.0 as usize][to.1 as usize] = self.at(from);
        after.rows[from.0 as usize][from.1 as usize] = '.';
        after
    }

    /// Legal moves as text, and those of them that give check.
    fn legal(&self) -> (BTreeSet<String>, BTreeSet<String>) {
        let name = |(rank, file): Square| format!("{}{rank}", (b'a' + file as u8) as char);
        let (mut legal, mut checking) = (BTreeSet::new(), BTreeSet::new());
        for (from, to) in self.moves(self.red) {
            let after = self.after((from, to));
            if !after.is_attacked(self.red) {
                legal.insert(name(from) + &name(to));
                if after.is_attacked(!self.red) {
                    checking.insert(name(from) + &name(to));
                }
            }
        }
        (legal, checking)
    }
}

fn assert_agree(at: &Position) {
    let slow = Slow::new(&at.fen());
    let (legal, checking) = slow.legal();
    let names: BTreeSet<String> = at.legal_moves().into_iter().map(move_name).collect();
    assert_eq!(names, legal, "legal moves (ours, slow) of {}", at.fen());
    let ours: BTreeSet<String> =
        names.into_iter().filter(|name| at.gives_check(parse_coordinates(name).unwrap())).collect();
    assert_eq!(ours, checking, "checking moves (ours, slow) of {}", at.fen());
    assert_eq!(at.is_check(), slow.is_attacked(slow.red), "check state of {}", at.fen());
}

#[test]
fn the_slow_rules_count_what_is_published() {
    let start = Slow::new("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");
    assert_eq!(start.legal().0.len(), 44);
    let replies = start.moves(true).into_iter().map(|mv| start.after(mv).legal().0.len());
    assert_eq!(replies.sum::<usize>(), 1_920);
}

#[test]
fn along_playouts() {
    for seed in 0..60 {
        let mut rng = rng(seed);
        let mut at = Position::start();
        for _ in 0..120 {
            assert_agree(&at);
            at = playout(at, 1, &mut rng);
        }
    }
}

#[test]
fn on_boards_thrown_together() {
    let (mut agreed, mut checks, mut stuck) = (0, 0, 0);
    for seed in 0..12_000 {
        let mut rng = rng(seed);
        // From bare kings, whose files are open, to a crowd.
        let Some(at) = thrown(seed as usize % 31, &mut rng) else { continue };
        assert_agree(&at);
        agreed += 1;
        checks += at.is_check() as u32;
        stuck += (at.count_moves() == 0) as u32;
    }
    assert!(agreed > 4_000 && checks > 500 && stuck > 10, "{agreed} positions, {checks} checks, {stuck} stuck");
}

#[test]
fn kings_that_face_each_other() {
    for fen in ["4k4/9/9/9/9/9/9/9/9/4K4 w", "3ak4/9/9/9/9/9/4R4/9/9/4K4 b", "4k4/9/9/9/9/9/9/9/4p4/3K5 w"] {
        assert_agree(&position(fen));
    }
}
