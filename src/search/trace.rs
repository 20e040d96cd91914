//! Recording of the searched tree: a [`Trace`] is an observer that keeps a row for each node, in the order in which the
//! nodes were entered (preorder: every node before its descendants).
//!
//! An [`Event`] that ends a node is recorded at the node entered last. When a move is searched again, after a reduction
//! or a null-window scout, the node has another child with the same move. When a node searches its own position again,
//! to verify a null move or for razoring, it has a child at its own ply, of stage `again`.

use bytemuck::{Pod, Zeroable};

use super::observe::{Event, Observer};
use super::picker::Stage;
use crate::game::Move;
use crate::score::{Score, is_mate};
use crate::window::Window;

named_enum! {
    /// Kind of a node in a trace.
    #[repr(u8)]
    NodeKind {
        /// A node of the full search.
        Full = "full",
        /// A node of the quiescence search.
        Quiescence = "quiescence",
        /// A leaf at which a kill search has found a win; not counted as a node of the full or the quiescence search.
        Kill = "kill",
    }
}

macro_rules! cuts {
    ($({ $module:ident $group:literal $choices:tt $fields:tt
        { $($event:ident = $name:literal, $(ends $cut:ident = $cut_name:literal,)? $(passes_over $passes:literal,)?
            $sentence:literal;)* }
        $rules:tt $memory:tt $frame:tt })+) => {
        /// What ended a node.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Cut {
            /// Nothing: all moves that were not pruned have been searched.
            Searched,
            /// A move failed high: its score met beta.
            Move,
            /// A kill search found a win.
            Kill,
            /// The game is over: won, lost, or no move is left.
            GameOver,
            /// The static evaluation is the score: at the horizon, or in quiescence without a move worth trying.
            Evaluation,
            /// The search was stopped: the node has no score.
            Stopped,
            $($($(#[doc = $sentence] $cut,)?)*)+
        }

        impl Cut {
            /// Names in order of declaration: first the cuts that belong to no event.
            pub const NAMES: &'static [&'static str] =
                &["searched", "move", "kill", "game_over", "evaluation", "stopped", $($($($cut_name,)?)*)+];

            /// The cut by which an event ends a node; `None` if the event does not end nodes.
            pub fn by(event: Event) -> Option<Cut> {
                match event {
                    $($($(Event::$event => Some(Cut::$cut),)?)*)+
                    _ => None,
                }
            }
        }
    };
}

for_all_heuristics!(cuts);

/// Stage number of a null move.
const NULL: u8 = Stage::NAMES.len() as u8;
/// Stage number of a node that searches its parent's position again.
const AGAIN: u8 = NULL + 1;
/// Stage number of the root of an iteration.
const ROOT: u8 = NULL + 2;
/// Names of where the move to a node came from: those of [`Stage`], and `null`, `again` and `root`.
pub const STAGE_NAMES: [&str; Stage::NAMES.len() + 3] = {
    let (mut names, mut stage) = ([""; Stage::NAMES.len() + 3], 0);
    while stage < Stage::NAMES.len() {
        names[stage] = Stage::NAMES[stage];
        stage += 1;
    }
    (names[NULL as usize], names[AGAIN as usize], names[ROOT as usize]) = ("null", "again", "root");
    names
};
/// `cut_stage` of a node that no move cut off.
pub const NO_STAGE: u8 = u8::MAX;

/// A row of a trace: one node. Scores are from the view of the node's side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct NodeRow {
    /// Index of the node in the rows, from 0.
    pub id: u32,
    /// Index of the parent node; -1 where the trace begins.
    pub parent: i32,
    /// Nodes of the node's whole subtree, itself included, recorded or not.
    pub nodes: u32,
    /// Alpha, the lower end of the window that the node was searched with.
    pub alpha: i16,
    /// Beta, the upper end of the window that the node was searched with.
    pub beta: i16,
    /// Score that the node returned; 0 if the search was stopped.
    pub score: i16,
    /// Code of the move that led here; 0 for none, and for a null move.
    pub mv: u16,
    /// Code of the move that met beta; 0 for none.
    pub cut_move: u16,
    /// Number of moves searched, without the null move.
    pub tried: u16,
    /// Number of moves skipped by futility pruning, late move pruning, or as not worth trying in quiescence.
    pub passed: u16,
    /// Plies from the root.
    pub ply: u8,
    /// Remaining depth in plies; 0 beyond the horizon.
    pub depth: i8,
    /// Depth of the iteration, in plies.
    pub iteration: u8,
    /// [`NodeKind`] as a number.
    pub kind: u8,
    /// [`crate::window::Bound`] of the score, as a number: whether it is exact, a lower or an upper bound.
    pub bound: u8,
    /// Index in [`STAGE_NAMES`] of the stage that offered the move to this node.
    pub stage: u8,
    /// [`Cut`] as a number.
    pub cut: u8,
    /// 1 if the transposition table had an entry for the position, else 0.
    pub hit: u8,
    /// Index in [`STAGE_NAMES`] of the stage that offered the move which met beta, or [`NO_STAGE`].
    pub cut_stage: u8,
    /// Number of moves searched before the one that met beta; 255 stands for 255 or more.
    pub cut_index: u8,
}

