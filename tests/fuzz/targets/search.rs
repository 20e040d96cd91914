//! Searches of xiangqi and gomoku with any settings: two bytes each choose a field and its value; the move is legal, a score of
//! mate fits it, and the line can be played.
#![no_main]

use boyi::game::{Move, Tactics};
use boyi::games::GameKind;
use boyi::games::gomoku::{Geometry, Position as Points, Reach, Rule, text::parse_moves};
use boyi::presets::preset;
use boyi::search::config::{Config, Domain, FieldInput};
use boyi::search::observe::NoObserver;
use boyi::search::{Limits, Report, Searcher};
use boyi_fuzz::position;
use libfuzzer_sys::fuzz_target;
use std::sync::atomic::AtomicBool;

const LINES: [&str; 4] = ["", "h8 i9 i8 g8", "h8 g9 i9 g7 g8 f8 h10 e9 h9 h7 f10 i10", "a1 e5 b1 d5 c1 c5"];

fuzz_target!(|data: &[u8]| {
    let [game, place, start, nodes, settings @ ..] = data else { return };
    let kind = if game % 2 == 0 { GameKind::Xiangqi } else { GameKind::Gomoku };
    let mut config = match start % 2 {
        0 => Config::neutral(),
        _ => preset("boyi", kind).expect("a preset"),
    };
    let fields = Config::fields();
    for pair in settings.chunks_exact(2) {
        let field = &fields[usize::from(pair[0]) % fields.len()];
        let value = match field.domain {
            Domain::Bool => FieldInput::Bool(pair[1] % 2 == 1),
            Domain::Names(names) => FieldInput::Text(names[usize::from(pair[1]) % names.len()]),
            // Ends and small numbers, and the range in 256 steps.
            Domain::Int(low, high) => {
                let (low, high) = (i64::from(low), i64::from(high));
                FieldInput::Int(match pair[1] {
                    255 => high,
                    small @ 0..32 => (low + i64::from(small)).min(high),
                    step => low + (high - low) * i64::from(step) / 255,
                })
            }
        };
        config.set(field.name, &value).expect("a value within the range");
    }
    config.table_mb = 1;
    let Ok(mut searcher) = Searcher::new(config.clone()) else { return };
    let limits = Limits { nodes: Some(u64::from(*nodes) + 1), depth: Some(12), ..Limits::default() };
    match kind {
        GameKind::Xiangqi => {
            let position = position(*place);
            let report = search(&mut searcher, &position.game(), &limits);
            check(&report, position.legal_moves());
            report.pv.iter().fold(position, |at, &mv| at.play(mv).expect("a line that can be played"));
        }
        GameKind::Gomoku => {
            let rule = [Rule::Freestyle, Rule::Standard, Rule::Renju][usize::from(place % 3)];
            let geometry = Geometry::square(6 + usize::from(place / 3 % 4) * 3).expect("a board");
            let Ok(moves) = parse_moves(geometry, LINES[usize::from(place / 16) % LINES.len()]) else { return };
            let Ok(position) = Points::from_moves(geometry, rule, &moves) else { return };
            let game = boyi::games::gomoku::AnyGomoku::new(&position, Reach::Near).expect("five in a row");
            let report = boyi::with_gomoku!(&game, game => search(&mut searcher, game, &limits));
            check(&report, position.legal_moves());
            report.pv.iter().fold(position, |at, &mv| at.play(mv).expect("a line that can be played"));
        }
    }
});

fn search<G: Tactics>(searcher: &mut Searcher, game: &G, limits: &Limits) -> Report {
    searcher.search(game, limits, &AtomicBool::new(false), &mut NoObserver, &mut |_| ())
}

fn check(report: &Report, legal: Vec<Move>) {
    assert!(if legal.is_empty() { report.mv == Move::NONE } else { legal.contains(&report.mv) }, "{report:?}");
    assert!(report.pv.first().is_none_or(|&first| first == report.mv));
}
