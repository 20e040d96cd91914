//! Attack tables: the squares that each kind of piece reaches.
//!
//! Chariots and cannons look up rank and file separately: the nine (ten)
//! occupancy bits of a line index a table with the squares that a chariot
//! reaches and those behind one piece, as line bits, which are then spread
//! over the board. These tables fit into the first-level cache; one table over
//! the cross of rank and file would need megabytes. Horses and elephants are
//! indexed by the occupancy of their four legs or eyes.

use super::bitboard::{BOARD, Bitboard, bit, file_of, rank_of};

/// King (general). The kinds of piece are numbered in the order of `Evaluation`'s tables.
pub const KING: usize = 0;
/// Advisor (guard).
pub const ADVISOR: usize = 1;
/// Elephant (bishop).
pub const ELEPHANT: usize = 2;
/// Horse (knight).
pub const HORSE: usize = 3;
/// Chariot (rook).
pub const CHARIOT: usize = 4;
/// Cannon.
pub const CANNON: usize = 5;
/// Pawn (soldier).
pub const PAWN: usize = 6;

type Steps<const N: usize> = [(i32, i32); N];
const ORTHOGONAL: Steps<4> = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: Steps<4> = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// Square at an offset from another, if it is on the board.
const fn step(square: u8, (dx, dy): (i32, i32)) -> Option<u8> {
    let (x, y) = (file_of(square) as i32 + dx, rank_of(square) as i32 + dy);
    if 0 <= x && x < 9 && 0 <= y && y < 10 { Some((9 * y + x) as u8) } else { None }
}

const fn in_palace(square: u8) -> bool {
    let (x, y) = (file_of(square), rank_of(square));
    3 <= x && x <= 5 && (y <= 2 || y >= 7)
}

/// The nine squares of each side's palace; red, black.
pub const PALACE: [Bitboard; 2] = [palace(0), palace(1)];

const fn palace(side: usize) -> Bitboard {
    (0b111 << 3 | 0b111 << 12 | 0b111 << 21) << (63 * side as u32)
}

/// Each side's own half of the board; red, black.
pub const HOME: [Bitboard; 2] = [(1 << 45) - 1, BOARD ^ ((1 << 45) - 1)];

// ---- lines: chariot and cannon ------------------------------------------

/// Sliding attacks along a line from `index`, given the line's occupancy. The low half of the word has the squares a
/// chariot reaches (captures included), the high half those behind exactly one piece, up to and including the next
/// piece.
const fn line(length: i32, index: i32, occupied: i32) -> u32 {
    let (mut reach, mut behind) = (0u32, 0u32);
    let mut way = -1;
    while way <= 1 {
        let (mut at, mut screens) = (index + way, 0);
        while 0 <= at && at < length && screens < 2 {
            let here = occupied >> at & 1 == 1;
            if screens == 0 {
                reach |= 1 << at;
            } else {
                behind |= 1 << at;
            }
            if here {
                screens += 1;
            }
            at += way;
        }
        way += 2;
    }
    reach | behind << 16
}

/// Sliding attacks along a rank, by `[file][occupancy of the rank]`.
static RANK_LINE: [[u32; 512]; 9] = {
    let mut table = [[0; 512]; 9];
    let mut i = 0;
    while i < 9 {
        let mut occupied = 0;
        while occupied < 512 {
            table[i][occupied] = line(9, i as i32, occupied as i32);
            occupied += 1;
        }
        i += 1;
    }
    table
};

/// Sliding attacks along a file, by `[rank][occupancy of the file]`.
static FILE_LINE: [[u32; 1024]; 10] = {
    let mut table = [[0; 1024]; 10];
    let mut i = 0;
    while i < 10 {
        let mut occupied = 0;
        while occupied < 1024 {
            table[i][occupied] = line(10, i as i32, occupied as i32);
            occupied += 1;
        }
        i += 1;
    }
    table
};

/// Ten line bits spread over the squares of file `a`.
static SPREAD: [Bitboard; 1024] = {
    let mut table = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let mut r = 0;
        while r < 10 {
            if bits >> r & 1 == 1 {
                table[bits] |= 1 << (9 * r);
            }
            r += 1;
        }
        bits += 1;
    }
    table
};

/// Occupancy of every rank and file, kept beside the bitboards so that a line look-up is one load.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    ranks: [u16; 10],
    files: [u16; 9],
}

impl Lines {
    /// Puts a piece on an empty square, or takes it off.
    #[inline(always)]
    pub fn flip(&mut self, square: u8) {
        let (f, r) = (file_of(square), rank_of(square));
        self.ranks[r as usize] ^= 1 << f;
        self.files[f as usize] ^= 1 << r;
    }

