//! Laws that hold in every position of every game, as the search sees it.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use boyi::game::{Game, Move, MoveClass, MoveList, Tactics, VerdictRules};
use boyi::score::Score;
use boyi::search::observe::NoObserver;
use boyi::search::{Config, Limits, Searcher};
use rand::RngExt;

use super::Rng;

/// The moves of a class, in generation order.
pub fn generated<G: Game>(game: &G, class: MoveClass) -> Vec<Move> {
    let mut list = MoveList::new();
    game.generate(class, &mut list);
    list.iter().collect()
}

/// Moves without their order.
pub fn set(moves: &[Move]) -> BTreeSet<Move> {
    moves.iter().copied().collect()
}

/// Everything that can be asked of a game without playing.
pub fn everything<G: Tactics>(game: &G) -> impl PartialEq + std::fmt::Debug + use<G> {
    let moves = [MoveClass::Candidates, MoveClass::Noisy, MoveClass::Quiet].map(|class| generated(game, class));
    let words = |&mv: &Move| (game.is_noisy(mv), game.mvv_lva(mv), game.static_score(mv), game.is_discounted(mv));
    let of_moves: Vec<_> = moves[0].iter().map(words).collect();
    let verdicts = [1, 2].map(|recur| game.verdict(VerdictRules { recur, since: 0, move_limit: true }));
    (
        (game.side(), game.key(), game.path_key(), game.played(), verdicts, game.stuck()),
        (moves, of_moves, game.count_moves()),
        (game.evaluate(), game.strength(), game.waiting_pieces()),
        (
            game.in_check(),
            game.may_check(),
            [false, true].map(|doubles| game.is_threatened(doubles)),
            game.known_end(),
            game.winning_move(),
        ),
        game.has_mate_in_one(),
    )
}

/// Whatever is played, taking it back restores everything: each move by itself, and a line with null moves in it.
pub fn undo_restores_everything<G: Tactics>(game: &G, rng: &mut Rng) {
    let mut game = game.clone();
    let here = everything(&game);
    for mv in generated(&game, MoveClass::Candidates) {
        game.play(mv);
        game.undo();
        assert!(everything(&game) == here, "{mv:?}: {:?} was {here:?}", everything(&game));
    }
    let mut stack = vec![];
    for _ in 0..30 {
        let moves = generated(&game, MoveClass::Candidates);
        if moves.is_empty() {
            break;
        }
        stack.push(everything(&game));
        if stack.len() % 5 != 0 || !game.play_null() {
            game.play(moves[rng.random_range(0..moves.len())]);
        }
    }
    while let Some(before) = stack.pop() {
        game.undo();
        assert!(everything(&game) == before, "{:?} was {before:?}", everything(&game));
    }
    assert!(everything(&game) == here);
}

/// Noisy and quiet moves are all moves, each of them once.
pub fn noisy_and_quiet_moves_are_all_moves<G: Tactics>(game: &G) {
    let [all, noisy, quiet] = [MoveClass::Candidates, MoveClass::Noisy, MoveClass::Quiet].map(|c| generated(game, c));
    assert_eq!(set(&all).len(), all.len(), "duplicates in {all:?}");
    assert_eq!(noisy.len() + quiet.len(), all.len());
    assert_eq!(set(&[noisy.clone(), quiet.clone()].concat()), set(&all));
    assert!(noisy.iter().all(|&mv| game.is_noisy(mv)) && !quiet.iter().any(|&mv| game.is_noisy(mv)));
    let every = generated(game, MoveClass::Legal);
    assert_eq!(set(&every).len(), every.len(), "duplicates in {every:?}");
    assert!(set(&every).is_superset(&set(&all)) && every.iter().all(|&mv| game.is_legal(mv)));
    assert_eq!(game.count_moves(), all.len());
}

/// The key after a move is known before it is played.
pub fn keys_after_moves_are_known<G: Tactics>(game: &G) {
    let mut game = game.clone();
    for mv in generated(&game, MoveClass::Candidates) {
        let key = game.key_after(mv);
        game.play(mv);
        assert_eq!(game.key(), key, "{mv:?}");
        game.undo();
    }
}

/// Of all codes there are, those of generated moves and no others say that they are generated, and all of these are
/// legal.
pub fn codes_know_whether_they_are_generated<G: Game>(game: &G) {
    let moves = set(&generated(game, MoveClass::Candidates));
    for mv in (0..=u16::MAX).map(Move) {
        assert_eq!(game.is_generated(mv), moves.contains(&mv), "{mv:?}");
        assert!(game.is_legal(mv) || !moves.contains(&mv), "{mv:?}");
    }
}

/// Moves of a position have different history slots, within the number of slots.
pub fn every_move_has_a_slot_of_its_own<G: Game>(game: &G) {
    let moves = generated(game, MoveClass::Candidates);
    let slots: BTreeSet<usize> = moves.iter().map(|&mv| game.slot(mv)).collect();
    assert_eq!(slots.len(), moves.len());
    assert!(slots.iter().all(|&slot| slot < G::MOVE_SLOTS));
    assert!(moves.iter().all(|&mv| game.target_slot(mv) < G::TARGET_SLOTS));
}

/// A null move passes the turn, makes another key, and nothing repeats across it.
pub fn a_null_move_passes_the_turn<G: Tactics>(game: &G) {
    let mut passed = game.clone();
    assert!(!(passed.in_check() && passed.play_null()), "nobody passes in check");
    if !passed.play_null() {
        return;
    }
    assert!(passed.side() != game.side() && passed.key() != game.key() && passed.played() == game.played() + 1);
    assert_eq!(passed.verdict(VerdictRules { recur: 1, since: 0, move_limit: false }), None);
    if passed.play_null() {
        assert_eq!(passed.key(), game.key(), "passed twice");
        passed.undo();
    }
    passed.undo();
    assert!(everything(&passed) == everything(game));
}

/// A game and its image under a symmetry, which maps moves so, are the same game, and searches find the same score.
pub fn an_image_is_the_same_game<G: Tactics>(
    game: &G,
    image: &G,
    map: impl Fn(Move) -> Move,
    config: &Config,
    depth: u32,
) {
    for class in [MoveClass::Candidates, MoveClass::Noisy] {
        let mapped: Vec<Move> = generated(game, class).into_iter().map(&map).collect();
        assert_eq!(set(&mapped), set(&generated(image, class)));
    }
    assert_eq!(game.evaluate(), image.evaluate());
    assert_eq!((game.in_check(), game.known_end()), (image.in_check(), image.known_end()));
    assert_eq!(
        (game.has_mate_in_one(), game.is_threatened(true)),
        (image.has_mate_in_one(), image.is_threatened(true))
    );
    let score = |game: &G| -> Score {
        let (mut searcher, flag) = (Searcher::new(config.clone()).unwrap(), AtomicBool::new(false));
        searcher.search(game, &Limits::depth(depth), &flag, &mut NoObserver, &mut |_| ()).score
    };
    assert_eq!(score(game), score(image));
}
