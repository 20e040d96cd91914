//! Any text as a xiangqi position: what is read is written and read again as it was, and all its legal moves can be played.
#![no_main]

use boyi::games::xiangqi::Position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let position = match Position::from_fen(text) {
        Ok(position) => position,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let written = position.fen();
    let again = Position::from_fen(&written).expect("what was written is read");
    assert_eq!(again.fen(), written);
    assert_eq!((again.clock(), again.fullmove()), (position.clock(), position.fullmove()));
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_moves());
    for mv in moves {
        assert!(position.is_legal(mv));
        let next = position.play(mv).expect("a legal move");
        assert!(Position::from_fen(&next.fen()).is_ok(), "{} after {text:?}", next.fen());
    }
    let _ = (position.outcome(), position.diagram(), position.mirrored(), position.has_mate_in_one());
});
