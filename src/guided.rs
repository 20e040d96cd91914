//! A game with user-defined functions: another evaluation, another move ordering, or both.
//!
//! Everything else is passed on to the game inside. Games without such functions lose no speed: the search knows at
//! compile time that they are absent.

use crate::game::{Feature, Forcing, Game, Move, MoveClass, MoveList, Ranked, Side, Tactics, Verdict, VerdictRules};

/// A user-defined static evaluation, from the view of the side to move.
pub type Evaluate<'g, G> = dyn Fn(&G) -> i32 + Sync + 'g;
/// A user-defined move ordering: scores the moves of a position, at least two; the highest is tried first.
pub type Rank<'g, G> = dyn Fn(&G, &mut [Ranked]) + Sync + 'g;

/// A game whose evaluation and move ordering may be user-defined. A function that fails must set the search's stop flag
/// before it returns; its result is then never used.
pub struct Guided<'g, G> {
    game: G,
    evaluate: Option<&'g Evaluate<'g, G>>,
    rank: Option<&'g Rank<'g, G>>,
}

impl<'g, G> Guided<'g, G> {
    /// A game with the functions given; `None` leaves evaluation or ordering to the game.
    pub fn new(game: G, evaluate: Option<&'g Evaluate<'g, G>>, rank: Option<&'g Rank<'g, G>>) -> Guided<'g, G> {
        Guided { game, evaluate, rank }
    }
}

// Written by hand, to state that the references to functions are only copied.
impl<G: Clone> Clone for Guided<'_, G> {
    fn clone(&self) -> Self {
        Guided { game: self.game.clone(), ..*self }
    }
}

/// Makes methods that delegate to the game inside. Every method of the contract must be listed, also those with a
/// default body, or the default would be used instead of the game's own method; a test compares the lists.
macro_rules! pass_on {
    () => {};
    (fn $name:ident(&$this:ident $(, $argument:ident: $type:ty)*) $(-> $returns:ty)?; $($rest:tt)*) => {
        fn $name(&$this $(, $argument: $type)*) $(-> $returns)? {
            $this.game.$name($($argument),*)
        }
        pass_on! { $($rest)* }
    };
    (fn $name:ident(&mut $this:ident $(, $argument:ident: $type:ty)*) $(-> $returns:ty)?; $($rest:tt)*) => {
        fn $name(&mut $this $(, $argument: $type)*) $(-> $returns)? {
            $this.game.$name($($argument),*)
        }
        pass_on! { $($rest)* }
    };
}

impl<G: Tactics> Game for Guided<'_, G> {
    const MOVE_SLOTS: usize = G::MOVE_SLOTS;
    const TARGET_SLOTS: usize = G::TARGET_SLOTS;
    const REPEATS: bool = G::REPEATS;

    pass_on! {
        fn side(&self) -> Side;
        fn key(&self) -> u64;
        fn key_after(&self, mv: Move) -> u64;
        fn path_key(&self) -> u64;
        fn play(&mut self, mv: Move);
        fn undo(&mut self);
        fn played(&self) -> usize;
        fn verdict(&self, verdict_rules: VerdictRules) -> Option<Verdict>;
        fn stuck(&self) -> Verdict;
        fn generate(&self, class: MoveClass, out: &mut MoveList);
        fn count_moves(&self) -> usize;
        fn is_legal(&self, mv: Move) -> bool;
        fn is_generated(&self, mv: Move) -> bool;
        fn slot(&self, mv: Move) -> usize;
        fn target_slot(&self, mv: Move) -> usize;
    }
}

impl<G: Tactics> Forcing for Guided<'_, G> {
    const DEFENCE_RULES: &'static [&'static str] = G::DEFENCE_RULES;

    pass_on! {
        fn in_check(&self) -> bool;
        fn gives_check(&mut self, mv: Move) -> bool;
        fn play_null(&mut self) -> bool;
        fn known_end(&self) -> Option<i32>;
        fn known_threat(&self) -> Option<i32>;
        fn winning_move(&self) -> Option<Move>;
        fn may_check(&self) -> bool;
        fn checks(&mut self, out: &mut MoveList);
        fn building_checks(&mut self, out: &mut MoveList);
        fn threats(&mut self, any: bool, out: &mut MoveList);
        fn evasions(&self, out: &mut MoveList);
        fn defences(&mut self, line: &[Move], out: &mut MoveList);
        fn replies(&self, rule: usize, out: &mut MoveList);
    }
}

impl<G: Tactics> Tactics for Guided<'_, G> {
    const HAS: &'static [Feature] = G::HAS;
    const GUIDED: bool = true;
    const CAPTURED_KINDS: usize = G::CAPTURED_KINDS;

    fn evaluate(&self) -> i32 {
        self.evaluate.map_or_else(|| self.game.evaluate(), |evaluate| evaluate(&self.game))
    }

    fn has_order(&self) -> bool {
        self.rank.is_some()
    }

    fn rank(&self, moves: &mut [Ranked]) {
        if let Some(rank) = self.rank.filter(|_| moves.len() > 1) {
            rank(&self.game, moves);
        }
    }

    pass_on! {
        fn strength(&self) -> i32;
        fn waiting_pieces(&self) -> i32;
        fn is_noisy(&self, mv: Move) -> bool;
        fn mvv_lva(&self, mv: Move) -> i32;
        fn is_discounted(&self, mv: Move) -> bool;
        fn see_at_least(&self, mv: Move, least: i32) -> bool;
        fn captured_kind(&self, mv: Move) -> usize;
        fn structure_key(&self) -> Option<u64>;
        fn captured_value(&self, mv: Move) -> Option<i32>;
        fn recaptures(&self, mv: Move) -> bool;
        fn static_score(&self, mv: Move) -> i32;
        fn has_mate_in_one(&self) -> bool;
        fn is_threatened(&self, doubles: bool) -> bool;
        fn replies_to_threat(&self, out: &mut MoveList);
        fn omitted_moves_lose(&self, replies_only: bool) -> bool;
    }
}
