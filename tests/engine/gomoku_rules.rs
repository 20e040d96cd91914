//! The rules of gomoku, checked against published verdicts, another implementation, and cases of our own.

use crate::common::{Rng, json, rng};
use boyi::error::Error;
use boyi::game::{Game, Move, Side};
use boyi::games::gomoku::pattern::EXACT_RADIUS;
use boyi::games::gomoku::text::{diagram, parse_moves, parse_point, point_name, rows};
use boyi::games::gomoku::{Board, Foul, Geometry, Gomoku, Position, Reach, Rule, rules};
use boyi::games::{Outcome, Reason};
use figrid_board::board::BitBoard;
use figrid_board::renju;
use rand::RngExt;
use serde_json::Value;

const BLACK: Side = Side::First;
const WHITE: Side = Side::Second;

fn show(text: &str, rule: Rule, turn: Side) -> Position {
    Position::from_diagram(text, rule, 5, Some(turn)).unwrap_or_else(|error| panic!("{error}"))
}

fn at(position: &Position, name: &str) -> Move {
    let geometry = position.geometry();
    geometry.encode(parse_point(geometry, name).unwrap_or_else(|error| panic!("{error}")))
}

fn play(position: &Position, name: &str) -> Position {
    position.play(at(position, name)).unwrap_or_else(|error| panic!("{error}"))
}

/// The message of an expected error.
fn message<T>(result: Result<T, Error>) -> String {
    result.err().expect("this must be refused").to_string()
}

/// The names of some points, in order.
fn names(position: &Position, points: impl IntoIterator<Item = u16>) -> Vec<String> {
    points.into_iter().map(|point| point_name(position.geometry(), point)).collect()
}

fn over(winner: Option<Side>, reason: Reason) -> Option<Outcome> {
    Some(Outcome { winner, reason })
}

fn drawn_rows(case: &Value) -> String {
    let rows = case["rows"].as_array().expect("rows");
    rows.iter().map(|row| row.as_str().expect("a row")).collect::<Vec<_>>().join("\n")
}

#[test]
fn published_wins() {
    for case in json("gomoku_wins.json")["cases"].as_array().expect("cases") {
        let rule = match case["rule"].as_str().expect("a rule") {
            "exact-five" => Rule::Standard,
            name => Rule::from_name(name).expect("a rule"),
        };
        for tried in case["moves"].as_array().expect("moves") {
            let side = if tried["side"] == "black" { BLACK } else { WHITE };
            let (before, point) = (show(&drawn_rows(case), rule, side), tried["point"].as_str().expect("a point"));
            let expected = match tried["expected"].as_str().expect("expected") {
                "black_wins" => over(Some(BLACK), Reason::Five),
                "white_wins" => over(Some(WHITE), Reason::Five),
                _ => None,
            };
            assert_eq!(play(&before, point).outcome(), expected, "{} {point}", case["id"]);
        }
    }
}

#[test]
fn published_renju_fouls() {
    for case in json("renju_forbidden.json")["cases"].as_array().expect("cases") {
        // The result is for black, whoever is to move.
        for turn in [BLACK, WHITE] {
            let position = show(&drawn_rows(case), Rule::Renju, turn);
            let fouls = position.forbidden_points();
            let found =
                |name: &str| fouls.iter().find(|(point, _)| position.geometry().encode(*point) == at(&position, name));
            for verdict in case["points"].as_array().expect("points") {
                let (name, expected) = (verdict["point"].as_str().expect("a point"), &verdict["expected"]);
                let foul = found(name).map(|(_, foul)| foul.name());
                let agreed = match expected.as_str().expect("expected") {
                    "legal" => foul.is_none(),
                    "forbidden" => foul.is_some(),
                    kind => foul == Some(kind),
                };
                assert!(agreed, "{} {name}: {foul:?}, expected {expected}", case["id"]);
            }
            if case["disputed"].is_null() {
                let all = case["all_forbidden_points"].as_object().expect("all forbidden points");
                for (name, kind) in all {
                    let foul = found(name).map(|(_, foul)| foul.name());
                    assert_eq!(foul, kind.as_str(), "{} {name}", case["id"]);
                }
                assert_eq!(fouls.len(), all.len(), "{}", case["id"]);
            }
        }
    }
}

