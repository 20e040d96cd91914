//! Threads for work on whole tables.

use std::sync::{Arc, Mutex, OnceLock};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// A forked process and its pool.
static FORKED: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Does work whose parallel iterators may use all cores. The threads of rayon's own pool do not survive a fork, and
/// Python forks: a process that is not the first one here gets a pool of its own.
pub fn on_all_cores<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    static FIRST: OnceLock<u32> = OnceLock::new();
    let process = std::process::id();
    if *FIRST.get_or_init(|| process) == process { work() } else { pool_of(process).install(work) }
}

fn pool_of(process: u32) -> Arc<ThreadPool> {
    let mut forked = FORKED.lock().unwrap_or_else(|e| e.into_inner());
    match &*forked {
        Some((owner, pool)) if *owner == process => pool.clone(),
        _ => {
            let pool = Arc::new(ThreadPoolBuilder::new().build().expect("threads can be made"));
            // The pool of a parent process cannot be shut down from here, its threads being there.
            std::mem::forget(forked.replace((process, pool.clone())));
            pool
        }
    }
}
