//! Tests of the evaluation "classic": every term on a position where it must be seen, symmetry, and the file format.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::game::{Game, MoveClass, MoveList};
use crate::games::xiangqi::Position;

fn board(fen: &str) -> Board {
    Position::from_fen(fen).expect(fen).board().clone()
}

/// Counts of a term by side.
fn counted(name: &str, fen: &str) -> [i16; 2] {
    let term = TERMS.iter().position(|term| term.0 == name).expect(name);
    count_terms(&board(fen)).map(|counts| counts.0[term])
}

/// For each term a position, and the counts of red and black.
const SEEN: &[(&str, &str, [i16; 2])] = &[
    ("chariot_mobility", "3k5/9/9/9/9/9/9/4p4/9/R3K4 w", [12, 0]),
    ("horse_mobility", "5k3/9/9/9/4h4/4p4/9/9/4A4/3KH4 w", [1, 6]),
    ("cannon_mobility", "5k3/9/9/9/9/9/9/9/9/C2K5 w", [11, 0]),
    ("cannon_targets", "5k3/9/9/r8/9/P8/9/9/9/C2K5 w", [1, 0]),
    ("hollow_cannon", "4k4/9/9/9/9/9/4C4/9/9/3K5 b", [1, 0]),
    ("hollow_cannon", "4k4/9/9/9/9/9/9/9/9/3K2c2 w", [0, 1]),
    ("cannon_two_screens", "4k4/4a4/9/4p4/9/9/4C4/9/9/3K5 w", [1, 0]),
    ("advisors_and_chariots", "r3k3r/9/9/9/9/9/9/9/9/3K5 w", [4, 0]),
    ("advisors_and_horses", "1n2k4/9/9/9/9/9/9/9/9/3K1A3 w", [1, 0]),
    ("cannons_and_screens", "4k4/9/9/9/9/9/9/1C7/9/2BK1A3 w", [2, 0]),
    // The pawn on i4 has not crossed the river.
    ("pawns_and_shelter", "3ak4/9/9/9/P8/8P/9/9/9/3K5 w", [3, 0]),
    ("palace_kinds", "4k4/R8/9/2H6/9/9/9/9/9/3K5 w", [1, 0]),
    ("horse_and_cannon", "4k4/9/9/9/9/9/9/9/9/HC1K1C3 w", [1, 0]),
    ("without_chariot", "4k3r/9/9/9/9/9/9/9/9/3K5 w", [1, 0]),
    ("hanging", "4k4/9/9/9/nR7/9/9/9/9/3K5 w", [0, 1]),
    ("hanging_to_move", "4k4/9/9/9/nR7/9/9/9/9/3K5 b", [0, 1]),
    // The chariot on a9 protects the horse.
    ("hanging_to_move", "r3k4/9/9/9/nR7/9/9/9/9/3K5 b", [0, 0]),
    ("chariot_attacked", "4k4/9/9/1n7/9/2R6/9/9/9/3K5 w", [1, 0]),
    ("pawn_attacks", "4k4/9/9/n8/P8/9/9/9/9/3K5 w", [1, 0]),
];

#[test]
fn every_term_is_seen() {
    for (name, fen, expected) in SEEN {
        assert_eq!(counted(name, fen), *expected, "{name} in {fen}");
    }
    for (name, _) in TERMS {
        assert!(SEEN.iter().any(|row| row.0 == *name), "{name} has no position");
    }
}

fn boards(seed: u64, games: usize) -> Vec<Board> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut boards = Vec::new();
    for _ in 0..games {
        let mut game = Position::start().game();
        for _ in 0..200 {
            let mut moves = MoveList::new();
            // Captures are preferred, so that endings are reached.
            game.generate(
                if rng.random_range(0..2) == 0 { MoveClass::Noisy } else { MoveClass::Candidates },
                &mut moves,
            );
            if let Some(mv) = moves.iter().nth(rng.random_range(0..moves.len().max(1))) {
                game.play(mv);
                boards.push(game.board().clone());
            }
        }
    }
    boards
}

#[test]
fn both_sides_and_both_wings_are_alike() {
    let classic = Classic::own();
    let value = |board: &Board| classic.value(&classic.refresh(board), board, board.side());
    let boards = boards(5, 30);
    assert!(boards.iter().any(|board| phase(board) == 0), "endings are reached");
    for board in &boards {
        let (counts, turned) = (count_terms(board), count_terms(&board.rotated()));
        assert_eq!(counts, [turned[1], turned[0]]);
        assert_eq!(counts, count_terms(&board.mirrored()));
        assert_eq!(value(board), value(&board.rotated()));
        assert_eq!(value(board), value(&board.mirrored()));
    }
}

#[test]
fn the_breakdown_adds_up() {
    let classic = Classic::own();
    for board in boards(6, 10) {
        let detail = classic.detail(&board);
        let value = |number: &Number| if let Number::Fraction(value) = number { *value } else { 0.0 };
        let side =
            |side: usize| -> f64 { detail.sides[side].iter().flat_map(|row| &row.1).map(|it| value(&it.1)).sum() };
        let whole: f64 = detail.whole.iter().filter(|(name, _)| *name != "phase").map(|it| value(&it.1)).sum();
        let sign = if board.side() == Side::First { 1.0 } else { -1.0 };
        let found = classic.value(&classic.refresh(&board), &board, board.side());
        assert!((sign * (side(0) - side(1)) + whole - f64::from(found)).abs() < 1e-9);
    }
}