/// A 15x15 board with about so many per cent of black and white stones.
fn random_board(black: u32, white: u32, rng: &mut Rng) -> Board {
    let mut board = Board::empty(Geometry::square(15).expect("a size"), Rule::Renju).expect("a board");
    for point in 0..225 {
        match rng.random_range(0..100) {
            roll if roll < black => board.place(point, BLACK),
            roll if roll < black + white => board.place(point, WHITE),
            _ => {}
        }
    }
    board
}

fn random_boards(number: usize, seed: u64) -> impl Iterator<Item = Board> {
    let mut rng = rng(seed);
    (0..number).map(move |_| {
        let (black, white) = (rng.random_range(5..50), rng.random_range(0..40));
        random_board(black, white, &mut rng)
    })
}

#[test]
fn another_implementation_finds_the_same_fouls() {
    let mut found = [0; 3];
    for board in random_boards(600, 20) {
        let (mut black, mut white) = (BitBoard::EMPTY, BitBoard::EMPTY);
        for (point, cell) in board.cells().iter().enumerate() {
            match cell {
                Some(Side::First) => black.set(point),
                Some(Side::Second) => white.set(point),
                None => {}
            }
        }
        for point in board.empty_points() {
            let ours = rules::forbidden(&board, point);
            let theirs = match renju::foul(&black, &white, point as _) {
                renju::Foul::Overline => Some(Foul::Overline),
                renju::Foul::DoubleFour => Some(Foul::DoubleFour),
                renju::Foul::DoubleThree => Some(Foul::DoubleThree),
                _ => None,
            };
            // A point may be forbidden twice over; figrid-board then names the overline last, boyi first.
            let same = ours == theirs || (ours == Some(Foul::Overline) && theirs.is_some());
            assert!(same, "{} {ours:?} {theirs:?}\n{}", point_name(board.geometry(), point), rows(&board));
            found[ours.map_or(0, |foul| foul as usize)] += ours.is_some() as usize;
        }
    }
    assert!(found.iter().all(|&number| number > 200), "too few fouls to mean anything: {found:?}");
}

/// The search asks the rules about suspects only, which it knows by their patterns.
#[test]
fn the_search_knows_every_foul() {
    let mut fouls = 0;
    for mut board in random_boards(2000, 22) {
        board.set_side(BLACK);
        let game = Gomoku::<EXACT_RADIUS>::new(&board, Reach::Everywhere).expect("a game");
        for point in board.empty_points() {
            let foul = rules::forbidden(&board, point);
            let name = point_name(board.geometry(), point);
            assert_eq!(
                game.is_legal(board.geometry().encode(point)),
                foul.is_none(),
                "{name} {foul:?}\n{}",
                rows(&board)
            );
            fouls += foul.is_some() as usize;
        }
    }
    assert!(fouls > 10_000, "{fouls}");
}

/// The edge of a board acts like a wall of white stones: a position walled in on a larger board has equal fouls, so the
/// rules hold on every size as they do on 15x15.
#[test]
fn fouls_do_not_depend_on_the_size_of_the_board() {
    let large = Geometry::square(22).expect("a size");
    for (number, board) in random_boards(60, 21).enumerate() {
        let small = board.geometry();
        let image = |point| large.point(small.file_of(point) + number % 8, small.rank_of(point) + number / 8);
        let mut walled = Board::empty(large, Rule::Renju).expect("a board");
        let inside: Vec<u16> = (0..225).map(image).collect();
        (0..484).filter(|point| !inside.contains(point)).for_each(|point| walled.place(point, WHITE));
        for (point, cell) in board.cells().iter().enumerate() {
            cell.iter().for_each(|&side| walled.place(image(point as u16), side));
        }
        let expected: Vec<_> = rules::forbidden_points(&board).into_iter().map(|(p, foul)| (image(p), foul)).collect();
        assert_eq!(rules::forbidden_points(&walled), expected);
    }
}

/// Boards full of threes make the recursion deep; it must still end.
#[test]
fn full_rows_are_judged_soon() {
    let mut board = Board::empty(Geometry::square(22).expect("a size"), Rule::Renju).expect("a board");
    (0..484).filter(|point| matches!(point / 22 % 6, 0 | 5)).for_each(|point| board.place(point, BLACK));
    assert!(!rules::forbidden_points(&board).is_empty());
}

