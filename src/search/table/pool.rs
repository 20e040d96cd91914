//! Thread pool for work on whole tables, such as clearing and counting.

use std::sync::{Arc, Mutex, OnceLock};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Id of a forked process, and the thread pool made for it.
static FORKED: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Runs work whose parallel iterators may use all cores. The threads of rayon's global pool do not survive a fork, and
/// Python programs fork: a process other than the first one to call this gets a pool of its own.
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
            // The pool of a parent process cannot be shut down here, since its threads do not exist in this process.
            std::mem::forget(forked.replace((process, pool.clone())));
            pool
        }
    }
}
