//! Connect Four's implementation of the traits `Game`, `Forcing` and `Tactics`.

use std::sync::Arc;

use super::board::{self, Board, COLS, ROWS};
use super::lines::Lines;
use crate::evaluator::Evaluator;
use crate::game::{Feature, Forcing, Game, Move, MoveClass, MoveList, Side, Tactics, Verdict, VerdictRules};

/// A game in which moves are played and taken back.
pub struct Connect4<E: Evaluator<Board> = Lines> {
    board: Board,
    evaluator: Arc<E>,
    state: E::State,
    /// The board before each move or null move, and what takes the evaluator's update back; `None` for a null move.
    past: Vec<(Board, Option<E::Undo>)>,
}

// Not derived: `derive` would require `E: Clone`, but the evaluator is shared.
impl<E: Evaluator<Board>> Clone for Connect4<E> {
    fn clone(&self) -> Self {
        let (evaluator, state, past) = (self.evaluator.clone(), self.state.clone(), self.past.clone());
        Connect4 { board: self.board, evaluator, state, past }
    }
}

impl<E: Evaluator<Board>> Connect4<E> {
    /// The game that begins with a board.
    pub fn new(board: Board, evaluator: Arc<E>) -> Connect4<E> {
        let state = evaluator.refresh(&board);
        Connect4 { board, evaluator, state, past: Vec::with_capacity(COLS * ROWS) }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &Arc<E> {
        &self.evaluator
    }

    #[inline(always)]
    fn after(&self, mv: Move) -> Board {
        let mut board = self.board;
        board.put(board.landing(mv));
        board
    }

    /// Whether the opponent has four in a row, which ends the game.
    #[inline(always)]
    fn is_lost(&self) -> bool {
        self.board.has_four(!self.board.side())
    }

    /// The cells on which a side's next stone can fall and completes four in a row.
    #[inline(always)]
    fn wins(&self, side: Side) -> u64 {
        self.board.fours(side) & self.board.open()
    }

    /// Whether a move completes four in a row, or threatens to do so with the next one.
    pub fn completes_or_threatens(&self, mv: Move) -> bool {
        let (after, side) = (self.after(mv), self.side());
        after.has_four(side) || after.fours(side) & after.open() != 0
    }
}

impl<E: Evaluator<Board>> Game for Connect4<E> {
    const MOVE_SLOTS: usize = 2 * COLS * (ROWS + 1);
    const TARGET_SLOTS: usize = Self::MOVE_SLOTS;
    const REPEATS: bool = false;

    #[inline(always)]
    fn side(&self) -> Side {
        self.board.side()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.board.key()
    }

    #[inline(always)]
    fn key_after(&self, mv: Move) -> u64 {
        self.after(mv).key()
    }

    fn play(&mut self, mv: Move) {
        let (before, cell) = (self.board, self.board.landing(mv));
        self.board.put(cell);
        let undo = self.evaluator.update(&mut self.state, &self.board, cell);
        self.past.push((before, Some(undo)));
    }

    fn undo(&mut self) {
        let (board, undo) = self.past.pop().expect("a move to take back");
        self.board = board;
        if let Some(undo) = undo {
            self.evaluator.undo(&mut self.state, undo);
        }
    }

    fn played(&self) -> usize {
        self.past.len()
    }

    fn verdict(&self, _: VerdictRules) -> Option<Verdict> {
        self.is_lost().then_some(Verdict::Lost)
    }

    fn stuck(&self) -> Verdict {
        if self.is_lost() { Verdict::Lost } else { Verdict::Drawn }
    }

    fn generate(&self, class: MoveClass, out: &mut MoveList) {
        if self.is_lost() {
            return;
        }
        let mut cells = match class {
            MoveClass::Candidates | MoveClass::Legal => self.board.open(),
            MoveClass::Noisy => self.wins(self.side()),
            MoveClass::Quiet => self.board.open() & !self.wins(self.side()),
        };
        while cells != 0 {
            out.push(Board::column(cells));
            cells &= cells - 1;
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        board::is_move(mv) && self.board.landing(mv) != 0 && !self.is_lost()
    }

    #[inline(always)]
    fn slot(&self, mv: Move) -> usize {
        let cell = self.board.landing(mv).trailing_zeros() as usize;
        self.side().index() * COLS * (ROWS + 1) + cell
    }

    #[inline(always)]
    fn target_slot(&self, mv: Move) -> usize {
        self.slot(mv)
    }
}

impl<E: Evaluator<Board>> Forcing for Connect4<E> {
    /// Whether the opponent can complete four in a row with its next move.
    #[inline(always)]
    fn in_check(&self) -> bool {
        !self.is_lost() && self.wins(!self.side()) != 0
    }

    #[inline(always)]
    fn gives_check(&mut self, mv: Move) -> bool {
        self.completes_or_threatens(mv)
    }

    fn play_null(&mut self) -> bool {
        if self.in_check() || self.is_lost() || self.board.is_full() {
            return false;
        }
        self.past.push((self.board, None));
        self.board.pass();
        true
    }

    /// The side to move wins with a four, or loses to two of them that it cannot stop both.
    fn known_end(&self) -> Option<i32> {
        if self.is_lost() {
            Some(0)
        } else if self.wins(self.side()) != 0 {
            Some(1)
        } else {
            (self.wins(!self.side()).count_ones() > 1).then_some(-2)
        }
    }

    fn winning_move(&self) -> Option<Move> {
        let wins = self.wins(self.side());
        (wins != 0 && !self.is_lost()).then(|| Board::column(wins))
    }

    fn checks(&mut self, out: &mut MoveList) {
        match self.winning_move() {
            Some(mv) => out.push(mv),
            None => {
                let from = out.len();
                self.generate(MoveClass::Candidates, out);
                out.retain_from(from, |mv| self.completes_or_threatens(mv));
            }
        }
    }

    fn evasions(&self, out: &mut MoveList) {
        let replies = self.wins(self.side()) | self.wins(!self.side());
        let mut cells = if self.is_lost() { 0 } else { replies };
        while cells != 0 {
            out.push(Board::column(cells));
            cells &= cells - 1;
        }
    }
}

impl<E: Evaluator<Board>> Tactics for Connect4<E> {
    const HAS: &'static [Feature] = &[Feature::QuietScores, Feature::KnownEnds];

    #[inline(always)]
    fn evaluate(&self) -> i32 {
        self.evaluator.value(&self.state, &self.board, self.side())
    }

    /// Whether a move completes four in a row. Threats to do so are quiet: nearly every move of the middle game makes one,
    /// so a quiescence search of threats would not end before the board is full.
    #[inline(always)]
    fn is_noisy(&self, mv: Move) -> bool {
        self.board.landing(mv) & self.wins(self.side()) != 0
    }

    /// The score that the evaluator gives a move, or else the number of horizontal lines through its cell times that of
    /// vertical ones, which grows towards the middle.
    fn static_score(&self, mv: Move) -> i32 {
        let of_cell = || {
            let cell = self.board.landing(mv).trailing_zeros() as usize;
            let (col, row) = (cell / (ROWS + 1), cell % (ROWS + 1));
            let along = |at: usize, length: usize| at.min(length - 1 - at).min(3) as i32;
            (1 + along(col, COLS)) * (1 + along(row, ROWS))
        };
        self.evaluator.move_score(&self.state, &self.board, mv).unwrap_or_else(of_cell)
    }
}
