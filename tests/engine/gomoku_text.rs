//! Reading and writing gomoku points, move lists and diagrams, and the messages of errors.

use boyi::error::Error;
use boyi::game::{Move, Side};
use boyi::games::gomoku::text::{diagram, move_name, parse_diagram, parse_moves, parse_point, rows};
use boyi::games::gomoku::{Geometry, Position, Rule};
use proptest::prelude::*;

const BLACK: Side = Side::First;
const WHITE: Side = Side::Second;

/// The message of an expected error.
fn message<T>(result: Result<T, Error>) -> String {
    result.err().expect("this must be refused").to_string()
}

#[test]
fn errors_say_what_was_wrong() {
    let geometry = Geometry::square(15).expect("a size");
    let refused = |rule, text: &str| {
        message(parse_moves(geometry, text).and_then(|moves| Position::from_moves(geometry, rule, &moves)))
    };
    for (rule, text, expected) in [
        (Rule::Freestyle, "h8 h8", r#"illegal move "h8": a black stone stands there already (move 2)"#),
        (Rule::Freestyle, "h8 i9 I9", r#"illegal move "i9": a white stone stands there already (move 3)"#),
        (
            Rule::Freestyle,
            "a1 b1 a2 b2 a3 b3 a4 b4 a5 b5",
            r#"illegal move "b5": the game is over, black has won (move 10)"#,
        ),
        (
            Rule::Renju,
            "h8 a1 i8 c1 j9 e1 j10 g1 j8",
            r#"illegal move "j8": forbidden to black in renju: double-three (move 9)"#,
        ),
        (
            Rule::Freestyle,
            "h8 p1",
            r#"unreadable move "p1": off the board, expected a file a-o and a rank 1-15, such as "a1""#,
        ),
        (
            Rule::Freestyle,
            "h16",
            r#"unreadable move "h16": off the board, expected a file a-o and a rank 1-15, such as "a1""#,
        ),
        (
            Rule::Freestyle,
            "h8-i9",
            r#"unreadable move "-i9": no point, expected a file a-o and a rank 1-15, such as "a1""#,
        ),
    ] {
        assert_eq!(refused(rule, text), expected);
    }
    let start = Position::new(geometry, Rule::Freestyle).expect("a board");
    for code in [0, 485, u16::MAX] {
        let expected = format!("illegal move \"code {code}\": off the board of 15 rows and 15 cols (move 1)");
        assert_eq!(message(start.play(Move(code))), expected);
        assert!(!start.is_legal(Move(code)));
    }
    let full = Position::from_diagram("XO\nOX", Rule::Standard, 1, Some(BLACK)).expect("a position");
    assert!(message(full.play(Move(1))).contains("has won"));
    let full = Position::from_diagram("XO\nXX", Rule::Standard, 2, Some(WHITE)).expect("a position");
    assert!(message(full.play(Move(1))).contains("has won"));
    let full = Position::from_diagram("XXOO\nOOXX", Rule::Standard, 4, None).expect("a position");
    assert!(message(full.play(Move(1))).contains("the board is full"));
}

#[test]
fn errors_of_measures_and_rules() {
    for (error, expected) in [
        (message(Geometry::square(4)), "board size 4, expected 5 to 22"),
        (message(Geometry::square(23)), "board size 23, expected 5 to 22"),
        (message(Geometry::new(0, 3, 3)), "rows 0, expected 1 to 22"),
        (message(Geometry::new(3, 23, 3)), "cols 23, expected 1 to 22"),
        (message(Geometry::new(3, 4, 0)), "k 0, expected 1 to 4, the longer side of the board"),
        (message(Geometry::new(3, 4, 5)), "k 5, expected 1 to 4, the longer side of the board"),
        (
            message(Rule::from_name("renyu")),
            r#"rule "renyu": expected one of ["freestyle", "standard", "renju"]; did you mean "renju"?"#,
        ),
        (message(Rule::from_name("7")), r#"rule "7": expected one of ["freestyle", "standard", "renju"]"#),
    ] {
        assert_eq!(error, expected);
    }
    for (rows, cols, k) in [(4, 15, 5), (15, 4, 5), (15, 15, 4), (15, 15, 6)] {
        let geometry = Geometry::new(rows, cols, k).expect("measures");
        let expected =
            format!("renju on {rows} rows and {cols} cols with k {k}, expected k 5 and at least 5 rows and cols");
        assert_eq!(message(Position::new(geometry, Rule::Renju)), expected);
    }
    let geometry = Geometry::new(3, 3, 3).expect("measures");
    let cells = Position::from_cells(geometry, Rule::Freestyle, &[None; 8], None);
    assert_eq!(message(cells), "8 points, expected 9");
}

#[test]
fn errors_of_diagrams() {
    for (text, expected) in [
        ("", r#"bad position "": no rows, expected lines of '.', 'X' and 'O'"#),
        ("...\n..\n...", r#"bad position "..": 2 points, expected 3 as in the first line"#),
        (
            "...\n.1.\n...",
            r#"bad position ".1.": '1', expected '.' for empty, 'X', '*' or 'b' for black, 'O' or 'w' for white"#,
        ),
        (
            "...\n.é.\n...",
            r#"bad position ".é.": 'é', expected '.' for empty, 'X', '*' or 'b' for black, 'O' or 'w' for white"#,
        ),
        ("3 ...\n1 ...\n2 ...", r#"bad position "1 ...": rank 1, expected 2: the highest rank first, no gaps"#),
        ("...\n...\n a b", r#"bad position "a b": expected the files "abc", or '.', 'X' and 'O'"#),
    ] {
        assert_eq!(message(parse_diagram(text)), expected);
    }
    let tall = ".\n".repeat(23);
    assert_eq!(message(Position::from_diagram(&tall, Rule::Freestyle, 5, None)), "rows 23, expected 1 to 22");
}

#[test]
fn diagrams_as_people_write_them() {
    let expected = parse_diagram("X..\n.O.\n...").expect("a diagram");
    for text in [
        "x . .\n. o .\n. . .",
        "\n  *..  \n\n  .w.\r\n  ...\n",
        "b..\n.O.\n...",
        " 3  X . .\n 2  . O .\n 1  . . .\n    a b c",
        "   A B C\n 3 X..\n 2 .O.\n 1 ...\n   A B C\n",
    ] {
        assert_eq!(parse_diagram(text).unwrap_or_else(|error| panic!("{error}")), expected);
    }
    let position = Position::from_diagram("X..\n.O.\n...", Rule::Freestyle, 3, None).expect("a position");
    assert_eq!(rows(position.board()), "X..\n.O.\n...");
    assert_eq!(diagram(position.board()), " 3  X . .\n 2  . O .\n 1  . . .\n    a b c\nblack to move");
}

#[test]
fn the_line_of_a_board_with_one_rank_ends_with_the_turn() {
    let of = |text| parse_diagram(text).map(|read| (read.cols, read.turn));
    assert_eq!(of("..X.. w"), Ok((5, Some(WHITE))));
    assert_eq!(of(". . X . . w"), Ok((6, None)));
}

fn any_geometry() -> impl Strategy<Value = Geometry> {
    (1..=22usize, 1..=22usize, any::<prop::sample::Index>())
        .prop_map(|(rows, cols, k)| Geometry::new(rows, cols, 1 + k.index(rows.max(cols))).expect("measures"))
}

fn any_cells() -> impl Strategy<Value = (Geometry, Vec<Option<Side>>)> {
    let cell = prop_oneof![2 => Just(None), 1 => Just(Some(BLACK)), 1 => Just(Some(WHITE))];
    any_geometry()
        .prop_flat_map(move |geometry| (Just(geometry), prop::collection::vec(cell.clone(), geometry.points())))
}

/// Random texts of characters that mean something to the parsers, and of some that look similar.
fn any_text() -> impl Strategy<Value = String> {
    let marks = prop::sample::select(".XOxo*bwahv0123456789 ,-\n\r\té\u{3000}１".chars().collect::<Vec<_>>());
    let bytes = prop::collection::vec(any::<u8>(), 0..100);
    prop_oneof![
        prop::collection::vec(marks, 0..60).prop_map(String::from_iter),
        bytes.prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn points_are_read_as_written(geometry in any_geometry(), index in any::<prop::sample::Index>()) {
        let point = index.index(geometry.points()) as u16;
        let name = move_name(geometry.encode(point));
        prop_assert_eq!(parse_point(geometry, &name), Ok(point));
        prop_assert_eq!(parse_point(geometry, &name.to_uppercase()), Ok(point));
        prop_assert_eq!(geometry.point(geometry.file_of(point), geometry.rank_of(point)), point);
    }

    #[test]
    fn moves_are_read_as_written(points in prop::collection::vec(0..484u16, 0..30), separator in "( |, ?|\n|)") {
        let geometry = Geometry::square(22).expect("a size");
        let moves: Vec<Move> = points.into_iter().map(|point| geometry.encode(point)).collect();
        let words: Vec<String> = moves.iter().map(|&mv| move_name(mv)).collect();
        prop_assert_eq!(parse_moves(geometry, &words.join(&separator)), Ok(moves));
    }

    #[test]
    fn boards_are_read_as_written((geometry, cells) in any_cells(), black in any::<bool>()) {
        let turn = if black { BLACK } else { WHITE };
        for rule in [Rule::Freestyle, Rule::Standard] {
            let position = Position::from_cells(geometry, rule, &cells, Some(turn)).expect("a position");
            let plain = Position::from_diagram(&rows(position.board()), rule, geometry.k(), Some(turn));
            let labelled = Position::from_diagram(&diagram(position.board()), rule, geometry.k(), None);
            prop_assert!(plain.expect("plain rows") == position && labelled.expect("a diagram") == position);
            // The winner is equal in the mirror image and from the cells; a won game has no legal moves.
            prop_assert_eq!(position.mirrored().outcome(), position.outcome());
            prop_assert_eq!(position.outcome().is_some(), position.legal_moves().is_empty());
            for code in 0..=geometry.points() as u16 + 1 {
                prop_assert_eq!(position.is_legal(Move(code)), position.play(Move(code)).is_ok());
            }
        }
    }

    #[test]
    fn no_text_is_too_strange(text in any_text(), geometry in any_geometry()) {
        let _ = parse_point(geometry, &text);
        let _ = parse_moves(geometry, &text);
        if let Ok(position) = Position::from_diagram(&text, Rule::Freestyle, 1, Some(BLACK)) {
            let again = Position::from_diagram(&diagram(position.board()), Rule::Freestyle, 1, None);
            prop_assert!(again.expect("what was written") == position);
        }
    }
}
