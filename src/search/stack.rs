//! The search stack: one frame for each ply of the current line.
//!
//! A node writes into its frame what its children and grandchildren read: the move that it is searching, its static
//! evaluation, and what heuristics declare as their own part of a frame, such as killer moves.

use std::ops::{Index, IndexMut};

use super::heuristics;
use super::table::Entry;
use crate::game::{Move, MoveList};
use crate::score::{MAX_PLY, Score};

macro_rules! frame {
    ($({ $module:ident $group:literal $choices:tt $fields:tt $events:tt $rules:tt $memory:tt [$($part:ident)?] })+) => {
        /// Frame of one ply of the current line.
        #[derive(Clone, Debug, Default)]
        pub(crate) struct Frame {
            /// The move that the node of this ply is searching; [`Move::NONE`] for a null move.
            pub mv: Move,
            /// Static evaluation of the node's position, see [`Frame::eval`].
            eval: i16,
            /// History slot of the move, see [`Frame::slot`].
            slot: u32,
            /// Target slot of the move, see [`Stack::target_before`].
            target: u32,
            $($(
                #[doc = concat!("What [`heuristics::", stringify!($module), "`] keeps for each ply.")]
                pub $module: heuristics::$module::$part,
            )?)+
        }
    };
}

for_all_heuristics!(frame);

impl Frame {
    /// Static evaluation of the node's position from the view of its side to move, computed or read from the table;
    /// `None` until a step of the node needs it.
    #[inline(always)]
    pub fn eval(&self) -> Option<Score> {
        (self.eval != Entry::NO_EVAL).then_some(self.eval as Score)
    }

    /// Sets the static evaluation of the node's position.
    #[inline(always)]
    pub fn set_eval(&mut self, eval: Score) {
        self.eval = eval as i16;
    }

    /// Move slot ([`crate::game::Game::slot`]) of the move that the node is searching; `None` for a null move.
    #[inline(always)]
    pub fn slot(&self) -> Option<usize> {
        self.mv.is_some().then_some(self.slot as usize)
    }
}

/// Number of frames: the longest line and one more, rounded up to a power of two so that a cheap remainder keeps every
/// index in bounds.
const FRAMES: usize = (MAX_PLY + 2).next_power_of_two();

/// Search stack: the frames of the current line, and the quiet moves that its nodes have searched.
pub(crate) struct Stack {
    frames: Box<[Frame; FRAMES]>,
    /// Quiet moves that each node of the current line has searched, without those skipped by pruning; a cutoff punishes
    /// them.
    pub searched: MoveList,
}

impl Stack {
    /// An empty stack with frames for the longest line.
    pub fn new() -> Stack {
        let frame = Frame { eval: Entry::NO_EVAL, ..Frame::default() };
        Stack { frames: Box::new(std::array::from_fn(|_| frame.clone())), searched: MoveList::new() }
    }

    /// Notes that the node of a ply now searches `mv`, whose move slot is `slot` and whose target slot is `target` (both
    /// ignored for a null move), and forgets the static evaluation of the ply below, where another position begins.
    #[inline(always)]
    pub fn advance(&mut self, ply: usize, mv: Move, slot: usize, target: usize) {
        let frame = &mut self[ply];
        (frame.mv, frame.slot, frame.target) = (mv, slot as u32, target as u32);
        self.descend(ply);
    }

    /// Forgets the static evaluation of the ply below, where another position begins, without noting the move.
    #[inline(always)]
    pub fn descend(&mut self, ply: usize) {
        self[ply + 1].eval = Entry::NO_EVAL;
    }

    /// Target slot ([`crate::game::Game::target_slot`]) of the move that was played so many plies before the node of a
    /// ply; none before the root and for a null move.
    #[inline(always)]
    pub fn target_before(&self, ply: usize, back: usize) -> Option<u32> {
        let frame = &self[ply.checked_sub(back)?];
        frame.mv.is_some().then_some(frame.target)
    }

    /// Move slot of the move that led to a ply; `None` at the root and after a null move.
    #[inline(always)]
    pub fn slot_before(&self, ply: usize) -> Option<usize> {
        if ply > 0 { self[ply - 1].slot() } else { None }
    }
}

impl Index<usize> for Stack {
    type Output = Frame;

    #[inline(always)]
    fn index(&self, ply: usize) -> &Frame {
        &self.frames[ply % FRAMES]
    }
}

impl IndexMut<usize> for Stack {
    #[inline(always)]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply % FRAMES]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_makes_the_next_position_a_new_one_and_a_null_move_has_no_slot() {
        let mut stack = Stack::new();
        assert_eq!(stack[1].eval(), None);
        stack[1].set_eval(7);
        assert_eq!(stack[1].eval(), Some(7));
        stack.advance(0, Move(5), 42, 6);
        assert_eq!((stack.slot_before(1), stack[1].eval()), (Some(42), None));
        assert_eq!([1, 2, 3].map(|ply| stack.target_before(ply, 1)), [Some(6), None, None]);
        assert_eq!((stack.target_before(2, 2), stack.target_before(1, 2)), (Some(6), None));
        stack.advance(0, Move::NONE, 0, 0);
        assert_eq!((stack.slot_before(1), stack.slot_before(0)), (None, None));
    }

    #[test]
    fn the_longest_line_has_room() {
        let mut stack = Stack::new();
        stack.advance(MAX_PLY, Move(1), 0, 0);
        assert_eq!(stack.slot_before(MAX_PLY + 1), Some(0));
    }
}
