//! Tells the Python module which commit it is built from: of the repository, where this is one, else of the source
//! distribution, whose file `COMMIT` python/build_backend.py has written. Neither: the module says "unknown".

use std::path::Path;
use std::process::Command;

fn main() {
    // Rust's tests do not ask, and are not compiled anew after each commit.
    if std::env::var_os("CARGO_FEATURE_PYTHON").is_none() {
        println!("cargo::rerun-if-changed=build.rs");
        return;
    }
    for path in ["build.rs", "src", "Cargo.toml"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let commit = if Path::new(".git").exists() { of_repository() } else { of_distribution() };
    if let Some(commit) = commit {
        println!("cargo::rustc-env=BOYI_COMMIT={commit}");
    }
}

/// The commit of this repository, with `-dirty` if it has changes. A repository around this folder is not asked.
fn of_repository() -> Option<String> {
    for name in ["HEAD".into(), git(&["symbolic-ref", "HEAD"]).unwrap_or_default(), "packed-refs".into()] {
        let path = git(&["rev-parse", "--git-path", &name]).filter(|path| Path::new(path).is_file());
        path.inspect(|path| println!("cargo::rerun-if-changed={path}"));
    }
    git(&["describe", "--always", "--dirty"])
}

/// The commit from which a source distribution was made.
fn of_distribution() -> Option<String> {
    let commit = std::fs::read_to_string("COMMIT").ok()?;
    println!("cargo::rerun-if-changed=COMMIT");
    Some(commit.trim().into())
}

/// What git says. Builds in containers often run as another user than the owner of the repository.
fn git(arguments: &[&str]) -> Option<String> {
    let said = Command::new("git").args(["-c", "safe.directory=*"]).args(arguments).output().ok()?;
    let text = String::from_utf8(said.stdout).ok().filter(|_| said.status.success())?;
    Some(text.trim().into()).filter(|text: &String| !text.is_empty())
}
