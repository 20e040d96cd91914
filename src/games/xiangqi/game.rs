//! Xiangqi's implementation of the traits `Game`, `Forcing` and `Tactics`, with incremental updates.

use std::sync::Arc;

use super::attacks::{self, CANNON, CHARIOT, HORSE};
use super::bitboard::bit;
use super::board::{Board, EMPTY, Guard, Piece, kind_of};
use super::chase::Lap;
use super::eval::{Moved, PieceSquare, XiangqiEvaluator};
use super::exchange::WORTH;
use super::movegen::Counter;
use super::moves::{from_of, to_of};
use super::repetition::{self, Cycle};
use super::rules::Rules;
use crate::game::{Feature, Forcing, Game, Move, MoveClass, MoveList, Side, Tactics, Verdict, VerdictRules};

/// A game of xiangqi in which moves are played and taken back in place, with its evaluator.
pub struct Xiangqi<E: XiangqiEvaluator = PieceSquare> {
    board: Board,
    guard: Guard,
    clock: u32,
    rules: Rules,
    past: Vec<Past<E::Undo>>,
    evaluator: Arc<E>,
    state: E::State,
}

// Not derived: `derive` would require `E: Clone`, but the evaluator is shared.
impl<E: XiangqiEvaluator> Clone for Xiangqi<E> {
    fn clone(&self) -> Self {
        Xiangqi {
            board: self.board.clone(),
            past: self.past.clone(),
            evaluator: self.evaluator.clone(),
            state: self.state.clone(),
            ..*self
        }
    }
}

/// The data needed to take a move back and to detect repetitions.
#[derive(Clone)]
struct Past<U> {
    mv: Move,
    captured: Piece,
    clock: u32,
    key: u64,
    /// The evaluator's undo data; meaningless after a null move.
    undo: U,
    guard: Guard,
}

impl<E: XiangqiEvaluator> Xiangqi<E> {
    /// A game by the rules `simple` that starts from this board; `clock` is the number of plies since the last capture.
    pub fn new(board: Board, clock: u32, evaluator: Arc<E>) -> Xiangqi<E> {
        let (state, rules) = (evaluator.refresh(&board), Rules::default());
        Xiangqi { guard: board.guard(), board, clock, rules, past: Vec::with_capacity(256), evaluator, state }
    }

    /// The game under another rule set.
    pub fn under(self, rules: Rules) -> Xiangqi<E> {
        Xiangqi { rules, ..self }
    }

    /// The pieces.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &Arc<E> {
        &self.evaluator
    }

    /// Safety of the king of the side to move.
    pub fn guard(&self) -> &Guard {
        &self.guard
    }

    /// The rule set.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Plies since the last capture.
    pub fn clock(&self) -> u32 {
        self.clock
    }

    /// The cycle that makes this position a repetition, see [`repetition::find`]: `recur` earlier occurrences make one;
    /// those before move number `since` count by the rules of a game.
    #[inline]
    pub fn cycle(&self, recur: u32, since: usize) -> Option<Cycle> {
        // A repetition needs at least four reversible plies.
        if self.past.len() < 4 || self.clock < 4 {
            return None;
        }
        let mut check = self.guard.checkers != 0;
        let past = self.past.iter().rev().map(|past| repetition::Step {
            key: past.key,
            irreversible: past.captured != EMPTY || !past.mv.is_some(),
            check: std::mem::replace(&mut check, past.guard.checkers != 0),
        });
        let near = self.past.len() - since;
        let recur = |plies| if plies <= near { recur } else { recur.max(VerdictRules::OF_A_GAME.recur) };
        repetition::find(self.board.key(), recur, past)
    }

    /// The last moves in order, so many plies of them, none of which is a capture.
    #[cold]
    fn laps(&self, plies: usize) -> Vec<Lap> {
        let (mut board, mut check) = (self.board.clone(), self.in_check());
        let mut laps: Vec<Lap> = Vec::with_capacity(plies);
        for past in self.past.iter().rev().take(plies) {
            board.revert(past.mv, past.captured, past.key);
            laps.push(Lap { board: board.clone(), mv: past.mv, check });
            check = past.guard.checkers != 0;
        }
        laps.reverse();
        laps
    }

    /// Checks that each side has given since the last capture.
    #[cold]
    fn checks_given(&self) -> [u32; 2] {
        let (mut given, mut mover, mut check) = ([0; 2], !self.side(), self.in_check());
        for past in self.past.iter().rev().take(self.clock as usize) {
            given[mover.index()] += check as u32;
            (mover, check) = (!mover, past.guard.checkers != 0);
        }
        given
    }
}

