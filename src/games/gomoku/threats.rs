//! Forcing moves of kill search and replies to them, found by looking up patterns: fours, threes and defences.

use super::board::{DIRECTIONS, Point};
use super::pattern::{Threat, made};
use super::points::Points;
use super::reach::Reach;
use super::shapes::Shapes;
use crate::game::{Move, MoveList, Side};

impl<const RADIUS: usize> Shapes<RADIUS> {
    /// Calls `visit` for each empty point where a stone of a side makes at least the pattern `least` in some direction.
    /// It also visits some points that do not: overlines, and open fours if `least` is a five.
    #[inline(always)]
    pub(super) fn for_each_making(&self, side: Side, least: u8, mut visit: impl FnMut(Point)) {
        /// Number of points tested together, because most have no such pattern.
        const PART: usize = 8;
        // Adding `carry` sets the fourth bit of each pattern that is at least `least`.
        let (shift, carry) = (4 * side.index(), 8u8.saturating_sub(least) as u32 * 0x0101_0101);
        let shows = |patterns: &u32| ((patterns >> shift & 0x0f0f_0f0f) + carry) & 0x0808_0808;
        for (part, patterns) in self.patterns().chunks(PART).enumerate() {
            if patterns.iter().fold(0, |any, patterns| any | shows(patterns)) == 0 {
                continue;
            }
            for (at, patterns) in patterns.iter().enumerate() {
                let point = (part * PART + at) as Point;
                if shows(patterns) != 0 && self.board().at(point).is_none() {
                    visit(point);
                }
            }
        }
    }

    /// Number of points where a side makes a threat of this kind.
    #[inline(always)]
    pub(super) fn count(&self, side: Side, threat: Threat) -> u16 {
        self.sums().threats[side.index()].of(threat)
    }

    /// Whether the opponent of the side to move makes a five with its next stone: the side is in check.
    #[inline(always)]
    pub(super) fn faces_five(&self) -> bool {
        self.count(!self.board().side(), Threat::Five) > 0
    }

    /// A point where a side wins at once.
    pub(super) fn five_of(&self, side: Side) -> Option<Point> {
        let fives = self.count(side, Threat::Five);
        // The last stone has most often made a single five.
        let fresh = |point: &Point| self.threat(*point, side) == Threat::Five && self.board().at(*point).is_none();
        let mut five = if fives == 1 { self.last_changed().find(fresh) } else { None };
        if fives > 0 && five.is_none() {
            self.for_each_making(side, made::FIVE, |point| {
                if self.threat(point, side) == Threat::Five {
                    five = five.or(Some(point));
                }
            });
        }
        five
    }

    /// Whether a side makes a four or more anywhere.
    #[inline(always)]
    pub(super) fn can_make_four(&self, side: Side) -> bool {
        self.sums().threats[side.index()].any_from(Threat::Four)
    }

    /// Implements [`crate::game::Forcing::known_end`]. Known ends are a five now, two fives of the opponent, one five
    /// of the opponent that may not be blocked, and an open four with the next move.
    #[inline]
    pub(super) fn end_in_sight(&self) -> Option<i32> {
        let (us, them) = (self.board().side(), !self.board().side());
        if self.is_won() {
            return Some(0);
        }
        if self.count(us, Threat::Five) > 0 {
            return Some(1);
        }
        match self.count(them, Threat::Five) {
            0 if self.count(us, Threat::OpenFour) > 0 => self.legal_open_four().then_some(3),
            0 => None,
            1 if us == Side::First && self.is_renju() => {
                self.five_of(them).is_some_and(|five| self.is_forbidden(five)).then_some(-2)
            }
            1 => None,
            _ => Some(-2),
        }
    }

    /// Implements [`crate::game::Forcing::known_threat`]. A four-three, or two open threes with one stone, win in five
    /// plies if the opponent can make no four: one reply stops one of the threats, which lie on two lines. Black in
    /// renju is left out, because points of the win may be forbidden.
    #[inline]
    pub(super) fn sure_threat(&self) -> Option<i32> {
        let us = self.board().side();
        let makes = [Threat::FourThree, Threat::DoubleThree].iter().any(|&threat| self.count(us, threat) > 0);
        let certain = makes && !self.can_make_four(!us) && !(us == Side::First && self.is_renju());
        certain.then_some(5)
    }

