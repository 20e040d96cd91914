//! Opening books: making them from games, probing them, and refusing damaged files.

use std::collections::BTreeMap;

use crate::common::{playout, rng};
use boyi::game::{Move, Side};
use boyi::games::xiangqi::keys::RC4;
use boyi::games::xiangqi::moves::{mirrored, parse_coordinates};
use boyi::games::xiangqi::{Book, Ending, Maker, Position};
use proptest::prelude::*;

/// The book of random games of some plies, with results, and the games.
fn random_book(games: usize, plies: usize, seed: u64) -> (Book, Vec<(Position, Ending)>) {
    let mut rng = rng(seed);
    let endings = Ending::TEXTS.map(|(_, ending)| ending);
    let played = |i: usize| (playout(Position::start(), plies, &mut rng), endings[i % 4]);
    let games: Vec<_> = (0..games).map(played).collect();
    let mut maker = Maker::new(plies);
    games.iter().for_each(|(game, ending)| maker.add(game, Some(*ending)));
    (maker.book(1), games)
}

/// The moves and weights that a book must return, counted from the games independently: by comparing positions, not
/// keys.
fn expected(games: &[(Position, Ending)], at: &Position) -> BTreeMap<u16, u64> {
    let mut weights = BTreeMap::new();
    for (game, ending) in games {
        let mut position = game.origin().clone();
        let mut seen: Vec<(Position, Move)> = Vec::new();
        for mv in game.moves() {
            let points = ending.points(position.side()) as u64;
            for (same, said) in [(position == *at, mv), (position.mirrored() == *at, mirrored(mv))] {
                if same && points > 0 && !seen.contains(&(position.clone(), mv)) {
                    *weights.entry(said.0).or_default() += points;
                }
            }
            seen.push((position.clone(), mv));
            position = position.play(mv).unwrap();
        }
    }
    weights
}

#[test]
fn points_are_those_of_polyglot() {
    let points = |text| {
        let ending = Ending::from_text(text).unwrap();
        (ending.points(Side::First), ending.points(Side::Second))
    };
    assert_eq!(["1-0", "0-1", "1/2-1/2", "*"].map(points), [(2, 0), (0, 2), (1, 1), (1, 1)]);
    assert!(Ending::from_text("2-0").unwrap_err().to_string().contains("\"2-0\""));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn probing_gives_what_was_played(games in 1..40usize, plies in 1..7usize, seed: u64) {
        let (book, games) = random_book(games, plies, seed);
        for (game, _) in games.iter().take(5) {
            let mut at = game.origin().clone();
            for mv in game.moves() {
                let probed = book.probe(&at);
                prop_assert!(probed.is_sorted_by_key(|&(mv, weight)| (std::cmp::Reverse(weight), mv.0)));
                prop_assert_eq!(&probed, &book.probe(&at.rekeyed(&RC4)), "the key set does not matter");
                prop_assert_eq!(probed.iter().map(|&(mv, weight)| (mv.0, weight)).collect::<BTreeMap<_, _>>(), expected(&games, &at));
                let turned: BTreeMap<u16, u64> = probed.iter().map(|&(mv, weight)| (mirrored(mv).0, weight)).collect();
                prop_assert_eq!(expected(&games, &at.mirrored()), turned);
                prop_assert_eq!(book.choose(&at, seed).is_some(), !probed.is_empty());
                prop_assert!(book.choose(&at, seed).is_none_or(|mv| probed.iter().any(|&(known, _)| known == mv)));
                at = at.play(mv).unwrap();
            }
        }
    }

    #[test]
    fn files_hold_the_book(games in 0..30usize, plies in 1..30usize, seed: u64) {
        let (book, _) = random_book(games, plies, seed);
        let text = book.text();
        prop_assert_eq!(Book::parse(text.replace('\n', "\r\n").as_bytes()), Ok(book.clone()));
        prop_assert_eq!(Book::parse(text.as_bytes()), Ok(book));
    }

    #[test]
    fn damage_is_seen(at in any::<prop::sample::Index>(), byte: u8, cut in any::<prop::sample::Index>()) {
        let sound = Book::shipped().text().into_bytes();
        let at = at.index(sound.len());
        let mut changed = sound.clone();
        changed[at] = byte;
        prop_assert_eq!(Book::parse(&changed).is_ok(), byte == sound[at], "byte {} became {}", at, byte);
        prop_assert!(Book::parse(&sound[..cut.index(sound.len())]).is_err());
        changed = sound.clone();
        changed.push(byte);
        prop_assert!(Book::parse(&changed).is_err());
    }

    #[test]
    fn no_text_is_a_panic(text in "(boyi-book-[12] ?)?[0-9a-f \n]{0,80}") {
        let _ = Book::parse(text.as_bytes());
    }
}