#[test]
fn a_row_longer_than_five() {
    let six = "........\n........\n........\n........\nXXX.XX..\n........\nOOO.OO..\n........";
    let wins = |rule, side, name| {
        let position = show(six, rule, side);
        rules::wins(position.board(), side, position.geometry().point_of(at(&position, name)))
    };
    for (rule, black, white) in
        [(Rule::Freestyle, true, true), (Rule::Standard, false, false), (Rule::Renju, false, true)]
    {
        assert_eq!(wins(rule, BLACK, "d4"), black, "{rule:?}");
        assert_eq!(wins(rule, WHITE, "d2"), white, "{rule:?}");
    }
    // Standard plays on after it; renju does not let black play it.
    assert_eq!(play(&show(six, Rule::Standard, BLACK), "d4").outcome(), None);
    let renju = show(six, Rule::Renju, BLACK);
    assert_eq!(renju.forbidden_points(), [(renju.geometry().point_of(at(&renju, "d4")), Foul::Overline)]);
    let won = play(&show(six, Rule::Renju, WHITE), "d2");
    assert_eq!(won.outcome(), over(Some(WHITE), Reason::Five));
    assert_eq!(names(&won, won.winning_line().expect("a row")), ["a2", "b2", "c2", "d2", "e2", "f2"]);
}

#[test]
fn an_exact_five_comes_before_every_foul() {
    // d4 makes an overline upwards and an exact five to the right.
    let position = show(
        ".........\n.........\n...X.....\n...X.....\n...X.....\n....XXXX.\n...X.....\n...X.....\n.........",
        Rule::Renju,
        BLACK,
    );
    let won = play(&position, "d4");
    assert_eq!(won.outcome(), over(Some(BLACK), Reason::Five));
    assert_eq!(names(&won, won.winning_line().expect("a row")), ["d4", "e4", "f4", "g4", "h4"]);
}

#[test]
fn fouls_of_each_kind() {
    for (row, kind) in [
        ("..X.X...X.X....", None),
        ("..X.X..X.X.....", None),
        ("..X.XX..X......", Some(("g8", Foul::DoubleFour))),
        ("..XX..XX.......", None),
        ("..XX.X..XX.....", Some(("g8", Foul::DoubleFour))),
        ("..XXX...XXX....", Some(("g8", Foul::DoubleFour))),
        ("..XXX.XX.......", Some(("f8", Foul::Overline))),
    ] {
        let text = format!("{0}{row}\n{0}", "...............\n".repeat(7));
        let position = show(&text, Rule::Renju, BLACK);
        let found = position.forbidden_points();
        let Some((name, kind)) = kind else {
            assert_eq!(found, [], "{row}");
            continue;
        };
        let mv = at(&position, name);
        assert!(found.contains(&(position.geometry().point_of(mv), kind)), "{row}: {found:?}");
        assert!(!position.is_legal(mv) && show(&text, Rule::Renju, WHITE).is_legal(mv));
        assert!(
            position
                .legal_moves()
                .iter()
                .all(|mv| found.iter().all(|(point, _)| position.geometry().encode(*point) != *mv))
        );
    }
}

#[test]
fn tic_tac_toe() {
    let geometry = Geometry::new(3, 3, 3).expect("measures");
    let game = |text: &str| {
        Position::from_moves(geometry, Rule::Freestyle, &parse_moves(geometry, text).expect("moves"))
            .unwrap_or_else(|error| panic!("{error}"))
    };
    let draw = game("b2 a1 a2 c2 b3 b1 c1 a3 c3");
    assert_eq!(draw.outcome(), over(None, Reason::BoardFull));
    assert_eq!((draw.legal_moves(), draw.winning_line()), (vec![], None));
    // The last point may win: then the board is not just full.
    let last = game("a1 a2 b1 b2 c2 c3 a3 b3 c1");
    assert_eq!(last.outcome(), over(Some(BLACK), Reason::Five));
    assert_eq!(game("a1 a2 b1 b2").outcome(), None);
    assert_eq!(game("a1 a2 b1 b2 c3 c2").outcome(), over(Some(WHITE), Reason::Five));
    assert_eq!(game("c1 b1 b2 c2 a3").outcome(), over(Some(BLACK), Reason::Five));
}

