//! Check that the machine has enough free memory for a table. Operating systems grant more memory than they have, and
//! kill a process that then writes to all of it; so the check is made before a large table is allocated.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::error::{Error, Result};

/// Size, in bytes, from which on the free memory is checked.
const SMALL: u64 = 256 << 20;

/// Fails if the machine, or the container that this process runs in, has no room for so many bytes.
pub fn check_room(bytes: u64) -> Result<()> {
    if bytes < SMALL {
        return Ok(());
    }
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    // What a container uses includes caches of files, which make room; so only its limit counts.
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    check(bytes, system.available_memory().min(limit))
}

fn check(bytes: u64, free: u64) -> Result<()> {
    // Where the system does not tell, memory is short when it cannot be had.
    if free == 0 || bytes <= free {
        return Ok(());
    }
    let (mb, free) = (bytes >> 20, free >> 20);
    Err(Error::Value(format!("table size mb = {mb}: expected at most {free}, for which the memory has room now")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_larger_than_the_memory_are_refused() {
        assert!(check(5 << 20, 6 << 20).is_ok() && check(5 << 20, 0).is_ok());
        let error = check(5 << 20, 4 << 20).unwrap_err().to_string();
        assert!(error.contains("mb = 5: expected at most 4"), "{error}");
        // 4 EiB are more than any machine has.
        assert!(check_room(1 << 62).is_err());
    }
}
