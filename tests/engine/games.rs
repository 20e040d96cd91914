//! The list of games: the facts in each game's `Sheet`, and that games differ in them.

use std::collections::BTreeSet;

use boyi::bench::{GOMOKU, XIANGQI, gomoku_game};
use boyi::game::{Game, MoveClass, MoveList, Side};
use boyi::games::{GameKind, connect4, xiangqi};

#[test]
fn games_and_players_have_names() {
    for kind in GameKind::ALL {
        assert_eq!(GameKind::from_name(kind.name()).unwrap(), kind);
        for side in [Side::First, Side::Second] {
            assert_eq!(kind.player(kind.player_name(side)).unwrap(), side);
        }
        let error = kind.player("green").unwrap_err().to_string();
        assert!(error.contains("\"green\"") && error.contains(kind.player_name(Side::Second)), "{error}");
    }
    let error = GameKind::from_name("gomuku").unwrap_err().to_string();
    assert!(error.contains("\"gomuku\"") && error.ends_with("did you mean \"gomoku\"?"), "{error}");
}

#[test]
fn a_force_is_of_one_game() {
    let names: Vec<&str> =
        GameKind::ALL.into_iter().flat_map(|kind| kind.sheet().forces).map(|force| force.0).collect();
    assert_eq!(names.len(), BTreeSet::from_iter(&names).len(), "{names:?}");
}

/// Checks that all moves of a position are codes of the game, and that their squares match their names.
fn check_moves<G: Game>(kind: GameKind, game: &G) {
    let (sheet, mut list) = (kind.sheet(), MoveList::new());
    game.generate(MoveClass::Candidates, &mut list);
    assert!(list.len() > 5);
    for mv in list.iter() {
        assert!((sheet.is_move)(mv), "{mv:?}");
        let (from, to) = (sheet.squares)(mv);
        assert_eq!(kind.move_name(mv), from.unwrap_or_default() + &to);
    }
}

#[test]
fn moves_are_moves_of_their_game() {
    XIANGQI.iter().for_each(|fen| {
        check_moves(GameKind::Xiangqi, &xiangqi::Position::from_fen(fen).unwrap().game());
    });
    GOMOKU.iter().for_each(|moves| check_moves(GameKind::Gomoku, &gomoku_game(moves)));
    check_moves(GameKind::Connect4, &connect4::bench::game("dcde"));
}

#[test]
fn no_code_but_none_is_empty() {
    for kind in GameKind::ALL {
        assert!(!(kind.sheet().is_move)(boyi::game::Move::NONE), "{}", kind.name());
        assert!(!(kind.sheet().is_move)(boyi::game::Move(u16::MAX)), "{}", kind.name());
    }
}
