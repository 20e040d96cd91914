//! Kill search solves published puzzles, and every win that it claims is verified move by move.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::{json, rng, sized};
use boyi::game::{Forcing, Game, Move, MoveClass, MoveList, Side, Tactics};
use boyi::games::gomoku::pattern::FREE_RADIUS;
use boyi::games::gomoku::text::parse_moves;
use boyi::games::gomoku::{AnyGomoku, Board, Geometry, Gomoku, Position, Reach, Rule, rules, with_gomoku};
use boyi::games::xiangqi;
use boyi::search::Limits;
use boyi::search::config::Defence;
use boyi::search::kill::{Force, KillResult, Proof, Question, Solver, Status};
use boyi::search::stop::{Budget, Stop};
use rand::RngExt;
use serde_json::Value;

fn ask<G: Tactics>(solver: &mut Solver, game: &G, question: Question) -> KillResult {
    let limits = Limits { nodes: Some(300_000), ..Limits::default() };
    let flag = AtomicBool::new(false);
    solver.solve(game, &question, &mut Stop::new(&Budget::new(&limits, &flag, 1)))
}

fn sound(force: Force) -> Question {
    Question { force, rule: None, plain: Question::NO_LIMIT, moves: Question::NO_LIMIT, estimates: true }
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// The position of a puzzle, its force, and its name.
fn puzzle(puzzle: &Value) -> (Position, Force, &str) {
    let rule = Rule::from_name(puzzle["rule"].as_str().unwrap()).unwrap();
    let geometry = Geometry::square(15).unwrap();
    let position = if puzzle["moves"].is_array() {
        let moves = parse_moves(geometry, &texts(&puzzle["moves"]).join(" ")).unwrap();
        Position::from_moves(geometry, rule, &moves).unwrap()
    } else {
        let turn = if puzzle["side_to_move"] == "black" { Side::First } else { Side::Second };
        Position::from_diagram(&texts(&puzzle["rows"]).join("\n"), rule, 5, Some(turn)).unwrap()
    };
    let force = if puzzle["kind"] == "VCF" { Force::Checks } else { Force::Threats };
    (position, force, puzzle["id"].as_str().unwrap())
}

/// All gomoku puzzles whose solution is proved.
fn verified(each: impl Fn(&Position, Force, &str)) {
    let files = ["gomoku_freestyle_wins.json", "gomoku_threats.json", "gomoku_puzzles.json"].map(json);
    let puzzles = files.iter().flat_map(|file| file["puzzles"].as_array().unwrap());
    let mut count = 0;
    for data in puzzles.filter(|data| data["verified"].is_null() || data["verified"] == true) {
        let (position, force, name) = puzzle(data);
        each(&position, force, name);
        count += 1;
    }
    assert_eq!(count, 80);
}

/// Plays a line through the rules alone, and checks that the side that begins it wins.
fn assert_wins(start: &Position, line: &[Move], name: &str) {
    let end = line.iter().try_fold(start.clone(), |position, &mv| position.play(mv));
    let end = end.unwrap_or_else(|error| panic!("{name}: {error}"));
    let outcome = end.outcome().unwrap_or_else(|| panic!("{name}: the line does not end the game"));
    assert_eq!(outcome.winner, Some(start.side()), "{name}");
}

#[test]
fn verified_puzzles_are_solved_and_their_lines_win() {
    verified(|position, force, name| {
        let game = AnyGomoku::new(position, Reach::Near).unwrap();
        let found = with_gomoku!(&game, game => ask(&mut Solver::new(20), game, sound(force)));
        assert_eq!(found.status, Status::Win, "{name}");
        assert_wins(position, &found.proof.unwrap().line(), name);
        if force == Force::Threats && position.rule() == Rule::Freestyle {
            let fours = with_gomoku!(&game, game => ask(&mut Solver::new(20), game, sound(Force::Checks)));
            assert_eq!(fours.status, Status::None, "{name} has no win by fours");
        }
    });
}

/// What is guided by estimates visits fewer positions, and proves the same.
#[test]
fn estimates_save_positions() {
    let visited = RefCell::new([0; 2]);
    verified(|position, force, name| {
        if force == Force::Threats && position.rule() == Rule::Freestyle {
            let game = AnyGomoku::new(position, Reach::Near).unwrap();
            for (estimates, visited) in [true, false].into_iter().zip(visited.borrow_mut().iter_mut()) {
                let question = Question { estimates, ..sound(force) };
                let found = with_gomoku!(&game, game => ask(&mut Solver::new(20), game, question));
                assert!(found.status == Status::Win || !estimates && found.status == Status::Unknown, "{name}");
                *visited += found.nodes;
            }
        }
    });
    let [with, without] = visited.into_inner();
    assert!(with < without / 2, "{with} of {without}");
}

/// Walks a proof: at each of its positions every legal reply that it does not list must lose to another search.
struct Walk {
    solver: Solver,
    seen: HashSet<u64>,
    force: Force,
    /// Number of positions that may still be visited.
    left: usize,
}

impl Walk {
    fn check<G: Tactics>(&mut self, game: &mut G, proof: &Arc<Proof>) {
        if self.left == 0 || !self.seen.insert(game.key()) {
            return;
        }
        self.left -= 1;
        assert!(game.is_legal(proof.mv));
        game.play(proof.mv);
        let mut replies = MoveList::default();
        game.generate(MoveClass::Candidates, &mut replies);
        for (reply, next) in &proof.replies {
            assert!(game.is_legal(*reply), "{reply:?} is listed and illegal");
            game.play(*reply);
            self.check(game, next);
            game.undo();
        }
        for reply in replies.iter().filter(|reply| !proof.replies.iter().any(|(listed, _)| listed == reply)) {
            game.play(reply);
            let found = ask(&mut self.solver, game, sound(self.force));
            assert_eq!(found.status, Status::Win, "{reply:?} is not listed and holds");
            game.undo();
        }
        game.undo();
    }
}

/// Verifies a number of positions of a proof.
fn walk<G: Tactics>(game: &G, force: Force, left: usize, name: &str) {
    let mut solver = Solver::new(20);
    let found = ask(&mut solver, game, sound(force));
    assert_eq!(found.status, Status::Win, "{name}");
    let mut walk = Walk { solver, seen: HashSet::new(), force, left };
    walk.check(&mut game.clone(), &found.proof.unwrap());
}

#[test]
fn no_reply_escapes_a_gomoku_proof() {
    verified(|position, force, name| {
        // Every legal move is a reply here, not only those near stones.
        let game = AnyGomoku::new(position, Reach::Everywhere).unwrap();
        // Renju asks for every forbidden point anew, and would take minutes for the longest proofs.
        let left = if position.rule() == Rule::Renju { sized(20, 60) } else { sized(60, usize::MAX) };
        with_gomoku!(&game, game => walk(game, force, left, name));
    });
}

/// The mates by continuous check up to a number of moves.
fn mates(most: u64) -> Vec<(xiangqi::Xiangqi, u32, String)> {
    let file = json("xiangqi_mates.json");
    let puzzles = file["puzzles"].as_array().unwrap().iter();
    let wanted = puzzles.filter(|p| p["only_checks"] == true && p["mate_in"].as_u64().unwrap() <= most);
    wanted
        .map(|p| {
            let game = crate::common::position(p["fen"].as_str().unwrap()).game();
            (game, p["mate_in"].as_u64().unwrap() as u32, p["id"].to_string())
        })
        .collect()
}

#[test]
fn mates_by_continuous_check_are_found_at_their_length() {
    let mates = mates(7);
    assert!(mates.len() > 60);
    for (game, moves, name) in mates {
        let question = sound(Force::Checks);
        let found = ask(&mut Solver::new(20), &game, question);
        assert_eq!(found.status, Status::Win, "{name}");
        let proof = found.proof.unwrap();
        assert_eq!(proof.plies, 2 * moves - 1, "{name}");
        let shorter = ask(&mut Solver::new(20), &game, Question { moves: moves - 1, ..question });
        assert_eq!(shorter.status, Status::None, "{name} in fewer moves");
        let exact = ask(&mut Solver::new(20), &game, Question { moves, ..question });
        assert_eq!(exact.status, Status::Win, "{name} in just as many");
        let mut end = game.clone();
        proof.line().into_iter().for_each(|mv| end.play(mv));
        assert!(end.in_check() && end.count_moves() == 0, "{name}: the line mates");
    }
}

#[test]
fn no_reply_escapes_a_mate() {
    for (game, _, name) in mates(5) {
        walk(&game, Force::Checks, usize::MAX, &name);
    }
}

/// Whether the side to move wins by fours, by trying every move and every reply through the rules alone.
fn wins_by_fours(board: &mut Board) -> bool {
    let (us, points) = (board.side(), board.empty_points().collect::<Vec<_>>());
    let completes = |board: &Board, side| points.iter().copied().find(|&p| rules::wins(board, side, p));
    if completes(board, us).is_some() {
        return true;
    }
    let must = completes(board, !us);
    points.iter().filter(|&&p| must.is_none_or(|must| must == p)).any(|&four| {
        board.play(four);
        let fives: Vec<_> = board.empty_points().filter(|&p| rules::wins(board, us, p)).collect();
        let refuted = board.empty_points().any(|p| rules::wins(board, !us, p));
        let wins = !refuted
            && match fives[..] {
                [] => false,
                [block] => {
                    board.play(block);
                    let wins = wins_by_fours(board);
                    board.undo(block);
                    wins
                }
                _ => true,
            };
        board.undo(four);
        wins
    })
}

/// Whether the side to move can complete a row within so many plies, by trying every move and every legal reply.
fn wins_within(board: &mut Board, plies: usize) -> bool {
    let side = board.side();
    let points: Vec<_> = board.empty_points().collect();
    if points.iter().any(|&point| rules::wins(board, side, point)) {
        return true;
    }
    let allowed = |board: &Board, point| !(board.rule() == Rule::Renju && rules::forbidden(board, point).is_some());
    let free = |board: &Board| -> Vec<_> {
        let all = board.empty_points().collect::<Vec<_>>();
        all.into_iter().filter(|&point| board.side() == Side::Second || allowed(board, point)).collect()
    };
    plies >= 3
        && free(board).into_iter().any(|mv| {
            board.play(mv);
            let refuted = free(board).into_iter().any(|reply| {
                let wins = rules::wins(board, board.side(), reply);
                board.play(reply);
                let refutes = wins || !wins_within(board, plies - 2);
                board.undo(reply);
                refutes
            });
            board.undo(mv);
            !refuted
        })
}

/// A board of random stones on which nobody has won.
fn scattered(geometry: Geometry, rule: Rule, stones: usize, rng: &mut crate::common::Rng) -> Board {
    let mut board = Board::empty(geometry, rule).unwrap();
    while board.stones(Side::First) + board.stones(Side::Second) < stones {
        let point = rng.random_range(0..geometry.points()) as u16;
        let side = board.side();
        if board.at(point).is_none() && !rules::wins(&board, side, point) {
            board.play(point);
        }
    }
    board
}

#[test]
fn fours_agree_with_brute_force() {
    let (mut rng, mut wins) = (rng(11), 0);
    for (rule, size, stones) in [(Rule::Freestyle, 9, 26), (Rule::Standard, 9, 30), (Rule::Freestyle, 7, 20)] {
        for _ in 0..sized(60, 400) {
            let mut board = scattered(Geometry::square(size).unwrap(), rule, stones, &mut rng);
            let game = AnyGomoku::new(&Position::from_board(board.clone()), Reach::Near).unwrap();
            let found = with_gomoku!(&game, game => ask(&mut Solver::new(16), game, sound(Force::Checks)));
            let expected = if wins_by_fours(&mut board) { Status::Win } else { Status::None };
            assert_eq!(found.status, expected, "{rule:?}\n{}", boyi::games::gomoku::text::diagram(&board));
            wins += (expected == Status::Win) as u32;
        }
    }
    assert!(wins > sized(15, 100), "{wins} wins say little");
}

#[test]
fn known_threats_win_within_five_plies_by_brute_force() {
    let (mut rng, mut known) = (rng(17), [0; 3]);
    while known.iter().any(|&count| count < 12) {
        for (rule, count) in Rule::ALL.into_iter().zip(&mut known) {
            let mut board = scattered(Geometry::square(8).unwrap(), rule, 19, &mut rng);
            let game = AnyGomoku::new(&Position::from_board(board.clone()), Reach::Near).unwrap();
            let (end, threat) = with_gomoku!(&game, game => (game.known_end(), game.known_threat()));
            let fives = |side| board.empty_points().any(|point| rules::wins(&board, side, point));
            if end.is_none() && threat.is_some() && !fives(!board.side()) && *count < 12 {
                assert!(wins_within(&mut board, 5), "{rule:?}\n{}", boyi::games::gomoku::text::diagram(&board));
                *count += 1;
            }
        }
    }
}

#[test]
fn what_does_not_answer_a_double_threat_loses_within_six_plies_by_brute_force() {
    let (mut rng, mut seen) = (rng(19), [0; 3]);
    while seen.iter().any(|&count| count < 4) {
        for (rule, count) in Rule::ALL.into_iter().zip(&mut seen) {
            let mut board = scattered(Geometry::square(8).unwrap(), rule, 20, &mut rng);
            let mut game = AnyGomoku::new(&Position::from_board(board.clone()), Reach::Everywhere).unwrap();
            let left_out = with_gomoku!(&mut game, game => {
                let doubles = game.is_threatened(true) && !game.is_threatened(false);
                let (mut replies, mut moves) = (MoveList::default(), MoveList::default());
                if doubles && !game.may_check() {
                    game.replies_to_threat(&mut replies);
                    game.generate(MoveClass::Candidates, &mut moves);
                }
                let replies: Vec<_> = replies.iter().collect();
                // A move that prepares a four of one's own may hold for longer.
                moves.iter().find(|&mv| {
                    game.play(mv);
                    assert!(game.play_null());
                    let prepares = game.may_check();
                    game.undo();
                    game.undo();
                    !prepares && !replies.contains(&mv)
                })
            });
            if let Some(mv) = left_out.filter(|_| *count < 4) {
                board.play(board.geometry().point_of(mv));
                assert!(wins_within(&mut board, 5), "{rule:?}\n{}", boyi::games::gomoku::text::diagram(&board));
                *count += 1;
            }
        }
    }
}

#[test]
fn wins_by_threats_hold_against_every_reply() {
    let (mut rng, mut won) = (rng(5), 0);
    while won < 9 {
        let rule = Rule::ALL[won % 3];
        let board = scattered(Geometry::square(11).unwrap(), rule, 20, &mut rng);
        let game = AnyGomoku::new(&Position::from_board(board), Reach::Everywhere).unwrap();
        let fours = with_gomoku!(&game, game => ask(&mut Solver::new(16), game, sound(Force::Checks)));
        let threats = with_gomoku!(&game, game => ask(&mut Solver::new(16), game, sound(Force::Threats)));
        if fours.status == Status::None && threats.status == Status::Win {
            with_gomoku!(&game, game => walk(game, Force::Threats, 40, rule.name()));
            won += 1;
        }
    }
}

fn freestyle(moves: &str) -> Gomoku<FREE_RADIUS> {
    let geometry = Geometry::square(15).unwrap();
    let moves = parse_moves(geometry, moves).unwrap();
    Gomoku::of(&Position::from_moves(geometry, Rule::Freestyle, &moves).unwrap(), Reach::Near).unwrap()
}

#[test]
fn the_number_of_moves_is_the_attackers() {
    // An open three: one four wins, and the five that follows is not counted.
    let game = freestyle("h8 a1 i8 a3 j8 a5");
    let ask = |moves| ask(&mut Solver::new(12), &game, Question { moves, ..sound(Force::Checks) });
    assert_eq!(ask(1).status, Status::Win);
    assert_eq!(ask(1).proof.unwrap().plies, 3);
    assert_eq!(ask(0).status, Status::None);
}

#[test]
fn a_limit_of_nodes_leaves_the_answer_open() {
    let (position, force, _) = puzzle(&json("gomoku_freestyle_wins.json")["puzzles"][6]);
    let game = Gomoku::<FREE_RADIUS>::of(&position, Reach::Near).unwrap();
    let limits = Limits { nodes: Some(50), ..Limits::default() };
    let flag = AtomicBool::new(false);
    let found = Solver::new(12).solve(&game, &sound(force), &mut Stop::new(&Budget::new(&limits, &flag, 1)));
    assert_eq!((found.status, found.nodes), (Status::Unknown, 50));
    assert!(found.proof.is_none());
}

#[test]
fn rules_of_thumb_can_be_chosen_by_name() {
    fn check<G: Forcing>() {
        let chosen: Vec<usize> =
            Defence::NAMES.iter().filter_map(|name| Defence::from_name(name)?.rule_of::<G>()).collect();
        assert_eq!(chosen, Vec::from_iter(0..G::DEFENCE_RULES.len()), "{:?}", G::DEFENCE_RULES);
        assert_eq!(Defence::Sound.rule_of::<G>(), None);
    }
    check::<xiangqi::Xiangqi>();
    check::<Gomoku<FREE_RADIUS>>();
}

#[test]
fn rules_of_thumb_claim_wins_that_are_none() {
    let mut rng = rng(3);
    for defence in [Defence::Prose, Defence::Code] {
        let (mut wrong, mut right) = (0, 0);
        // The quick size ends as soon as it has seen both.
        let enough: [u32; 2] = sized([1, 1], [u32::MAX; 2]);
        for _ in 0..2000 {
            if right >= enough[0] && wrong >= enough[1] {
                break;
            }
            let board = scattered(Geometry::square(11).unwrap(), Rule::Freestyle, 20, &mut rng);
            let game = Gomoku::<FREE_RADIUS>::new(&board, Reach::Near).unwrap();
            let claims = |question| ask(&mut Solver::new(16), &game, question).status;
            let limited = Question { moves: 4, ..sound(Force::Threats) };
            match (claims(limited), claims(Question { rule: defence.rule_of::<Gomoku<FREE_RADIUS>>(), ..limited })) {
                (Status::Win, Status::Win) => right += 1,
                (Status::None, Status::Win) => wrong += 1,
                _ => {}
            }
        }
        assert!(right >= sized(1, 11) && wrong > 0, "{defence:?}: {right} right, {wrong} wrong");
    }
}

/// A win by fours needs a certain number of plain fours at its beginning: the more are allowed, the more wins are found.
#[test]
fn more_plain_fours_find_more_wins() {
    let found = RefCell::new([0; 4]);
    verified(|position, force, name| {
        if force != Force::Checks {
            return;
        }
        let game = AnyGomoku::new(position, Reach::Near).unwrap();
        // One solver for all questions: what it remembers of one must not answer another.
        let mut solver = Solver::new(20);
        let won = [0, 1, 2, Question::NO_LIMIT].map(|plain| {
            let question = Question { plain, ..sound(force) };
            with_gomoku!(&game, game => ask(&mut solver, game, question)).status == Status::Win
        });
        assert!(won.is_sorted() && won[3], "{name}: {won:?}");
        found.borrow_mut().iter_mut().zip(won).for_each(|(found, won)| *found += won as u32);
    });
    let found = found.into_inner();
    assert!(0 < found[0] && found[0] < found[3], "{found:?}");
}
