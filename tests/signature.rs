//! The signature of the search: one node count for fixed positions at fixed depth, kept in a file. If it is the same,
//! a change did not touch what the search does.

mod common;

use boyi::bench::nodes;
use boyi::games::GameKind;

#[test]
fn the_signature_is_the_kept_one() {
    let now = format!("xiangqi {} gomoku {}\n", nodes(GameKind::Xiangqi), nodes(GameKind::Gomoku));
    common::assert_golden("signature.txt", &now, "signature");
}
