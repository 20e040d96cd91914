//! Detection of a mate in one, compared with a search of two plies by the rules alone.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::{Rng, json, near_the_end, playout, position, rng, thrown};
use boyi::bench::XIANGQI;
use boyi::game::{Forcing, Game, Move, MoveClass, MoveList, Tactics};
use boyi::games::GameKind;
use boyi::games::gomoku::{self, AnyGomoku, Geometry, Reach, Rule, with_gomoku};
use boyi::games::xiangqi::attacks::*;
use boyi::games::xiangqi::bitboard::{Bitboard, Squares, file_of, rank_of};
use boyi::games::xiangqi::board::Board;
use boyi::games::xiangqi::fen::{check, place};
use boyi::games::xiangqi::moves::{move_name, parse_coordinates};
use boyi::games::xiangqi::{PieceSquare, Position};
use boyi::presets::preset;
use boyi::search::observe::NoObserver;
use boyi::search::{Limits, Searcher};
use rand::RngExt;

/// The moves that leave the opponent without a legal move, and whether they give check.
fn mates(at: &Position) -> Vec<(Move, bool)> {
    let (mut game, mut list, mut mates) = (at.game(), MoveList::new(), vec![]);
    game.generate(MoveClass::Candidates, &mut list);
    for mv in list.iter() {
        game.play(mv);
        if game.count_moves() == 0 {
            mates.push((mv, game.in_check()));
        }
        game.undo();
    }
    mates
}

/// Numbers of positions compared, with a mate in one, and with none that gives check.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    mates: usize,
    without_check: usize,
}

impl Seen {
    /// Compares a position, and its mirror, with the two plies; the same position of the other side too.
    fn compare(&mut self, at: &Position) {
        let mates = mates(at);
        let mirror = at.board().mirrored();
        for board in [at.board().clone(), mirror.rotated(), at.board().rotated(), mirror] {
            let guard = board.guard();
            assert_eq!(board.has_mate_in_one(&guard), !mates.is_empty(), "{}", Position::new(board, 0, 1).fen());
        }
        assert_eq!((at.has_mate_in_one(), at.game().has_mate_in_one()), (!mates.is_empty(), !mates.is_empty()));
        let (mut game, mut checks) = (at.game(), MoveList::new());
        game.checks(&mut checks);
        let mut found: Vec<Move> = checks.iter().collect();
        found.sort_unstable_by_key(|mv| mv.0);
        let mut expected = at.legal_moves();
        expected.retain(|&mv| at.play(mv).expect("legal").is_check());
        expected.sort_unstable_by_key(|mv| mv.0);
        assert_eq!(found, expected, "{}", at.fen());
        self.positions += 1;
        self.mates += !mates.is_empty() as usize;
        self.without_check += (!mates.is_empty() && mates.iter().all(|(_, check)| !check)) as usize;
    }

    /// Compares every position of a random game.
    fn playout(&mut self, start: Position, plies: usize, rng: &mut Rng) {
        let mut at = start;
        for _ in 0..plies {
            self.compare(&at);
            let next = playout(at.clone(), 1, rng);
            if next.ply() == at.ply() {
                break;
            }
            at = next;
        }
    }
}

/// A square of a set.
fn any_of(set: Bitboard, rng: &mut Rng) -> u8 {
    let squares: Vec<u8> = Squares(set).collect();
    squares[rng.random_range(0..squares.len())]
}

/// Red to move against a palace: attackers in front of it, kinds as given, and defenders at home.
fn besieged(attackers: &[usize], defenders: usize, rng: &mut Rng) -> Option<Position> {
    let mut board = Board::empty();
    let front = |square: &u8| rank_of(*square) >= 5 && (1..8).contains(&file_of(*square));
    let front = Squares(HOME[1]).filter(front).fold(0, |set, square| set | 1 << square);
    let put = |board: &mut Board, kind: usize, side: usize, set: Bitboard, rng: &mut Rng| {
        let free = set & STANDS[side][kind] & !board.occupied();
        free != 0 && place(board, any_of(free, rng), (2 * kind + side) as u8).is_ok()
    };
    for side in [0, 1] {
        put(&mut board, KING, side, PALACE[side], rng);
    }
    for _ in 0..defenders {
        let kind = [ADVISOR, ADVISOR, ELEPHANT, ELEPHANT, PAWN, HORSE, CHARIOT, CANNON][rng.random_range(0..8)];
        let set = if kind < HORSE { HOME[1] } else { HOME[0] | HOME[1] };
        put(&mut board, kind, 1, set, rng);
    }
    for _ in 0..rng.random_range(1..6) {
        put(&mut board, attackers[rng.random_range(0..attackers.len())], 0, front, rng);
    }
    check(&board).is_ok().then(|| Position::new(board, 0, 1))
}

