//! Notations of xiangqi moves: published cases, rare forms, and that every text written is read back.

use std::collections::HashSet;

use crate::common::json;
use boyi::error::Error;
use boyi::game::{Move, Side};
use boyi::games::xiangqi::Position;
use boyi::games::xiangqi::board::{Board, EMPTY};
use boyi::games::xiangqi::fen::{check, place};
use boyi::games::xiangqi::moves::{move_name, parse_coordinates};
use boyi::games::xiangqi::notation::{Notation, format, parse};
use proptest::prelude::*;
use serde_json::Value;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn code(name: &str) -> Move {
    parse_coordinates(name).unwrap()
}

/// A position, a move, and a text of a published case.
fn case<'a>(value: &'a Value, text: &str) -> (Position, Move, &'a str) {
    let field = |name: &str| value[name].as_str().unwrap();
    (position(field("fen")), code(field("move")), field(text))
}

/// Reads the text with its notation named and without.
fn assert_reads(position: &Position, text: &str, notation: Notation, mv: Move) {
    for named in [Some(notation), None] {
        assert_eq!(parse(position, text, named), Ok(mv), "{text} {} in {}", move_name(mv), position.fen());
    }
}

#[test]
fn published_games_are_written_and_read() {
    for value in json("xiangqi_notation.json")["games"].as_array().unwrap() {
        let (position, mv, chinese) = case(value, "chinese");
        assert_eq!(format(&position, mv, Notation::Chinese), chinese, "{}", position.fen());
        assert_reads(&position, chinese, Notation::Chinese, mv);
        assert_reads(&position, case(value, "chinese_source").2, Notation::ChineseTraditional, mv);
        let wxf = case(value, "wxf_fairy_stockfish").2;
        assert_reads(&position, wxf, Notation::Wxf, mv);
        // Fairy-Stockfish leaves front and rear out where only one of the pair can make the move.
        if value["tandem"] == Value::Bool(wxf.as_bytes()[1].is_ascii_punctuation()) {
            assert_eq!(format(&position, mv, Notation::Wxf), wxf, "{}", position.fen());
        }
    }
}

#[test]
fn wxf_of_fairy_stockfish_is_written_and_read() {
    for value in json("xiangqi_notation.json")["wxf"].as_array().unwrap() {
        let (position, mv, wxf) = case(value, "wxf");
        assert_eq!(format(&position, mv, Notation::Wxf), wxf, "{}", position.fen());
        assert_reads(&position, wxf, Notation::Wxf, mv);
    }
}

/// Move, WXF, simplified and traditional Chinese, and other texts for the move.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

fn assert_cases(fen: &str, cases: &[Case]) {
    let position = position(fen);
    for &(name, wxf, chinese, traditional, others) in cases {
        let mv = code(name);
        let written =
            [Notation::Wxf, Notation::Chinese, Notation::ChineseTraditional].map(|n| format(&position, mv, n));
        assert_eq!(written, [wxf, chinese, traditional], "{name} in {fen}");
        for text in [wxf, chinese, traditional].iter().chain(others) {
            assert_eq!(parse(&position, text, None), Ok(mv), "{text} {name} in {fen}");
        }
    }
}

#[test]
fn every_piece_and_script() {
    let red = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let horse: &[&str] = &["傌二进3", "马２進３", "h2+3", "n2+3", "Ｎ２＋３", "h0g2", "H0-G2", "ｈ０ｇ２"];
    let cannon: &[&str] = &["砲2平5", "包二平五", "C2.5", "c2=5", "Ｃ２．５", " 炮 二　平 五\t", "h2e2", "h2–e2"];
    assert_cases(
        red,
        &[
            ("h0g2", "H2+3", "马二进三", "馬二進三", horse),
            ("h2e2", "C2=5", "炮二平五", "炮二平五", cannon),
            ("i0i1", "R1+1", "车一进一", "車一進一", &["俥一進1", "r1+1"]),
            ("g0e2", "E3+5", "相三进五", "相三進五", &["象三进五", "B3+5", "b3+5"]),
            ("f0e1", "A4+5", "仕四进五", "仕四進五", &["士四进5", "a4+5"]),
            ("e0e1", "K5+1", "帅五进一", "帥五進一", &["将五进一", "將5進1", "王五进一", "k5+1"]),
            ("g3g4", "P3+1", "兵三进一", "兵三進一", &["卒三进一", "p3+1"]),
        ],
    );
    let black = "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";
    assert_cases(
        black,
        &[
            ("h9g7", "H8+7", "马8进7", "馬8進7", &["馬八進七", "傌８进７"]),
            ("c7b9", "H3-2", "马3退2", "馬3退2", &["N3-2"]),
            ("a9b9", "R1=2", "车1平2", "車1平2", &["車一平二", "r1.2"]),
            ("c9a7", "E3+1", "象3进1", "象3進1", &["相3进1"]),
            ("f9e8", "A6+5", "士6进5", "士6進5", &["仕6进5"]),
            ("e9e8", "K5+1", "将5进1", "將5進1", &["帅5进1", "帥五進一"]),
            ("g6g5", "P7+1", "卒7进1", "卒7進1", &["兵七进一"]),
        ],
    );
}

