//! The trait `Evaluator` is sufficient for networks: evaluators that only record deltas and compute values on demand
//! give the trees of evaluators that update sums with every move.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::position;
use boyi::bench::{GOMOKU, XIANGQI, gomoku_game};
use boyi::evaluations::EvaluationName;
use boyi::evaluator::Evaluator;
use boyi::game::{Ranked, Side, Tactics};
use boyi::games::GameKind;
use boyi::games::gomoku::eval::Stone;
use boyi::games::gomoku::pattern::{FREE_RADIUS, VALUES};
use boyi::games::gomoku::{Gomoku, GomokuEvaluator, Patterns, Reach, Shapes};
use boyi::games::xiangqi::board::{Board, EMPTY, side_of};
use boyi::games::xiangqi::eval::Moved;
use boyi::games::xiangqi::moves::{from_of, to_of};
use boyi::games::xiangqi::{PieceSquare, XiangqiEvaluator};
use boyi::presets::{preset, presets};
use boyi::search::observe::NoObserver;
use boyi::search::{Config, Limits, Searcher};

/// Piece-square values in the style of a network: a stack of sums, each computed from the one below on demand.
struct Lazy(PieceSquare);

/// The known sums, and the moves played since.
#[derive(Clone)]
struct Stack(Vec<[i32; 2]>, Vec<Moved>);

impl Evaluator<Board> for Lazy {
    type State = RefCell<Stack>;
    type Undo = ();

    fn refresh(&self, board: &Board) -> RefCell<Stack> {
        RefCell::new(Stack(vec![self.0.refresh(board)], Vec::new()))
    }

    fn update(&self, state: &mut RefCell<Stack>, _: &Board, moved: Moved) {
        state.get_mut().1.push(moved);
    }

    fn undo(&self, state: &mut RefCell<Stack>, _: ()) {
        let Stack(sums, moves) = state.get_mut();
        moves.pop();
        sums.truncate(moves.len() + 1);
    }

    fn value(&self, state: &RefCell<Stack>, board: &Board, side: Side) -> i32 {
        let Stack(sums, moves) = &mut *state.borrow_mut();
        while sums.len() <= moves.len() {
            let (mut top, Moved { mv, piece, captured }) = (sums[sums.len() - 1], moves[sums.len() - 1]);
            top[side_of(piece)] += self.0.value_on(piece, to_of(mv)) - self.0.value_on(piece, from_of(mv));
            if captured != EMPTY {
                top[side_of(captured)] -= self.0.value_on(captured, to_of(mv));
            }
            sums.push(top);
        }
        self.0.value(&sums[moves.len()], board, side)
    }
}

impl XiangqiEvaluator for Lazy {}

/// An evaluator that sums pattern values from the deltas of stones, and scores moves as the game does, or in reverse.
struct Told {
    sign: i32,
}

/// Value of the patterns that one colour makes in the four directions.
fn value_of(patterns: u32, side: Side) -> i32 {
    patterns.to_le_bytes().map(|both| i32::from(VALUES[(both >> (4 * side.index()) & 15) as usize])).iter().sum()
}

const SIDES: [Side; 2] = [Side::First, Side::Second];

impl<const R: usize> Evaluator<Shapes<R>> for Told {
    type State = [i32; 2];
    type Undo = [i32; 2];

    const SCORES_MOVES: bool = true;

    fn refresh(&self, shapes: &Shapes<R>) -> [i32; 2] {
        SIDES.map(|side| shapes.board().empty_points().map(|p| value_of(shapes.patterns()[p as usize], side)).sum())
    }

