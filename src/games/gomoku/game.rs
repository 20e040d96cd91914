//! The rules and tactics of gomoku as the search asks for them.

use super::board::{MOST_POINTS, Point, Rule};
use super::pattern::{EXACT_RADIUS, Threat};
use super::rules;
use super::shapes::{Gomoku, Reach};
use crate::game::{Forcing, Game, Judging, Move, MoveClass, MoveList, Need, Side, Tactics, Verdict};

impl<const RADIUS: usize> Gomoku<RADIUS> {
    /// Whether black has forbidden points: known at compile time to be false for freestyle.
    #[inline(always)]
    pub(super) fn is_renju(&self) -> bool {
        RADIUS == EXACT_RADIUS && self.board().rule() == Rule::Renju
    }

    /// Whether black may not play on an empty point.
    pub(super) fn is_forbidden(&self, point: Point) -> bool {
        self.is_renju() && self.board().side() == Side::First && rules::forbidden(self.board(), point).is_some()
    }
}

/// What a side has to do at once, if the reach leaves other moves out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Urgent {
    /// No point comes before the others.
    Nothing,
    /// Complete a five.
    Win,
    /// Play where the opponent would complete a five.
    Block,
}

impl<const RADIUS: usize> Gomoku<RADIUS> {
    #[inline(always)]
    fn urgent(&self) -> Urgent {
        let fives = |side: Side| self.sums().threats[side.index()][Threat::Five as usize];
        if self.reach() == Reach::Everywhere {
            return Urgent::Nothing;
        }
        match (fives(self.side()), fives(!self.side())) {
            (0, 0) => Urgent::Nothing,
            // A five that may not be blocked is lost whatever is played; but something must be played.
            (0, 1) if self.end_in_sight() == Some(-2) => Urgent::Nothing,
            (0, _) => Urgent::Block,
            _ => Urgent::Win,
        }
    }

    #[inline(always)]
    fn serves(&self, urgent: Urgent, point: Point) -> bool {
        match urgent {
            Urgent::Nothing => true,
            Urgent::Win => self.worth(point, self.side()).threat == Threat::Five,
            Urgent::Block => self.worth(point, !self.side()).threat == Threat::Five,
        }
    }
}

impl<const RADIUS: usize> Game for Gomoku<RADIUS> {
    /// Side and point.
    const MOVE_SLOTS: usize = 2 * (MOST_POINTS + 1);

    /// Stones stay where they are.
    const REPEATS: bool = false;

    #[inline(always)]
    fn side(&self) -> Side {
        self.board().side()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.board().key()
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.put(self.board().geometry().point_of(mv));
    }

    #[inline]
    fn undo(&mut self) {
        self.take_back();
    }

    fn played(&self) -> usize {
        self.moves_made()
    }

    #[inline(always)]
    fn verdict(&self, _: Judging) -> Option<Verdict> {
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
        let (us, geometry, urgent) = (self.side(), self.board().geometry(), self.urgent());
        self.for_each_point(|point| {
            let threat = self.worth(point, us).threat;
            let in_class = match class {
                MoveClass::All => true,
                MoveClass::Noisy => threat >= Threat::Four,
                MoveClass::Quiet => threat < Threat::Four,
            };
            if in_class && self.serves(urgent, point) && !self.is_forbidden(point) {
                out.push(geometry.encode(point));
            }
        });
    }

    fn count_moves(&self) -> usize {
        self.known_count().unwrap_or_else(|| {
            let mut list = MoveList::default();
            self.generate(MoveClass::All, &mut list);
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
}

impl<const RADIUS: usize> Forcing for Gomoku<RADIUS> {
    /// Two rules of the report that the preset `report` follows: what its text says, and what its program does.
    const DEFENCE_RULES: &'static [&'static str] = &["prose", "code"];

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.sums().threats[(!self.side()).index()][Threat::Five as usize] > 0
    }

    fn play_null(&mut self) -> bool {
        if self.in_check() || self.is_won() {
            return false;
        }
        self.pass();
        true
    }

    #[inline]
    fn known_end(&self) -> Option<i32> {
        self.end_in_sight()
    }

    fn winning_move(&self) -> Option<Move> {
        self.five_of(self.side()).map(|point| self.board().geometry().encode(point))
    }

    #[inline(always)]
    fn may_check(&self) -> bool {
        self.can_make_four(self.side())
    }

    fn checks(&mut self, out: &mut MoveList) {
        self.fours(out);
    }

    fn threats(&mut self, any: bool, out: &mut MoveList) {
        self.fours_and_threes(any, out);
    }

    fn evasions(&self, out: &mut MoveList) {
        self.blocks(out);
    }

    fn defences(&mut self, line: &[Move], out: &mut MoveList) {
        self.replies_to_line(line, out);
    }

    fn replies(&self, rule: usize, out: &mut MoveList) {
        if rule == 0 { self.replies_by_prose(out) } else { self.replies_by_code(out) }
    }
}

/// Worth of being able to make a threat, by threat, for the side to move; from the same regression as the patterns'.
pub(super) const WITH_THE_MOVE: [i32; Threat::COUNT] = [0, 21, 13, 58, 0, 0, 0];
/// Worth of being able to make a threat, by threat, for the side that is not to move.
pub(super) const WAITING: [i32; Threat::COUNT] = [0, 12, 22, 34, 21, 86, 0];

impl<const RADIUS: usize> Tactics for Gomoku<RADIUS> {
    const LACKS: &'static [(Need, &'static str)] = &[
        (Need::WaitingPieces, "stones are all alike"),
        (Need::Material, "stones have no material value"),
        (Need::Discounts, "no half of the board is anybody's own"),
        (Need::Repetition, "no position comes again"),
        (Need::MoveLimit, "there is no such rule"),
    ];

    #[inline(always)]
    fn evaluate(&self) -> i32 {
        let us = self.side().index();
        let sums = self.sums();
        let bonus = |side: usize, of: &[i32; Threat::COUNT]| -> i32 {
            sums.threats[side].iter().zip(of).map(|(&count, bonus)| (count > 0) as i32 * bonus).sum()
        };
        (sums.values[us] - sums.values[1 - us]) / 4 + bonus(us, &WITH_THE_MOVE) - bonus(1 - us, &WAITING)
    }

    #[inline(always)]
    fn is_noisy(&self, mv: Move) -> bool {
        self.worth(self.board().geometry().point_of(mv), self.side()).threat >= Threat::Four
    }

    #[inline(always)]
    fn mvv_lva(&self, mv: Move) -> i32 {
        let point = self.board().geometry().point_of(mv);
        (self.worth(point, self.side()).score + self.worth(point, !self.side()).denial) as i32
    }

    #[inline(always)]
    fn static_score(&self, mv: Move) -> i32 {
        self.mvv_lva(mv)
    }

    #[inline(always)]
    fn is_threatened(&self) -> bool {
        self.faces_open_four()
    }

    fn answers(&self, out: &mut MoveList) {
        self.answers_to_open_four(out);
    }
}
