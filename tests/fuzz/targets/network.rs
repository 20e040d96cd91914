//! Changed files of networks of xiangqi and gomoku: read, and then used, or refused.
#![no_main]

use std::sync::{Arc, LazyLock};

use boyi::games::{gomoku, xiangqi};
use boyi_fuzz::{edited, position};
use libfuzzer_sys::fuzz_target;

static XIANGQI: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let weights = xiangqi::eval::Weights {
        hidden: 16,
        scale: 300,
        inputs: vec![1; xiangqi::eval::INPUTS * 16],
        bias: vec![0; 16],
        output: vec![1; xiangqi::eval::BUCKETS * 32],
        output_bias: vec![0; xiangqi::eval::BUCKETS],
        squares: vec![0; xiangqi::eval::INPUTS * xiangqi::eval::BUCKETS],
        about: "zeros and ones".into(),
    };
    weights.bytes()
});

fuzz_target!(|data: &[u8]| {
    let Some((&game, data)) = data.split_first() else { return };
    if game % 8 == 0 {
        // A network of gomoku is large, and so takes longer to read.
        let _ = gomoku::Network::parse(&edited(include_bytes!("../../../src/games/gomoku/eval/network/shipped.network"), data));
        return;
    }
    match xiangqi::Network::parse(&edited(&XIANGQI, data)) {
        Ok(network) => {
            let written = network.weights().bytes();
            let again = xiangqi::Network::parse(&written).expect("what was written is read");
            assert_eq!(again.weights().bytes(), written);
            let evaluator = Arc::new(network);
            let _ = position(game).game_with(evaluator);
        }
        Err(reason) => assert!(!reason.is_empty()),
    }
});
