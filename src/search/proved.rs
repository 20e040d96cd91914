//! Which scores of mate are proved: hold whatever the loser plays.
//!
//! A win is proved by one move after which the opponent's loss is proved. A loss is proved if all legal moves lose: a
//! node that left some of them out returns an unproved loss ([`unproved`]). Unproved mates have a band of scores of their
//! own, so that they, and the scores that follow from them, differ from proved ones. Effects of the heuristics on proofs:
//!
//! | heuristic | effect |
//! |---|---|
//! | `width`, `threat_doubles`, the moves that a game does not generate | leave moves out: a loss is unproved unless the game says that the others lose too ([`Tactics::omitted_moves_lose`]) |
//! | `threat_stages` | leaves out only moves that lose, as the game says |
//! | late moves, history skip, poor history, SEE pruning, futility | skip no move while the best score is a loss, or raise it above all losses |
//! | null move, reverse futility, refined evaluation, quiescence without evasions | return evaluations or bounds, and no mate but one that legal moves reach |
//! | reductions, razoring, ProbCut, internal deepening, singular extension | search less deep: a loss at any depth is a loss |
//! | known ends, mate in one | are theorems of the game, which tests check by brute force |
//! | kill search | tries every reply that can hold; with a rule of thumb (`kill_defence`) its wins are unproved |
//! | transposition table | keeps the bands; only proved mates cut off at any depth (`table_mates`) |
//! | repetition | has a band of its own, since it holds on one path only |
//!
//! The root leaves no move out while it loses: it goes on to all legal moves. The heuristic `confirmation` searches a
//! mate again, and then every node goes on to all legal moves while it loses.

use super::node::NodeType;
use super::node_facts::NodeFacts;
use super::observe::Observer;
use super::picker::Picker;
use super::pvs::Best;
use super::worker::Worker;
use crate::game::Tactics;
use crate::score::{EVAL_LIMIT, REPETITION_WIN, Score, is_mate, unproved};
use crate::window::Bound;

/// Whether a score with its bound proves a mate: a win needs a lower bound, a loss an upper one, and an exact score
/// does for both.
#[inline(always)]
pub fn is_proved(score: Score, bound: Bound) -> bool {
    match bound {
        Bound::Exact => is_mate(score),
        Bound::Lower => score > REPETITION_WIN,
        Bound::Upper => score < -REPETITION_WIN,
        Bound::None => false,
    }
}

/// A score as a search reports it: a mate that its bound does not prove is unproved.
pub fn reported(score: Score, bound: Bound) -> Score {
    if is_proved(score, bound) { score } else { unproved(score) }
}

impl<G: Tactics, O: Observer> Worker<'_, G, O> {
    /// Whether a node with this best score must try all legal moves: it loses so far, and its loss shall be proved.
    #[inline(always)]
    pub fn must_try_all<N: NodeType>(&self, best: Score) -> bool {
        best < -EVAL_LIMIT && (N::ROOT || self.proving)
    }

    /// Makes a picker without further moves offer those that were left out, if the node must try them; returns whether it
    /// must. A root that keeps a list of its moves has no others.
    #[inline(always)]
    pub fn offers_rest<N: NodeType>(&self, best: Score, picker: &mut Picker) -> bool {
        self.must_try_all::<N>(best) && !(N::ROOT && self.root.is_listed()) && picker.offer_rest()
    }

    /// The best of a node that has searched its moves, marked as an unproved loss if it is a loss and moves were left out
    /// that might avoid it. A score that reaches `beta` stays as it is. `all` says that the loop over the moves ended
    /// because there were no more.
    #[inline(always)]
    pub fn mark_unproved(&self, best: Best, beta: Score, all: bool, picker: &Picker, here: &NodeFacts) -> Best {
        // A loss that reaches beta is a lower bound, which claims no loss.
        if best.score >= -REPETITION_WIN || best.score >= beta {
            return best;
        }
        let whole =
            all && (picker.has_offered_rest() || self.game.omitted_moves_lose(here.threatened && !here.in_check));
        if whole { best } else { Best { score: unproved(best.score), ..best } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::mated_at;

    #[test]
    fn a_mate_is_proved_only_by_the_bound_that_allows_it() {
        let win = -mated_at(5);
        assert!(is_proved(win, Bound::Exact) && is_proved(win, Bound::Lower));
        assert!(!is_proved(win, Bound::Upper), "at most a win proves nothing");
        assert!(is_proved(-win, Bound::Upper) && !is_proved(-win, Bound::Lower));
        assert!(!is_proved(REPETITION_WIN - 3, Bound::Exact), "a repetition is not a mate");
        assert!(!is_proved(unproved(win), Bound::Exact));
        assert_eq!([Bound::Upper, Bound::Lower].map(|bound| reported(win, bound)), [unproved(win), win]);
    }
}
