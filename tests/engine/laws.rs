//! Properties of every position: incremental state equals state computed from scratch, undo restores everything,
//! generated moves are exactly the legal ones, and symmetric positions have symmetric games.
//!
//! Properties of all games are in `common/laws.rs` and are tested here for xiangqi and gomoku, and for Connect Four in
//! `connect4.rs`; each game has some of its own.

use std::sync::Arc;

use crate::common::laws::{self, generated, set};
use crate::common::{exact, int, name, playout, position, random_evaluation, rng, sized};
use boyi::game::{Forcing, Game, Move, MoveClass, Ranked, Side, Tactics};
use boyi::games::gomoku::{self, AnyGomoku, Geometry, Reach, Rule, with_gomoku};
use boyi::games::xiangqi::moves::{encode, from_of, to_of};
use boyi::games::xiangqi::{PieceSquare, Position, Xiangqi};
use boyi::perft::perft;
use boyi::search::Config;
use boyi::search::table::Entry;
use boyi::window::Bound;
use proptest::prelude::*;
use rand::RngExt;

/// Start positions of playouts: the start, a bare endgame, and positions full of checks and pins.
const STARTS: [&str; 6] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab2/4n1c2/4c1n2/pCp1p1R1p/6p2/2P1P2r1/P1N3P1P/4C1N2/9/R1BAKAB2 w - - 0 1",
    "4k4/9/9/9/9/3R1N3/9/3p5/9/4K4 b - - 0 1",
    "2bak4/4a4/4b4/8p/2p3p2/9/N2rP4/6NC1/C3A4/4K1B2 w - - 30 40",
    "R7C/3ka4/5P2b/8P/2b4r1/8n/1p7/4N2p1/9/2BA1K3 w - - 0 1",
    "3k1a3/4a4/8r/4C4/2R6/4c4/2P6/1p7/4An2n/3CKA3 w - - 118 90",
];

/// A random evaluation: its largest value, and its seed.
const VALUES: (std::ops::RangeInclusive<i16>, prop::num::u64::Any) = (1..=300, prop::num::u64::ANY);

/// A position with its history; shown as the FEN it began with and the moves since.
#[derive(Clone)]
struct Sample(Position);

impl std::fmt::Debug for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves: Vec<String> = self.0.moves().into_iter().map(boyi::games::xiangqi::moves::move_name).collect();
        write!(f, "{}; from {} by {}", self.0.fen(), self.0.origin().fen(), moves.join(" "))
    }
}

/// Positions from playouts and thrown ones.
fn samples() -> impl Strategy<Value = Sample> {
    let played = (prop::sample::select(&STARTS[..]), 0..90usize, any::<u64>())
        .prop_map(|(fen, plies, seed)| Sample(playout(position(fen), plies, &mut rng(seed))));
    let seeds = (0..31usize, 0..4usize, any::<u64>());
    let thrown = seeds.prop_filter_map("the side not to move is in check", |(pieces, plies, seed)| {
        let mut rng = rng(seed);
        crate::common::thrown(pieces, &mut rng).map(|start| Sample(playout(start, plies, &mut rng)))
    });
    prop_oneof![2 => played, 1 => thrown]
}

fn evaluation((most, seed): (i16, u64)) -> Arc<PieceSquare> {
    random_evaluation(most, &mut rng(seed))
}

/// A gomoku position in a game of some reach; shown as its moves.
#[derive(Clone)]
struct Placed(gomoku::Position, Reach);

impl std::fmt::Debug for Placed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}\n{}", self.0.rule().name(), self.1, gomoku::text::diagram(self.0.board()))
    }
}

impl Placed {
    fn game(&self) -> AnyGomoku {
        AnyGomoku::new(&self.0, self.1).unwrap()
    }
}

/// Games of gomoku by any rule on boards of any measures, at any stage: stones fall near the middle or anywhere.
fn placed() -> impl Strategy<Value = Placed> {
    let rules = prop::sample::select(&[Rule::Freestyle, Rule::Standard, Rule::Renju][..]);
    (rules, 6..16usize, 6..16usize, 1..60usize, any::<bool>(), any::<u64>()).prop_map(
        |(rule, rows, cols, stones, near, seed)| {
            let (geometry, mut rng) = (Geometry::new(rows, cols, 5).unwrap(), rng(seed));
            let mut at = gomoku::Position::new(geometry, rule).unwrap();
            for _ in 0..stones {
                let moves = at.legal_moves();
                let near = |mv: &Move| {
                    let point = geometry.point_of(*mv);
                    geometry.file_of(point).abs_diff(cols / 2).max(geometry.rank_of(point).abs_diff(rows / 2)) < 4
                };
                let middle: Vec<Move> = moves.iter().copied().filter(near).collect();
                let choice = if middle.is_empty() || rng.random_ratio(1, 6) { moves } else { middle };
                if choice.is_empty() {
                    break;
                }
                at = at.play(choice[rng.random_range(0..choice.len())]).unwrap();
            }
            Placed(at, if near { Reach::Near } else { Reach::Everywhere })
        },
    )
}

