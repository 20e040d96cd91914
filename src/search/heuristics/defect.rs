//! Known bugs of published programs' transposition tables, reproduced for study.

use crate::game::Tactics;
use crate::score::{Score, from_table, is_mate, is_repetition};
use crate::search::config::{Layout, TableUse};
use crate::search::observe::Observer;
use crate::search::table::{Entry, Table};
use crate::search::worker::Worker;

heuristic! {
    defect, group "table",
    choices {
        /// Known bugs of published programs' transposition tables; most come from the programs of the XiangQi Wizard
        /// tutorial's chapter on hash tables. Each is reproduced so that its effect can be studied.
        Defect {
            /// No bug.
            Off = "off",
            /// A store that is refused has already overwritten depth and bound of the old entry.
            RefusedStore = "refused-store",
            /// A probe writes the mate score that it has adjusted to its ply back into the entry, so that the next
            /// probe adjusts it again.
            ProbeShifts = "probe-shifts",
            /// Draw scores from the table are used like any others, although they depend on the path.
            NoDrawGuard = "no-draw-guard",
            /// Entries do not age: deep entries of earlier searches are never replaced by shallower new ones.
            NoAgeing = "no-ageing",
            /// Wins by repetition from the table are believed at any depth, although they depend on the path.
            Repetitions = "repetitions",
            /// Mate scores are believed at any depth, even if their bound does not prove the mate.
            AnyMate = "any-mate",
        }
    }
    fields {
        defect: Defect = Defect::Off, Approximate Historical,
            "Reproduces a known bug of published programs' transposition tables, for study.", "XiangQi Wizard and its translations";
    }
    plan |c| {
        /// The bug to reproduce; `Off` without a table or with another layout than single bounds.
        kind: Defect = if c.table != TableUse::Off && c.table_layout == Layout::Single { c.defect } else { Defect::Off };
    }
    without_effect |c| {
        defect if c.table == TableUse::Off, "there is no table";
        defect if c.table_layout != Layout::Single, "only tables of the layout single have these bugs";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether the table treats wins by repetition as dependent on the path; false with [`Defect::Repetitions`].
    #[inline(always)]
    pub fn guards_repetitions(&self) -> bool {
        self.plan.defect.kind != Defect::Repetitions
    }

    /// Whether the table treats draws as dependent on the path; false with [`Defect::NoDrawGuard`].
    #[inline(always)]
    pub fn guards_draws(&self) -> bool {
        self.plan.defect.kind != Defect::NoDrawGuard
    }

    /// Called when an entry is not stored. With [`Defect::RefusedStore`] its depth and bound still overwrite those of
    /// the old entry; otherwise nothing happens.
    #[inline(always)]
    pub fn refuse(&self, table: &Table, key: u64, entry: Entry) {
        if self.plan.defect.kind == Defect::RefusedStore {
            table.change(key, &entry, |old| (old.depth, old.bound) = (entry.depth, entry.bound));
        }
    }

    /// Returns the entry that a probe has found; with [`Defect::ProbeShifts`] its score, adjusted to the ply, is
    /// written back into the table.
    #[inline(always)]
    pub fn shifted(&self, table: &Table, key: u64, entry: Entry, ply: usize) -> Entry {
        if self.plan.defect.kind == Defect::ProbeShifts { self.shift(table, key, entry, ply) } else { entry }
    }

    #[cold]
    fn shift(&self, table: &Table, key: u64, entry: Entry, ply: usize) -> Entry {
        let score = from_table(entry.score as Score, ply) as i16;
        table.change(key, &entry, |old| old.score = score);
        entry
    }

    /// Whether [`Defect::Repetitions`] or [`Defect::AnyMate`] makes the search believe this score at any depth.
    #[inline(always)]
    pub fn is_believed_by_mistake(&self, score: Score) -> bool {
        self.plan.defect.kind != Defect::Off && self.is_mistaken(score)
    }

    #[cold]
    fn is_mistaken(&self, score: Score) -> bool {
        match self.plan.defect.kind {
            Defect::Repetitions => is_repetition(score),
            Defect::AnyMate => is_mate(score),
            _ => false,
        }
    }
}
