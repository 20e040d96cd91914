//! The method `TranspositionTable.explore`.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;

use super::any::with_game;
use super::arrays::reached_array;
use super::table::PyTable;
use super::waiting;

#[pymethods]
impl PyTable {
    /// The positions of the table that can be reached from a position through positions of the table, by a shortest way
    /// each, the nearest first: a read-only structured array with the fields key u8, before i4 (row of the position before
    /// it, -1 for `position` itself), move u2 (code of the move that leads from there, see Move) and plies u2 (number of
    /// moves from `position`). `boyi.lab.entries_frame(table, root=position)` makes positions and moves of it.
    ///
    /// Entries of other positions stay out: those of earlier searches, those whose way there was overwritten, and those
    /// after a null move. Takes some seconds for a million entries; Ctrl-C stops it. Raises GameMismatchError if the table
    /// was filled with another game or board.
    ///
    /// >>> import boyi
    /// >>> searcher, start = boyi.Searcher(), boyi.xiangqi.Position()
    /// >>> result = searcher.search(start, depth=5)
    /// >>> reached = searcher.table.explore(start)
    /// >>> len(reached) < len(searcher.table), reached["plies"][0], reached["before"][0]
    /// (True, np.uint16(1), np.int32(-1))
    fn explore<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = position.py();
        let game = self.position(position)?.plain_game()?;
        let explore = move |stop: &AtomicBool| with_game!(&game, game => self.inner.explore(game, stop));
        let reached = waiting::run(py, "explore", explore)?;
        reached_array(py, reached.expect("only an exception stops it"))
    }
}