/// Exact heuristics, with a table and the quiescence search: the score is that of minimax.
fn searching() -> Config {
    exact(&[
        ("path_scores", name("ignore")),
        ("repetition", int(0)),
        ("check_extension", crate::common::OFF),
        ("root_sort", name("all")),
    ])
}

/// Checks that the state of a game equals that of a new game set up with the same pieces.
fn assert_as_new(game: &Xiangqi, evaluation: &Arc<PieceSquare>) -> Result<(), TestCaseError> {
    let board = game.board();
    prop_assert_eq!(game.key(), board.rotated().rotated().key(), "key");
    prop_assert_eq!(*game.guard(), board.guard(), "guard");
    let text = Position::new(board.clone(), game.clock(), 1).fen();
    let new = Xiangqi::new(position(&text).board().clone(), game.clock(), evaluation.clone());
    prop_assert_eq!(game.key(), new.key(), "key from {}", text);
    prop_assert_eq!(*game.guard(), *new.guard(), "guard from {}", text);
    prop_assert_eq!((game.evaluate(), game.strength()), (new.evaluate(), new.strength()), "{}", text);
    prop_assert_eq!(generated(game, MoveClass::Candidates), generated(&new, MoveClass::Candidates), "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sized(100, 400), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn laws_of_any_game_hold_in_xiangqi(Sample(at) in samples(), values in VALUES, seed: u64) {
        let game = at.game_with(evaluation(values));
        laws::undo_restores_everything(&game, &mut rng(seed));
        laws::keys_after_moves_are_known(&game);
        laws::noisy_and_quiet_moves_are_all_moves(&game);
        laws::codes_know_whether_they_are_generated(&game);
        laws::every_move_has_a_slot_of_its_own(&game);
        laws::a_null_move_passes_the_turn(&game);
    }

    #[test]
    fn laws_of_any_game_hold_in_gomoku(at in placed(), seed: u64) {
        with_gomoku!(&at.game(), game => {
            laws::undo_restores_everything(game, &mut rng(seed));
            laws::keys_after_moves_are_known(game);
            laws::noisy_and_quiet_moves_are_all_moves(game);
            laws::codes_know_whether_they_are_generated(game);
            laws::every_move_has_a_slot_of_its_own(game);
            laws::a_null_move_passes_the_turn(game);
        });
    }

    #[test]
    fn incremental_equals_computed_anew(Sample(at) in samples(), values in VALUES) {
        let evaluation = evaluation(values);
        let mut game = at.game_with(evaluation.clone());
        assert_as_new(&game, &evaluation)?;
        prop_assert_eq!((at.board().key(), at.clock()), (game.key(), game.clock()), "position and game differ");
        for mv in generated(&game, MoveClass::Candidates) {
            game.play(mv);
            assert_as_new(&game, &evaluation)?;
            game.undo();
        }
    }

    #[test]
    fn positions_allow_what_games_generate(Sample(at) in samples()) {
        let game = at.game();
        let moves = set(&generated(&game, MoveClass::Candidates));
        for code in 0..=u16::MAX {
            let mv = Move(code);
            prop_assert_eq!(game.is_legal(mv), moves.contains(&mv), "{:?}", mv);
            prop_assert_eq!(at.is_legal(mv), moves.contains(&mv), "{:?}", mv);
        }
        prop_assert_eq!(set(&at.legal_moves()), moves.clone());
        prop_assert_eq!(at.count_moves(), moves.len());
    }

    #[test]
    fn a_mirrored_position_has_mirrored_moves_and_the_same_score(Sample(at) in samples()) {
        let mirror = at.mirrored();
        let square = |s: u8| s / 9 * 9 + 8 - s % 9;
        // boyi's own tables are the same on both wings.
        let map = |m: Move| encode(square(from_of(m)), square(to_of(m)));
        laws::an_image_is_the_same_game(&at.game(), &mirror.game(), map, &searching(), 2);
        prop_assert_eq!(perft(&mut at.game(), 2), perft(&mut mirror.game(), 2));
        prop_assert_eq!((at.is_check(), at.outcome()), (mirror.is_check(), mirror.outcome()));
        prop_assert!(mirror.mirrored() == at && mirror.mirrored().moves() == at.moves());
    }

    #[test]
    fn all_images_of_a_gomoku_board_have_the_same_score(at in placed()) {
        let geometry = at.0.geometry();
        // Without a stone only the middle is considered, which boards of even length do not have.
        for symmetry in geometry.symmetries().filter(|_| at.0.ply() > 0) {
            let image = Placed(gomoku::Position::from_board(at.0.board().image(symmetry)), at.1);
            let map = |m: Move| geometry.encode(geometry.image(geometry.point_of(m), symmetry));
            // A board that is set up does not know that its last move has won.
            let [origin, image] = [Placed(gomoku::Position::from_board(at.0.board().clone()), at.1), image].map(|at| at.game());
            let config = Config { quiescence: false, ..searching() };
            match (&origin, &image) {
                (AnyGomoku::Free(a), AnyGomoku::Free(b)) => laws::an_image_is_the_same_game(a, b, map, &config, 2),
                (AnyGomoku::Exact(a), AnyGomoku::Exact(b)) => laws::an_image_is_the_same_game(a, b, map, &config, 2),
                _ => unreachable!("an image has the same rule"),
            }
        }
    }

    #[test]
    fn a_rotated_board_is_the_same_for_the_other_side(Sample(at) in samples(), values in VALUES) {
        let (board, evaluation) = (at.board().rotated(), evaluation(values));
        let rotated = Xiangqi::new(board.clone(), at.clock(), evaluation.clone());
        let game = at.game_with(evaluation);
        let moves = generated(&game, MoveClass::Candidates);
        let turned: Vec<Move> = moves.iter().map(|&m| encode(89 - from_of(m), 89 - to_of(m))).collect();
        prop_assert_eq!(set(&turned), set(&generated(&rotated, MoveClass::Candidates)));
        prop_assert_eq!((game.evaluate(), game.strength()), (rotated.evaluate(), rotated.strength()));
        prop_assert_eq!(game.in_check(), rotated.in_check());
        prop_assert!(board.side() != at.side() && board.rotated() == *at.board());
        for (&mv, &twin) in moves.iter().zip(&turned) {
            prop_assert_eq!(game.mvv_lva(mv), rotated.mvv_lva(twin));
            prop_assert_eq!(game.is_discounted(mv), rotated.is_discounted(twin));
        }
    }

    #[test]
    fn positions_are_written_and_read(Sample(at) in samples()) {
        let again = position(&at.fen());
        prop_assert!(again == at);
        prop_assert_eq!((again.clock(), again.fullmove(), again.fen()), (at.clock(), at.fullmove(), at.fen()));
        prop_assert_eq!(again.board().key(), at.board().key());
        prop_assert_eq!(again.legal_moves(), at.legal_moves());
    }

    #[test]
    fn a_null_move_leaves_pieces_and_evaluation(Sample(at) in samples(), values in VALUES) {
        let evaluation = evaluation(values);
        let mut game = at.game_with(evaluation.clone());
        let (eval, in_check) = (game.evaluate(), game.in_check());
        prop_assert_eq!(game.play_null(), !in_check);
        if !in_check {
            let mut board = at.board().clone();
            board.pass();
            prop_assert!(*game.board() == board);
            assert_as_new(&game, &evaluation)?;
            prop_assert_eq!(game.evaluate() + eval, 2 * evaluation.tempo() as i32);
        }
    }

    #[test]
    fn entries_are_packed_and_unpacked(word: u64, mv: u16, score: i16, eval: i16, depth in 0..=i8::MAX, bits in 0..4u8, age in 0..64u8, second: bool) {
        prop_assert_eq!(Entry::unpack(word).pack(), word);
        let last_player = if second { Side::Second } else { Side::First };
        let entry = Entry { mv: Move(mv), score, eval, depth, bound: Bound::from_bits(bits), age, last_player };
        prop_assert_eq!(Entry::unpack(entry.pack()), entry);
    }

    #[test]
    fn ranked_moves_go_by_score_then_by_generation(a: (u16, i32), b: (u16, i32), i in 0..0xffffusize, j in 0..0xffffusize) {
        let rank = |(mv, score), index| Ranked::new(Move(mv), index).scored(score);
        let (x, y) = (rank(a, i), rank(b, j));
        prop_assert_eq!((x.mv().0, x.score()), a);
        prop_assert_eq!(x.scored(b.1).score(), b.1, "a second score replaces the first");
        if (a.1, i) != (b.1, j) {
            prop_assert_eq!(x > y, (a.1, std::cmp::Reverse(i)) > (b.1, std::cmp::Reverse(j)));
        }
    }
}
