//! Replacement schemes: which slot of a bucket a new entry overwrites, if any.

use super::entry::Entry;
use crate::search::config::TableUse;
use crate::window::Bound;

/// Replacement scheme of a table (Breuker, Uiterwijk and van den Herik 1994).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    /// Buckets of one slot, which is always overwritten.
    Always,
    /// Buckets of one slot, which a shallower entry of the same search does not overwrite.
    DepthPreferred,
    /// Buckets of two slots: a depth-preferred one and, for what it refuses, one that is always overwritten. A position
    /// may be in both.
    TwoTier,
    /// Buckets of four slots, one cache line; the shallowest entry is overwritten, and each search since it was stored
    /// counts as four plies less depth.
    Bucket,
    /// Buckets of four slots; the oldest entry is overwritten, and of several equally old ones the shallowest.
    AgedBucket,
}

impl Scheme {
    /// All schemes, in order of declaration.
    pub const ALL: [Scheme; 5] =
        [Scheme::Always, Scheme::DepthPreferred, Scheme::TwoTier, Scheme::Bucket, Scheme::AgedBucket];

    /// Scheme of a configuration's `table` field; `None` if that is off.
    pub fn of(table: TableUse) -> Option<Scheme> {
        match table {
            TableUse::Off => None,
            TableUse::Always => Some(Scheme::Always),
            TableUse::DepthPreferred => Some(Scheme::DepthPreferred),
            TableUse::TwoTier => Some(Scheme::TwoTier),
            TableUse::Bucket => Some(Scheme::Bucket),
            TableUse::AgedBucket => Some(Scheme::AgedBucket),
        }
    }

    /// Name of the scheme in configurations, files and Python.
    pub fn name(self) -> &'static str {
        match self {
            Scheme::Always => "always",
            Scheme::DepthPreferred => "depth-preferred",
            Scheme::TwoTier => "two-tier",
            Scheme::Bucket => "bucket",
            Scheme::AgedBucket => "aged-bucket",
        }
    }

    /// Number of slots of a bucket: 1, 2 or 4.
    pub fn ways(self) -> usize {
        match self {
            Scheme::Always | Scheme::DepthPreferred => 1,
            Scheme::TwoTier => 2,
            Scheme::Bucket | Scheme::AgedBucket => 4,
        }
    }

    /// Index of the slot that the entry `new` takes; `None` if it must not overwrite any. `bucket` gives for each slot
    /// the entry that it holds, if any, and whether that is of the position of `new`.
    #[inline]
    pub fn slot(self, bucket: &[Option<(Entry, bool)>], new: &Entry) -> Option<usize> {
        let deeper =
            |held: &Option<(Entry, bool)>| held.is_some_and(|(old, _)| old.depth > new.depth && old.age == new.age);
        match self {
            Scheme::Always => Some(0),
            Scheme::DepthPreferred => (!deeper(&bucket[0])).then_some(0),
            Scheme::TwoTier => Some(deeper(&bucket[0]) as usize),
            Scheme::Bucket => bucket_slot(bucket, new, REFRESH, 4),
            Scheme::AgedBucket => bucket_slot(bucket, new, 0, OLDEST_FIRST),
        }
    }
}

/// A new bound may be this many plies shallower than the old entry of its position and still replace it: being newer is
/// worth some depth.
const REFRESH: i8 = 3;
/// Plies of depth that each search since an entry was stored counts for, where the oldest entry goes first: more than
/// any entry has.
const OLDEST_FIRST: i32 = 256;

/// The slot of a bucket of several equal slots. An entry of the position itself is replaced unless the new one is more
/// than `refresh` plies shallower. Otherwise the shallowest entry goes, where each search since an entry was stored counts
/// for `age` plies less depth.
#[inline(always)]
fn bucket_slot(bucket: &[Option<(Entry, bool)>], new: &Entry, refresh: i8, age: i32) -> Option<usize> {
    if let Some(same) = bucket.iter().position(|held| held.is_some_and(|(_, same)| same)) {
        let (old, _) = bucket[same]?;
        let fresh = new.bound == Bound::Exact || old.age != new.age || new.depth.saturating_add(refresh) >= old.depth;
        return fresh.then_some(same);
    }
    let worth = |held: &Option<(Entry, bool)>| match held {
        None => i32::MIN,
        Some((old, _)) => old.depth as i32 - age * (new.age.wrapping_sub(old.age) % Entry::AGES) as i32,
    };
    (0..bucket.len()).min_by_key(|&slot| worth(&bucket[slot]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Move;

    fn entry(depth: i32, age: u8) -> Entry {
        Entry { age, ..Entry::new(Move(1), 0, None, depth, Bound::Lower) }
    }

    #[test]
    fn one_slot_schemes() {
        let held = [Some((entry(5, 0), false))];
        assert_eq!(Scheme::Always.slot(&held, &entry(1, 0)), Some(0));
        assert_eq!(Scheme::DepthPreferred.slot(&held, &entry(4, 0)), None);
        assert_eq!(Scheme::DepthPreferred.slot(&held, &entry(5, 0)), Some(0));
        assert_eq!(Scheme::DepthPreferred.slot(&held, &entry(0, 1)), Some(0), "an old search's");
        assert_eq!(Scheme::DepthPreferred.slot(&[None], &entry(0, 0)), Some(0));
    }

    #[test]
    fn two_tiers_send_the_shallow_entry_to_the_second() {
        let held = [Some((entry(5, 0), false)), Some((entry(9, 0), false))];
        assert_eq!(Scheme::TwoTier.slot(&held, &entry(4, 0)), Some(1));
        assert_eq!(Scheme::TwoTier.slot(&held, &entry(6, 0)), Some(0));
    }

    #[test]
    fn a_bucket_gives_up_the_shallowest_after_age() {
        let held = [
            Some((entry(9, 1), false)),
            Some((entry(3, 3), false)),
            Some((entry(4, 3), false)),
            Some((entry(8, 3), false)),
        ];
        assert_eq!(Scheme::Bucket.slot(&held, &entry(1, 3)), Some(0), "9 - 4 * 2 is the least");
        let mut empty = held;
        empty[2] = None;
        assert_eq!(Scheme::Bucket.slot(&empty, &entry(1, 3)), Some(2));
    }

    #[test]
    fn an_aged_bucket_gives_up_the_oldest_however_deep() {
        let held = [(40, 3), (3, 4), (60, 3), (4, 4)].map(|(depth, age)| Some((entry(depth, age), false)));
        assert_eq!(Scheme::AgedBucket.slot(&held, &entry(1, 4)), Some(0), "the shallower of the two oldest");
        assert_eq!(Scheme::Bucket.slot(&held, &entry(1, 4)), Some(1), "by depth first");
    }

    #[test]
    fn a_bucket_keeps_a_much_deeper_entry_of_the_same_position() {
        let held = [None, Some((entry(9, 3), true)), None, None];
        assert_eq!(Scheme::Bucket.slot(&held, &entry(5, 3)), None);
        assert_eq!(Scheme::Bucket.slot(&held, &entry(6, 3)), Some(1));
        assert_eq!(Scheme::Bucket.slot(&held, &entry(5, 4)), Some(1), "an old search's");
    }
}
