//! Zobrist key sets of xiangqi: one random number per piece and square, and one for the side to move (Albert Zobrist,
//! "A New Hashing Method with Application for Game Playing", 1970).

use std::sync::LazyLock;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use crate::error::{Error, Result};

/// The random numbers of a Zobrist key, which is their exclusive or over a position.
#[derive(Debug)]
pub struct Keys {
    /// Name by which users select the set.
    pub name: &'static str,
    /// Numbers by `[piece][square]`, with pieces `2 * kind + side`.
    pub pieces: [[u64; 90]; 14],
    /// Number combined with the key when the second side is to move.
    pub side: u64,
}

impl Keys {
    /// What changes in a key when a piece moves, and with it the turn. `captured` is no piece if nothing is captured.
    #[inline(always)]
    pub fn change(&self, piece: u8, captured: u8, from: u8, to: u8) -> u64 {
        let moved = &self.pieces[piece as usize];
        let gone = self.pieces.get(captured as usize).map_or(0, |piece| piece[to as usize]);
        moved[from as usize] ^ moved[to as usize] ^ gone ^ self.side
    }
}

/// The default key set: Xoshiro256++ from a fixed seed, equal on every machine and in every version.
pub static DEFAULT: LazyLock<Keys> = LazyLock::new(|| {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0x626f_7969);
    let side = rng.next_u64();
    let mut pieces = [[0; 90]; 14];
    for key in pieces.iter_mut().flatten() {
        *key = rng.next_u64();
    }
    Keys { name: "default", pieces, side }
});

/// The key set of the XiangQi Wizard tutorial, so that its readers can compare keys. The numbers are the RC4 stream of
/// the key `[0]`: first for the side to move, then for each piece of red and of black on each square of a 16 x 16
/// board, highest rank first, on which xiangqi's board starts at the fourth file and the fourth rank.
pub static RC4: LazyLock<Keys> = LazyLock::new(|| {
    let mut stream = Rc4::new(&[0]);
    let side = stream.key();
    let mut pieces = [[0; 90]; 14];
    for piece in (0..14).step_by(2).chain((1..14).step_by(2)) {
        for square in 0..256 {
            let key = stream.key();
            let (row, file) = (square / 16_usize, (square % 16).wrapping_sub(3));
            if (3..13).contains(&row) && file < 9 {
                pieces[piece][9 * (12 - row) + file] = key;
            }
        }
    }
    Keys { name: "rc4", pieces, side }
});

/// The key set with a name; an error for an unknown name.
pub fn by_name(name: &str) -> Result<&'static Keys> {
    let known: [&'static Keys; 2] = [&DEFAULT, &RC4];
    let found = known.into_iter().find(|keys| keys.name == name);
    found.ok_or_else(|| Error::unknown("zobrist", name, &known.map(|keys| keys.name)))
}

/// The stream cipher RC4 (Ronald Rivest, 1987), used as a random number generator.
struct Rc4 {
    state: [u8; 256],
    x: u8,
    y: u8,
}

impl Rc4 {
    fn new(secret: &[u8]) -> Rc4 {
        let mut state: [u8; 256] = std::array::from_fn(|i| i as u8);
        let mut y = 0u8;
        for x in 0..256 {
            y = y.wrapping_add(state[x]).wrapping_add(secret[x % secret.len()]);
            state.swap(x, y as usize);
        }
        Rc4 { state, x: 0, y: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.x = self.x.wrapping_add(1);
        let a = self.state[self.x as usize];
        self.y = self.y.wrapping_add(a);
        let b = self.state[self.y as usize];
        self.state.swap(self.x as usize, self.y as usize);
        self.state[a.wrapping_add(b) as usize]
    }

    fn word(&mut self) -> u32 {
        u32::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// Reads three 32-bit words, which the tutorial calls key, first lock and second lock: its tables are indexed by
    /// the key and verified by the locks. The 64-bit result leaves the first lock out.
    fn key(&mut self) -> u64 {
        let [key, _lock0, lock1] = std::array::from_fn(|_| self.word());
        (lock1 as u64) << 32 | key as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cipher_gives_its_published_streams() {
        // RFC 6229, 40-bit key 0x0102030405, offset 0; and the textbook's plain "Key".
        fn stream<const N: usize>(secret: &[u8]) -> [u8; N] {
            let mut rc4 = Rc4::new(secret);
            std::array::from_fn(|_| rc4.byte())
        }
        assert_eq!(stream(&[1, 2, 3, 4, 5]), [0xb2, 0x39, 0x63, 0x05, 0xf0, 0x3d, 0xc0, 0x27]);
        assert_eq!(stream(b"Key"), [0xeb, 0x9f, 0x77, 0x81, 0xb7, 0x34, 0xca, 0x72, 0xa7, 0x19]);
    }

    #[test]
    fn the_tutorials_first_words() {
        // The side to move, then red's king on the first square of the 16 x 16 board.
        let mut rc4 = Rc4::new(&[0]);
        let words: [u32; 6] = std::array::from_fn(|_| rc4.word());
        assert_eq!(words, [0x418918de, 0x3a5d37a3, 0x671e068a, 0x6d926e57, 0xa37f1ac7, 0x97ebccf0]);
        assert_eq!(RC4.side, 0x671e068a_418918de);
    }

    #[test]
    fn the_default_numbers_are_those_of_every_version() {
        // Books and table files are read by later versions, so the numbers must stay what they are.
        let start = crate::games::xiangqi::Position::start();
        assert_eq!(start.board().key(), 0xb380_48ea_0ee6_389b);
        assert_eq!(DEFAULT.side, 0xb380_48ea_0ee6_389b ^ 0x06e0_44e7_6194_d1c6);
    }

    #[test]
    fn sets_have_names() {
        assert_eq!(by_name("rc4").unwrap().side, RC4.side);
        assert_eq!(by_name("default").unwrap().side, DEFAULT.side);
        let error = by_name("rc5").unwrap_err().to_string();
        assert!(error.contains("\"rc5\"") && error.ends_with("did you mean \"rc4\"?"), "{error}");
    }
}
