//! Reading and writing of files.

use std::fs::File;
use std::io::{Error as IoError, ErrorKind, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::error::{Error, Result};

/// Contents of a file that should hold what `expected` says, such as "a saved table"; `fail` makes an error of a reason
/// why it cannot be read.
pub fn read(path: &Path, expected: &str, fail: impl Fn(String) -> Error) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| unreadable(path, expected, &error, fail))
}

/// The error of a file that cannot be read, see [`read`]. A file that is not there has an error of its own.
pub fn unreadable(path: &Path, expected: &str, error: &IoError, fail: impl Fn(String) -> Error) -> Error {
    match error.kind() {
        ErrorKind::NotFound => Error::MissingFile { path: path.display().to_string(), expected: expected.into() },
        _ => fail(error.to_string()),
    }
}

/// Writes a file atomically: on an error an existing file is unchanged.
pub fn replace(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    replace_with(path, |file| file.write_all(contents))
}

/// [`replace`] with contents that a function writes piece by piece.
pub fn replace_with(path: &Path, fill: impl FnOnce(&mut File) -> std::io::Result<()>) -> std::io::Result<()> {
    static DRAFTS: AtomicU32 = AtomicU32::new(0);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}-{}.tmp", std::process::id(), DRAFTS.fetch_add(1, Relaxed)));
    let draft = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&draft)?;
        fill(&mut file)?;
        file.sync_all()?;
        std::fs::rename(&draft, path)
    };
    write().inspect_err(|_| drop(std::fs::remove_file(&draft)))
}
