//! Any text as points, lines of moves and diagrams of gomoku; three bytes choose the board and the rule.
#![no_main]

use boyi::games::gomoku::text::{parse_moves, parse_point, point_name};
use boyi::games::gomoku::{Geometry, Position, Rule};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, u8, &str)| {
    let (rows, cols, k, text) = input;
    let Ok(geometry) = Geometry::new((rows % 24).into(), (cols % 24).into(), (k / 3 % 8).into()) else { return };
    let rule = [Rule::Freestyle, Rule::Standard, Rule::Renju][usize::from(k % 3)];
    if let Ok(point) = parse_point(geometry, text) {
        assert_eq!(parse_point(geometry, &point_name(geometry, point)).ok(), Some(point));
    }
    if let Ok(moves) = parse_moves(geometry, text)
        && let Ok(position) = Position::from_moves(geometry, rule, &moves)
    {
        check(&position);
    }
    if let Ok(position) = Position::from_diagram(text, rule, geometry.k(), None) {
        check(&position);
    }
});

fn check(position: &Position) {
    let again = Position::from_diagram(&position.fen(), position.rule(), position.geometry().k(), None);
    assert_eq!(again.expect("what was written is read").fen(), position.fen());
    let diagram = Position::from_diagram(&position.diagram(), position.rule(), position.geometry().k(), None);
    assert_eq!(diagram.expect("a diagram").fen(), position.fen());
    for mv in position.legal_moves().into_iter().take(4) {
        position.play(mv).expect("a legal move");
    }
    let _ = (position.outcome(), position.winning_line(), position.forbidden_points().len());
}
