//! Any text as a move in every notation: what is read is legal, and is written and read again as it was. The first byte
//! chooses the position.
#![no_main]

use boyi::games::xiangqi::notation::{Notation, format, parse};
use boyi_fuzz::position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (number, text) = input;
    let position = position(number);
    for notation in Notation::all().map(Some).chain([None]) {
        match parse(&position, text, notation) {
            Ok(mv) => {
                assert!(position.is_legal(mv));
                let written = format(&position, mv, notation.unwrap_or_default());
                assert_eq!(parse(&position, &written, notation).ok(), Some(mv), "{written}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