#[test]
fn games_that_are_played_out_end_as_they_should() {
    let mut rng = rng(22);
    for (rows, cols, k) in [(3, 3, 3), (4, 4, 4), (2, 7, 3), (1, 1, 1), (1, 22, 5), (5, 5, 5), (22, 1, 22), (6, 5, 5)] {
        for rule in Rule::ALL {
            let Ok(mut position) = Position::new(Geometry::new(rows, cols, k).expect("measures"), rule) else {
                assert_eq!(rule, Rule::Renju);
                continue;
            };
            while position.outcome().is_none() {
                let moves = position.legal_moves();
                assert!(moves.is_sorted() && !moves.is_empty());
                position = position.play(moves[rng.random_range(0..moves.len())]).expect("a legal move");
            }
            let outcome = position.outcome().expect("an end");
            assert!(position.legal_moves().is_empty());
            assert_eq!(position.winning_line().is_some(), outcome.reason == Reason::Five);
            let again = Position::from_moves(position.geometry(), rule, &position.moves()).expect("the same game");
            assert!(again == position && again.board().key() == position.board().key());
            assert_eq!((again.ply(), again.last_move()), (position.ply(), position.last_move()));
        }
    }
}

#[test]
fn black_without_a_legal_move_loses() {
    // Every empty point would make six.
    let text = "XXX.XX\nOOXOOX\nXXOXXO\nOOXOOX\nXXOXXO\nXXX.XX";
    let position = show(text, Rule::Renju, BLACK);
    assert_eq!(position.forbidden_points().len(), 2);
    assert_eq!(position.outcome(), over(Some(WHITE), Reason::NoLegalMove));
    assert_eq!(position.legal_moves(), []);
    assert!(message(position.play(at(&position, "d1"))).contains("overline"));
    assert_eq!(show(text, Rule::Renju, WHITE).outcome(), None);
    assert_eq!(show(text, Rule::Standard, BLACK).outcome(), None);
    // With no empty point at all it is a draw, not a loss.
    let full = play(&play(&show(text, Rule::Standard, BLACK), "d1"), "d6");
    assert_eq!(full.outcome(), over(None, Reason::BoardFull));
    let full = show(&rows(full.board()), Rule::Renju, BLACK);
    assert_eq!(full.outcome(), over(None, Reason::BoardFull));
}

#[test]
fn whose_turn_it_is() {
    let turn = |text: &str, turn| Position::from_diagram(text, Rule::Freestyle, 3, turn);
    assert_eq!(turn("...\n...\n...", None).expect("balanced").side(), BLACK);
    assert_eq!(turn("...\nXO.\n...", None).expect("balanced").side(), BLACK);
    assert_eq!(turn("...\nX..\n...", None).expect("balanced").side(), WHITE);
    for text in ["...\nXX.\n...", "...\nO..\n...", "..O\nO..\n..X"] {
        let error = message(turn(text, None));
        assert!(error.contains("whose turn is it") && error.contains("one more black"), "{error}");
        for side in [BLACK, WHITE] {
            assert_eq!(turn(text, Some(side)).expect("the turn is given").side(), side);
        }
    }
    assert!(message(turn("X..\nX..\n...", None)).contains("2 black and 0 white stones"));
    // A turn in the text is as good, and one outside comes first.
    assert_eq!(turn("...\nXX.\n...\nblack to move", None).expect("a turn").side(), BLACK);
    assert_eq!(turn("...\nXX.\n...\nblack to move", Some(WHITE)).expect("a turn").side(), WHITE);
}

#[test]
fn rows_that_stand_already() {
    let set = |text, turn| Position::from_diagram(text, Rule::Freestyle, 3, Some(turn)).expect("a position");
    for turn in [BLACK, WHITE] {
        let won = set("XXX\nOO.\n...", turn);
        assert_eq!(won.outcome(), over(Some(BLACK), Reason::Five));
        assert_eq!(names(&won, won.winning_line().expect("a row")), ["a3", "b3", "c3"]);
        assert_eq!(won.legal_moves(), []);
        assert!(message(won.play(at(&won, "a1"))).contains("black has won"));
        // If both have one, who has just moved has won.
        assert_eq!(set("XXX\nOOO\n...", turn).outcome(), over(Some(!turn), Reason::Five));
    }
    // An overline of black's is no row that wins in renju.
    let overline = show("......\nXXXXXX\n......\n......\n......\n......", Rule::Renju, WHITE);
    assert_eq!(overline.outcome(), None);
}

