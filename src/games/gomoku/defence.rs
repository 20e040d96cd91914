//! Threats to win that the side to move faces, and its answers to them.

use super::board::Point;
use super::pattern::{Threat, made};
use super::points::Points;
use super::shapes::Shapes;
use crate::game::{MoveList, Side};

impl<const RADIUS: usize> Shapes<RADIUS> {
    /// The threat of the opponent that the side to move must answer, where neither side has a five or it an open four
    /// right now: an open four, or with `doubles` a four-three. Black in renju threatens no four-three, because points of
    /// that win may be forbidden.
    #[inline(always)]
    pub(super) fn faced(&self, doubles: bool) -> Option<Threat> {
        let (us, them) = (self.board().side(), !self.board().side());
        let quiet = self.count(them, Threat::Five) == 0
            && self.count(us, Threat::Five) == 0
            && self.count(us, Threat::OpenFour) == 0;
        let doubles = doubles && !(them == Side::First && self.is_renju());
        match () {
            _ if !quiet => None,
            _ if self.count(them, Threat::OpenFour) > 0 => Some(Threat::OpenFour),
            _ if doubles && self.count(them, Threat::FourThree) > 0 => Some(Threat::FourThree),
            _ => None,
        }
    }

    /// Appends the side to move's fours, and the points that stop every open four (or double four) of the opponent, or,
    /// if it threatens none, every four-three. If no point stops them all, the points of these threats, so that some
    /// move exists.
    pub(super) fn answers_to_threat(&self, out: &mut MoveList) {
        let (us, them, geometry) = (self.board().side(), !self.board().side(), self.board().geometry());
        let (mut answers, mut threats) = (Points::ALL, Points::default());
        let threat = self.faced(true).unwrap_or(Threat::OpenFour);
        self.for_each_making(them, made::FOUR, |point| {
            if self.threat(point, them) == threat {
                threats.add(geometry, point);
                answers.keep(self.stops_of(point, them, threat));
            }
        });
        self.for_each_making(us, made::FOUR, |point| {
            if self.threat(point, us) >= Threat::Four {
                answers.add(geometry, point);
            }
        });
        let from = out.len();
        for set in [answers, threats] {
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
