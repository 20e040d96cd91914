//! Any text as a file of PGN: its games lie one behind the other, each is read or refused with a line that it has, and
//! the moves of those that are read can be played.
#![no_main]

use boyi::games::xiangqi::pgn::{games, parse, start_of};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut read = 0;
    for part in games(text, true) {
        assert!(read <= part.start && part.start < part.end && part.end <= text.len());
        read = part.end;
        let game = &text[part.start..part.end];
        match parse(game) {
            Ok(record) => {
                let mut positions = vec![start_of(&record.tags).expect("a start that was read")];
                for step in &record.moves {
                    let next = positions[step.parent as usize].play(step.mv).expect("a legal move");
                    positions.push(next);
                }
                assert!(record.comments.iter().all(|comment| (comment.node as usize) < positions.len()));
                assert!(record.glyphs.iter().all(|glyph| (glyph.0 as usize) < positions.len()));
            }
            Err(failure) => {
                assert!(!failure.reason.is_empty() && failure.line <= game.matches('\n').count());
            }
        }
    }
    assert!(text[read..].trim().is_empty());
});
