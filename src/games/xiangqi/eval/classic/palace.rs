//! The term of the attack on the enemy palace.

use super::terms::{Counts, Scene, Term};
use crate::game::Side;
use crate::games::xiangqi::attacks::PALACE;

/// Counts the side's term.
#[inline]
pub fn count_terms(scene: &Scene, us: Side, counts: &mut Counts) {
    let (sight, palace) = (scene.sight(us), PALACE[1 - us.index()]);
    let attacks = [sight.chariots, sight.horses, sight.cannons, sight.pawns];
    let kinds: u32 = attacks.into_iter().map(|squares| u32::from(squares & palace != 0)).sum();
    counts.add(Term::PalaceKinds, [0, 0, 1, 3, 6][kinds as usize]);
}
