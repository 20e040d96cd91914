//! Any observer as one type.

use boyi::game::Move;
use boyi::score::Score;
use boyi::search::observe::{Event, Observer, TableCutoff};
use boyi::search::picker::Stage;
use boyi::window::Window;

/// An observer of any type. The search is compiled anew for each game with each type of observer, which takes seconds: tests
/// whose observers are their own pass them as this one.
pub struct Any<'a>(pub &'a mut dyn Observer);

impl Observer for Any<'_> {
    fn count(&mut self, event: Event) {
        self.0.count(event);
    }

    fn count_many(&mut self, event: Event, times: u64) {
        self.0.count_many(event, times);
    }

    fn cutoff(&mut self, stage: Stage, index: usize) {
        self.0.cutoff(stage, index);
    }

    fn enter(&mut self, kind: Event, ply: usize, depth: i32, window: Window) {
        self.0.enter(kind, ply, depth, window);
    }

    fn leave(&mut self, score: Option<Score>) {
        self.0.leave(score);
    }

    fn tries(&mut self, mv: Move, stage: Option<Stage>) {
        self.0.tries(mv, stage);
    }

    fn table_cutoff(&mut self, cutoff: &TableCutoff) {
        self.0.table_cutoff(cutoff);
    }
}