    /// Whether the side to move may play an open four that the patterns show: in renju it may be forbidden.
    #[inline]
    fn legal_open_four(&self) -> bool {
        let us = self.board().side();
        if us != Side::First || !self.is_renju() {
            return true;
        }
        let mut legal = false;
        self.for_each_making(us, made::FOUR, |point| {
            legal |= self.threat(point, us) == Threat::OpenFour && !self.is_forbidden(point);
        });
        legal
    }

    /// If the opponent threatens a five, the only point that the side to move may play, or none if it is forbidden.
    /// `None` if no five is threatened.
    #[inline]
    fn forced(&self) -> Option<Option<Point>> {
        let them = !self.board().side();
        match self.count(them, Threat::Five) {
            0 => None,
            1 => Some(self.five_of(them).filter(|&five| !self.is_forbidden(five))),
            _ => Some(None),
        }
    }

    /// Appends the fours of the side to move, the best first: open fours before all others. With `building`, only those
    /// that make a three or an open two in another direction, from which the next four can come.
    pub(super) fn fours(&self, building: bool, out: &mut MoveList) {
        let (us, geometry) = (self.board().side(), self.board().geometry());
        if let Some(forced) = self.forced() {
            let four = forced.filter(|&point| self.threat(point, us) >= Threat::Four);
            return four.into_iter().for_each(|point| out.push(geometry.encode(point)));
        }
        if !self.can_make_four(us) {
            return;
        }
        let from = out.len();
        self.for_each_making(us, made::FOUR, |point| {
            let worth = self.worth(point, us);
            if worth.threat >= Threat::Four
                && (!building || self.builds(point, us, worth.threat))
                && !self.is_forbidden(point)
            {
                let surest = (worth.threat as i32) << 16;
                out.push_scored(geometry.encode(point), surest + worth.score as i32);
            }
        });
        out.sort_from(from);
    }

    /// Whether a four of a side makes more than the four: another threat, a three or an open two.
    fn builds(&self, point: Point, side: Side, threat: Threat) -> bool {
        let besides = |pattern: &u8| (made::OPEN_TWO..=made::OPEN_THREE).contains(pattern);
        threat > Threat::Four || self.patterns_of(point, side).iter().any(besides)
    }

    /// Appends the fours and threes of the side to move, the best first; with `any`, all moves that may lead to a four.
    /// If the side must block a five, only that point.
    pub(super) fn fours_and_threes(&self, any: bool, out: &mut MoveList) {
        let (us, geometry) = (self.board().side(), self.board().geometry());
        if let Some(forced) = self.forced() {
            return forced.into_iter().for_each(|point| out.push(geometry.encode(point)));
        }
        let from = out.len();
        let least = if any { made::ONE } else { made::OPEN_THREE };
        self.for_each_making(us, least, |point| {
            let worth = self.worth(point, us);
            if (any || worth.threat >= Threat::Three) && !self.is_forbidden(point) {
                let score = (worth.score + self.worth(point, !us).denial) as i32;
                out.push_scored(geometry.encode(point), ((worth.threat as i32) << 16) + score);
            }
        });
        out.sort_from(from);
    }

    /// Appends the points that stop a five of the opponent; if none may be played, some legal move, which loses.
    pub(super) fn blocks(&self, out: &mut MoveList) {
        let (them, geometry) = (!self.board().side(), self.board().geometry());
        let from = out.len();
        let mut block = |point| {
            if self.threat(point, them) == Threat::Five && !self.is_forbidden(point) {
                out.push(geometry.encode(point));
            }
        };
        match self.count(them, Threat::Five) {
            1 => self.five_of(them).into_iter().for_each(block),
            _ => self.for_each_making(them, made::FIVE, &mut block),
        }
        if out.len() == from {
            self.any_legal(out);
        }
    }

    /// Appends some legal move, for a side that loses with every move.
    pub(super) fn any_legal(&self, out: &mut MoveList) {
        let any = self.board().empty_points().find(|&point| !self.is_forbidden(point));
        any.into_iter().for_each(|point| out.push(self.board().geometry().encode(point)));
    }

    /// Number of legal moves, if it is known without generating them.
    pub(super) fn known_count(&self) -> Option<usize> {
        let narrow = self.reach() == Reach::Near && !self.is_won() && self.over().is_none();
        let forced = self.forced().filter(|_| narrow && self.count(self.board().side(), Threat::Five) == 0)?;
        forced.map(|_| 1)
    }

