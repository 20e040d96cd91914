//! PV writeback (Fruit 2.1): after each iteration the moves of the principal variation are written into the
//! transposition table, where it has none for their positions.

use crate::game::{Move, Tactics};
use crate::search::config::TableUse;
use crate::search::observe::{Event, Observer};
use crate::search::table::Entry;
use crate::search::worker::Worker;
use crate::window::Bound;

heuristic! {
    pv_writeback, group "table",
    fields {
        pv_writeback: bool = false, Exact Historical,
            "After each iteration, writes the moves of the principal variation into the table where it has no move for their positions.", "Fruit 2.1";
    }
    plan |c| {
        /// Whether the principal variation is written back.
        on: bool = c.table != TableUse::Off && c.pv_writeback;
    }
    events {
        PvWriteback = "pv_writebacks", "A move of the principal variation was offered to the table.";
    }
    without_effect |c| {
        pv_writeback if c.table == TableUse::Off, "there is no table";
    }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Writes the moves of the principal variation into the table where it has no move, so that the next iteration tries
    /// them first even where other entries have replaced theirs.
    pub fn write_back(&mut self, line: &[Move]) {
        let Some(table) = self.table.filter(|_| self.plan.pv_writeback.on) else { return };
        for &mv in line {
            let entry = Entry { last_player: !self.game.side(), ..Entry::new(mv, 0, None, 0, Bound::None) };
            table.fill_in(self.table_key(), entry);
            self.observer.count(Event::PvWriteback);
            self.game.play(mv);
        }
        line.iter().for_each(|_| self.game.undo());
    }
}