#[test]
fn random_games_agree() {
    let (mut seen, mut rng) = (Seen::default(), rng(1));
    let starts = XIANGQI.into_iter().chain([boyi::games::xiangqi::fen::START]);
    for fen in starts.cycle().take(330) {
        seen.playout(position(fen), 150, &mut rng);
    }
    assert!(seen.positions > 40_000 && seen.mates > 400, "{seen:?}");
}

#[test]
fn random_boards_agree() {
    let (mut seen, mut rng) = (Seen::default(), rng(2));
    for pieces in (0..16).cycle().take(16_000) {
        if let Some(at) = thrown(pieces, &mut rng) {
            seen.playout(at, 4, &mut rng);
        }
    }
    assert!(seen.positions > 30_000 && seen.mates > 1000 && seen.without_check > 20, "{seen:?}");
}

#[test]
fn sieges_agree() {
    let (mut seen, mut rng) = (Seen::default(), rng(3));
    let all = [HORSE, CHARIOT, CANNON, PAWN];
    for defenders in (0..7).cycle().take(42_000) {
        // Of one kind only, too: two horses, three cannons, five pawns.
        let kind = rng.random_range(0..8);
        let attackers = all.get(kind..=kind).unwrap_or(&all);
        if let Some(at) = besieged(attackers, defenders, &mut rng) {
            seen.compare(&at);
        }
    }
    assert!(seen.positions > 20_000 && seen.mates > 3000 && seen.without_check > 500, "{seen:?}");
}

#[test]
fn compositions_end_with_a_mate_in_one() {
    let (mut seen, file) = (Seen::default(), json("xiangqi_mates.json"));
    for puzzle in file["puzzles"].as_array().unwrap() {
        assert!(near_the_end(puzzle, 1).has_mate_in_one(), "{}", puzzle["id"]);
        for plies in 0..puzzle["pv"].as_array().unwrap().len() {
            seen.compare(&near_the_end(puzzle, plies));
        }
    }
    assert!(seen.mates >= 100, "{seen:?}");
}

/// A board that fenon's series draws: a horse and a pawn beside the palace, and an elephant that the pawn could take.
/// The pawn's step to the king is said to mate.
const DRAWN: &str = "6b2/2N1k1P2/9/9/9/9/9/9/9/3K5 w";
/// The position [`DRAWN`] with a horse that guards the pawn's target and a pawn that can move if the elephant is gone.
const MENDED: &str = "6b2/2N1k1P2/9/p5N2/9/9/9/9/9/3K5 w";

#[test]
fn the_drawn_example_is_no_mate_because_the_king_takes_the_pawn() {
    let drawn = position(DRAWN);
    assert!(!drawn.has_mate_in_one());
    let after = drawn.play(parse_coordinates("g8f8").unwrap()).unwrap();
    assert!(after.is_check());
    assert_eq!(after.legal_moves().into_iter().map(move_name).collect::<Vec<_>>(), ["e8f8"]);
}

#[test]
fn depth_one_on_material_takes_the_elephant_instead_of_mating() {
    let mended = position(MENDED);
    let names: Vec<(String, bool)> = mates(&mended).into_iter().map(|(mv, check)| (move_name(mv), check)).collect();
    assert_eq!(names, [("g8f8".to_string(), true)]);
    assert!(mended.has_mate_in_one());
    let material = [0, 2, 2, 4, 9, 4, 1].map(|worth| [[worth; 9]; 10]);
    let mut searcher = Searcher::new(preset("plain", GameKind::Xiangqi).unwrap()).unwrap();
    let game = mended.game_with(Arc::new(PieceSquare::new(&material, 0)));
    let mut best = |depth| {
        let limits = Limits::depth(depth);
        searcher.search(&game, &limits, &AtomicBool::new(false), &mut NoObserver, &mut |_| ()).mv
    };
    assert_eq!([best(1), best(2)].map(move_name), ["g8g9", "g8f8"]);
}

/// Gomoku: detection of five in a row with the next stone.
#[test]
fn gomoku_sees_fives() {
    let (mut rng, mut fives) = (rng(4), 0);
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        for _ in 0..150 {
            let mut at = gomoku::Position::new(Geometry::square(9).unwrap(), rule).unwrap();
            while !at.legal_moves().is_empty() {
                let moves = at.legal_moves();
                let wins = |mv: &&Move| at.play(**mv).unwrap().outcome().is_some_and(|end| end.reason.name() == "five");
                let expected = moves.iter().any(|mv| wins(&mv));
                for reach in [Reach::Near, Reach::Everywhere] {
                    let game = AnyGomoku::new(&at, reach).unwrap();
                    assert_eq!(with_gomoku!(&game, game => game.has_mate_in_one()), expected, "{rule:?}");
                }
                fives += expected as usize;
                at = at.play(moves[rng.random_range(0..moves.len())]).unwrap();
            }
        }
    }
    assert!(fives > 500, "{fives}");
}
