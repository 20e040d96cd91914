//! The terms of the evaluation "classic": their table, and the count of each term on a board.
//!
//! A term counts something of a side, such as squares that its horses reach. The evaluation adds each side's counts
//! times the term's two weights. A new term is a row here and a line in the file that counts it.

use super::mobility::Sight;
use super::{lines, mobility, pairs, palace, shelter, threats};
use crate::game::Side;
use crate::games::xiangqi::board::Board;

macro_rules! terms {
    ($($Term:ident = $name:literal, $sentence:literal;)+) => {
        /// A term of the evaluation.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Term { $(#[doc = $sentence] $Term,)+ }

        /// Names and descriptions of the terms.
        pub const TERMS: &[(&str, &str)] = &[$(($name, $sentence)),+];
    };
}
terms! {
    ChariotMobility = "chariot_mobility", "Squares that the side's chariots reach.";
    HorseMobility = "horse_mobility", "Squares that the side's horses reach; a piece on a leg blocks two.";
    CannonMobility = "cannon_mobility", "Squares that the side's cannons reach without a capture.";
    CannonTargets = "cannon_targets", "Enemy pieces that the side's cannons attack.";
    HollowCannon = "hollow_cannon", "Cannons in line with the enemy king and nothing between: no piece may step in.";
    CannonTwoScreens = "cannon_two_screens", "Cannons in line with the enemy king, two pieces between: one is pinned.";
    AdvisorsAndChariots = "advisors_and_chariots", "Missing advisors times enemy chariots.";
    AdvisorsAndHorses = "advisors_and_horses", "Missing advisors times enemy horses.";
    CannonsAndScreens = "cannons_and_screens", "Cannons times own advisors and elephants, their screens.";
    PawnsAndShelter = "pawns_and_shelter", "Crossed pawns times the enemy's missing advisors and elephants.";
    PalaceKinds = "palace_kinds", "Pairs of kinds (chariot, horse, cannon, pawn) that attack the enemy palace.";
    HorseAndCannon = "horse_and_cannon", "Pairs of a horse and a cannon.";
    WithoutChariot = "without_chariot", "Whether the side has no chariot and its enemy has one.";
    Hanging = "hanging", "Attacked chariots, horses and cannons without protection, the enemy to move.";
    HangingToMove = "hanging_to_move", "Attacked chariots, horses and cannons without protection, their owner to move.";
    ChariotAttacked = "chariot_attacked", "Chariots attacked by horses, cannons or pawns.";
    PawnAttacks = "pawn_attacks", "Enemy horses and cannons attacked by pawns.";
}

/// Number of terms.
pub const COUNT: usize = TERMS.len();

/// Length of the arrays of counts and weights: a multiple of the processor's vectors.
pub const LANES: usize = COUNT.next_multiple_of(16);

/// The count of each term, in the order of [`TERMS`]; zero in lanes beyond them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts(pub [i16; LANES]);

impl Counts {
    /// Adds to the count of a term.
    #[inline(always)]
    pub fn add(&mut self, term: Term, number: u32) {
        self.0[term as usize] += number as i16;
    }
}

/// A board with what each side attacks.
pub struct Scene<'a> {
    /// The pieces.
    pub board: &'a Board,
    /// Attacks by side.
    pub sights: [Sight; 2],
}

impl Scene<'_> {
    /// What a side attacks.
    #[inline(always)]
    pub fn sight(&self, side: Side) -> &Sight {
        &self.sights[side.index()]
    }
}

/// Counts all terms of both sides.
#[inline]
pub fn count_terms(board: &Board) -> [Counts; 2] {
    let mut counts = [Counts([0; LANES]); 2];
    let sights = [Side::First, Side::Second].map(|side| mobility::look(board, side, &mut counts[side.index()]));
    let scene = Scene { board, sights };
    for side in [Side::First, Side::Second] {
        let counts = &mut counts[side.index()];
        lines::count_terms(&scene, side, counts);
        shelter::count_terms(&scene, side, counts);
        palace::count_terms(&scene, side, counts);
        pairs::count_terms(&scene, side, counts);
        threats::count_terms(&scene, side, counts);
    }
    counts
}
