//! Threats to win that the side to move faces, and its replies to them.

use super::board::Point;
use super::pattern::{Threat, made};
use super::points::Points;
use super::shapes::Shapes;
use crate::game::{MoveList, Side};

impl<const RADIUS: usize> Shapes<RADIUS> {
    /// The threat of the opponent that the side to move must parry, where neither side has a five or it an open four
    /// right now: an open four, or with `doubles` a four-three. An open four of black in renju counts only where it is no
    /// foul whatever white plays; a four-three of black never counts, because points of that win may be forbidden.
    #[inline(always)]
    pub(super) fn faced(&self, doubles: bool) -> Option<Threat> {
        let (us, them) = (self.board().side(), !self.board().side());
        let quiet = self.count(them, Threat::Five) == 0
            && self.count(us, Threat::Five) == 0
            && self.count(us, Threat::OpenFour) == 0;
        let fouls = them == Side::First && self.is_renju();
        match () {
            _ if !quiet => None,
            _ if self.count(them, Threat::OpenFour) > 0 && (!fouls || self.has_lawful_open_four()) => {
                Some(Threat::OpenFour)
            }
            _ if doubles && !fouls && self.count(them, Threat::FourThree) > 0 => Some(Threat::FourThree),
            _ => None,
        }
    }

    /// Whether black makes an open four somewhere in renju that is no foul, whatever white plays before.
    #[cold]
    fn has_lawful_open_four(&self) -> bool {
        let mut lawful = false;
        self.for_each_making(Side::First, made::FOUR, |point| {
            lawful |= self.threat(point, Side::First) == Threat::OpenFour && !self.may_become_foul(point, Side::First);
        });
        lawful
    }

    /// Whether a stone of a side on an empty point is a foul of renju, or may become one by stones of the opponent: such a
    /// stone never adds a pattern of black, but it may make one of black's threes count, whose four was forbidden.
    fn may_become_foul(&self, point: Point, side: Side) -> bool {
        side == Side::First && self.is_renju() && (self.board().geometry().k() != 5 || self.is_suspect(point))
    }

    /// Implements [`crate::game::Tactics::omitted_moves_lose`]. A five of the opponent must be blocked. Against its open four only
    /// fours of one's own and moves that stop it help; they are all within reach, since each lies in a row of five with
    /// three stones. Other moves parry a four-three too: they prepare a four that comes with a block.
    pub(super) fn is_lost_beside(&self, replies_only: bool) -> bool {
        self.faces_five()
            || self.faced(false) == Some(Threat::OpenFour)
            || !replies_only && self.board().empty_points().all(|point| self.is_in_reach(point))
    }

    /// Appends the side to move's fours, and the points that stop every open four (or double four) of the opponent that
    /// counts, see [`Shapes::faced`], or, if none does, every four-three. If no point stops them all, the points of these
    /// threats, so that some move exists.
    pub(super) fn threat_replies(&self, out: &mut MoveList) {
        let (us, them, geometry) = (self.board().side(), !self.board().side(), self.board().geometry());
        let (mut replies, mut threats) = (Points::ALL, Points::default());
        let threat = self.faced(true).unwrap_or(Threat::OpenFour);
        self.for_each_making(them, made::FOUR, |point| {
            if self.threat(point, them) == threat && !self.may_become_foul(point, them) {
                threats.add(geometry, point);
                replies.keep(self.stops_of(point, them, threat));
            }
        });
        self.for_each_making(us, made::FOUR, |point| {
            if self.threat(point, us) >= Threat::Four {
                replies.add(geometry, point);
            }
        });
        let from = out.len();
        for set in [replies, threats] {
            for point in set.iter(geometry) {
                if self.board().at(point).is_none() && !self.is_forbidden(point) {
                    out.push(geometry.encode(point));
                }
            }
            if out.len() > from {
                return;
            }
        }
        self.any_legal(out);
    }

    /// The points where a stone of the opponent keeps a side from a threat on this point.
    fn stops_of(&self, point: Point, side: Side, threat: Threat) -> Points {
        let (mut stops, geometry) = (Points::default(), self.board().geometry());
        stops.add(geometry, point);
        self.for_each_hindrance(point, !side, |neighbour, worth| {
            if worth(side).threat < threat {
                stops.add(geometry, neighbour);
            }
        });
        stops
    }
}
