//! History heuristic, seen from outside: only moves that were really searched are rewarded or punished.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use crate::common::observer::Any;
use crate::common::{ON, Setting, int, name, position};
use boyi::bench::{GOMOKU, XIANGQI, gomoku_game};
use boyi::game::{Move, Tactics};
use boyi::score::Score;
use boyi::search::observe::{Event, Observer};
use boyi::search::picker::Stage;
use boyi::search::{Config, Limits, Searcher};
use boyi::window::Window;

/// Observer that records the history slots of all moves that the full-width search tries, by playing them along.
struct Slots<G> {
    game: G,
    /// Moves played before the root.
    root: usize,
    /// For each open node: whether it is one of the full search. A node at its parent's own ply is not told apart.
    open: Vec<bool>,
    slots: BTreeSet<usize>,
}

impl<G: Tactics> Observer for Slots<G> {
    fn enter(&mut self, kind: Event, _: usize, _: i32, _: Window) {
        self.open.push(kind == Event::Node);
    }

    fn leave(&mut self, _: Option<Score>) {
        self.open.pop();
    }

    fn tries(&mut self, mv: Move, _: Option<Stage>) {
        while self.game.played() >= self.root + self.open.len() {
            self.game.undo();
        }
        if self.open[self.open.len() - 1] {
            self.slots.insert(self.game.slot(mv));
        }
        self.game.play(mv);
    }
}

/// Slots that have lost by a cutoff although no move of theirs was searched anywhere in the tree; and how many have
/// lost.
fn wronged<G: Tactics>(game: &G, config: &Config, depth: u32) -> (Vec<usize>, usize) {
    let mut searcher = Searcher::new(config.clone()).unwrap();
    let mut seen = Slots { game: game.clone(), root: game.played(), open: Vec::new(), slots: BTreeSet::new() };
    searcher.search(game, &Limits::depth(depth), &AtomicBool::new(false), &mut Any(&mut seen), &mut |_| ());
    let losers = || searcher.history().iter().enumerate().filter(|(_, value)| **value < 0).map(|(slot, _)| slot);
    (losers().filter(|slot| !seen.slots.contains(slot)).collect(), losers().count())
}

#[test]
fn only_moves_that_were_searched_lose_by_a_cutoff() {
    // Quiet moves near the horizon are passed over; captures and threats come among them, not before, and cut off.
    let settings: [Setting; 7] = [
        ("pvs", ON),
        ("history", name("gravity")),
        ("futility", ON),
        ("futility_max_depth", int(64)),
        ("futility_margin", int(0)),
        ("late_move_pruning", ON),
        ("late_move_base", int(2)),
    ];
    let mut config = Config::neutral();
    settings.iter().for_each(|(field, value)| config.set(field, value).unwrap());
    let mut losers = 0;
    for fen in XIANGQI {
        let (wrong, lost) = wronged(&position(fen).game(), &config, 4);
        assert!(wrong.is_empty(), "{fen}: slots {wrong:?}");
        losers += lost;
    }
    for moves in GOMOKU {
        let (wrong, lost) = wronged(&gomoku_game(moves), &config, 3);
        assert!(wrong.is_empty(), "{moves}: slots {wrong:?}");
        losers += lost;
    }
    assert!(losers > 100, "{losers} slots have lost");
}
