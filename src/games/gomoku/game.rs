//! Gomoku's implementation of the traits `Game`, `Forcing` and `Tactics`.

use std::ops::Deref;
use std::sync::Arc;

use super::board::{Board, MOST_POINTS, Point, Rule};
use super::eval::{GomokuEvaluator, Patterns};
use super::pattern::{EXACT_RADIUS, Threat};
use super::position::Position;
use super::reach::Reach;
use super::rules;
use super::shapes::Shapes;
use crate::error::Result;
use crate::game::{Feature, Forcing, Game, Move, MoveClass, MoveList, Side, Tactics, Verdict, VerdictRules};

/// A game of gomoku in which moves are played and taken back in place, with its evaluator. `RADIUS` is the radius of
/// the rule's line windows.
pub struct Gomoku<const RADIUS: usize, E: GomokuEvaluator<RADIUS> = Patterns> {
    shapes: Shapes<RADIUS>,
    evaluator: Arc<E>,
    state: E::State,
    /// The evaluator's undo data for each stone played.
    undos: Vec<E::Undo>,
}

// Not derived: `derive` would require `E: Clone`, but the evaluator is shared.
impl<const RADIUS: usize, E: GomokuEvaluator<RADIUS>> Clone for Gomoku<RADIUS, E> {
    fn clone(&self) -> Self {
        Gomoku {
            shapes: self.shapes.clone(),
            evaluator: self.evaluator.clone(),
            state: self.state.clone(),
            undos: self.undos.clone(),
        }
    }
}

/// Read access to the methods of [`Shapes`]. Moves are played through the game only, so that the evaluator is updated.
impl<const RADIUS: usize, E: GomokuEvaluator<RADIUS>> Deref for Gomoku<RADIUS, E> {
    type Target = Shapes<RADIUS>;

    #[inline(always)]
    fn deref(&self) -> &Shapes<RADIUS> {
        &self.shapes
    }
}

impl<const RADIUS: usize> Gomoku<RADIUS> {
    /// A game that starts from this board. An error for `k` above 5, which patterns do not support.
    pub fn new(board: &Board, reach: Reach) -> Result<Gomoku<RADIUS>> {
        Ok(Gomoku::with(Shapes::new(board, reach)?, Arc::new(Patterns)))
    }

    /// The game of a position, which may be over.
    pub fn of(position: &Position, reach: Reach) -> Result<Gomoku<RADIUS>> {
        Ok(Gomoku::with(Shapes::of(position, reach)?, Arc::new(Patterns)))
    }
}

impl<const RADIUS: usize, E: GomokuEvaluator<RADIUS>> Gomoku<RADIUS, E> {
    /// A game that starts from these shapes.
    pub fn with(shapes: Shapes<RADIUS>, evaluator: Arc<E>) -> Gomoku<RADIUS, E> {
        let state = evaluator.refresh(&shapes);
        Gomoku { shapes, evaluator, state, undos: Vec::with_capacity(256) }
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &Arc<E> {
        &self.evaluator
    }
}

impl<const RADIUS: usize> Shapes<RADIUS> {
    /// Whether black has forbidden points; false at compile time for freestyle.
    #[inline(always)]
    pub(super) fn is_renju(&self) -> bool {
        RADIUS == EXACT_RADIUS && self.board().rule() == Rule::Renju
    }

    /// Whether an empty point is forbidden to the side to move.
    #[inline(always)]
    pub(super) fn is_forbidden(&self, point: Point) -> bool {
        self.is_renju() && self.board().side() == Side::First && self.is_foul(point)
    }

    /// Whether black makes a foul on an empty point of renju. Few points are suspects, and the rules are asked of these
    /// only; patterns of rows shorter than five say nothing about fouls, which are always by five.
    fn is_foul(&self, point: Point) -> bool {
        let suspect = self.board().geometry().k() != 5 || self.is_suspect(point);
        suspect && rules::forbidden(self.board(), point).is_some()
    }
}

/// The forced action of a side, used if the reach leaves out all other moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Urgent {
    /// No forced action.
    Nothing,
    /// Complete a five.
    Win,
    /// Play where the opponent would complete a five.
    Block,
}

