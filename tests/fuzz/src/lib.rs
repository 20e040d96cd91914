//! What several targets share.

use boyi::games::xiangqi::Position;

/// Positions that parsers of moves and searches begin with: the start, a middlegame, few pieces, black to move in check,
/// pawns in a file, a king that can only be mated.
pub const POSITIONS: [&str; 6] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1P1p1p/4P4/9/P3P3P/1C5C1/9/RNBAKABNR w - - 3 20",
    "2b1kab2/4a4/1P7/8p/p5p2/7C1/4PrP1P/9/4A4/2rAK2R1 b - - 0 31",
    "4k4/9/9/9/9/9/3p5/3p5/3p1K3/3p5 b - - 0 1",
    "4k4/9/9/9/9/9/9/4r4/9/4K4 w - - 119 60",
    "3k5/9/3P1P3/3P1P3/9/9/9/9/9/4K4 w - - 0 1",
];

/// The position with this number, counted round.
pub fn position(number: u8) -> Position {
    Position::from_fen(POSITIONS[usize::from(number) % POSITIONS.len()]).expect("a good position")
}

/// A file with bytes changed, and cut or made longer, as the fuzzer's data says: five bytes each for a place and its new
/// byte. Unless the first byte of the data is odd, the checksum at the end is made to fit again, so that what it protects
/// is reached.
pub fn edited(file: &[u8], data: &[u8]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    let Some((mode, edits)) = data.split_first() else { return bytes };
    for edit in edits.chunks_exact(5) {
        let place = u32::from_le_bytes([edit[0], edit[1], edit[2], edit[3]]) as usize;
        match bytes.len() {
            // Places near the beginning are more probable: heads are there.
            length if place < length => bytes[place] = edit[4],
            length if place % 7 == 0 => bytes.truncate(place % (length + 1)),
            length if place % 11 == 0 => bytes.resize(length + usize::from(edit[4]), edit[4]),
            0 => {}
            length => bytes[place % length.min(256)] = edit[4],
        }
    }
    if mode % 2 == 0 && bytes.len() >= 4 {
        let end = bytes.len() - 4;
        let sum = crc32fast::hash(&bytes[..end]);
        bytes[end..].copy_from_slice(&sum.to_le_bytes());
    }
    bytes
}