    /// Squares a chariot reaches, the first occupied one included, and squares behind exactly one piece.
    #[inline(always)]
    pub fn from(&self, square: u8) -> (Bitboard, Bitboard) {
        let (f, r) = (file_of(square), rank_of(square));
        let along = RANK_LINE[f as usize][(self.ranks[r as usize] & 511) as usize];
        let across = FILE_LINE[r as usize][(self.files[f as usize] & 1023) as usize];
        let reach = ((along & 511) as Bitboard) << (9 * r) | SPREAD[(across & 1023) as usize] << f;
        let behind = ((along >> 16) as Bitboard) << (9 * r) | SPREAD[(across >> 16 & 1023) as usize] << f;
        (reach, behind)
    }
}

/// Squares strictly between two squares of one rank or file; empty for any other pair.
pub static BETWEEN: [[Bitboard; 90]; 90] = {
    let mut table = [[0; 90]; 90];
    let mut s = 0;
    while s < 90 {
        let mut way = 0;
        while way < 4 {
            let (mut at, mut passed) = (s as u8, 0);
            while let Some(next) = step(at, ORTHOGONAL[way]) {
                table[s][next as usize] = passed;
                passed |= bit(next);
                at = next;
            }
            way += 1;
        }
        s += 1;
    }
    table
};

/// Rank and file through each square, without the square.
pub static CROSS: [Bitboard; 90] = {
    let mut table = [0; 90];
    let mut s = 0;
    while s < 90 {
        let mut way = 0;
        while way < 4 {
            let mut at = s as u8;
            while let Some(next) = step(at, ORTHOGONAL[way]) {
                table[s] |= bit(next);
                at = next;
            }
            way += 1;
        }
        s += 1;
    }
    table
};

/// Squares on which an attack on a king depends: those of its rank and file, where pieces attack along lines or are
/// screens, and its diagonal neighbours, the legs of horses that attack it. While none of them changes, no attack begins.
pub static SIGHT: [Bitboard; 90] = {
    let mut table = CROSS;
    let mut s = 0;
    while s < 90 {
        let mut way = 0;
        while way < 4 {
            if let Some(leg) = step(s as u8, DIAGONAL[way]) {
                table[s] |= bit(leg);
            }
            way += 1;
        }
        s += 1;
    }
    table
};

// ---- horse and elephant -------------------------------------------------

/// The four bits of `occupied` at orthogonal neighbours of a square (below, left, right, above), as an index.
#[inline(always)]
const fn orthogonal_index(occupied: Bitboard, square: u8) -> usize {
    let w = ((occupied << 10) >> square) as u32;
    (w >> 1 & 1 | w >> 8 & 2 | w >> 9 & 4 | w >> 16 & 8) as usize
}

/// The four bits of `occupied` at diagonal neighbours of a square (below left, below right, above left, above right),
/// as an index.
#[inline(always)]
const fn diagonal_index(occupied: Bitboard, square: u8) -> usize {
    let w = ((occupied << 10) >> square) as u32;
    (w & 1 | w >> 1 & 2 | w >> 16 & 4 | w >> 17 & 8) as usize
}

/// The two moves of a horse, as (file, rank) steps, that are blocked by a piece on its leg in direction `way`.
const fn horse_steps(way: usize) -> [(i32, i32); 2] {
    let (dx, dy) = ORTHOGONAL[way];
    if dx == 0 { [(-1, 2 * dy), (1, 2 * dy)] } else { [(2 * dx, -1), (2 * dx, 1)] }
}

static HORSE_FROM: [[Bitboard; 16]; 90] = {
    let mut table = [[0; 16]; 90];
    let mut s = 0;
    while s < 90 {
        let mut legs = 0;
        while legs < 16 {
            let mut i = 0;
            while i < 8 {
                if legs >> (i / 2) & 1 == 0
                    && let Some(to) = step(s as u8, horse_steps(i / 2)[i % 2])
                {
                    table[s][legs] |= bit(to);
                }
                i += 1;
            }
            legs += 1;
        }
        s += 1;
    }
    table
};

/// Square of the leg of a horse that stands on the second square and aims at the first; 0, which is never a leg, if it
/// is not a horse's move away.
static LEG: [[u8; 90]; 90] = {
    let mut table = [[0; 90]; 90];
    let mut s = 0;
    while s < 90 {
        let mut i = 0;
        while i < 8 {
            if let (Some(leg), Some(to)) = (step(s as u8, ORTHOGONAL[i / 2]), step(s as u8, horse_steps(i / 2)[i % 2]))
            {
                table[to as usize][s] = leg;
            }
            i += 1;
        }
        s += 1;
    }
    table
};