#[test]
fn positions_are_values() {
    let geometry = Geometry::square(15).expect("a size");
    let start = Position::new(geometry, Rule::Freestyle).expect("a board");
    let (a, b) = (play(&play(&play(&start, "h8"), "i9"), "j10"), play(&play(&play(&start, "j10"), "i9"), "h8"));
    assert!(a == b && a != start && a != a.mirrored());
    assert_eq!(a.board().key(), b.board().key());
    assert_eq!((start.ply(), start.last_move(), start.moves()), (0, None, vec![]));
    assert_eq!((a.ply(), a.last_move(), a.side()), (3, Some(at(&start, "j10")), WHITE));
    assert!(*a.origin() == start);
    let mirrored = a.mirrored();
    assert_eq!(mirrored.moves(), parse_moves(geometry, "h8 g9 f10").expect("moves"));
    assert!(mirrored.mirrored() == a);
    let cells = |rule| Position::from_cells(geometry, rule, a.board().cells(), None).expect("a position");
    assert!(cells(Rule::Freestyle) == a && cells(Rule::Standard) != a);
    assert_eq!(cells(Rule::Renju).board().key(), a.board().key());
    let white = Position::from_cells(geometry, Rule::Freestyle, a.board().cells(), Some(BLACK)).expect("a position");
    assert!(white != a && white.board().key() != a.board().key());
}

#[test]
fn canonical_keys() {
    let mut rng = rng(23);
    for (rows, cols) in [(15, 15), (5, 5), (3, 7), (22, 20), (1, 6)] {
        let geometry = Geometry::new(rows, cols, 1 + rows.max(cols) / 2).expect("measures");
        assert_eq!(geometry.symmetries().len(), if rows == cols { 8 } else { 4 });
        for stones in [0, 1, 2, 3, 9] {
            let mut board = Board::empty(geometry, Rule::Freestyle).expect("a board");
            for _ in 0..stones.min(geometry.points() - 2) {
                let points: Vec<u16> = board.empty_points().collect();
                board.play(points[rng.random_range(0..points.len())]);
            }
            let position = Position::from_board(board.clone());
            for symmetry in geometry.symmetries() {
                let image = Position::from_board(board.image(symmetry));
                assert_eq!(image.canonical_key(), position.canonical_key(), "{}", diagram(&board));
                assert_eq!(image.outcome().map(|o| o.winner), position.outcome().map(|o| o.winner));
                let distinct: std::collections::HashSet<u16> =
                    (0..geometry.points() as u16).map(|point| geometry.image(point, symmetry)).collect();
                assert_eq!(distinct.len(), geometry.points());
            }
            // One stone elsewhere, or the other side to move, is another position.
            board.pass();
            assert_ne!(Position::from_board(board.clone()).canonical_key(), position.canonical_key());
        }
    }
}

#[test]
fn keys_are_kept_up() {
    let mut rng = rng(24);
    let mut board = Board::empty(Geometry::square(22).expect("a size"), Rule::Freestyle).expect("a board");
    let mut played: Vec<(u16, u64)> = Vec::new();
    for _ in 0..2000 {
        let points: Vec<u16> = board.empty_points().collect();
        if !points.is_empty() && rng.random_range(0..5) < 3 {
            let point = points[rng.random_range(0..points.len())];
            played.push((point, board.key()));
            board.play(point);
        } else if let Some((point, key)) = played.pop() {
            board.undo(point);
            assert_eq!(board.key(), key);
        }
        let stones = |side| board.cells().iter().filter(|&&cell| cell == Some(side)).count();
        assert_eq!((stones(BLACK), stones(WHITE)), (board.stones(BLACK), board.stones(WHITE)));
        assert!(board.image(0) == board && board.image(0).key() == board.key());
    }
}