impl<const RADIUS: usize> Shapes<RADIUS> {
    #[inline(always)]
    fn urgent(&self) -> Urgent {
        let us = self.board().side();
        let fives = |side: Side| self.count(side, Threat::Five);
        if self.reach() == Reach::Everywhere {
            return Urgent::Nothing;
        }
        match (fives(us), fives(!us)) {
            (0, 0) => Urgent::Nothing,
            // If the block is forbidden, every move loses, but some move must be generated.
            (0, 1) if self.end_in_sight() == Some(-2) => Urgent::Nothing,
            (0, _) => Urgent::Block,
            _ => Urgent::Win,
        }
    }

    #[inline(always)]
    fn serves(&self, urgent: Urgent, point: Point) -> bool {
        match urgent {
            Urgent::Nothing => true,
            Urgent::Win => self.threat(point, self.board().side()) == Threat::Five,
            Urgent::Block => self.threat(point, !self.board().side()) == Threat::Five,
        }
    }
}

impl<const RADIUS: usize, E: GomokuEvaluator<RADIUS>> Game for Gomoku<RADIUS, E> {
    /// One slot for each side and point.
    const MOVE_SLOTS: usize = 2 * (MOST_POINTS + 1);

    /// Side and point: stones are all alike.
    const TARGET_SLOTS: usize = Self::MOVE_SLOTS;

    /// False, because stones are never moved or captured.
    const REPEATS: bool = false;

    #[inline(always)]
    fn side(&self) -> Side {
        self.board().side()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.board().key()
    }

    #[inline(always)]
    fn key_after(&self, mv: Move) -> u64 {
        self.board().key_after(self.board().geometry().point_of(mv))
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.shapes.put(self.shapes.board().geometry().point_of(mv));
        self.undos.push(self.evaluator.update(&mut self.state, &self.shapes, self.shapes.last_stone()));
    }

    #[inline]
    fn undo(&mut self) {
        if self.shapes.take_back() {
            self.evaluator.undo(&mut self.state, self.undos.pop().expect("an update for each stone"));
        }
    }

    fn played(&self) -> usize {
        self.moves_made()
    }

    #[inline(always)]
    fn verdict(&self, _: VerdictRules) -> Option<Verdict> {
        self.is_won().then_some(Verdict::Lost)
    }

    fn stuck(&self) -> Verdict {
        let full = self.board().is_full() && !self.is_won();
        self.over().unwrap_or(if full { Verdict::Drawn } else { Verdict::Lost })
    }

    fn generate(&self, class: MoveClass, out: &mut MoveList) {
        if self.is_won() || self.over().is_some() {
            return;
        }
        let every = class == MoveClass::Legal;
        let (us, geometry) = (self.side(), self.board().geometry());
        let urgent = if every { Urgent::Nothing } else { self.urgent() };
        let offer = |point| {
            let threat = self.threat(point, us);
            let in_class = match class {
                MoveClass::Candidates | MoveClass::Legal => true,
                MoveClass::Noisy => threat >= Threat::Four,
                MoveClass::Quiet => threat < Threat::Four,
            };
            if in_class && self.serves(urgent, point) && !self.is_forbidden(point) {
                out.push(geometry.encode(point));
            }
        };
        if every { self.board().empty_points().for_each(offer) } else { self.for_each_point(offer) }
    }

    fn count_moves(&self) -> usize {
        self.known_count().unwrap_or_else(|| {
            let mut list = MoveList::default();
            self.generate(MoveClass::Candidates, &mut list);
            list.len()
        })
    }

    fn is_legal(&self, mv: Move) -> bool {
        let point = self.board().geometry().point_of(mv);
        (point as usize) < self.board().cells().len()
            && !self.is_won()
            && self.board().at(point).is_none()
            && !self.is_forbidden(point)
    }

