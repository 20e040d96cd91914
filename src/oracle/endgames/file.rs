//! Files of endgame tables: a line with the class and the number of values, the values, and a checksum.

use std::fs::File;
use std::io::{Error as IoError, Read as _, Write as _};
use std::path::Path;

use super::class::Class;
use crate::error::{Error, Result};
use crate::files;

const MAGIC: &str = "boyi-endgame 1";

/// Name of the file of a class.
pub fn name(class: &Class) -> String {
    format!("{class}.endgame")
}

fn head(class: &Class, len: usize) -> String {
    format!("{MAGIC} {class} {len}\n")
}

fn failure(path: &Path, reason: impl ToString) -> Error {
    Error::TableFile { path: path.display().to_string(), reason: reason.to_string() }
}

/// Writes the values of a class. An existing file is unchanged on an error.
pub fn write(path: &Path, class: &Class, values: &[u8]) -> Result<()> {
    let fill = |file: &mut File| {
        let head = head(class, values.len());
        file.write_all(head.as_bytes())?;
        file.write_all(values)?;
        file.write_all(&crc32fast::hash(values).to_le_bytes())
    };
    files::replace_with(path, fill).map_err(|error| failure(path, format!("cannot be written: {error}")))
}

/// Reads the values of a class. Fails for the file of another class, and for one that was changed in any byte.
pub fn read(path: &Path, class: &Class, len: usize) -> Result<Vec<u8>> {
    let expected = "an endgame table";
    let unreadable = |error: IoError| files::unreadable(path, expected, &error, |reason| failure(path, reason));
    let head = head(class, len);
    let mut file = File::open(path).map_err(unreadable)?;
    let mut begin = vec![0; head.len()];
    if file.read_exact(&mut begin).is_err() || begin != head.as_bytes() {
        return Err(failure(
            path,
            format!("it does not begin with {:?}, as the table of {class} does", head.trim_end()),
        ));
    }
    let mut values = vec![0; len];
    let mut sum = [0; 4];
    let cut = |_| failure(path, "it is cut off");
    file.read_exact(&mut values).map_err(cut)?;
    file.read_exact(&mut sum).map_err(cut)?;
    if file.read(&mut [0]).map_err(unreadable)? != 0 {
        return Err(failure(path, "it is longer than a table of its class"));
    }
    if crc32fast::hash(&values) != u32::from_le_bytes(sum) {
        return Err(failure(path, "its checksum is wrong: a byte was changed"));
    }
    Ok(values)
}