/// Square of the leg of a horse that stands on `horse` and aims at `target`, which must be a horse's move away.
#[inline(always)]
pub fn leg(horse: u8, target: u8) -> u8 {
    LEG[target as usize][horse as usize]
}

/// Squares a horse's move away, whether or not the legs are blocked.
#[inline(always)]
pub fn horse_ring(square: u8) -> Bitboard {
    HORSE_FROM[square as usize][0]
}

/// Squares that a horse attacks, including those of its own pieces.
#[inline(always)]
pub fn horse(square: u8, occupied: Bitboard) -> Bitboard {
    HORSE_FROM[square as usize][orthogonal_index(occupied, square)]
}

static ELEPHANT_FROM: [[Bitboard; 16]; 90] = {
    let mut table = [[0; 16]; 90];
    let mut s = 0;
    while s < 90 {
        let half = HOME[s / 45];
        let mut eyes = 0;
        while eyes < 16 {
            let mut i = 0;
            while i < 4 {
                let (dx, dy) = DIAGONAL[i];
                if eyes >> i & 1 == 0
                    && let Some(to) = step(s as u8, (2 * dx, 2 * dy))
                {
                    table[s][eyes] |= bit(to) & half;
                }
                i += 1;
            }
            eyes += 1;
        }
        s += 1;
    }
    table
};

/// Squares that an elephant attacks on its own half, including those of its own pieces.
#[inline(always)]
pub fn elephant(square: u8, occupied: Bitboard) -> Bitboard {
    ELEPHANT_FROM[square as usize][diagonal_index(occupied, square)]
}

// ---- short steps --------------------------------------------------------

const fn palace_steps(steps: &Steps<4>) -> [Bitboard; 90] {
    let mut table = [0; 90];
    let mut s = 0;
    while s < 90 {
        let mut i = 0;
        while i < 4 {
            if let Some(to) = step(s as u8, steps[i])
                && in_palace(s as u8)
                && in_palace(to)
            {
                table[s] |= bit(to);
            }
            i += 1;
        }
        s += 1;
    }
    table
}

/// Squares a king's step away, inside the palace.
pub static KING_STEPS: [Bitboard; 90] = palace_steps(&ORTHOGONAL);

/// Squares an advisor's step away, inside the palace.
pub static ADVISOR_STEPS: [Bitboard; 90] = palace_steps(&DIAGONAL);

/// Squares a pawn's step away, by `[side][square]`: forward, and sideways beyond the river.
pub static PAWN_STEPS: [[Bitboard; 90]; 2] = pawn_tables().0;

/// Squares from which a pawn of `[side]` steps onto `[square]`.
pub static PAWN_TO: [[Bitboard; 90]; 2] = pawn_tables().1;

const fn pawn_tables() -> ([[Bitboard; 90]; 2], [[Bitboard; 90]; 2]) {
    let (mut from, mut to) = ([[0; 90]; 2], [[0; 90]; 2]);
    let mut i = 0;
    while i < 180 {
        let (side, s) = (i / 90, i % 90);
        let forward = if side == 0 { (0, 1) } else { (0, -1) };
        let ways = [forward, (-1, 0), (1, 0)];
        let crossed = HOME[side] & bit(s as u8) == 0;
        let mut w = 0;
        while w < 3 {
            if let Some(t) = step(s as u8, ways[w])
                && (w == 0 || crossed)
            {
                from[side][s] |= bit(t);
                to[side][t as usize] |= bit(s as u8);
            }
            w += 1;
        }
        i += 1;
    }
    (from, to)
}

/// Squares that a kind of piece can reach in a game, by `[side][kind]`; used to refuse impossible positions.
pub const STANDS: [[Bitboard; 7]; 2] = [stands(0), stands(1)];

const fn stands(side: usize) -> [Bitboard; 7] {
    let up = 63 * side as u32;
    let advisors: Bitboard = (0b101 << 3 | 0b010 << 12 | 0b101 << 21) << up;
    let elephants: Bitboard = if side == 0 {
        bit(2) | bit(6) | bit(18) | bit(22) | bit(26) | bit(38) | bit(42)
    } else {
        bit(87) | bit(83) | bit(71) | bit(67) | bit(63) | bit(51) | bit(47)
    };
    // A pawn starts on the fourth rank on files a, c, e, g, i and keeps its file until it has crossed the river.
    let files: Bitboard = 0b101010101;
    let pawns = if side == 0 { HOME[1] | files << 27 | files << 36 } else { HOME[0] | files << 54 | files << 45 };
    [PALACE[side], advisors, elephants, BOARD, BOARD, BOARD, pawns]
}
