//! Known bugs of published programs' transposition tables, reproduced for study.

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
    without_effect |c| {
        defect if c.table == TableUse::Off, "there is no table";
        defect if c.table_layout != Layout::Single, "it is one of tables of single bounds";
    }
}
