//! Writing of files.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Writes a file atomically: on an error an existing file is unchanged.
pub fn replace(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    static DRAFTS: AtomicU32 = AtomicU32::new(0);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}-{}.tmp", std::process::id(), DRAFTS.fetch_add(1, Relaxed)));
    let draft = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&draft)?;
        file.write_all(contents)?;
        file.sync_all()?;
        std::fs::rename(&draft, path)
    };
    write().inspect_err(|_| drop(std::fs::remove_file(&draft)))
}
