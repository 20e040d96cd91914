//! Reading and writing of files.

use std::fs::File;
use std::io::{Error as IoError, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
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

/// Writes a file atomically: on an error an existing file is unchanged. What a process that was killed has left of this
/// file is removed.
pub fn replace(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    replace_with(path, |file| file.write_all(contents))
}

/// [`replace`] with contents that a function writes piece by piece.
pub fn replace_with(path: &Path, fill: impl FnOnce(&mut File) -> std::io::Result<()>) -> std::io::Result<()> {
    remove_stale(path);
    let (draft, mut file) = new_draft(path)?;
    let write = || {
        fill(&mut file)?;
        file.sync_all()?;
        std::fs::rename(&draft, path)
    };
    write().inspect_err(|_| drop(std::fs::remove_file(&draft)))
}

/// End of the names of drafts, which are files that are not yet whole.
const DRAFT: &str = ".tmp";

/// A new draft of a file, locked until it is closed, or its process ends.
fn new_draft(path: &Path) -> std::io::Result<(PathBuf, File)> {
    static DRAFTS: AtomicU32 = AtomicU32::new(0);
    loop {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}-{}{DRAFT}", std::process::id(), DRAFTS.fetch_add(1, Relaxed)));
        let draft = path.with_file_name(name);
        let file = File::create(&draft)?;
        // Where a file system has no locks, no draft is ever taken for stale.
        let _ = file.lock();
        // Another process may have found the draft before it was locked, and removed it.
        if draft.exists() {
            return Ok((draft, file));
        }
    }
}

/// Removes drafts of a file that no process is writing any more. What cannot be removed stays.
fn remove_stale(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for found in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_draft(&found.file_name().to_string_lossy(), &name) {
            let Ok(file) = File::open(found.path()) else { continue };
            // The lock is held until the draft is removed, so that a process that has just made it sees that.
            if file.try_lock().is_ok() {
                let _ = std::fs::remove_file(found.path());
            }
        }
    }
}

/// Whether a name is that of a draft of the file called `name`: the id of a process and a number stand behind it.
fn is_draft(found: &str, name: &str) -> bool {
    let numbers = found.strip_prefix(name).and_then(|rest| rest.strip_prefix('.')?.strip_suffix(DRAFT));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers
        .and_then(|numbers| numbers.split_once('-'))
        .is_some_and(|(process, number)| digits(process) && digits(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_are_known_by_their_names() {
        assert!(is_draft("a.table.12-0.tmp", "a.table"));
        for other in
            ["a.table.b.12-0.tmp", "a.table.tmp", "a.table.12.tmp", "a.table.12-x.tmp", "b.12-0.tmp", "a.table"]
        {
            assert!(!is_draft(other, "a.table"), "{other}");
        }
    }
}
