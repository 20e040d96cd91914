//! Any text as weights of the hand-written evaluation: what is read is written and read again as it was.
#![no_main]

use boyi::games::xiangqi::eval::classic::Weights;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Weights::parse(text) {
        Ok(weights) => {
            let written = weights.text();
            assert_eq!(Weights::parse(&written).expect("what was written is read").text(), written);
        }
        Err(reason) => assert!(!reason.is_empty()),
    }
});