#[test]
fn front_and_rear() {
    assert_cases(
        "4k4/9/1c7/9/1c7/9/9/9/9/3K5 b",
        &[
            ("b5b4", "C++1", "前炮进1", "前炮進1", &["炮前进1", "+C+1", "前砲進一", "前炮2进1"]),
            ("b5e5", "C+=5", "前炮平5", "前炮平5", &["C+.5"]),
            ("b7b8", "C--1", "后炮退1", "後炮退1", &["後包退１", "-c-1"]),
            // The rear cannon cannot pass the front one.
            ("b5b0", "C++5", "前炮进5", "前炮進5", &["炮2进5", "C2+5"]),
        ],
    );
    // Advisors and elephants need neither, and can have it.
    assert_cases(
        "3k5/9/9/9/9/2B6/9/3A5/9/2BAK4 w",
        &[
            ("d0e1", "A6+5", "仕六进五", "仕六進五", &["后仕进五", "A-+5"]),
            ("d2e1", "A6-5", "仕六退五", "仕六退五", &["前士退五"]),
            ("c0a2", "E7+9", "相七进九", "相七進九", &["後象進9", "B7+9"]),
            ("c4a2", "E7-9", "相七退九", "相七退九", &["E+-9"]),
        ],
    );
    assert_cases(
        "3k5/9/4P4/4P4/9/9/9/9/9/5K3 w",
        &[
            ("e7e8", "P++1", "前兵进一", "前兵進一", &["前五进一", "兵五进一", "前兵五进一", "15+1", "一兵进一"]),
            ("e6d6", "P-=6", "后兵平六", "後兵平六", &["后五平六", "後5平6", "25=6", "二兵平六"]),
        ],
    );
}

#[test]
fn three_to_five_pawns_on_a_file() {
    assert_cases(
        "rnbakabnr/9/1c5c1/p1p1P1p1p/4P4/9/P3P3P/1C5C1/9/RNBAKABNR w",
        &[
            ("e6d6", "15=6", "前兵平六", "前兵平六", &["P+=6", "前五平六"]),
            ("e5d5", "25=6", "中兵平六", "中兵平六", &["二兵平六", "中五平六"]),
            ("e3e4", "35+1", "后兵进一", "後兵進一", &["三兵进一", "P-+1"]),
            ("a3a4", "P9+1", "兵九进一", "兵九進一", &[]),
        ],
    );
    assert_cases(
        "4k4/9/9/9/9/9/3p5/3p5/3p1K3/3p5 b",
        &[
            ("d0c0", "14=3", "前卒平3", "前卒平3", &["一卒平３"]),
            ("d1c1", "24=3", "2卒平3", "2卒平3", &["二卒平3", "２卒平３"]),
            ("d2c2", "34=3", "3卒平3", "3卒平3", &["三卒平三"]),
            ("d3c3", "44=3", "4卒平3", "4卒平3", &["后卒平3", "後4平3"]),
        ],
    );
    assert_cases(
        "2P1k4/2P6/2P6/2P6/2P6/9/9/9/9/3K5 w",
        &[
            ("c9d9", "17=6", "前兵平六", "前兵平六", &["一兵平六", "前七平六"]),
            ("c7d7", "37=6", "三兵平六", "三兵平六", &["中兵平六"]),
            ("c5d5", "57=6", "五兵平六", "五兵平六", &["后兵平六", "5兵平6"]),
        ],
    );
}

#[test]
fn pawns_doubled_on_two_files() {
    assert_cases(
        "5k3/9/3P5/3P1P1P1/5P3/9/9/9/9/4K4 w",
        &[
            ("f6e6", "14=5", "一兵平五", "一兵平五", &["前四平五", "前兵四平五"]),
            ("f5e5", "24=5", "二兵平五", "二兵平五", &["后四平五", "後4平5"]),
            ("d7e7", "16=5", "三兵平五", "三兵平五", &["前六平五"]),
            ("d6e6", "26=5", "四兵平五", "四兵平五", &["后六平五", "4兵平5"]),
            ("h6h7", "P2+1", "兵二进一", "兵二進一", &[]),
            // Only one rear pawn can go there.
            ("f5g5", "24=3", "二兵平三", "二兵平三", &["后兵平三", "P-=3"]),
        ],
    );
    assert_cases(
        "3k5/9/9/9/9/9/3p1p3/3p1p3/4K4/9 b",
        &[
            ("d2e2", "14=5", "1卒平5", "1卒平5", &["一卒平五", "前4平5"]),
            ("d3e3", "24=5", "2卒平5", "2卒平5", &["后4平5"]),
            ("f2e2", "16=5", "3卒平5", "3卒平5", &["前6平5"]),
            ("f3e3", "26=5", "4卒平5", "4卒平5", &["後6平5"]),
        ],
    );
    // Three on a file and two on another are numbered through.
    assert_cases(
        "5k3/9/3P5/3P1P3/3P1P3/9/9/9/9/4K4 w",
        &[
            ("f5e5", "24=5", "二兵平五", "二兵平五", &[]),
            ("d7e7", "16=5", "三兵平五", "三兵平五", &[]),
            ("d6e6", "26=5", "四兵平五", "四兵平五", &["中兵平五", "中六平五"]),
            ("d5e5", "36=5", "五兵平五", "五兵平五", &["后六平五"]),
        ],
    );
}

