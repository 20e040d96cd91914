//! The file format that networks of all games share. All numbers are little-endian:
//!
//! ```text
//! 8 bytes  "boyi net"
//! 8 bytes  the game, filled up with zeros
//! u32 * 5  version of the game's format, three numbers that the game gives a meaning, bytes of `about`
//! bytes    `about`, in UTF-8
//! bytes    the weights, as the game's format says
//! u32      CRC-32 of everything before
//! ```

const MAGIC: &[u8; 8] = b"boyi net";
/// Bytes before `about`.
pub const HEAD: usize = 36;

/// The contents of a network's file.
#[derive(Debug)]
pub struct Contents<'a> {
    /// The numbers of the head whose meaning the game's format defines.
    pub numbers: [usize; 3],
    /// How the network was trained, as text.
    pub about: &'a str,
    /// The weights.
    pub weights: &'a [u8],
}

/// The bytes of a file with these contents.
pub fn written(game: &str, version: u32, contents: &Contents) -> Vec<u8> {
    let mut name = [0; 8];
    name[..game.len()].copy_from_slice(game.as_bytes());
    let [a, b, c] = contents.numbers.map(|number| number as u32);
    let mut bytes = [MAGIC.as_slice(), &name].concat();
    bytes.extend([version, a, b, c, contents.about.len() as u32].iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend(contents.about.as_bytes());
    bytes.extend(contents.weights);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// The contents of a file of a game's network, of `length` bytes of weights by the numbers of the head. The error says
/// what is wrong.
pub fn read<'a>(
    bytes: &'a [u8],
    game: &str,
    version: u32,
    length: impl Fn([usize; 3]) -> Result<usize, String>,
) -> Result<Contents<'a>, String> {
    if !bytes.starts_with(MAGIC) {
        return Err(format!("expected a network saved by boyi, which begins with {:?}", "boyi net"));
    }
    let cut = || format!("it ends after {} bytes, within the network", bytes.len());
    let (head, rest) = bytes.split_at_checked(HEAD).ok_or_else(cut)?;
    let found = String::from_utf8_lossy(&head[8..16]);
    if found.trim_end_matches('\0') != game {
        return Err(format!("it is a network of {:?}, expected one of {game:?}", found.trim_end_matches('\0')));
    }
    let [stated, a, b, c, about] = std::array::from_fn(|at| {
        let four: [u8; 4] = head[16 + 4 * at..][..4].try_into().expect("four bytes");
        u32::from_le_bytes(four) as usize
    });
    if stated != version as usize {
        return Err(format!("it has version {stated} of the format: expected version {version}"));
    }
    let expected = HEAD + about + length([a, b, c])? + 4;
    if bytes.len() != expected {
        return Err(format!("it has {} bytes: expected {expected} by what it begins with", bytes.len()));
    }
    let (body, sum) = bytes.split_at(expected - 4);
    if crc32fast::hash(body).to_le_bytes() != sum {
        return Err("it is damaged: its checksum does not fit".into());
    }
    let (about, weights) = rest[..rest.len() - 4].split_at(about);
    let about = std::str::from_utf8(about).map_err(|_| "its description is no text".to_string())?;
    Ok(Contents { numbers: [a, b, c], about, weights })
}
