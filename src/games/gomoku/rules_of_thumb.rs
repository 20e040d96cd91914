//! The two rules of thumb by which the defender replies in the kill search of Song Zixing's report.

use super::pattern::{Threat, made};
use super::points::Points;
use super::shapes::Shapes;
use crate::game::{MoveList, Side};

impl<const RADIUS: usize> Shapes<RADIUS> {
    /// Appends the replies of the defence rule "prose": points that make a three, a four or a five for either side.
    pub(super) fn replies_by_prose(&self, out: &mut MoveList) {
        let geometry = self.board().geometry();
        let mut points = Points::default();
        for side in [Side::First, Side::Second] {
            self.for_each_making(side, made::OPEN_THREE, |point| {
                if self.threat(point, side) >= Threat::Three {
                    points.add(geometry, point);
                }
            });
        }
        let legal = points.iter(geometry).filter(|&point| !self.is_forbidden(point));
        legal.for_each(|point| out.push(geometry.encode(point)));
    }

    /// Appends the replies of the defence rule "code", by priority: one's own five; else the opponent's fives; else
    /// one's own open fours; else, against an open four of the opponent, one's own fours or, without any, the points of
    /// that open four; else nothing.
    pub(super) fn replies_by_code(&self, out: &mut MoveList) {
        let (us, them) = (self.board().side(), !self.board().side());
        let geometry = self.board().geometry();
        let mut list = |side, threats: &[Threat]| {
            self.for_each_making(side, made::FOUR, |point| {
                if threats.contains(&self.threat(point, side)) && !self.is_forbidden(point) {
                    out.push(geometry.encode(point));
                }
            });
        };
        let fours = [Threat::Four, Threat::FourThree];
        if let Some(five) = self.five_of(us) {
            out.push(geometry.encode(five));
        } else if self.count(them, Threat::Five) > 0 {
            list(them, &[Threat::Five]);
        } else if self.count(us, Threat::OpenFour) > 0 {
            list(us, &[Threat::OpenFour]);
        } else if self.count(them, Threat::OpenFour) > 0 {
            let own = fours.iter().any(|&four| self.count(us, four) > 0);
            if own { list(us, &fours) } else { list(them, &[Threat::OpenFour]) }
        }
    }
}
