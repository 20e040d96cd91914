//! Parsers of positions and moves return a value or an error for any text, and never panic.

use boyi::games::xiangqi::Position;
use boyi::games::xiangqi::notation::{Notation, format, parse};
use proptest::prelude::*;

const FENS: [&str; 6] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1P1p1p/4P4/9/P3P3P/1C5C1/9/RNBAKABNR w - - 3 20",
    "2b1kab2/4a4/1P7/8p/p5p2/7C1/4PrP1P/9/4A4/2rAK2R1 b - - 0 31",
    "4k4/9/9/9/9/9/3p5/3p5/3p1K3/3p5 r",
    "4k4/9/9/9/9/9/9/9/9/4K4[] b - - 119 60",
    "3k5/9/3P1P3/3P1P3/9/9/9/9/9/4K4",
];

/// Moves in all notations, from which damaged texts are made too.
const MOVES: [&str; 12] = [
    "h2e2",
    "H2-E2",
    "h3h10",
    "C2=5",
    "C+.5",
    "15=6",
    "+R-1",
    "炮二平五",
    "前兵进一",
    "後砲退１",
    "二卒平3",
    "前三平四",
];

/// Characters that mean something to the parsers, and some that look similar or have several bytes.
const PIECES_OF_TEXT: &str =
    "abcdefghiknprw0123456789KABNRCPEH/[] -+=.–＋１٣²一九前中后後二車炮兵卒平進退\u{3000}\u{feff}é\0\n";

/// One of some texts, with a few characters replaced, inserted or left out.
fn spoilt(texts: &'static [&'static str]) -> impl Strategy<Value = String> {
    let marks: Vec<char> = PIECES_OF_TEXT.chars().collect();
    let edit = (any::<prop::sample::Index>(), 0..3u8, prop::sample::select(marks));
    (prop::sample::select(texts), prop::collection::vec(edit, 0..5)).prop_map(|(text, edits)| {
        let mut characters: Vec<char> = text.chars().collect();
        for (index, what, mark) in edits {
            let at = index.index(characters.len() + 1);
            match what {
                0 => characters.insert(at, mark),
                _ if at == characters.len() => {}
                1 => characters[at] = mark,
                _ => drop(characters.remove(at)),
            }
        }
        characters.into_iter().collect()
    })
}

/// Two kings and up to eight pieces anywhere between them, in any way a FEN may be written.
fn sparse() -> impl Strategy<Value = String> {
    let piece = (prop::sample::select("rRnNhHcCpPaAbBeE".chars().collect::<Vec<_>>()), 0..9u8);
    let rank = prop::option::weighted(0.6, piece).prop_map(|piece| match piece {
        None => "9".to_string(),
        Some((letter, file)) => format!("{file}{letter}{}", 8 - file).replace('0', ""),
    });
    let tails = vec!["", " w", " b", "[] r", " b - -", " w - - 7 9", " b - - 119 100000", " r - - 0 0"];
    (prop::collection::vec(rank, 8), prop::sample::select(tails))
        .prop_map(|(ranks, tail)| format!("3k5/{}/4K4{tail}", ranks.join("/")))
}

/// Arbitrary text, also of invalid bytes.
fn anything() -> impl Strategy<Value = String> {
    let bytes = prop::collection::vec(any::<u8>(), 0..100);
    prop_oneof![".*", "\\PC{0,12}", bytes.prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())]
}

/// A position that is read is written, and read again as it was.
fn read_position(text: &str) -> Result<(), TestCaseError> {
    let Ok(position) = Position::from_fen(text) else { return Ok(()) };
    let written = position.fen();
    let again = Position::from_fen(&written).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert!(again == position, "{} is read as {}", written, again.fen());
    prop_assert_eq!((again.clock(), again.fullmove()), (position.clock(), position.fullmove()));
    prop_assert_eq!(again.fen(), written);
    for mv in position.legal_moves() {
        prop_assert!(position.is_legal(mv));
        let next = position.play(mv).map_err(|error| TestCaseError::fail(error.to_string()))?.fen();
        prop_assert!(Position::from_fen(&next).is_ok(), "{}", next);
    }
    Ok(())
}

/// A move that is read is legal, and is written and read again as it was.
fn read_move(position: &Position, text: &str) -> Result<(), TestCaseError> {
    for notation in Notation::all().map(Some).chain([None]) {
        match parse(position, text, notation) {
            Ok(mv) => {
                prop_assert!(position.is_legal(mv));
                let written = format(position, mv, notation.unwrap_or_default());
                prop_assert_eq!(parse(position, &written, notation), Ok(mv));
            }
            Err(error) => prop_assert!(error.to_string().contains(&format!("{text:?}")), "{}", error),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn any_text_as_a_position(text in anything()) {
        read_position(&text)?;
    }

    #[test]
    fn spoilt_positions(text in prop_oneof![spoilt(&FENS), sparse()]) {
        read_position(&text)?;
    }

    #[test]
    fn any_text_as_a_move(text in anything(), fen in prop::sample::select(&FENS[..])) {
        read_move(&Position::from_fen(fen).unwrap(), &text)?;
    }

    #[test]
    fn spoilt_moves(text in spoilt(&MOVES), fen in prop::sample::select(&FENS[..])) {
        read_move(&Position::from_fen(fen).unwrap(), &text)?;
    }
}

#[test]
fn long_texts_are_refused() {
    for unit in ["+", "9/", "前", "一", " ", "k"] {
        let text = unit.repeat(100_000);
        assert!(Position::from_fen(&text).is_err());
        assert!(parse(&Position::start(), &text, None).is_err());
    }
}
