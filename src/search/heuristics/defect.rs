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
        /// The defects of published programs of the XiangQi Wizard tutorial's chapter on the table, to be looked at.
        Defect {
            /// None of them.
            Off = "off",
            /// A store that is refused has already overwritten depth and bound of the old entry.
            RefusedStore = "refused-store",
            /// A probe writes the mate score that it has adjusted back, so that the next one adjusts it again.
            ProbeShifts = "probe-shifts",
            /// Draw scores are answers like any others.
            NoDrawGuard = "no-draw-guard",
            /// Entries of earlier searches are as good as new ones: deep ones stay for good.
            NoAgeing = "no-ageing",
            /// Wins by repetition are believed, at any depth.
            Repetitions = "repetitions",
            /// Mates are believed at any depth, whatever their bound.
            AnyMate = "any-mate",
        }
    }
    fields {
        defect: Defect = Defect::Off, neutral Defect::Off, Approximate,
            "Reproduces a known bug of published programs' transposition tables, for study.", "XiangQi Wizard and its translations";
    }
    plan |c| {
        /// What is done wrong on purpose.
        kind: Defect = if c.table != TableUse::Off && c.table_layout == Layout::Single { c.defect } else { Defect::Off };
    }
    without_effect |c| {
        defect if c.table == TableUse::Off, "there is no table";
        defect if c.table_layout != Layout::Single, "it is one of tables of single bounds";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether wins by repetition are known to depend on the path: not with [`Defect::Repetitions`].
    #[inline(always)]
    pub fn guards_repetitions(&self) -> bool {
        self.plan.defect.kind != Defect::Repetitions
    }

    /// Whether draws are known to depend on the path: not with [`Defect::NoDrawGuard`].
    #[inline(always)]
    pub fn guards_draws(&self) -> bool {
        self.plan.defect.kind != Defect::NoDrawGuard
    }

    /// Refuses an entry; with [`Defect::RefusedStore`] its depth and bound have overwritten those of the old one.
    #[inline(always)]
    pub fn refuse(&self, table: &Table, key: u64, entry: Entry) {
        if self.plan.defect.kind == Defect::RefusedStore {
            table.change(key, &entry, |old| (old.depth, old.bound) = (entry.depth, entry.bound));
        }
    }

    /// The entry that was found; with [`Defect::ProbeShifts`] its adjusted score stays in the table.
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

    /// Whether a score is believed at any depth, with [`Defect::Repetitions`] and [`Defect::AnyMate`].
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