/// Which nodes a trace keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Largest number of rows; later nodes are counted but not kept.
    pub rows: usize,
    /// Moves from the root to the wanted subtree; [`Move::NONE`] stands for a null move.
    pub path: Vec<Move>,
    /// Largest number of plies below the root of the wanted subtree.
    pub plies: usize,
    /// Whether all iterations are kept instead of only the last one begun.
    pub all_iterations: bool,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope { rows: 100_000, path: Vec::new(), plies: usize::MAX, all_iterations: false }
    }
}

/// A node that is entered and not yet left.
#[derive(Clone, Debug)]
struct Open {
    row: NodeRow,
    window: Window,
    /// Whether the node has a row.
    recorded: bool,
    /// Number of moves of the wanted path that led here; none off the path.
    on_path: Option<usize>,
    /// Nodes of the node's subtree so far, itself included.
    nodes: u64,
    /// The move that is being searched and the number of its stage.
    trying: (Move, u8),
    /// The cut that an event has reported, if any.
    cut: Option<Cut>,
    /// Whether the node's loop over its moves has ended.
    looped: bool,
    /// Index of the move of a full node that cut off.
    cut_index: Option<usize>,
}

/// Observer that records the first nodes of the tree, or of a subtree. Memory is bounded by [`Scope::rows`] and the
/// height of the tree.
#[derive(Clone, Debug)]
pub struct Trace {
    scope: Scope,
    rows: Vec<NodeRow>,
    open: Vec<Open>,
    total: u64,
    iteration: u8,
}

impl Trace {
    /// An empty trace that will keep the nodes of `scope`.
    pub fn new(scope: Scope) -> Trace {
        Trace { scope, rows: Vec::new(), open: Vec::new(), total: 0, iteration: 0 }
    }

    /// Recorded nodes, in the order in which they were entered.
    pub fn rows(&self) -> &[NodeRow] {
        &self.rows
    }

    /// Consumes the trace and returns the recorded nodes, in the order in which they were entered.
    pub fn into_rows(self) -> Vec<NodeRow> {
        self.rows
    }

    /// Number of nodes in the scope, recorded or not.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Begins a search of the root at a depth; with a new iteration, rows of earlier ones are dropped unless all are
    /// kept.
    fn begin(&mut self, depth: i32) {
        let iteration = depth as u8;
        if iteration != self.iteration && !self.scope.all_iterations {
            self.rows.clear();
            self.total = 0;
        }
        self.iteration = iteration;
    }

    /// Number of moves of the wanted path that lead to a child of `parent`; none if the child is off the path.
    fn child_on_path(&self, parent: &Open, again: bool, mv: Move) -> Option<usize> {
        let on_path = parent.on_path?;
        match self.scope.path.get(on_path) {
            _ if again => Some(on_path),
            None => Some(on_path),
            Some(&wanted) => (wanted == mv).then_some(on_path + 1),
        }
    }

    /// Appends a row. Capacity grows at most to the number of rows wanted.
    fn push(&mut self, row: NodeRow) {
        if self.rows.len() == self.rows.capacity() {
            let more = self.rows.len().max(1024).min(self.scope.rows - self.rows.len());
            self.rows.reserve_exact(more);
        }
        self.rows.push(row);
    }
}

