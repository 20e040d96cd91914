//! Memory of tables: pages that the system zeroes when they are first written, and takes back when the table is freed.
//!
//! The allocator of the C library keeps freed blocks of up to 32 MiB once some program has freed one of that size, and
//! zeroes them by hand when they are used again. Whether it does depends on everything else in the process; so tables
//! map their pages themselves.

use std::fmt;
use std::io::Result as IoResult;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

use super::slot::{SLOT_BYTES, Slot};

type Slots<'m> = &'m [Slot];

self_cell!(
    /// Pages of this process, and the slots that they hold. A forked process has its own copy.
    pub(super) struct Mapped {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Slots,
    }
);

impl fmt::Debug for Mapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} mapped slots", self.slots().len())
    }
}

impl Mapped {
    /// Maps `number` empty slots, the first one at the beginning of a page. Fails if memory is short.
    pub fn empty(number: usize) -> IoResult<Mapped> {
        let pages = MmapMut::map_anon(number * SLOT_BYTES)?;
        // A search writes all over its table: pages of 2 MiB are given 512 times less often. Systems without them refuse.
        #[cfg(target_os = "linux")]
        let _ = pages.advise(memmap2::Advice::HugePage);
        Ok(Mapped::new(MutBorrow::new(pages), |pages| {
            let bytes = &mut pages.borrow_mut()[..number * SLOT_BYTES];
            <[Slot]>::mut_from_bytes(bytes).expect("pages hold whole slots")
        }))
    }

    /// The slots.
    #[inline(always)]
    pub fn slots(&self) -> &[Slot] {
        self.borrow_dependent()
    }
}
