//! The line windows for which a network has a vector each, and their numbers.
//!
//! A window has eight cells, four on each side of an empty point, with two bits a cell as in
//! [`pattern`](crate::games::gomoku::pattern). Its *key* are these 16 bits, the lowest neighbour in the lowest bits. Windows
//! that are mirror images of each other share a *row*; rows are numbered in the order of the smaller of both keys, from the
//! view of the player whose stones are 1. Windows without stones, and windows that no board has, have no row.

use std::sync::LazyLock;

use crate::games::gomoku::pattern::WALL_CELL;

/// Neighbours on each side of the point.
pub const RADIUS: usize = 4;

/// Number of keys.
pub const KEYS: usize = 1 << (4 * RADIUS);

/// Number of rows.
pub const ROWS: usize = 7366;

/// The rows of all windows by key, as each player sees them.
pub struct Rows {
    /// Rows for black, whose stones are 1 in a key.
    pub black: Vec<Option<u16>>,
    /// Rows for white.
    pub white: Vec<Option<u16>>,
}

/// The key of the window round a point, from its line's word shifted so that the window's first cell comes lowest.
#[inline(always)]
pub fn key(window: u64) -> usize {
    const SIDE: u64 = (1 << (2 * RADIUS)) - 1;
    (window & SIDE | window >> 2 & SIDE << (2 * RADIUS)) as usize
}

/// The rows, numbered at first use.
pub fn rows() -> &'static Rows {
    static NUMBERED: LazyLock<Rows> = LazyLock::new(number);
    &NUMBERED
}

fn number() -> Rows {
    let mut black: Vec<Option<u16>> = vec![None; KEYS];
    let mut next = 0;
    for key in 0..KEYS {
        let mirrored = rebuilt(key, |cells| std::array::from_fn(|at| cells[2 * RADIUS - 1 - at]));
        if mirrored < key {
            black[key] = black[mirrored];
        } else if exists(key) {
            black[key] = Some(next);
            next += 1;
        }
    }
    assert_eq!(next as usize, ROWS);
    let swapped = |key| rebuilt(key, |cells| cells.map(|cell| [0, 2, 1, 3][cell]));
    let white = (0..KEYS).map(|key| black[swapped(key)]).collect();
    Rows { black, white }
}

type Cells = [usize; 2 * RADIUS];

/// The key of a window whose cells are changed.
fn rebuilt(key: usize, change: impl Fn(Cells) -> Cells) -> usize {
    let cells = change(std::array::from_fn(|at| key >> (2 * at) & 3));
    cells.iter().rev().fold(0, |key, cell| key << 2 | cell)
}

/// Whether a board can have the window, with a stone in it: beyond the edge there are walls only.
fn exists(key: usize) -> bool {
    let wall = WALL_CELL as usize;
    let cells: Cells = std::array::from_fn(|at| key >> (2 * at) & 3);
    let ends = |side: &mut dyn Iterator<Item = usize>| side.skip_while(|&cell| cell != wall).all(|cell| cell == wall);
    cells.iter().any(|&cell| cell == 1 || cell == 2)
        && ends(&mut cells[..RADIUS].iter().rev().copied())
        && ends(&mut cells[RADIUS..].iter().copied())
}

/// The key of a drawn window: `X` for black or the player who looks, `O` for the other, `.` empty, `#` beyond the edge,
/// and `_` for the point in the middle.
pub fn key_of(drawing: &str) -> Option<usize> {
    let cells: Vec<usize> = drawing.chars().map(|c| "X.O#_".find(c)).collect::<Option<_>>()?;
    if cells.len() != 2 * RADIUS + 1 || cells[RADIUS] != 4 {
        return None;
    }
    let codes = [1, 0, 2, 3];
    let sides = cells[..RADIUS].iter().chain(&cells[RADIUS + 1..]);
    sides.enumerate().try_fold(0, |key, (at, &cell)| Some(key | codes.get(cell)? << (2 * at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_share_a_row_and_players_exchange_theirs() {
        let of = |drawing: &str| rows().black[key_of(drawing).expect("a window")];
        assert_eq!(of("XX.._...#"), of("#..._..XX"));
        assert_ne!(of("XX.._...#"), of("OO.._...#"));
        assert_eq!(of("XX.._...#"), rows().white[key_of("OO.._...#").expect("a window")]);
        assert_eq!((of("...._...."), of("##.._...#")), (None, None), "no stone");
        assert_eq!(of(".#X._...."), None, "nothing stands beyond the edge");
        let mut seen = vec![0; ROWS];
        rows().black.iter().flatten().for_each(|&row| seen[row as usize] += 1);
        assert!(seen.iter().all(|&windows| windows == 1 || windows == 2));
    }

    #[test]
    fn drawings_that_are_no_windows() {
        for drawing in ["", "...._...", ".........", "..._.....", "a..._....", "_..._...."] {
            assert_eq!(key_of(drawing), None, "{drawing}");
        }
    }
}