    /// Appends the replies that refute a line of fours and blocks, by which the opponent would win if it were to move.
    ///
    /// A reply can only refute the line if it makes a four; if it takes a point of the line or one that completes its
    /// last four; or if it makes a four together with the blocks of the line. In renju a distant stone may change which
    /// points of the line are forbidden, so every legal move is a candidate. Candidates against which the line still
    /// wins are left out.
    pub(super) fn replies_to_line(&mut self, line: &[Move], out: &mut MoveList) {
        let geometry = self.board().geometry();
        let (us, them) = (self.board().side(), !self.board().side());
        let points = if self.is_renju() { Points::empty_of(self.board()) } else { self.near_line(line) };
        let from = out.len();
        for point in points.iter(geometry) {
            if self.board().at(point).is_some() || self.is_forbidden(point) {
                continue;
            }
            if self.threat(point, us) >= Threat::Four || !self.still_wins(line, point) {
                let score = (self.worth(point, us).score + self.worth(point, them).denial) as i32;
                out.push_scored(geometry.encode(point), score);
            }
        }
        out.sort_from(from);
    }

    /// The points where a reply may refute a line, see [`Shapes::replies_to_line`].
    fn near_line(&mut self, line: &[Move]) -> Points {
        let geometry = self.board().geometry();
        let (us, them) = (self.board().side(), !self.board().side());
        let mut points = Points::default();
        let mut add = |game: &Self, side, least| game.for_each_making(side, least, |point| points.add(geometry, point));
        add(self, us, made::FOUR);
        self.pass();
        for &mv in line {
            self.put(geometry.point_of(mv));
        }
        add(self, them, made::FIVE);
        for _ in line {
            self.take_back();
        }
        self.take_back();
        for &mv in line {
            points.add(geometry, geometry.point_of(mv));
        }
        // The attacker moves first, so every second move is a block.
        let blocks: Vec<Point> = line.iter().skip(1).step_by(2).map(|&mv| geometry.point_of(mv)).collect();
        for &block in &blocks {
            self.add_counter_fours(us, block, &blocks, &mut points);
        }
        points
    }

    /// Adds the points where a stone of a side makes a four together with a block of the line.
    fn add_counter_fours(&self, side: Side, block: Point, blocks: &[Point], points: &mut Points) {
        let geometry = self.board().geometry();
        let k = geometry.k() as i32;
        for direction in DIRECTIONS {
            for start in 1 - k..=0 {
                let window = (start..start + k).map(|steps| geometry.step(block, direction, steps));
                let (mut own, mut empty) = (0, [None; 5]);
                let mut open = true;
                for (at, point) in window.enumerate() {
                    match point.map(|point| (point, self.board().at(point))) {
                        Some((point, None)) if !blocks.contains(&point) => empty[at] = Some(point),
                        Some((_, None)) => own += 1,
                        Some((_, Some(stone))) if stone == side => own += 1,
                        _ => open = false,
                    }
                }
                if open && own >= k - 2 {
                    empty.into_iter().flatten().for_each(|point| points.add(geometry, point));
                }
            }
        }
    }

    /// Whether a line of fours and blocks still wins for the opponent after a reply that makes no four.
    fn still_wins(&mut self, line: &[Move], reply: Point) -> bool {
        self.put(reply);
        let mut played = 1;
        let geometry = self.board().geometry();
        let mut wins = self.count(self.board().side(), Threat::Five) > 0;
        for pair in line.chunks(2) {
            if wins {
                break;
            }
            let (four, side) = (geometry.point_of(pair[0]), self.board().side());
            let sound = self.board().at(four).is_none()
                && self.threat(four, side) >= Threat::Four
                && self.forced().is_none_or(|forced| forced == Some(four))
                && !self.is_forbidden(four);
            if !sound {
                break;
            }
            self.put(four);
            played += 1;
            if self.count(self.board().side(), Threat::Five) > 0 {
                break;
            }
            match self.forced() {
                Some(None) => wins = true,
                Some(Some(block)) => {
                    self.put(block);
                    played += 1;
                }
                None => break,
            }
        }
        for _ in 0..played {
            self.take_back();
        }
        wins
    }
}
