//! Transposition table (Greenblatt, Eastlake and Crocker 1967): how a node probes it and stores its result. The table
//! itself is [`crate::search::table`].

use crate::game::{Move, Tactics};
use crate::score::*;
use crate::search::config::Config;
use crate::search::node::NodeType;
use crate::search::observe::{Event, Observer, TableCutoff};
use crate::search::proved::is_proved;
use crate::search::pvs::Best;
use crate::search::table::{Bounds, Entry};
use crate::search::worker::Worker;
use crate::window::{Bound, Window};

heuristic! {
    table, group "table",
    choices {
        /// Whether there is a transposition table, and which of its entries a new one may overwrite (replacement
        /// scheme).
        TableUse {
            /// No table.
            Off = "off",
            /// Buckets of one slot, which is always overwritten.
            Always = "always",
            /// Buckets of one slot, which a shallower entry of the same search does not overwrite.
            DepthPreferred = "depth-preferred",
            /// Buckets of two slots, one depth-preferred and one always overwritten.
            TwoTier = "two-tier",
            /// Buckets of four slots; the shallowest entry is overwritten, where age counts as shallowness.
            Bucket = "bucket",
            /// Buckets of four slots; the entry of the oldest search is overwritten, and among those of one search the
            /// shallowest.
            AgedBucket = "aged-bucket",
        }
        /// What an entry of the table holds; independent of the replacement scheme.
        Layout {
            /// A move, one score with its bound and depth, and the static evaluation.
            Single = "single",
            /// `single` and the side that moved last; a second table holds static scores of leaves. An entry deeper than
            /// wanted gives no score itself: its line of stored moves is followed to a leaf, and the leaf's score is used.
            LeafWalk = "leafwalk",
            /// A lower and an upper bound, each with its depth.
            TwoBound = "two-bound",
        }
        /// Which depth an entry must have for its score to be used.
        TableDepth {
            /// At least the depth that the node asks for.
            AtLeast = "at-least",
            /// Exactly the depth that the node asks for; tests compare such a search with one without a table.
            Equal = "equal",
        }
    }
    fields {
        table: TableUse = TableUse::Off, Exact Everyday,
            "Transposition table and its replacement scheme.", "Greenblatt, Eastlake and Crocker 1967; schemes: Breuker, Uiterwijk and van den Herik 1994";
        table_layout: Layout = Layout::Single, Approximate Historical,
            "What an entry of the table holds.", "leafwalk: gomoku AI tutorial, chapter 6; two-bound: Fruit 2.1";
        table_mb: i32 = 16, [1, 65536], Parameter Everyday,
            "Size of the table that a searcher makes for itself, in MiB.", "";
        table_depth: TableDepth = TableDepth::AtLeast, Approximate,
            "Depth that an entry must have for its score to be used.", "Breuker 1998";
        table_mates: bool = false, Approximate,
            "Lets entries with mate scores cut off at any depth, where their bound allows.", "XiangQi Wizard";
        table_pv_cutoffs: bool = false, Exact Historical,
            "Allows table cutoffs at nodes of the principal variation too.", "off: Fruit 2.1";
        table_root: bool = true, Exact Historical,
            "Stores the result of the root too, not only those of the nodes below it.", "off: Fruit 2.1";
        table_renewal: bool = false, Exact Historical,
            "Gives an entry that a probe finds the age of the current search, so that replacement does not treat it as old.", "Fruit 2.1";
        table_answers: i32 = 0, [-1, 2147483647], Parameter,
            "Number of table cutoffs allowed before the table is ignored; used to bisect which cutoff changed a result. 0 sets no limit, -1 allows none.", "";
    }
    plan |c| {
        /// By how many plies an entry that cuts off may be deeper than its node: 127 (any depth), or 0.
        slack: i32 = if believes_deeper(c) { i8::MAX as i32 } else { 0 };
        /// Whether an entry deeper than asked is walked to a leaf, see
        /// [`Table::walk`](crate::search::table::Table::walk).
        walks: bool = c.table != TableUse::Off && c.table_depth == TableDepth::AtLeast && c.table_layout == Layout::LeafWalk;
        /// Whether proved mate scores cut off at any depth.
        mates: bool = c.table_mates && believes_deeper(c);
        /// Number of cutoffs after which the table gives only moves.
        max_cutoffs: u64 = match c.table_answers { 0 => u64::MAX, most => most.max(0) as u64 };
    }
    copies { pv_cutoffs = table_pv_cutoffs, root = table_root, renews = table_renewal }
    events {
        TableProbe = "table_probes", "The table was probed.";
        TableHit = "table_hits", "A probe found an entry of the position.";
        TableCutoff = "table_cutoffs", ends Table = "table", "A node ended because of its table entry.";
        TableStore = "table_stores", "An entry was stored in the table.";
        Walk = "walks", "A leaf walk began at an entry deeper than wanted.";
        WalkAnswer = "walk_answers", "A leaf walk ended at a leaf, whose score was used.";
        WalkBrokenLink = "walk_broken_links", "A leaf walk came to a position without a playable move in the table.";
        WalkMissingLeaf = "walk_missing_leaves", "A leaf walk ended at a position without a leaf score in the table.";
    }
    without_effect |c| {
        table_mates if c.table == TableUse::Off, "there is no table";
        table_mates if c.table_depth == TableDepth::Equal, "only entries of equal depth cut off";
        table_mates if c.table_layout == Layout::LeafWalk, "deeper entries are walked, mates too";
        table_layout if c.table == TableUse::Off, "there is no table";
        table_depth if c.table == TableUse::Off, "there is no table";
        table_pv_cutoffs if c.table == TableUse::Off, "there is no table";
        table_root if c.table == TableUse::Off, "there is no table";
        table_renewal if c.table == TableUse::Off, "there is no table";
        table_renewal if c.table == TableUse::Always, "the scheme does not ask for ages";
    }
}