    fn update(&self, sums: &mut [i32; 2], shapes: &Shapes<R>, stone: Stone<'_>) -> [i32; 2] {
        let before = *sums;
        // Of a point that comes twice the first patterns are those before the move.
        let mut seen = Vec::new();
        for &(point, patterns) in stone.changes {
            if !seen.contains(&point) {
                seen.push(point);
                for side in SIDES {
                    let now = value_of(shapes.patterns()[point as usize], side);
                    sums[side.index()] += now - value_of(patterns, side);
                }
            }
        }
        // The stone's own point is empty no more; its patterns are still those before.
        for side in SIDES {
            sums[side.index()] -= value_of(shapes.patterns()[stone.point as usize], side);
        }
        before
    }

    fn undo(&self, sums: &mut [i32; 2], before: [i32; 2]) {
        *sums = before;
    }

    fn value(&self, sums: &[i32; 2], shapes: &Shapes<R>, side: Side) -> i32 {
        assert_eq!(sums[0] - sums[1], shapes.sums().lead);
        Patterns.value(&(), shapes, side)
    }

    fn move_scores(&self, _: &[i32; 2], shapes: &Shapes<R>, moves: &mut [Ranked]) {
        let side = shapes.board().side();
        for ranked in moves {
            let point = shapes.board().geometry().point_of(ranked.mv());
            let score = (shapes.worth(point, side).score + shapes.worth(point, !side).denial) as i32;
            *ranked = ranked.scored(self.sign * score);
        }
    }
}

impl<const R: usize> GomokuEvaluator<R> for Told {}

/// Score and nodes of each iteration.
fn tree<G: Tactics>(game: &G, config: &Config, depth: u32) -> Vec<(i32, u64)> {
    let mut searcher = Searcher::new(config.clone()).unwrap();
    let (limits, flag) = (Limits::depth(depth), AtomicBool::new(false));
    let report = searcher.search(game, &limits, &flag, &mut NoObserver, &mut |_| ());
    report.iterations.iter().map(|it| (it.score, it.nodes)).collect()
}

#[test]
fn an_evaluator_may_do_its_work_when_it_is_asked() {
    let config = Config { table_mb: 1, ..preset("boyi", GameKind::Xiangqi).unwrap() };
    for at in XIANGQI.iter().take(5).map(|fen| position(fen)) {
        let lazy = at.game_with(Arc::new(Lazy(PieceSquare::default())));
        assert_eq!(tree(&lazy, &config, 6), tree(&at.game(), &config, 6));
    }
}

#[test]
fn changes_of_patterns_are_told_and_moves_scored() {
    let config = Config { table_mb: 1, ..preset("boyi", GameKind::Gomoku).unwrap() };
    let mut others = 0;
    for game in GOMOKU.iter().map(|moves| gomoku_game(moves)) {
        let told = |sign| {
            let shapes = Shapes::<FREE_RADIUS>::new(game.board(), Reach::Near).unwrap();
            tree(&Gomoku::with(shapes, Arc::new(Told { sign })), &config, 5)
        };
        let own = tree(&game, &config, 5);
        assert_eq!(told(1), own);
        others += (told(-1) != own) as usize;
    }
    assert!(others > 2, "another order gives another tree");
}

#[test]
fn presets_name_evaluations_of_their_games() {
    assert_eq!(EvaluationName::all()[..2], EvaluationName::EVERYWHERE.map(EvaluationName::text));
    let listed: Vec<&str> = GameKind::ALL.iter().flat_map(|kind| kind.evaluations()).collect();
    assert!(listed.iter().all(|name| EvaluationName::all()[2..].iter().filter(|one| *one == name).count() == 1));
    for preset in presets() {
        for kind in GameKind::ALL {
            let name = preset.config(kind).evaluation;
            let general = if preset.name == "boyi" { EvaluationName::DEFAULT } else { EvaluationName::BY_HAND };
            let named = preset.home == Some(kind) || (preset.name, kind) == ("boyi-classic", GameKind::Xiangqi);
            let fits = if named { kind.evaluations().contains(&name.text()) } else { name == general };
            assert!(fits, "{} in {kind:?}: {name:?}", preset.name);
        }
    }
}