impl<E: XiangqiEvaluator> Game for Xiangqi<E> {
    /// One slot for each side, from-square and to-square.
    const MOVE_SLOTS: usize = 2 * 90 * 90;

    /// Piece and to-square.
    const TARGET_SLOTS: usize = 14 * 90;

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
        self.board.key_after(mv)
    }

    fn path_key(&self) -> u64 {
        let past = self.past.iter().rev().take_while(|past| past.captured == EMPTY && past.mv.is_some());
        repetition::path_key(self.board.key(), past.map(|past| past.key), self.clock, self.rules.move_limit())
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let (key, piece) = (self.board.key(), self.board.piece(from_of(mv)));
        let captured = self.board.apply(mv);
        let undo = self.evaluator.update(&mut self.state, &self.board, Moved { mv, piece, captured });
        self.past.push(Past { mv, captured, clock: self.clock, key, undo, guard: self.guard });
        self.clock = if captured != EMPTY { 0 } else { self.clock + 1 };
        self.guard = self.board.guard();
    }

    #[inline]
    fn undo(&mut self) {
        let past = self.past.pop().expect("a move to take back");
        if past.mv.is_some() {
            self.board.revert(past.mv, past.captured, past.key);
            self.evaluator.undo(&mut self.state, past.undo);
        } else {
            self.board.pass();
        }
        self.clock = past.clock;
        self.guard = past.guard;
    }

    fn played(&self) -> usize {
        self.past.len()
    }

    #[inline]
    fn verdict(&self, verdict_rules: VerdictRules) -> Option<Verdict> {
        if verdict_rules.recur > 0
            && let Some(cycle) = self.cycle(verdict_rules.recur, verdict_rules.since)
        {
            return Some(self.rules.verdict(&cycle, self.side(), || self.laps(cycle.plies)));
        }
        let limit_reached = verdict_rules.move_limit && self.rules.is_limit_reached(self.clock, || self.checks_given());
        // A mate on the last ply of the limit takes precedence over the draw.
        (limit_reached && self.count_moves() > 0).then_some(Verdict::Drawn)
    }

    fn stuck(&self) -> Verdict {
        Verdict::Lost
    }

    #[inline]
    fn generate(&self, class: MoveClass, out: &mut MoveList) {
        let wanted = match class {
            MoveClass::Candidates | MoveClass::Legal => super::bitboard::BOARD,
            MoveClass::Noisy => self.board.of_side(!self.side()),
            MoveClass::Quiet => !self.board.occupied(),
        };
        self.board.generate(&self.guard, wanted, out);
    }

    #[inline]
    fn count_moves(&self) -> usize {
        let mut counter = Counter::default();
        self.board.generate(&self.guard, super::bitboard::BOARD, &mut counter);
        counter.0
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.board.is_legal(&self.guard, mv)
    }

    #[inline(always)]
    fn slot(&self, mv: Move) -> usize {
        (self.side().index() * 90 + from_of(mv) as usize) * 90 + to_of(mv) as usize
    }

    #[inline(always)]
    fn target_slot(&self, mv: Move) -> usize {
        self.board.piece(from_of(mv)) as usize * 90 + to_of(mv) as usize
    }
}

impl<E: XiangqiEvaluator> Forcing for Xiangqi<E> {
    #[inline(always)]
    fn in_check(&self) -> bool {
        self.guard.checkers != 0
    }

