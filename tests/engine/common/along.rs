//! An observer that plays along with a search of xiangqi, so that tests can look at every node with its position.

use boyi::game::{Forcing, Game, Move};
use boyi::games::xiangqi::{PieceSquare, Xiangqi};
use boyi::score::Score;
use boyi::search::iterate::Iteration;
use boyi::search::observe::{Event, Observer};
use boyi::search::picker::Stage;
use boyi::search::{Config, Limits, Searcher};
use boyi::window::Window;

use super::observer::Any;
use super::{position, run};

/// A node of a search.
pub struct Node {
    /// The event that counted it.
    pub kind: Event,
    pub ply: usize,
    pub depth: i32,
    pub window: Window,
    /// Whether the node searches the position of the node above again.
    pub again: bool,
    /// Moves tried so far with their stages; a null move is [`Move::NONE`].
    pub tried: Vec<(Move, Option<Stage>)>,
    /// Number of moves passed over.
    pub passed: usize,
    /// The last move that has cut off here.
    pub cut: Option<Move>,
}

impl Node {
    /// Whether the window is open.
    pub fn is_pv(&self) -> bool {
        !self.window.is_null()
    }

    /// Whether this is a node of the full search, not of quiescence.
    pub fn is_full(&self) -> bool {
        self.kind == Event::Node
    }
}

/// What is called when a node is left.
type OnLeave<'a> = dyn FnMut(&mut Xiangqi<PieceSquare>, &Node, Option<&Node>, Score) + Send + 'a;

struct Along<'a> {
    game: Xiangqi<PieceSquare>,
    open: Vec<Node>,
    on_leave: &'a mut OnLeave<'a>,
}

impl Observer for Along<'_> {
    fn count(&mut self, event: Event) {
        if let (true, Some(node)) = (event.passes_over(), self.open.last_mut()) {
            node.passed += 1;
        }
    }

    fn cutoff(&mut self, _: Stage, _: usize) {
        let node = self.open.last_mut().expect("a node");
        node.cut = node.tried.last().map(|(mv, _)| *mv);
    }

    fn enter(&mut self, kind: Event, ply: usize, depth: i32, window: Window) {
        let above = self.open.last();
        let again = above.is_some_and(|above| above.ply == ply);
        let mv = above.filter(|_| !again).map(|above| above.tried.last().expect("a move").0);
        match mv {
            Some(Move::NONE) => assert!(self.game.play_null()),
            Some(mv) => self.game.play(mv),
            None => {}
        }
        self.open.push(Node { kind, ply, depth, window, again, tried: Vec::new(), passed: 0, cut: None });
    }

    fn leave(&mut self, score: Option<Score>) {
        let node = self.open.pop().expect("a node");
        let above = self.open.last();
        (self.on_leave)(&mut self.game, &node, above, score.expect("no search here is stopped"));
        if above.is_some() && !node.again {
            self.game.undo();
        }
    }

    fn tries(&mut self, mv: Move, stage: Option<Stage>) {
        self.open.last_mut().expect("a node").tried.push((mv, stage));
    }
}

/// Searches a position, and calls `on_leave` whenever a node is left: with its position, the node, the node above it, and
/// its score. Returns the iterations.
pub fn follow(
    config: &Config,
    fen: &str,
    depth: u32,
    mut on_leave: impl FnMut(&mut Xiangqi<PieceSquare>, &Node, Option<&Node>, Score) + Send,
) -> Vec<Iteration> {
    let at = position(fen);
    let mut along = Along { game: at.game(), open: Vec::new(), on_leave: &mut on_leave };
    let mut searcher = Searcher::new(config.clone()).unwrap();
    run(&mut searcher, &at, &Limits::depth(depth), &mut Any(&mut along)).iterations
}