impl Open {
    /// What ended a node that returned a score.
    fn ended_by(&self, score: Score) -> Cut {
        let (full, tried) = (self.row.kind == NodeKind::Full as u8, self.row.tried > 0);
        match self.cut {
            Some(cut) => cut,
            // A node that tried no move was ended by the rules or by the evaluation.
            None if !tried && (full && self.looped || is_mate(score)) => Cut::GameOver,
            None if !tried => Cut::Evaluation,
            None if !full && score >= self.window.beta => Cut::Move,
            None => Cut::Searched,
        }
    }
}

impl Observer for Trace {
    fn count(&mut self, event: Event) {
        let Some(open) = self.open.last_mut() else { return };
        match event {
            Event::TableHit => open.row.hit = 1,
            event if event.passes_over() => open.row.passed = open.row.passed.saturating_add(1),
            Event::Generation | Event::GenerationSaved => open.looped = true,
            event => open.cut = open.cut.or(Cut::by(event)),
        }
    }

    fn cutoff(&mut self, _stage: Stage, index: usize) {
        if let Some(open) = self.open.last_mut() {
            (open.cut, open.cut_index) = (Some(Cut::Move), Some(index));
        }
    }

    fn tries(&mut self, mv: Move, stage: Option<Stage>) {
        if let Some(open) = self.open.last_mut() {
            open.trying = (mv, stage.map_or(NULL, |stage| stage as u8));
            open.row.tried = open.row.tried.saturating_add(stage.is_some() as u16);
        }
    }

    fn enter(&mut self, kind: Event, ply: usize, depth: i32, window: Window) {
        if self.open.is_empty() {
            self.begin(depth);
        }
        let (mut parent, mut on_path, (mut mv, mut stage)) = (-1, Some(0), (Move::NONE, ROOT));
        if let Some(above) = self.open.last() {
            let again = above.row.ply as usize == ply;
            (mv, stage) = if again { (Move::NONE, AGAIN) } else { above.trying };
            on_path = self.child_on_path(above, again, mv);
            parent = if above.recorded { above.row.id as i32 } else { -1 };
        }
        let (first, last) = (self.scope.path.len(), self.scope.path.len().saturating_add(self.scope.plies));
        let wanted = on_path == Some(first) && ply <= last;
        self.total += wanted as u64;
        let recorded = wanted && self.rows.len() < self.scope.rows;
        let (kind, cut) = match kind {
            Event::QNode => (NodeKind::Quiescence, None),
            Event::KillHorizonWin => (NodeKind::Kill, Some(Cut::Kill)),
            _ => (NodeKind::Full, None),
        };
        let row = NodeRow {
            id: self.rows.len() as u32,
            parent,
            alpha: window.alpha as i16,
            beta: window.beta as i16,
            mv: mv.0,
            ply: ply as u8,
            depth: depth as i8,
            iteration: self.iteration,
            kind: kind as u8,
            stage,
            cut_stage: NO_STAGE,
            ..NodeRow::default()
        };
        if recorded {
            self.push(row);
        }
        self.open.push(Open {
            row,
            window,
            recorded,
            on_path,
            nodes: 1,
            trying: (Move::NONE, NULL),
            cut,
            looped: false,
            cut_index: None,
        });
    }

    fn leave(&mut self, score: Option<Score>) {
        let Some(open) = self.open.pop() else { return };
        if let Some(above) = self.open.last_mut() {
            above.nodes += open.nodes;
        }
        if !open.recorded {
            return;
        }
        let cut = score.map_or(Cut::Stopped, |score| open.ended_by(score));
        let mut row = NodeRow { nodes: u32::try_from(open.nodes).unwrap_or(u32::MAX), cut: cut as u8, ..open.row };
        if let Some(score) = score {
            (row.score, row.bound) = (score as i16, open.window.bound(score) as u8);
        }
        if cut == Cut::Move {
            (row.cut_move, row.cut_stage) = (open.trying.0.0, open.trying.1);
            let index = open.cut_index.unwrap_or(row.tried as usize - 1);
            row.cut_index = u8::try_from(index).unwrap_or(u8::MAX);
        }
        self.rows[row.id as usize] = row;
    }
}