    /// Without the move being played.
    #[inline]
    fn gives_check(&mut self, mv: Move) -> bool {
        self.board.gives_check(from_of(mv), to_of(mv))
    }

    fn play_null(&mut self) -> bool {
        if self.in_check() {
            return false;
        }
        self.past.push(Past {
            mv: Move::NONE,
            captured: EMPTY,
            clock: self.clock,
            key: self.board.key(),
            undo: Default::default(),
            guard: self.guard,
        });
        self.board.pass();
        self.clock += 1;
        self.guard = self.board.guard();
        true
    }

    fn checks(&mut self, out: &mut MoveList) {
        self.board.checks(&self.guard, out);
    }
}

/// MVV-LVA values of captured pieces, by kind.
const VICTIM: [i32; 8] = [5, 1, 1, 3, 4, 3, 2, 0];
/// MVV-LVA values of capturing pieces, by kind.
const ATTACKER: [i32; 8] = [5, 1, 1, 1, 4, 4, 2, 0];

impl<E: XiangqiEvaluator> Tactics for Xiangqi<E> {
    const HAS: &'static [Feature] = &[
        Feature::WaitingPieces,
        Feature::Material,
        Feature::Discounts,
        Feature::MovingPieces,
        Feature::Exchanges,
        Feature::Structure,
        Feature::Repetition,
        Feature::MoveLimit,
    ];

    const CAPTURED_KINDS: usize = 8;

    #[inline(always)]
    fn evaluate(&self) -> i32 {
        self.evaluator.value(&self.state, &self.board, self.side())
    }

    #[inline(always)]
    fn strength(&self) -> i32 {
        self.evaluator.strength(&self.state, &self.board, self.side())
    }

    #[inline(always)]
    fn static_score(&self, mv: Move) -> i32 {
        self.evaluator.move_score(&self.state, &self.board, mv).unwrap_or(0)
    }

    /// Number of the side to move's chariots, horses and cannons.
    #[inline]
    fn waiting_pieces(&self) -> i32 {
        let pieces = [CHARIOT, HORSE, CANNON].map(|kind| self.board.pieces(self.side(), kind));
        (pieces[0] | pieces[1] | pieces[2]).count_ones() as i32
    }

    #[inline(always)]
    fn is_noisy(&self, mv: Move) -> bool {
        self.board.piece(to_of(mv)) != EMPTY
    }

    /// MVV-LVA score `10 * victim - attacker`, with the values of the XiangQi Wizard program.
    #[inline(always)]
    fn mvv_lva(&self, mv: Move) -> i32 {
        let victim = kind_of(self.board.piece(to_of(mv)));
        let attacker = kind_of(self.board.piece(from_of(mv)));
        10 * VICTIM[victim & 7] - ATTACKER[attacker & 7]
    }

    /// Whether the piece captured stands on the mover's own half of the board, as in the XiangQi Wizard program.
    #[inline(always)]
    fn is_discounted(&self, mv: Move) -> bool {
        attacks::HOME[self.side().index()] & bit(to_of(mv)) != 0
    }

    #[inline]
    fn see_at_least(&self, mv: Move, least: i32) -> bool {
        self.board.see_at_least(mv, least)
    }

    #[inline(always)]
    fn captured_kind(&self, mv: Move) -> usize {
        kind_of(self.board.piece(to_of(mv))) & 7
    }

    /// Hash of the squares of both sides' pawns.
    #[inline]
    fn structure_key(&self) -> Option<u64> {
        Some(self.board.pawn_key())
    }

    #[inline]
    fn captured_value(&self, mv: Move) -> Option<i32> {
        let captured = self.board.piece(to_of(mv));
        (captured != EMPTY).then(|| WORTH[kind_of(captured)])
    }

    #[inline]
    fn recaptures(&self, mv: Move) -> bool {
        self.past.last().is_some_and(|past| past.captured != EMPTY && to_of(past.mv) == to_of(mv))
    }

    #[inline]
    fn has_mate_in_one(&self) -> bool {
        self.board.has_mate_in_one(&self.guard)
    }
}