#[test]
fn phases_go_from_the_middlegame_to_the_endgame() {
    assert_eq!(phase(Position::start().board()), FULL);
    assert_eq!(phase(&board("3k5/9/9/9/4P4/9/9/9/9/4K4 w")), 0);
    assert_eq!(phase(&board("3kr4/9/9/9/9/9/9/9/4H4/4K1C2 w")), 4);
    let weights = Weights { tempo: [160, 0], ..Weights::zero() };
    let value = |fen| Classic::new(weights.clone()).value(&Sums::default(), &board(fen), Side::First);
    assert_eq!((value("rnbakabnr/9/9/4p4/9/9/9/9/9/RNBAKABNR w"), value("3k5/9/9/9/4P4/9/9/9/9/4K4 w")), (7, 0));
}

#[test]
fn endings_go_by_the_attackers_of_the_side_ahead() {
    let name = |fen| ENDINGS.get(ending(&board(fen), Side::First)).map(|row| row.0);
    for (fen, expected) in [
        ("3k5/9/9/9/9/9/9/4B4/9/3AKA3 b", Some("nothing")),
        ("3k5/9/4P4/9/9/9/9/9/9/4K4 b", Some("pawns")),
        ("2bak4/4a4/4P4/9/9/9/9/9/9/4K4 b", Some("pawns_guarded")),
        ("3k5/9/4H4/9/9/9/9/9/9/4K4 b", Some("minor")),
        ("2bak4/4a4/4C4/9/9/9/9/9/9/4K4 b", Some("minor_guarded")),
        ("3k5/9/4H1P2/9/9/9/9/9/9/4K4 b", Some("minor_pawns")),
        ("3k5/9/4H1C2/9/9/9/9/9/9/4K4 b", Some("minors")),
        ("2bak1b2/4a4/4H1C2/9/9/9/9/9/9/4K4 b", Some("minors_guarded")),
        ("3k5/9/4R4/9/9/9/9/9/9/4K4 b", Some("chariot")),
        ("2bak1b2/4a4/4R4/9/9/9/9/9/9/4K4 b", Some("chariot_guarded")),
        ("3k5/9/4R4/9/P8/9/9/9/9/4K4 b", None),
        ("3k5/9/4H1C2/9/P8/9/9/9/9/4K4 b", None),
    ] {
        assert_eq!(name(fen), expected, "{fen}");
    }
    let mut weights = Weights { tempo: [1600, 1600], ..Weights::zero() };
    let value = |weights: &Weights| {
        let board = board("3k5/9/4P4/9/9/9/9/9/9/4K4 w");
        Classic::new(weights.clone()).value(&Sums::default(), &board, Side::First)
    };
    assert_eq!(value(&weights), 100);
    weights.endings[1] = 4;
    assert_eq!(value(&weights), 25);
    // The tempo puts black ahead, who has no attackers.
    (weights.tempo, weights.endings[0]) = ([-1600, -1600], 0);
    assert_eq!(value(&weights), 0);
}

#[test]
fn weights_are_kept_in_a_text() {
    let own = Classic::own();
    assert_eq!(Weights::parse(&own.weights().text()).as_ref(), Ok(own.weights()));
    let mirrored = |rows: &[[i16; 9]; 10]| rows.iter().all(|row| row.iter().eq(row.iter().rev()));
    assert!(own.weights().piece_square.as_flattened().iter().all(mirrored), "left and right are alike");
    let mut other = own.weights().clone();
    other.about = "other".into();
    assert_eq!(other.checksum(), own.weights().checksum());
    other.endings[3] ^= 1;
    assert_ne!(other.checksum(), own.weights().checksum());
    let less: String =
        own.weights().text().lines().filter(|line| !line.contains("hollow")).map(|l| l.to_owned() + "\n").collect();
    assert_eq!(
        Weights::parse(&less).expect("a term less").terms[Term::HollowCannon as usize],
        [0, 0],
        "what is missing has no weight"
    );
}

#[test]
fn texts_that_are_no_weights_are_refused_by_line() {
    let refused = |old: &str, new: &str| {
        let text = Classic::own().weights().text();
        assert!(text.contains(old), "{old}");
        Weights::parse(&text.replacen(old, new, 1)).expect_err(new)
    };
    assert!(refused("boyi classic 1", "boyi classic 2").contains("boyi classic 1"));
    assert!(refused("game xiangqi", "game gomoku").contains("line 2: weights for \"gomoku\""));
    assert!(refused("term hollow_cannon", "term hollow_canon").contains("\"hollow_canon\": expected one of"));
    assert!(refused("tempo ", "tempo x ").contains("expected 2 numbers"));
    assert!(refused("tempo ", "tempi ").contains("line 4: \"tempi\""));
    assert!(refused("ending nothing", "ending nothing 0").contains("expected 1 numbers"));
    assert!(refused("squares pawn endgame\n", "squares pawn endgame\n5000").contains("expected"));
    assert!(refused("squares pawn endgame\n", "squares pawn\n").contains("expected one of [\"middlegame\""));
    let text = Classic::own().weights().text();
    let cut: Vec<&str> = text.lines().collect();
    let cut = cut[..cut.len() - 1].join("\n");
    assert!(Weights::parse(&cut).expect_err("cut").contains("ends within"));
}
