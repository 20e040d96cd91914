//! The signature of the search: the node count of fixed positions at fixed depth, kept in a file. A refactoring must
//! not change it.

use boyi::bench::nodes;
use boyi::games::GameKind;

#[test]
fn the_signature_is_the_kept_one() {
    let of_games = GameKind::ALL.map(|kind| format!("{} {}", kind.name(), nodes(kind)));
    let now = of_games.join(" ") + "\n";
    crate::common::assert_golden("signature.txt", &now, "signature");
}