    #[inline]
    fn is_generated(&self, mv: Move) -> bool {
        let point = self.board().geometry().point_of(mv);
        self.is_legal(mv) && self.over().is_none() && self.is_in_reach(point) && self.serves(self.urgent(), point)
    }

    #[inline(always)]
    fn slot(&self, mv: Move) -> usize {
        self.side().index() * (MOST_POINTS + 1) + mv.0 as usize
    }

    #[inline(always)]
    fn target_slot(&self, mv: Move) -> usize {
        self.slot(mv)
    }
}

impl<const RADIUS: usize, E: GomokuEvaluator<RADIUS>> Forcing for Gomoku<RADIUS, E> {
    /// Two rules of thumb of the report that the preset `report` follows: that of its text ("prose") and that of its
    /// program ("code").
    const DEFENCE_RULES: &'static [&'static str] = &["prose", "code"];

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.faces_five()
    }

    #[inline(always)]
    fn gives_check(&mut self, mv: Move) -> bool {
        self.is_noisy(mv)
    }

    fn play_null(&mut self) -> bool {
        if self.in_check() || self.is_won() {
            return false;
        }
        self.shapes.pass();
        true
    }

    #[inline]
    fn known_end(&self) -> Option<i32> {
        self.end_in_sight()
    }

    #[inline]
    fn known_threat(&self) -> Option<i32> {
        self.sure_threat()
    }

    fn winning_move(&self) -> Option<Move> {
        self.five_of(self.side()).map(|point| self.board().geometry().encode(point))
    }

    #[inline(always)]
    fn may_check(&self) -> bool {
        self.can_make_four(self.side())
    }

    fn checks(&mut self, out: &mut MoveList) {
        self.fours(false, out);
    }

    fn building_checks(&mut self, out: &mut MoveList) {
        self.fours(true, out);
    }

    fn threats(&mut self, any: bool, out: &mut MoveList) {
        self.fours_and_threes(any, out);
    }

    fn evasions(&self, out: &mut MoveList) {
        self.blocks(out);
    }

    fn defences(&mut self, line: &[Move], out: &mut MoveList) {
        self.shapes.replies_to_line(line, out);
    }

    fn replies(&self, rule: usize, out: &mut MoveList) {
        if rule == 0 { self.replies_by_prose(out) } else { self.replies_by_code(out) }
    }
}

impl<const RADIUS: usize, E: GomokuEvaluator<RADIUS>> Tactics for Gomoku<RADIUS, E> {
    const HAS: &'static [Feature] =
        &[Feature::QuietScores, Feature::Threats, Feature::KnownEnds, Feature::KnownThreats, Feature::DefenceRules];

    #[inline(always)]
    fn evaluate(&self) -> i32 {
        self.evaluator.value(&self.state, &self.shapes, self.side())
    }

    #[inline(always)]
    fn is_noisy(&self, mv: Move) -> bool {
        self.threat(self.board().geometry().point_of(mv), self.side()) >= Threat::Four
    }

    #[inline(always)]
    fn mvv_lva(&self, mv: Move) -> i32 {
        let point = self.board().geometry().point_of(mv);
        (self.worth(point, self.side()).score + self.worth(point, !self.side()).denial) as i32
    }

    #[inline(always)]
    fn static_score(&self, mv: Move) -> i32 {
        self.evaluator.move_score(&self.state, &self.shapes, mv).unwrap_or_else(|| self.mvv_lva(mv))
    }

    #[inline(always)]
    fn is_threatened(&self, doubles: bool) -> bool {
        self.faced(doubles).is_some()
    }

    fn replies_to_threat(&self, out: &mut MoveList) {
        self.threat_replies(out);
    }

    fn omitted_moves_lose(&self, replies_only: bool) -> bool {
        self.is_lost_beside(replies_only)
    }
}