#[test]
fn rare_moves_are_left_out_with_their_mirrors_counted() {
    let start = Position::start();
    let game = |names: &str| {
        names.split(' ').fold(start.clone(), |at, name| at.play(parse_coordinates(name).unwrap()).unwrap())
    };
    let mut maker = Maker::new(10);
    for names in ["h2e2", "h2e2 h9g7", "b2e2 b9c7", "g3g4", "e3e4", "e3e4"] {
        maker.add(&game(names), None);
    }
    let names = |book: &Book, at: &Position| -> Vec<(String, u64)> {
        let name = |mv| boyi::games::xiangqi::moves::move_name(mv);
        book.probe(at).into_iter().map(|(mv, weight)| (name(mv), weight)).collect()
    };
    let pair = |a: &str, w| (a.to_string(), w);
    assert_eq!(names(&maker.book(3), &start), [pair("b2e2", 3), pair("h2e2", 3)]);
    // A move that is its own mirror image counts twice as the others do, but was played twice only.
    assert_eq!(names(&maker.book(2), &start), [pair("e3e4", 4), pair("b2e2", 3), pair("h2e2", 3)]);
    assert_eq!(names(&maker.book(2), &game("h2e2")), [pair("h9g7", 2)]);
    assert_eq!(names(&maker.book(2), &game("b2e2")), [pair("b9c7", 2)]);
    assert_eq!(maker.book(4).rows(), []);
}

#[test]
fn moves_that_only_lost_are_left_out_and_ends_are_seen() {
    let mut maker = Maker::new(1);
    let start = Position::start();
    let first = start.play(parse_coordinates("a0a1").unwrap()).unwrap();
    maker.add(&first, Some(Ending::Won(Side::Second)));
    assert_eq!(maker.book(1).positions(), 0);
    // Mate in one: without a result from elsewhere the position says who has won.
    let mate = crate::common::position("3k5/9/9/9/9/9/9/R8/1R7/4K4 w");
    maker.add(&mate.play(parse_coordinates("b1d1").unwrap()).unwrap(), None);
    assert_eq!(maker.book(1).rows().iter().map(|row| (row.weight, row.games)).collect::<Vec<_>>(), [(2, 1)]);
    // Repeated moves count once.
    let shuffle = ["a0a1", "a9a8", "a1a0", "a8a9", "a0a1"].map(|name| parse_coordinates(name).unwrap());
    let mut maker = Maker::new(10);
    maker.add(&shuffle.into_iter().fold(start.clone(), |at, mv| at.play(mv).unwrap()), Some(Ending::Drawn));
    assert_eq!(maker.book(1).rows().iter().map(|row| row.games).sum::<u32>(), 4);
}

#[test]
fn what_a_shared_key_brings_is_not_played() {
    // A book that holds, under the key of the start, a move that nobody can play there.
    let text = Book::shipped().text();
    let key = format!("{:016x}", Position::start().default_key());
    let body = format!("{key} a0a9 7 7\n{key} h2e2 1 1\n");
    let sum =
        body.bytes().fold(0xcbf2_9ce4_8422_2325u64, |sum, byte| (sum ^ byte as u64).wrapping_mul(0x100_0000_01b3));
    let book = Book::parse(format!("{} 2 {sum:016x}\n{body}", text.split(' ').next().unwrap()).as_bytes()).unwrap();
    let moves: Vec<Move> = book.probe(&Position::start()).into_iter().map(|(mv, _)| mv).collect();
    assert_eq!(moves, ["b2e2", "h2e2"].map(|name| parse_coordinates(name).unwrap()));
}

#[test]
fn the_book_that_ships_is_made_of_the_games_that_stand_beside_the_tests() {
    let games = std::fs::read_to_string(crate::common::data_path("xiangqi_openings.txt")).unwrap();
    let mut maker = Maker::new(10);
    for line in games.lines().filter(|line| !line.starts_with('#')) {
        let mut words: Vec<&str> = line.split('#').next().unwrap().split_whitespace().collect();
        let ending = Ending::from_text(words.pop().unwrap()).unwrap();
        let play = |at: Position, name: &str| at.play(parse_coordinates(name).unwrap()).unwrap();
        maker.add(&words.into_iter().fold(Position::start(), play), Some(ending));
    }
    assert!(maker.book(1) == Book::shipped(), "boyi book make tests/data/xiangqi_openings.txt --plies 10");
    assert!(Book::shipped().positions() > 200);
}
