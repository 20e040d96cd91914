//! The evaluations of xiangqi, and the games that a search plays with them.

use std::sync::Arc;

use super::board::Board;
use super::eval::*;
use super::game::Xiangqi;
use super::position::Position;
use crate::error::Result;
use crate::evaluator::Named;
use crate::games::evaluations::evaluations;

type Played<E> = Xiangqi<E>;

fn played<E: XiangqiEvaluator>(position: &Position, evaluator: Arc<E>) -> Result<Played<E>> {
    Ok(position.game_with(evaluator))
}

/// Evaluates an expression with a game.
macro_rules! with_played {
    ($any:expr, $game:ident => $body:expr) => {{
        let $game = $any;
        $body
    }};
}
pub(crate) use with_played;

evaluations! { ($) xiangqi: Network, Classic, PieceSquare, Material; by hand PieceSquare }
#[allow(clippy::single_component_path_imports, reason = "a macro made by a macro has no path of its own")]
#[cfg(feature = "python")]
pub(crate) use with_any;

impl AnyEvaluator {
    /// The value of a board as a sum of terms; without any if the evaluation is no such sum.
    pub fn detail(&self, board: &Board) -> Detail {
        with_evaluator!(self, evaluator => evaluator.detail(board))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::games::evaluations::laws::an_evaluator_follows_moves;

    /// A new game with the same board.
    fn anew<E: XiangqiEvaluator>(game: &Xiangqi<E>) -> Xiangqi<E> {
        Xiangqi::new(game.board().clone(), 0, game.evaluator().clone())
    }

    #[test]
    fn every_evaluator_follows_moves_as_if_it_were_computed_anew() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        for (name, _) in AnyEvaluator::LIST {
            let evaluator = AnyEvaluator::named(name).expect("listed");
            let game = AnyGame::new(&Position::start(), &evaluator).expect("a game");
            (0..20).for_each(|_| with_any!(&game, game => an_evaluator_follows_moves(game, anew, &mut rng)));
        }
    }

    #[test]
    fn material_is_worth_the_same_everywhere() {
        let material = AnyEvaluator::named("material").expect("listed");
        let value = |fen| material.value(&Position::from_fen(fen).expect("a position")).expect("a game");
        let tempo = PieceSquare::default().tempo() as i32;
        assert_eq!(material.value(&Position::start()).expect("a game"), tempo);
        let chariot = PieceSquare::default().worth(4);
        // A chariot more, for each side, in a corner and in the middle.
        for fen in ["3k5/9/9/9/9/9/9/9/9/R4K3 w", "3k5/9/9/9/5R3/9/9/9/9/5K3 w", "3k4r/9/9/9/9/9/9/9/9/4K4 b"] {
            assert_eq!(value(fen), tempo + chariot);
        }
        assert_eq!(value("3k5/9/9/9/9/9/9/9/9/R4K3 b"), tempo - chariot);
        // Turned by 180 degrees, a position is the same for the other side.
        let (one, turned) = ("r3kab2/4a4/9/2h6/9/9/9/C8/9/3K5 w", "5k3/9/8c/9/9/9/6H2/9/4A4/2BAK3R b");
        assert_eq!(value(one), value(turned));
    }

    #[test]
    fn evaluators_have_names_and_weights_of_their_own() {
        let names = || AnyEvaluator::LIST.iter().map(|&(name, _)| name);
        let all: Vec<AnyEvaluator> = names().map(|name| AnyEvaluator::named(name).expect("listed")).collect();
        assert!(all.iter().map(AnyEvaluator::name).eq(names()));
        assert_eq!(AnyEvaluator::named("default").expect("listed").name(), AnyEvaluator::LIST[0].0);
        assert!(AnyEvaluator::named("patterns").is_none());
        let changed = AnyEvaluator::PieceSquare(Arc::new(PieceSquare::new(&PieceSquare::default().piece_square(), 4)));
        assert_ne!(changed.fingerprint(), all[2].fingerprint());
        assert_eq!(AnyEvaluator::named("by-hand").map(|own| own.fingerprint()), Some(all[2].fingerprint()));
    }
}