/// Whether the score of an entry deeper than asked is used unchanged.
fn believes_deeper(c: &Config) -> bool {
    c.table_depth == TableDepth::AtLeast && c.table_layout != Layout::LeafWalk
}

/// A bound as an entry stores it: its kind, its score (mates counted from the entry's position), and its depth in plies.
type StoredBound = (Bound, Score, i32);

/// Result of probing the table at a node.
pub(crate) enum Probe {
    /// A table cutoff: the node ends with this score.
    Cutoff(Score),
    /// No cutoff; the node is searched with what the entry provides.
    Hint(Hint),
}

/// What the table provides to the search of a node that it did not cut off.
#[derive(Clone, Copy)]
pub(crate) struct Hint {
    /// The entry of the position, if there is one.
    pub entry: Option<Entry>,
    /// The node's window, narrowed if the entry's bound allows.
    pub window: Window,
}

impl Hint {
    /// The entry's move; [`Move::NONE`] without an entry, or if the entry has no move.
    #[inline(always)]
    pub fn mv(&self) -> Move {
        self.entry.map_or(Move::NONE, |entry| entry.mv)
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Probes the table at a full node. An entry cuts the node off if it is deep enough and its bound settles the window.
    /// Proven mates may cut off at any depth; scores that depend on the path never do where the plan guards against them.
    /// The layout leafwalk has rules of its own, see [`Worker::ask_leafwalk`].
    #[inline]
    pub fn probe<N: NodeType>(&mut self, ply: usize, depth: i32, window: Window) -> Probe {
        self.ask_table::<N>(ply, depth, window, true)
    }

    /// [`Worker::probe`] that returns the entry without a cutoff if `may_cut_off` is false.
    #[inline(always)]
    pub fn ask_table<N: NodeType>(&mut self, ply: usize, depth: i32, window: Window, may_cut_off: bool) -> Probe {
        let nothing = Probe::Hint(Hint { entry: None, window });
        let Some(table) = self.table else { return nothing };
        if N::ROOT && !self.plan.hash_move.at_root {
            return nothing;
        }
        self.observer.count(Event::TableProbe);
        let key = self.table_key();
        let Some(found) = table.look_up(key) else { return nothing };
        let mut entry = found.entry();
        self.observer.count(Event::TableHit);
        if self.plan.table.renews {
            found.renew(key);
        }
        let may_cut_off = may_cut_off
            && !N::ROOT
            && !N::EXCLUDES
            && (!N::PV || self.plan.table.pv_cutoffs)
            && self.table_cutoffs < self.plan.table.max_cutoffs;
        if self.leaves.is_some() {
            if entry.last_player == self.game.side() {
                return nothing;
            }
            return if may_cut_off { self.ask_leafwalk(entry, ply, depth, window) } else { hint(entry, window) };
        }
        entry = self.shifted(table, key, entry, ply);
        if may_cut_off {
            let cutoff = match found.bounds() {
                Some(bounds) => self.cutoff_of_two(bounds, ply, depth, window),
                None => {
                    let stored = (entry.bound, entry.score as Score, entry.depth as i32);
                    self.cutoff_score(ply, depth, window, stored).map(|score| (score, stored))
                }
            };
            if let Some((score, (bound, _, deep))) = cutoff
                && !(self.checks_lines() && self.runs_into_repetition(table, entry.mv))
            {
                self.observer.count(Event::TableCutoff);
                self.note_cutoff(TableCutoff { key, depth, window, mv: entry.mv, score, bound, deep });
                return Probe::Cutoff(score);
            }
        }
        hint(entry, window)
    }

    /// Counts a table cutoff, and shows it to the observer.
    #[inline(always)]
    pub fn note_cutoff(&mut self, cutoff: TableCutoff) {
        self.table_cutoffs += 1;
        self.observer.table_cutoff(&cutoff);
    }

    /// Score with which a stored bound cuts off a node at this ply; `None` if the bound is too shallow or does not settle the
    /// window.
    #[inline(always)]
    fn cutoff_score(&self, ply: usize, depth: i32, window: Window, stored: StoredBound) -> Option<Score> {
        let score = from_table(stored.1, ply);
        let deep_enough = self.is_deep_enough(score, depth, stored);
        let cuts_off = deep_enough && window.is_settled_by(stored.0, score) && !self.is_doubted(score);
        cuts_off.then_some(score)
    }

    /// Whether an entry's score ends no node: it may hold on another path only, or is unproved where a proof is wanted.
    #[inline(always)]
    fn is_doubted(&self, score: Score) -> bool {
        self.depends_on_path(score) || self.proving && is_unproved(score)
    }

    /// Whether a stored bound is deep enough for a node of `depth` plies; `score` is the bound's score at the node's ply.
    #[inline(always)]
    fn is_deep_enough(&self, score: Score, depth: i32, (bound, _, deep): StoredBound) -> bool {
        (0..=self.plan.table.slack).contains(&(deep - depth))
            || self.plan.table.mates && is_proved(score, bound)
            || self.is_believed_by_mistake(score)
    }

    /// Score with which an entry with two bounds cuts off a node, and the bound that settles the window. Either bound
    /// may do so at its own depth; where their scores are equal, the score is exact.
    #[inline(never)]
    fn cutoff_of_two(&self, bounds: Bounds, ply: usize, depth: i32, window: Window) -> Option<(Score, StoredBound)> {
        let [lower, upper] = bounds.lower_and_upper();
        let one = [lower, upper].into_iter().filter(|stored| stored.2 >= 0);
        let both = || {
            let (score, stored) = (from_table(lower.1, ply), (Bound::Exact, lower.1, lower.2.min(upper.2)));
            let deep = self.is_deep_enough(score, depth, lower) && self.is_deep_enough(score, depth, upper);
            (lower.1 == upper.1 && deep && !self.is_doubted(score)).then_some((score, stored))
        };
        one.filter_map(|stored| Some((self.cutoff_score(ply, depth, window, stored)?, stored))).next().or_else(both)
    }

    /// Whether the result of a node of this type is that of its position: all moves take part, none is left out by the
    /// caller or because it is the hash move.
    #[inline(always)]
    pub fn is_whole<N: NodeType>(&self) -> bool {
        !(N::EXCLUDES || N::ROOT && self.root.is_partial())
    }

    /// Whether the result of a node of this type is stored: that of the root is not if the configuration says so.
    #[inline(always)]
    pub fn stores<N: NodeType>(&self) -> bool {
        self.is_whole::<N>() && (!N::ROOT || self.plan.table.root)
    }

    /// Stores a node's result in the table, with the static evaluation that the node's frame holds.
    #[inline]
    pub fn store(&mut self, ply: usize, depth: i32, window: Window, best: Best) {
        let Some(table) = self.table else { return };
        let bound = window.bound(best.score);
        let mut entry = Entry::new(best.mv, to_table(best.score, ply), self.stack[ply].eval(), depth, bound);
        let key = self.table_key();
        if self.depends_on_path(best.score) && !best.mv.is_some() {
            return self.refuse(table, key, entry);
        }
        if self.leaves.is_some() {
            entry.last_player = !self.game.side();
        }
        if table.store(key, entry) {
            self.observer.count(Event::TableStore);
        }
    }
}

/// Result of a probe that found an entry but no cutoff.
#[inline(always)]
pub(crate) fn hint(entry: Entry, window: Window) -> Probe {
    Probe::Hint(Hint { entry: Some(entry), window })
}
