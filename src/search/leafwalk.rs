//! Use of a table in the layout leafwalk: static scores are stored at the horizon, and entries deeper than asked are
//! walked to such a leaf, see [`super::table::Table::walk`].

use super::heuristics::table::{Hint, Probe, hint};
use super::observe::{Event, Observer, TableCutoff};
use super::stop::Searched;
use super::table::{Advice, Entry, Leaves, Walk};
use super::worker::Worker;
use crate::game::Tactics;
use crate::score::{Score, from_table};
use crate::window::Window;

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Stores the static score of a position at the horizon in the leaf table.
    #[cold]
    pub fn keep_leaf(&mut self, leaves: &Leaves, ply: usize) -> Searched<()> {
        leaves.store(self.game.key(), self.game.side(), self.evaluate(ply)?);
        Ok(())
    }

    /// Result of probing a leafwalk table that has an entry for the node's position. An entry whose score depends on
    /// the path provides its move only: it gives no score, and no walk starts from it.
    #[cold]
    pub fn ask_leafwalk(&mut self, entry: Entry, ply: usize, depth: i32, window: Window) -> Probe {
        let Some(table) = self.table else { return Probe::Hint(Hint { entry: None, window }) };
        if self.depends_on_path(from_table(entry.score as Score, ply)) {
            return hint(entry, window);
        }
        let (key, mv, bound, deep) = (self.game.key(), entry.mv, entry.bound, entry.depth as i32);
        let told = |score| TableCutoff { key, depth, window, mv, score, bound, deep };
        let cutoff = match table.advise(&entry, &mut self.game, ply, depth, window) {
            Advice::Nothing => None,
            Advice::Cutoff(score) => Some(score),
            Advice::Narrowed(narrowed) => {
                if narrowed != window {
                    self.note_cutoff(told(from_table(entry.score as Score, ply)));
                }
                return hint(entry, narrowed);
            }
            Advice::Walked(walk) => {
                self.observer.count(Event::Walk);
                let (event, score) = match walk {
                    Walk::Leaf(score) => (Event::WalkAnswer, Some(score)),
                    Walk::BrokenLink => (Event::WalkBrokenLink, None),
                    Walk::MissingLeaf => (Event::WalkMissingLeaf, None),
                };
                self.observer.count(event);
                score
            }
        };
        let Some(score) = cutoff else { return hint(entry, window) };
        self.observer.count(Event::TableCutoff);
        self.note_cutoff(told(score));
        Probe::Cutoff(score)
    }
}