#[test]
fn ranks_from_one_must_be_named() {
    let start = Position::start();
    assert_eq!(format(&start, code("h2e2"), Notation::Uci10), "h3e3");
    assert_eq!(format(&start, code("h2h9"), Notation::Uci10), "h3h10");
    assert_eq!(parse(&start, "h3h10", Some(Notation::Uci10)), Ok(code("h2h9")));
    assert_eq!(parse(&start, "h3e3", Some(Notation::Uci10)), Ok(code("h2e2")));
    assert!(parse(&start, "h3h10", None).unwrap_err().to_string().contains("uci10"));
    for text in ["h0e0", "h3h11", "h3h010", "h3", "j3e3", "h3-e3"] {
        assert!(matches!(parse(&start, text, Some(Notation::Uci10)), Err(Error::MoveText { .. })), "{text}");
    }
}

#[test]
fn notations_have_names() {
    for notation in Notation::all() {
        assert_eq!(Notation::from_name(notation.name()), Ok(notation));
    }
    let message = Notation::from_name("chinses").unwrap_err().to_string();
    assert!(message.contains("did you mean \"chinese\"") && message.contains("wxf"), "{message}");
}

#[test]
fn refusals_say_why() {
    let start = Position::start();
    let message = |position: &Position, text: &str, notation| parse(position, text, notation).unwrap_err().to_string();
    let says = |text: &str, expected: &str| {
        let message = message(&start, text, None);
        assert!(message.contains(text.trim()) && message.contains(expected), "{message}");
    };
    says("炮二进八", "illegal move \"炮二进八\": the piece on h2 cannot go there");
    says("C5=6", "red has no such piece there");
    says("前炮平五", "red has no such piece there");
    says("H2-E3", "the piece on h2 cannot go to e3");
    says("h7e7", "not the side to move's");
    says("xyzzy", "unreadable move \"xyzzy\": expected a move such as h2e2 (uci)");
    says("炮二平", "unreadable");
    says("炮零平五", "unreadable");
    says("", "unreadable");
    // A named notation reads no other.
    assert!(message(&start, "C2=5", Some(Notation::Chinese)).contains("马二进三 (chinese)"));
    assert!(message(&start, "炮二平五", Some(Notation::Wxf)).contains("C2=5 (wxf)"));
    assert!(message(&start, "C2=5", Some(Notation::Uci)).contains("h2e2 (uci)"));
    let pinned = position("4k4/4r4/9/9/9/9/9/9/4R4/4K4 w");
    assert!(message(&pinned, "车五平六", None).contains("own king attacked"));
    let pair = position("3k5/9/9/4R4/9/9/4R4/9/9/4K4 w");
    assert!(message(&pair, "R5=6", None).contains("e3d3 and e6d6"));
}

/// The FEN of a position after some random moves.
fn played() -> impl Strategy<Value = String> {
    prop::collection::vec(any::<u16>(), 0..200).prop_map(|choices| {
        let step = |position: Position, choice: u16| {
            let moves = position.legal_moves();
            match moves.get(choice as usize % moves.len().max(1)) {
                Some(&mv) => position.play(mv).unwrap(),
                None => position,
            }
        };
        choices.into_iter().fold(Position::start(), step).fen()
    })
}

/// The FEN of scattered pieces, where many of a kind share a file.
fn scattered() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec((prop_oneof![0..14u8, 6..14u8, 12..14u8], 0..10u8, 0..4u8), 5..40);
    (pieces, 0..9u8, any::<bool>()).prop_filter_map("no position", |(pieces, shift, black)| {
        let mut board = Board::empty();
        for (piece, rank, file) in [(0, 0, 0), (1, 9, 0)].into_iter().chain(pieces) {
            let square = if piece < 2 { 9 * rank + 3 + file % 3 } else { 9 * rank + (2 * file + shift) % 9 };
            if board.piece(square) == EMPTY {
                // A piece that may not stand on the square is left out.
                place(&mut board, square, piece).ok();
            }
        }
        board.set_side(if black { Side::Second } else { Side::First });
        check(&board).ok().map(|()| Position::new(board, 0, 1).fen())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn what_is_written_is_read_back(fen in prop_oneof![played(), scattered()]) {
        let position = position(&fen);
        prop_assert_eq!(position.fen(), &*fen);
        let moves = position.legal_moves();
        for notation in Notation::all() {
            let mut texts = HashSet::new();
            for &mv in &moves {
                let text = format(&position, mv, notation);
                prop_assert_eq!(parse(&position, &text, Some(notation)), Ok(mv), "{}", text);
                if notation != Notation::Uci10 {
                    prop_assert_eq!(parse(&position, &text, None), Ok(mv), "{}", text);
                }
                texts.insert(text);
            }
            prop_assert_eq!(texts.len(), moves.len());
        }
    }
}
